/// A step that lets through only strings of exactly this many characters; nil has none.
public struct CheckCount: ChainStep {
  private let requirement: Requirement<String?>

  /// Makes the step with the message of the built-in requirement.
  public init(length: Int) {
    requirement = .required(Requirement<String>.length(exactly: length))
  }

  /// Makes the step with a message of your own.
  public init(length: Int, because message: String) {
    requirement = .required(Requirement<String>.length(exactly: length).because(message))
  }

  /// Returns the string unchanged, or the error.
  public func check(value: String?) -> Chain<String?>.Result { requirement.check(value: value) }
}
