/// A step that lets through only a string that is neither nil nor empty.
public struct CheckNil: ChainStep {
  private let requirement: Requirement<String?>

  /// Makes the step with the messages of the built-in requirements.
  public init() {
    requirement = .required(Requirement<String>.notEmpty())
  }

  /// Makes the step with a message of your own.
  public init(because message: String) {
    requirement = .required(Requirement<String>.notEmpty().because(message))
  }

  /// Returns the string unchanged, or the error.
  public func check(value: String?) -> Chain<String?>.Result { requirement.check(value: value) }
}
