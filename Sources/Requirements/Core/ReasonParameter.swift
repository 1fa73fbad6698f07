/// A value that a built-in was made with: a limit, a choice, a pattern.
///
/// A number is kept as its decimal digits, so that none is rounded: compare it with a literal, or
/// read ``intValue`` or ``doubleValue``.
public enum ReasonParameter: Hashable, Sendable {
  /// A text; also what a value of any other type prints.
  case text(String)
  /// The shortest decimal digits of a number: `18`, `0.5`, `1e+300`.
  case number(String)
  /// true or false.
  case flag(Bool)
  /// Several of them.
  case list([ReasonParameter])

  /// A value of any type: numbers, Booleans and texts as such, others as they print.
  package init(_ value: some Any) {
    switch value {
    case let flag as Bool: self = .flag(flag)
    case let text as String: self = .text(text)
    default:
      if let digits = NumberDigits.digits(value) {
        self = .number(NumberDigits.plain(digits))
      } else {
        self = .text("\(value)")
      }
    }
  }

  /// The number; nil for anything else, and for one that is not whole or does not fit.
  public var intValue: Int? {
    if case .number(let digits) = self { Int(digits) } else { nil }
  }

  /// The nearest number; nil for anything else.
  public var doubleValue: Double? {
    if case .number(let digits) = self { Double(digits) } else { nil }
  }

  /// The text; nil for anything else.
  public var textValue: String? {
    if case .text(let text) = self { text } else { nil }
  }
}

extension ReasonParameter: CustomStringConvertible {
  /// The value as messages show it; the elements of a list are separated by commas.
  public var description: String {
    switch self {
    case .text(let text): text
    case .number(let digits): digits
    case .flag(let flag): "\(flag)"
    case .list(let elements): elements.map(\.description).joined(separator: ", ")
    }
  }
}

extension ReasonParameter: ExpressibleByStringLiteral, ExpressibleByIntegerLiteral,
  ExpressibleByFloatLiteral, ExpressibleByBooleanLiteral, ExpressibleByArrayLiteral
{
  /// A text.
  public init(stringLiteral text: String) { self = .text(text) }
  /// A number.
  public init(integerLiteral number: Int) { self.init(number) }
  /// A number.
  public init(floatLiteral number: Double) { self.init(number) }
  /// true or false.
  public init(booleanLiteral flag: Bool) { self = .flag(flag) }
  /// Several of them.
  public init(arrayLiteral elements: ReasonParameter...) { self = .list(elements) }
}

extension ReasonParameter: Codable {
  /// Reads a JSON value: a text, a number, true or false, or an array of them.
  ///
  /// - Throws: `DecodingError`, also for lists in lists deeper than any built-in has them.
  public init(from decoder: any Decoder) throws {
    // Only the lists directly around it: it may stand in a list of reasons.
    let depth = decoder.codingPath.reversed().prefix { $0.intValue != nil }.count
    guard depth <= ReasonParameter.depthMaximum else {
      throw DecodingError.dataCorrupted(
        DecodingError.Context(
          codingPath: decoder.codingPath, debugDescription: "The lists are nested too deeply"))
    }
    let container = try decoder.singleValueContainer()
    if let flag = try? container.decode(Bool.self) {
      self = .flag(flag)
    } else if let number = try? container.decode(Int64.self) {
      self.init(number)
    } else if let number = try? container.decode(UInt64.self) {
      self.init(number)
    } else if let number = try? container.decode(Double.self) {
      self.init(number)
    } else if let text = try? container.decode(String.self) {
      self = .text(text)
    } else {
      self = .list(try container.decode([ReasonParameter].self))
    }
  }

  /// Each kind that is tried costs as much as the way to the value is long.
  private static var depthMaximum: Int { 16 }

  /// Writes it as that JSON value. A number that no integer or `Double` holds is rounded.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    switch self {
    case .text(let text): try container.encode(text)
    case .flag(let flag): try container.encode(flag)
    case .list(let elements): try container.encode(elements)
    case .number(let digits):
      if let number = Int64(digits) {
        try container.encode(number)
      } else if let number = UInt64(digits) {
        try container.encode(number)
      } else {
        try container.encode(Double(digits))
      }
    }
  }
}
