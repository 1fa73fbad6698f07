/// A step that lets through only text that is there and not empty.
public struct CheckNil: ChainStep {
  private let requirement: Requirement<String?>

  public init() {
    requirement = .required(Requirement<String>.notEmpty())
  }

  /// With a message of one's own.
  public init(because message: String) {
    requirement = .required(Requirement<String>.notEmpty().because(message))
  }

  public func check(value: String?) -> Chain<String?>.Result { requirement.check(value: value) }
}
