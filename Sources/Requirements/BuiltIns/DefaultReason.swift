/// The reasons of the built-in requirements where `because` gives no other: every sentence in one
/// place.
enum DefaultReason {
  static let missing = Reason(message: "Value is missing")

  static let isFalse = Reason(message: "Must be true")

  static func noneHolds(_ branches: [Reason]) -> Reason {
    let messages = branches.map(\.description).joined(separator: " or ")
    return Reason(
      message: messages.isEmpty ? "No alternative is given" : messages,
      alternatives: branches)
  }

  static func negated(_ text: String) -> Reason { Reason(message: "Must not be: \(text)") }

  static func noElement(_ text: String) -> Reason {
    Reason(message: "No element meets: \(text)")
  }

  static let mistakeCode = "invalid-requirement"

  static func mistake(_ text: String) -> Reason { Reason(code: mistakeCode, message: text) }

  // MARK: Text

  static let emptyString = Reason(message: "String is empty")

  static func length(_ minimum: Int?, _ maximum: Int?) -> Reason {
    Reason(
      message: "Length must be \(limits(minimum, maximum)) \(noun("character", maximum ?? minimum))"
    )
  }

  static let noMatch = [Reason(message: "String does not match the pattern")]
  static let patternLimitCode = "pattern-limit"
  static let patternLimit = [
    Reason(code: patternLimitCode, message: "The pattern takes too long on this string")
  ]

  static func text(_ verb: String, _ part: String) -> Reason {
    Reason(message: "String must \(verb) \(part)")
  }
  static func format(_ name: String) -> Reason { Reason(message: "String is not a valid \(name)") }

  // MARK: Collections

  static let emptyCollection = Reason(message: "Collection is empty")

  static func count(_ minimum: Int?, _ maximum: Int?) -> Reason {
    Reason(
      message: "Count must be \(limits(minimum, maximum)) \(noun("element", maximum ?? minimum))")
  }

  static let notAllSatisfy = Reason(message: "Not every element meets the condition")
  static let noneSatisfies = Reason(message: "No element meets the condition")
  static let notUnique = Reason(message: "Elements are not unique")

  // MARK: Comparing

  static func comparison(_ words: String, _ limit: String) -> Reason {
    Reason(message: "Value must be \(words) \(limit)")
  }

  static func oneOf(_ values: [String]) -> Reason {
    Reason(message: "Value must be one of \(values.joined(separator: ", "))")
  }

  private static func limits(_ minimum: Int?, _ maximum: Int?) -> String {
    switch (minimum, maximum) {
    case (let minimum?, let maximum?) where minimum == maximum: "exactly \(minimum)"
    case (let minimum?, let maximum?): "from \(minimum) to \(maximum)"
    case (let minimum?, nil): "at least \(minimum)"
    case (nil, let maximum?): "at most \(maximum)"
    case (nil, nil): "any number of"
    }
  }

  private static func noun(_ word: String, _ count: Int?) -> String {
    count == 1 ? word : word + "s"
  }
}
