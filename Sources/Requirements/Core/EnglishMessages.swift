/// The messages of the built-in requirements in English: the default.
public struct EnglishMessages: MessageProvider, Hashable {
  /// The default.
  public init() {}

  /// The message for the reason's code. A code that no built-in has is its own message.
  public func message(for reason: Reason) -> String? {
    EnglishMessages.message(for: reason) { reason.shown($0, by: self) }
  }

  /// - Parameter shown: the text of an alternative.
  static func message(for reason: Reason, _ shown: (Reason) -> String) -> String {
    let words = Words(reason)
    switch reason.code {
    case ReasonCode.required: return "Value is missing"
    case ReasonCode.isTrue: return "Must be true"
    case ReasonCode.any:
      return reason.alternatives.isEmpty
        ? "No alternative is given" : reason.alternatives.map(shown).joined(separator: " or ")
    case ReasonCode.not: return "Must not be: \(words["requirement"])"
    case ReasonCode.some: return "No element meets: \(words["requirement"])"
    case ReasonCode.notEmpty:
      return words["of"] == "string" ? "String is empty" : "Collection is empty"
    case ReasonCode.minLength, ReasonCode.maxLength, ReasonCode.length:
      return "Length must be \(words.limits("character"))"
    case ReasonCode.count: return "Count must be \(words.limits("element"))"
    case ReasonCode.matches: return "String does not match the pattern"
    case ReasonCode.contains: return "String must contain \(words.quoted("part"))"
    case ReasonCode.hasPrefix: return "String must begin with \(words.quoted("part"))"
    case ReasonCode.hasSuffix: return "String must end with \(words.quoted("part"))"
    case ReasonCode.oneOf: return "Value must be one of \(words.choices)"
    case ReasonCode.email: return "String is not a valid email address"
    case ReasonCode.url: return "String is not a valid URL"
    case ReasonCode.phone: return "String is not a valid phone number"
    case ReasonCode.uuid: return "String is not a valid UUID"
    case ReasonCode.date: return "String is not a valid date"
    case ReasonCode.dateTime: return "String is not a valid date and time"
    case ReasonCode.dateRange: return "Date must be \(words.days)"
    case ReasonCode.dateTimeRange: return "Date and time must be \(words.days)"
    case ReasonCode.allSatisfy: return "Not every element meets the condition"
    case ReasonCode.containsWhere: return "No element meets the condition"
    case ReasonCode.unique: return "Elements are not unique"
    case ReasonCode.inRange:
      if reason.parameters["below"] != nil {
        return "Value must be from \(words["min"]) to below \(words["below"])"
      }
      return "Value must be from \(words["min"]) to \(words["max"])"
    case ReasonCode.greaterThan: return "Value must be greater than \(words["limit"])"
    case ReasonCode.greaterThanOrEqual:
      return "Value must be greater than or equal to \(words["limit"])"
    case ReasonCode.lessThan: return "Value must be less than \(words["limit"])"
    case ReasonCode.lessThanOrEqual: return "Value must be less than or equal to \(words["limit"])"
    case ReasonCode.equalTo: return "Value must be equal to \(words["value"])"
    case ReasonCode.multipleOf: return "Value must be a multiple of \(words["divisor"])"
    case ReasonCode.compare:
      return "\(words["left"]) must be \(words.comparison) \(words["right"])"
    case ReasonCode.equal: return "\(words["left"]) and \(words["right"]) must be equal"
    case ReasonCode.parts: return "These do not go together: \(words["parts"])"
    case ReasonCode.mistake: return words["mistake"]
    case ReasonCode.patternLimit: return "The pattern takes too long on this string"
    case ReasonCode.type, ReasonCode.decodable: return words["detail"]
    case ReasonCode.malformed: return "Malformed JSON: \(words["detail"])"
    case let code?: return code
    case nil: return ""
    }
  }

  /// The parameters of a reason in sentences.
  private struct Words {
    private let parameters: [String: ReasonParameter]

    init(_ reason: Reason) { parameters = reason.parameters }

    subscript(_ name: String) -> String { parameters[name]?.description ?? "" }

    func quoted(_ name: String) -> String { String(reflecting: self[name]) }

    var days: String {
      switch (parameters["min"], parameters["max"]) {
      case (let first?, let last?): "from \(first) to \(last)"
      case (let first?, nil): "\(first) or later"
      case (nil, let last?): "\(last) or earlier"
      case (nil, nil): "valid"
      }
    }

    var comparison: String {
      PartComparison.Sign(rawValue: self["operator"])?.words ?? self["operator"]
    }

    var choices: String {
      guard case .list(let values) = parameters["values"] else { return "" }
      return values.map { value in
        if case .text(let text) = value { String(reflecting: text) } else { "\(value)" }
      }.joined(separator: ", ")
    }

    func limits(_ noun: String) -> String {
      let (minimum, maximum) = (parameters["min"], parameters["max"])
      let numbers =
        switch (minimum, maximum) {
        case (let minimum?, let maximum?) where minimum == maximum: "exactly \(minimum)"
        case (let minimum?, let maximum?): "from \(minimum) to \(maximum)"
        case (let minimum?, nil): "at least \(minimum)"
        case (nil, let maximum?): "at most \(maximum)"
        case (nil, nil): "any number of"
        }
      return numbers + " " + ((maximum ?? minimum) == 1 ? noun : noun + "s")
    }
  }
}
