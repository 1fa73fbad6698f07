/// The message of a failure, or its message and code, as given with `because`.
package struct Because: Hashable, Sendable {
  package let message: String
  /// The code that takes the place of the one inside; nil for no code.
  package let code: String?
  /// Whether the code inside is replaced and its parameters dropped. Otherwise both stay.
  package let replacesCode: Bool

  package init(message: String, code: String?, replacesCode: Bool) {
    self.message = message
    self.code = code
    self.replacesCode = replacesCode
  }

  /// The reason with this message in place of its own, at the same place in the value. The reason
  /// stays as it is if it is a mistake in the requirement or a match limit, since those are not
  /// faults of the value.
  func replacing(_ reason: Reason) -> Reason {
    if Because.isKept(reason) { return reason }
    var own = reason
    own.message = message
    if replacesCode {
      own.code = code
      own.parameters = [:]
    }
    return own
  }

  /// The reasons with this message, but only the first at each place in the value.
  func replacing(_ reasons: [Reason]) -> [Reason] {
    if reasons.count == 1 { return [replacing(reasons[0])] }
    var places: Set<ValuePath> = []
    return reasons.compactMap { reason in
      let own = replacing(reason)
      if Because.isKept(own) { return own }
      return places.insert(own.path).inserted ? own : nil
    }
  }

  /// The reason that replaces every failure at the value itself; nil if the code inside stays.
  var wholeReason: Reason? {
    replacesCode ? Reason(code: code, message: message) : nil
  }

  private static func isKept(_ reason: Reason) -> Bool {
    reason.code == ReasonCode.mistake || reason.isPatternLimit
  }
}
