/// A step that lets through only text that is there and not empty.
public struct CheckNil: ChainStep {
  private let requirement: Requirement<String?>

  /// With the messages of the built-in requirements.
  public init() {
    requirement = .required(Requirement<String>.notEmpty())
  }

  /// With a message of one's own.
  public init(because message: String) {
    requirement = .required(Requirement<String>.notEmpty().because(message))
  }

  /// The text as it came, or why it is not let through.
  public func check(value: String?) -> Chain<String?>.Result { requirement.check(value: value) }
}
