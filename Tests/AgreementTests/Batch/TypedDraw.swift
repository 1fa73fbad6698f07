import Bulkcheck
import Foundation
import Requirements
import Twins

/// Draws requirements for a ``TypedRecord``, and records near their limits.
struct TypedDraw {
  private var random: SeededGenerator

  init(seed: Int) { random = SeededGenerator(seed: seed) }

  // MARK: Requirements

  /// Parts that must all hold.
  mutating func parts() -> [Requirement<TypedRecord>] {
    (0...random.below(3)).map { random.oneIn(3) ? ruled("r\($0)") : combined(depth: 2) }
  }

  /// One rule of several statements, in the places where `rule` may stand.
  private mutating func ruled(_ id: String) -> Requirement<TypedRecord> {
    switch random.below(11) {
    case 0: .on(\.name, several().rule(id))
    case 1: .on(\.home, .on(\.city, several()).rule(id))
    case 2: .on(\.home, .on(\.city, several())).rule(id)
    case 3: .on(\.tags, .each(several().rule(id)))
    case 4: .on(\.tags, .all([.count(max: 2), .each(several())]).rule(id))
    case 5: .on(\.nick, .ifPresent(several().rule(id)))
    case 6: .on(\.nick, optional(several())).rule(id)
    case 7: .on(\.home.both, several()).rule(id)
    case 8: .on(\.lines, .ifPresent(.each(line().rule(id))))
    case 9: .on(\.lines, .ifPresent(.each(line()))).rule(id)
    default: combined(depth: 2).rule(id)
    }
  }

  private mutating func combined(depth: Int) -> Requirement<TypedRecord> {
    if depth == 0 { return leaf() }
    let made: Requirement<TypedRecord>
    switch random.below(8) {
    case 0: made = .all([combined(depth: depth - 1), combined(depth: depth - 1)])
    case 1: made = .any([combined(depth: depth - 1), combined(depth: depth - 1)])
    case 2: made = .not(combined(depth: depth - 1))
    case 3:
      let (first, second) = (combined(depth: depth - 1), combined(depth: depth - 1))
      made = .when(leaf()) {
        first
        second
      }
    case 4:
      made = .when(leaf(), then: combined(depth: depth - 1), else: combined(depth: depth - 1))
    default: made = leaf()
    }
    guard random.oneIn(4) else { return made }
    return made.because(code: random.pick([nil, "c1", "c2"]), random.pick(["No", "{not} this"]))
  }

  private mutating func leaf() -> Requirement<TypedRecord> {
    switch random.below(17) {
    case 0: .on(\.name, text())
    case 1: .on(\.raw, several())
    case 2: .on(\.count, integer())
    case 3: .on(\.level, integer())
    case 4: .on(\.small, random.oneIn(2) ? .ifPresent(.lessThan(5)) : .required(.lessThan(5)))
    case 5, 6: .on(\.ratio, fraction())
    case 7: .on(\.nick, optional(random.oneIn(2) ? text() : several()))
    case 8:
      .on(
        \.tags,
        random.pick([.each(text()), .some(text()), .count(max: 2), .notEmpty(), .count(exactly: 1)])
      )
    case 9: .on(\.unique, random.pick([.count(max: 1), .notEmpty(), .each(text())]))
    case 10: .on(\.plan, .equalTo(.pro))
    case 11: .on(\.tags, .each(several()))
    case 12: .on(\.home, .on(\.city, several()))
    case 13: .on(\.home.zip, optional(several()))
    case 14: .on(\.home.both, several())
    case 15: .on(\.lines, .ifPresent(.each(line())))
    default:
      Requirement {
        $0.count > 2
          ? .confirmed : .failed(reason: Reason(code: "few", message: "Too few: \($0.count)"))
      }
    }
  }

  /// Several statements about one text.
  private mutating func several() -> Requirement<String> {
    let parts = (0...1 + random.below(2)).map { number in
      random.oneIn(3) ? text().because(code: "p\(number)", "Part \(number)") : text()
    }
    return switch random.below(6) {
    case 0: .any([parts[0], .all(parts)])
    case 1: .when(parts[0], then: .all(parts), else: parts[1])
    default: .all(parts)
    }
  }

  private mutating func optional(_ part: Requirement<String>) -> Requirement<String?> {
    random.oneIn(2) ? .ifPresent(part) : .required(part)
  }

  private mutating func line() -> Requirement<TypedRecord.Line> {
    .all([.on(\.price, integer()), .on(\.note, optional(several()))])
  }

  private mutating func text() -> Requirement<String> {
    let value = random.pick(TypedDraw.texts)
    let made: Requirement<String> = random.pick([
      .equalTo(value), .hasPrefix(value), .hasSuffix(value), .contains(value), .oneOf(value, "x"),
      .minLength(4), .maxLength(4), .length(exactly: 5), .notEmpty(), .email(),
      .matches(pattern: "^[a-z ]+$"),
      Requirement { $0 == $0.lowercased() ? .confirmed : TypedDraw.upper },
    ])
    return random.oneIn(5) ? .not(made) : made
  }

  private static let upper = Evaluation.failed(reason: Reason(code: "upper", message: "Upper case"))

  private mutating func integer() -> Requirement<Int> {
    let value = random.pick([-3, 0, 3, 7, Int.max])
    return random.pick([
      .equalTo(value), .greaterThan(value), .lessThanOrEqual(value), .inRange(0...7),
      .inRange(0..<7), .multipleOf(3),
    ])
  }

  private static let limits: [Double] = [
    0, 0.1, 0.3, 0.5, 1e300, -.greatestFiniteMagnitude, .leastNonzeroMagnitude,
  ]

  private mutating func fraction() -> Requirement<Double> {
    let value = random.pick(TypedDraw.limits)
    return random.pick([
      .equalTo(value), .greaterThan(value), .greaterThanOrEqual(value), .lessThan(value),
      .lessThanOrEqual(value), .inRange(min(value, 0.3)...max(value, 0.3)),
      .inRange(-1..<max(value, 0.3)), .multipleOf(0.1),
    ])
  }

  // MARK: Records

  private static let texts = [
    "cafe", "cafe\u{301}", "caf\u{e9}", "x", " X ", "ABC", "abc", "a@b.co", "🇳🇴", "\u{1100}\u{1161}",
  ]
  private static let integers = [
    "0", "3", "-3", "7", "7.0", "70e-1", "9223372036854775807", "9223372036854775808",
    "-9223372036854775808", "4e18", "4.5", "1e30",
  ]
  private static let smalls = ["4", "5", "127", "128", "300", "-128", "-129", ""]
  private static let fractions = [
    "0", "0.1", "0.3", "0.30000000000000001", "0.29999999999999999", "0.30000000000000004", "0.5",
    "0.5000000000000000000001", "1e300", "1e400", "-1.7976931348623157e308",
    "-1.79769313486231571e308", "0.10000000000000000000001",
  ]
  private static let keys = [
    "", "6f1c2a30-8d3e-4b7a-9a51-0c2f8f6f7b11", "6F1C2A30-8D3E-4B7A-9A51-0C2F8F6F7B11", "6f1c2a30",
    "6f1c2a30-8d3e-4b7a-9a51-0c2f8f6f7b1g",
  ]

  static let header =
    "name,raw,count,level,small,ratio,nick,tags,unique,plan,key,home.city,home.zip"

  /// The values of one record: texts without quotes, numbers as written, empty for a missing one.
  struct Record {
    var cells: [(name: String, value: String)]
    /// A member that no column holds.
    var lines: String?

    private static let numbers: Set = ["count", "level", "small", "ratio"]
    private static let arrays: Set = ["tags", "unique"]

    /// With a missing value for an empty one, as in CSV.
    var lineOfRow: String { "{\(members { $0.isEmpty ? nil : $1 })}" }

    var line: String {
      let members = members { value, text in
        text == "" ? nil : value.isEmpty && text == "\"\"" ? nil : text
      }
      return "{\(members)\(lines.map { ",\"lines\":\($0)" } ?? "")}"
    }

    /// Those named `home.…` come last and become an object.
    private func members(_ shown: (_ value: String, _ text: String) -> String?) -> String {
      func joined(_ cells: some Sequence<(name: String, value: String)>) -> String {
        cells.compactMap { cell in
          shown(cell.value, text(cell)).map {
            "\"\(cell.name.replacing("home.", with: ""))\":\($0)"
          }
        }.joined(separator: ",")
      }
      let start = cells.firstIndex { $0.name.hasPrefix("home.") } ?? cells.endIndex
      return joined(cells[..<start]) + ",\"home\":{\(joined(cells[start...]))}"
    }

    private func text(_ cell: (name: String, value: String)) -> String {
      if Record.numbers.contains(cell.name) { return cell.value }
      guard Record.arrays.contains(cell.name) else { return "\"\(cell.value)\"" }
      let elements = cell.value.split(separator: "|").map { "\"\($0)\"" }
      return "[" + elements.joined(separator: ",") + "]"
    }

    var row: String { cells.map(\.value).joined(separator: ",") }
  }

  mutating func record() -> Record {
    func list(_ random: inout SeededGenerator) -> String {
      (0..<random.below(4)).map { _ in random.pick(TypedDraw.texts) }.joined(separator: "|")
    }
    func usual(_ values: [String], _ random: inout SeededGenerator) -> String {
      random.oneIn(6) ? random.pick(values) : values[random.below(4)]
    }
    func lines(_ random: inout SeededGenerator) -> String {
      let lines = (0..<random.below(3)).map { _ in
        let note = random.oneIn(3) ? "" : ",\"note\":\"\(random.pick(TypedDraw.texts))\""
        return "{\"price\":\(usual(TypedDraw.integers, &random))\(note)}"
      }
      return "[" + lines.joined(separator: ",") + "]"
    }
    var record = Record(cells: [
      ("name", random.pick(TypedDraw.texts)), ("raw", random.pick(TypedDraw.texts)),
      ("count", usual(TypedDraw.integers, &random)),
      // The magnitude of the least integer is none.
      ("level", random.pick(["0", "3", "-3", "-7", "7.0"])),
      ("small", usual(TypedDraw.smalls, &random)), ("ratio", usual(TypedDraw.fractions, &random)),
      ("nick", random.oneIn(3) ? "" : random.pick(TypedDraw.texts)), ("tags", list(&random)),
      ("unique", list(&random)), ("plan", random.pick(["free", "pro", "pro", "pro", "Pro"])),
      ("key", usual(TypedDraw.keys, &random)), ("home.city", random.pick(TypedDraw.texts)),
      ("home.zip", random.oneIn(3) ? "" : random.pick(TypedDraw.texts)),
    ])
    if random.oneIn(2) { record.lines = lines(&random) }
    return record
  }
}
