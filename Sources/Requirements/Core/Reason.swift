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
public struct Reason: Sendable {
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

  /// Makes a reason whose message a ``MessageProvider`` makes from the code and the parameters.
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

extension Reason: Hashable {
  /// Whether both tell people the same of the same place. Programs compare ``code``.
  ///
  /// A reason with a message of its own is thus equal to that of a built-in with this message.
  public static func == (left: Reason, right: Reason) -> Bool {
    left.path == right.path && left.message == right.message
      && left.alternatives == right.alternatives
  }

  /// Hashes the message and the path.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(path)
    hasher.combine(message)
  }

  /// Whether both are the same to programs, too.
  package func isIdentical(to other: Reason) -> Bool {
    self == other && code == other.code && parameters == other.parameters
  }
}

extension Reason: CustomStringConvertible {
  /// The message, after the path if there is one: `items[3].price: must be greater than 0`.
  public var description: String { description(by: EnglishMessages()) }

  func description(by provider: some MessageProvider) -> String {
    path.isEmpty ? message(by: provider) : "\(path): \(message(by: provider))"
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
