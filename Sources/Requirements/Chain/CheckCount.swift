/// A step that lets through only text of exactly this many characters; nil has none.
public struct CheckCount: ChainStep {
  private let requirement: Requirement<String?>

  /// With the message of the built-in requirement.
  public init(length: Int) {
    requirement = .required(Requirement<String>.length(exactly: length))
  }

  /// With a message of one's own.
  public init(length: Int, because message: String) {
    requirement = .required(Requirement<String>.length(exactly: length).because(message))
  }

  /// The text as it came, or why it is not let through.
  public func check(value: String?) -> Chain<String?>.Result { requirement.check(value: value) }
}
