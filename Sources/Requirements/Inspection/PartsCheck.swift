/// A check of two parts of a value together.
package struct PartsCheck: Sendable {
  /// The kinds of such a check.
  package enum Form: Hashable, Sendable {
    /// The first part compared with the second. It holds if one of them is missing.
    case comparison(PartComparison.Sign)
    /// Both parts are equal, or both are missing.
    case equality
    /// A closure that says whether the parts go together.
    case condition
    /// A closure that gives its own reason.
    case closure
  }

  /// Says of two parts whether they go together.
  package enum Answer: Sendable {
    case holds
    /// The reason is that of the check.
    case fails
    case failsWith(Reason)
  }

  package let form: Form
  /// The first part and the second.
  package var steps: [KeyPathStep]
  /// The step to the part that a failure is about; the value itself unless another was given.
  package var place: KeyPathStep
  /// The answer for parts whose types have been erased; nil if they are of other types.
  package let answer: @Sendable (_ parts: [Any]) -> Answer?

  /// Why a value fails, with the place; nil if the closure says why.
  package var reason: Reason? {
    let names = steps.map { ReasonParameter.text($0.shownPath) }
    let reason: Reason
    switch form {
    case .comparison(let sign):
      reason = Reason(
        code: ReasonCode.compare,
        parameters: ["left": names[0], "operator": .text(sign.rawValue), "right": names[1]])
    case .equality:
      reason = Reason(code: ReasonCode.equal, parameters: ["left": names[0], "right": names[1]])
    case .condition: reason = Reason(code: ReasonCode.parts, parameters: ["parts": .list(names)])
    case .closure: return nil
    }
    return reason.prefixed(by: place.path)
  }

  /// The names of the parts and what is asked, for descriptions.
  var name: String {
    let names = steps.map(\.name)
    switch form {
    case .comparison(let sign): return "compare(\(names[0]), \(sign.rawValue), \(names[1]))"
    case .equality: return "equal(\(names[0]), \(names[1]))"
    case .condition, .closure: return "closure(\(names.joined(separator: ", ")))"
    }
  }

  /// The reasons for an answer.
  package func reasons(_ answer: Answer) -> [Reason] {
    switch answer {
    case .holds: []
    case .fails: reason.map { [$0] } ?? []
    case .failsWith(let reason): [reason.prefixed(by: place.path)]
    }
  }

  /// Every reason why a value fails whose type has been erased; nil if it is of another type.
  func reasons(of whole: Any) -> [Reason]? {
    let parts = steps.compactMap { $0.value(of: whole) }
    return parts.count == steps.count ? answer(parts).map(reasons) : nil
  }
}
