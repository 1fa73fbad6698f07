import Twins

/// A JSON text as a tree that can be changed and made smaller. Scalars and names are kept as they
/// are written, spaces around them included.
indirect enum RandomJSON: Sendable {
  case raw(String)
  case array([RandomJSON])
  case object([Member])

  struct Member: Sendable {
    /// In quotes.
    var name: String
    var value: RandomJSON
  }

  var text: String {
    switch self {
    case .raw(let text): text
    case .array(let elements): "[\(elements.map(\.text).joined(separator: ","))]"
    case .object(let members):
      "{\(members.map { "\($0.name):\($0.value.text)" }.joined(separator: ","))}"
    }
  }

  /// How many values it has.
  var count: Int {
    switch self {
    case .raw: 1
    case .array(let elements): elements.reduce(1) { $0 + $1.count }
    case .object(let members): members.reduce(1) { $0 + $1.value.count }
    }
  }

  /// A copy with another value at one place. Places are counted in the order of the text.
  func replacing(_ position: Int, _ change: (RandomJSON) -> RandomJSON) -> RandomJSON {
    if position == 0 { return change(self) }
    var rest = position - 1
    func inner(_ value: RandomJSON) -> RandomJSON {
      defer { rest -= value.count }
      return rest >= 0 && rest < value.count ? value.replacing(rest, change) : value
    }
    switch self {
    case .raw: return self
    case .array(let elements): return .array(elements.map(inner))
    case .object(let members):
      return .object(members.map { Member(name: $0.name, value: inner($0.value)) })
    }
  }

  /// Texts that are one step smaller.
  var smaller: [RandomJSON] {
    func without<Part>(_ parts: [Part]) -> [[Part]] {
      parts.indices.map { Array(parts[..<$0] + parts[($0 + 1)...]) }
    }
    switch self {
    case .raw(let text):
      let plain = ["null", "0", "1", "\"\"", "\"a\"", "{}", "[]"]
      let place = plain.firstIndex(of: text) ?? (text.count > 3 ? plain.count : 0)
      return plain[..<place].map { .raw($0) }
    case .array(let elements):
      let fewer = without(elements).map { RandomJSON.array($0) }
      let changed = elements.indices.flatMap { position in
        elements[position].smaller.map { value -> RandomJSON in
          var elements = elements
          elements[position] = value
          return .array(elements)
        }
      }
      return fewer + changed + [.raw("null")]
    case .object(let members):
      let fewer = without(members).map { RandomJSON.object($0) }
      let changed = members.indices.flatMap { position in
        members[position].value.smaller.map { value -> RandomJSON in
          var members = members
          members[position].value = value
          return .object(members)
        }
      }
      return fewer + changed + [.raw("null")]
    }
  }
}

/// The form that the JSON of a type has.
indirect enum JSONShape: Sendable {
  case text
  /// A few lower-case letters.
  case word
  case integer
  case fraction
  case flag
  /// One of these, as written.
  case choice([String])
  case object(KeyValuePairs<String, JSONShape>)
  case list(JSONShape)
  case map(JSONShape)
  case optional(JSONShape)
  case either([JSONShape])
  case later(@Sendable () -> JSONShape)

  static let uuid = JSONShape.choice([
    "\"6f1c2a30-8d3e-4b7a-9a51-0c2f8f6f7b11\"", "\"6F1C2A30-8D3E-4B7A-9A51-0C2F8F6F7B11\"",
  ])

  /// A value of the shape.
  func json(_ random: inout SeededGenerator, depth: Int = 0) -> RandomJSON {
    switch self {
    case .text: return .raw(random.oneIn(3) ? random.pick(Self.words) : random.pick(Self.texts))
    case .word: return .raw(random.pick(Self.words))
    case .integer: return .raw(random.pick(Self.integers))
    case .fraction: return .raw(random.pick(Self.fractions))
    case .flag: return .raw(random.pick(["true", "false"]))
    case .choice(let texts): return .raw(random.pick(texts))
    case .list(let element):
      let count = depth > 4 ? 0 : random.below(4)
      return .array((0..<count).map { _ in element.json(&random, depth: depth + 1) })
    case .map(let element):
      let names = ["\"a\"", "\"b\"", "\"key\""].prefix(depth > 4 ? 0 : random.below(4))
      return .object(names.map { .init(name: $0, value: element.json(&random, depth: depth + 1)) })
    case .optional(let inner):
      if depth > 4 || random.oneIn(4) { return .raw("null") }
      return inner.json(&random, depth: depth)
    case .either(let shapes): return random.pick(shapes).json(&random, depth: depth)
    case .later(let shape): return shape().json(&random, depth: depth + 1)
    case .object(let fields):
      var members: [RandomJSON.Member] = []
      for (name, shape) in fields {
        if case .optional = shape, depth > 4 || random.oneIn(4) { continue }
        members.append(
          .init(name: "\"\(name)\"", value: shape.json(&random, depth: depth + 1)))
      }
      return .object(members)
    }
  }

  private static let words = ["\"a\"", "\"b\"", "\"ab\"", "\"abc\"", "\"x\""]
  static let texts = [
    "\"\"", "\" \"", "\" X \"", "\"ABC\"", "\"cafe\"", "\"cafe\u{301}\"", "\"caf\u{e9}\"",
    #""caf\u00e9""#, #""\ud83d\ude00""#, "\"🇳🇴\"", #""a\n\t\"\\\/""#, "\"a@b.co\"", "\"7\"",
    "\"null\"", "\"\u{1100}\u{1161}\"", #""\u0061b""#, "\"a\u{308}\u{323}\"", "\"N/A\"",
  ]
  private static let integers = ["0", "1", "2", "3", "4", "5", "7", "-3", "100", "127"]
  private static let fractions = ["0", "0.1", "0.3", "0.5", "1.5", "7", "-3", "1e2"]
}

/// Changes of good JSON, most of them damage.
struct JSONDamage {
  static let numbers = [
    "1.0", "1e2", "1.5", "-0", "-0.0", "255", "256", "127", "128", "-128", "-129", "65536",
    "2147483648", "9223372036854775807", "9223372036854775808", "-9223372036854775808",
    "-9223372036854775809", "18446744073709551615", "18446744073709551616", "1e400", "-1e400",
    "100e-2", "1E+2", "0.30000000000000001", "0.29999999999999999",
    "0.30000000000000004", "12345678901234567890123", "3.4028235e38", "3.5e38", "16777217",
    "9007199254740993", "1e18", "5e-324", "0.1000000000000000055511151231257827",
    "1e19", "7.0", "70e-1",
  ]
  private static let others = [
    "null", "null", "null", "true", "false", "0", "3", "\"\"", "\"x\"", "[]", "{}", "[null]",
    "[1]", "[\"a\"]", "{\"a\":1}", "[[]]", "[{}]", "\"7\"", "\"true\"",
  ]
  /// Texts that a decoder may accept although RFC 8259 does not, or the reverse.
  static let odd = [
    #""\ud83d""#, #""\udc00x""#, #""\u0000""#, "\"a\tb\"", "01", "1.", "-", "+1", ".5", "NaN",
    "nul", "\"\\x\"", "[1,]", "tru", "1e", "\"\u{feff}\"", "\"\u{7f}\"", "\"\u{2028}\"",
    nested(300), nested(511), nested(512),
  ]

  private static func nested(_ depth: Int) -> String {
    String(repeating: "[", count: depth) + String(repeating: "]", count: depth)
  }

  /// Changes a line in up to three places.
  static func change(_ json: RandomJSON, _ random: inout SeededGenerator) -> RandomJSON {
    var json = json
    for _ in 0...random.below(3) {
      let place = random.below(json.count)
      json = json.replacing(place) { changed($0, &random) }
    }
    return json
  }

  private static func changed(
    _ value: RandomJSON, _ random: inout SeededGenerator
  ) -> RandomJSON {
    if random.oneIn(40) { return .raw(random.pick(odd)) }
    switch value {
    case .object(let members) where !members.isEmpty && !random.oneIn(4):
      return .object(self.members(members, &random))
    case .array(let elements) where !elements.isEmpty && !random.oneIn(3):
      return .array(self.elements(elements, &random))
    default: return scalar(value, &random)
    }
  }

  private static func scalar(_ value: RandomJSON, _ random: inout SeededGenerator) -> RandomJSON {
    switch random.below(10) {
    case 0, 1: .raw(random.pick(numbers))
    case 2, 3: .raw(random.pick(JSONShape.texts))
    case 4: .array([value])
    case 5: .object([.init(name: "\"a\"", value: value)])
    case 6: .raw(" \(value.text)\t ")
    default: .raw(random.pick(others))
    }
  }

  private static func members(
    _ members: [RandomJSON.Member], _ random: inout SeededGenerator
  ) -> [RandomJSON.Member] {
    var members = members
    let place = random.below(members.count)
    switch random.below(11) {
    case 0, 1, 2: members.remove(at: place)
    case 3: members[place].value = .raw("null")
    case 4: members[place].value = scalar(members[place].value, &random)
    case 5: members.append(.init(name: "\"more\"", value: .raw(random.pick(others))))
    case 6: members.shuffle(using: &random)
    case 7:
      // Twice, with the same or another value, before or behind.
      var twin = members[place]
      if !random.oneIn(3) { twin.value = scalar(twin.value, &random) }
      members.insert(twin, at: random.oneIn(2) ? 0 : members.count)
    case 8: members[place].name = escaped(members[place].name)
    case 9: members[place].name = " \(members[place].name) "
    default: members[place].name = members[place].name.uppercased()
    }
    return members
  }

  /// The first letter of the name as an escape.
  private static func escaped(_ name: String) -> String {
    guard name.hasPrefix("\""), let first = name.dropFirst().first, first.isASCII, first != "\"",
      first != "\\"
    else { return name }
    let digits = String(first.unicodeScalars.first?.value ?? 0, radix: 16)
    let padded = String(repeating: "0", count: 4 - digits.count) + digits
    return "\"\\u\(padded)\(name.dropFirst(2))"
  }

  private static func elements(
    _ elements: [RandomJSON], _ random: inout SeededGenerator
  ) -> [RandomJSON] {
    var elements = elements
    let place = random.below(elements.count)
    switch random.below(6) {
    case 0: elements.remove(at: place)
    case 1: elements[place] = .raw("null")
    case 2: elements[place] = scalar(elements[place], &random)
    case 3: elements.append(elements[place])
    case 4: elements.insert(.raw(random.pick(others)), at: place)
    default: elements.shuffle(using: &random)
    }
    return elements
  }
}
