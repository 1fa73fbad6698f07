/// Why a value failed a requirement: a code for programs with its parameters, the place, and a
/// sentence for people.
///
/// ```swift
/// let reason = Requirement<String>.minLength(8).evaluate("secret").reason
/// reason?.code               // "minLength"
/// reason?.parameters["min"]  // 8
/// reason?.message            // "Length must be at least 8 characters"
/// ```
/// A closure makes its own:
///
/// ```swift
/// Reason(code: "username_taken", message: "This name is already in use")
/// ```
/// The message of a built-in is made when it is read, by a ``MessageProvider``.
public struct Reason: Hashable, Sendable {
  /// A word for programs. Each built-in has one: see ``ReasonCode``. nil if a closure gave none.
  public var code: String?
  /// The parameters of the built-in, by name: `min` and `max` of `length`.
  public var parameters: [String: ReasonParameter]
  /// The part of the value that failed; empty for the value itself.
  public var path: ValuePath
  /// If no alternative of `any` held, the reasons of each branch; otherwise empty.
  public var alternatives: [Reason]
  /// The message that was given, in place of the one for the code.
  private(set) var givenMessage: String?

  /// Makes a reason with a message of its own, about the value itself or about the part at `path`.
  public init(
    code: String? = nil, message: String, parameters: [String: ReasonParameter] = [:],
    path: ValuePath = ValuePath(), alternatives: [Reason] = []
  ) {
    self.code = code
    self.parameters = parameters
    self.path = path
    self.alternatives = alternatives
    givenMessage = message
  }

  /// Makes a reason whose message a ``MessageProvider`` makes of the code and the parameters.
  public init(
    code: String, parameters: [String: ReasonParameter] = [:], path: ValuePath = ValuePath(),
    alternatives: [Reason] = []
  ) {
    self.code = code
    self.parameters = parameters
    self.path = path
    self.alternatives = alternatives
  }

  /// A sentence for people: the one that was given, otherwise the English one for the code.
  public var message: String {
    get { message(by: EnglishMessages()) }
    set { givenMessage = newValue }
  }

  /// The reason as seen from a larger whole; the alternatives move with it.
  package func prefixed(by outer: ValuePath) -> Reason {
    if outer.isEmpty { return self }
    var moved = self
    moved.path = path.prefixed(by: outer)
    moved.alternatives = alternatives.map { $0.prefixed(by: outer) }
    return moved
  }
}

extension Reason: CustomStringConvertible {
  /// The message, after the path if there is one: `items[3].price: must be greater than 0`.
  public var description: String { description(by: EnglishMessages()) }

  func description(by provider: some MessageProvider) -> String {
    path.isEmpty ? message(by: provider) : "\(path): \(message(by: provider))"
  }
}

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
  public init(from decoder: any Decoder) throws {
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

extension Reason: Codable {
  private enum Key: String, CodingKey { case code, message, parameters, path, alternatives }

  /// Reads what ``encode(to:)`` writes. A message that is not the one for the code is kept.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: Key.self)
    code = try container.decodeIfPresent(String.self, forKey: .code)
    parameters =
      try container.decodeIfPresent([String: ReasonParameter].self, forKey: .parameters) ?? [:]
    path = try container.decodeIfPresent(ValuePath.self, forKey: .path) ?? ValuePath()
    alternatives = try container.decodeIfPresent([Reason].self, forKey: .alternatives) ?? []
    let text = try container.decodeIfPresent(String.self, forKey: .message)
    if let text, text != message { givenMessage = text }
  }

  /// Writes the code, the message, the parameters, the path and the alternatives, as far as there
  /// are any.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: Key.self)
    try container.encodeIfPresent(code, forKey: .code)
    try container.encode(message, forKey: .message)
    if !parameters.isEmpty { try container.encode(parameters, forKey: .parameters) }
    if !path.isEmpty { try container.encode(path, forKey: .path) }
    if !alternatives.isEmpty { try container.encode(alternatives, forKey: .alternatives) }
  }
}

/// The path to the part of a value that failed: `email`, `items[3].price`. Empty for the value
/// itself.
public struct ValuePath: Hashable, Sendable, CustomStringConvertible {
  /// One step from a value to a part of it.
  public enum Component: Hashable, Sendable {
    /// A property.
    case key(String)
    /// The element at this zero-based position.
    case index(Int)
  }

  /// The steps from the whole to the part.
  public var components: [Component]

  /// A path of the given steps; without any, the value itself.
  public init(_ components: [Component] = []) { self.components = components }

  /// Whether this is the value itself.
  public var isEmpty: Bool { components.isEmpty }

  /// Names joined by dots, positions in brackets.
  public var description: String {
    var text = ""
    for component in components {
      switch component {
      case .key(let name): text += text.isEmpty ? name : "." + name
      case .index(let position): text += "[\(position)]"
      }
    }
    return text
  }

  /// The path as a JSON Pointer (RFC 6901): `/items/3/price`. Empty for the value itself.
  public var jsonPointer: String {
    var text = ""
    for component in components {
      text += "/"
      switch component {
      case .key(let name):
        for character in name.unicodeScalars {
          switch character {
          case "~": text += "~0"
          case "/": text += "~1"
          default: text.unicodeScalars.append(character)
          }
        }
      case .index(let position): text += "\(position)"
      }
    }
    return text
  }

  /// The path from a larger whole: `outer` first.
  func prefixed(by outer: ValuePath) -> ValuePath {
    ValuePath(outer.components + components)
  }
}

extension ValuePath: Codable {
  /// Reads an array of names and positions: `["items", 3, "price"]`.
  public init(from decoder: any Decoder) throws {
    var container = try decoder.unkeyedContainer()
    components = []
    while !container.isAtEnd {
      if let position = try? container.decode(Int.self) {
        components.append(.index(position))
      } else {
        components.append(.key(try container.decode(String.self)))
      }
    }
  }

  /// Writes an array of names and positions.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.unkeyedContainer()
    for component in components {
      switch component {
      case .key(let name): try container.encode(name)
      case .index(let position): try container.encode(position)
      }
    }
  }
}

/// The error of a value that failed. `validate` throws it, and `$property.errors` lists such
/// errors.
public struct ValidationError: Error, Hashable, Sendable, Codable, CustomStringConvertible {
  /// Every reason that is known; at least one.
  public let reasons: [Reason]

  /// An error with a single reason.
  public init(_ reason: Reason) { reasons = [reason] }

  /// An error with a single reason, given by its message.
  public init(message: String, code: String? = nil) {
    reasons = [Reason(code: code, message: message)]
  }

  /// nil if there are no reasons: then nothing failed.
  init?(_ reasons: [Reason]) {
    if reasons.isEmpty { return nil }
    self.reasons = reasons
  }

  /// The first reason's message.
  public var message: String { reasons.first?.message ?? "" }

  /// The first reason's code.
  public var code: String? { reasons.first?.code }

  /// The description, for code that shows errors of any kind this way.
  public var localizedDescription: String { description }

  /// Every reason with its place, separated by semicolons.
  public var description: String { reasons.map(\.description).joined(separator: "; ") }
}

#if canImport(Darwin)
  public import Foundation

  extension ValidationError: LocalizedError {
    /// Every reason with its place, separated by semicolons.
    public var errorDescription: String? { description }
  }
#endif
