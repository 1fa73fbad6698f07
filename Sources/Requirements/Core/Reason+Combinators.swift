/// The reasons of requirements that are made of others. Those of the built-ins are beside their
/// checks.
extension Reason {
  /// The reason of a missing value.
  package static let missing = Reason(code: ReasonCode.required)

  /// The reason of `require(_:)` for false.
  static let notTrue = Reason(code: ReasonCode.isTrue)

  /// The reason of `any`, with those of its branches.
  static func noneHolds(_ branches: [Reason]) -> Reason {
    Reason(code: ReasonCode.any, alternatives: branches)
  }

  /// The reason of `not` for a value that meets the described requirement.
  static func negated(_ requirement: String) -> Reason {
    Reason(code: ReasonCode.not, parameters: ["requirement": .text(requirement)])
  }

  /// The reason of `some` if no element meets the described requirement.
  static func noElement(_ requirement: String) -> Reason {
    Reason(code: ReasonCode.some, parameters: ["requirement": .text(requirement)])
  }

  /// The reason of every value if the requirement itself was set up wrongly.
  static func mistake(_ text: String) -> Reason {
    Reason(code: ReasonCode.mistake, parameters: ["mistake": .text(text)])
  }
}
