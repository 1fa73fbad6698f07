/// The reasons of what combines requirements; those of the built-ins stand beside their checks.
extension Reason {
  package static let missing = Reason(code: ReasonCode.required)

  static let isFalse = Reason(code: ReasonCode.isTrue)

  static func noneHolds(_ branches: [Reason]) -> Reason {
    Reason(code: ReasonCode.any, alternatives: branches)
  }

  static func negated(_ text: String) -> Reason {
    Reason(code: ReasonCode.not, parameters: ["requirement": .text(text)])
  }

  static func noElement(_ text: String) -> Reason {
    Reason(code: ReasonCode.some, parameters: ["requirement": .text(text)])
  }

  static func mistake(_ text: String) -> Reason {
    Reason(code: ReasonCode.mistake, parameters: ["mistake": .text(text)])
  }

  package static let patternLimit = Reason(code: ReasonCode.patternLimit)
}
