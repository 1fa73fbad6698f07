import Bulkcheck
import Foundation
import Requirements
import Twins

/// A requirement, and those that are one step smaller: what a failing test needs to find the
/// smallest one that fails.
struct RequirementTree<Value: Sendable>: Sendable {
  let requirement: Requirement<Value>
  /// How many parts it has.
  let size: Int
  let smaller: @Sendable () -> [RequirementTree]

  /// Asks for nothing.
  static var nothing: RequirementTree {
    RequirementTree(requirement: .all([]), size: 0) { [] }
  }

  static func leaf(_ requirement: Requirement<Value>) -> RequirementTree {
    RequirementTree(requirement: requirement, size: 1) { [nothing] }
  }

  static func list(
    _ parts: [RequirementTree],
    _ make: @escaping @Sendable ([Requirement<Value>]) -> Requirement<Value>
  ) -> RequirementTree {
    RequirementTree(
      requirement: make(parts.map(\.requirement)), size: parts.reduce(1) { $0 + $1.size }
    ) {
      var found = parts
      for position in parts.indices {
        var fewer = parts
        fewer.remove(at: position)
        found.append(list(fewer, make))
      }
      for position in parts.indices {
        for part in parts[position].smaller() {
          var changed = parts
          changed[position] = part
          found.append(list(changed, make))
        }
      }
      return found
    }
  }

  static func all(_ parts: [RequirementTree]) -> RequirementTree { list(parts) { .all($0) } }
  static func any(_ parts: [RequirementTree]) -> RequirementTree { list(parts) { .any($0) } }

  static func when(
    _ condition: RequirementTree, _ then: RequirementTree, _ otherwise: RequirementTree?
  ) -> RequirementTree {
    let size = 1 + condition.size + then.size + (otherwise?.size ?? 0)
    let requirement: Requirement<Value> = .when(
      condition.requirement, then: then.requirement, else: otherwise?.requirement)
    return RequirementTree(requirement: requirement, size: size) {
      [condition, then] + (otherwise.map { [$0, when(condition, then, nil)] } ?? [])
        + condition.smaller().map { when($0, then, otherwise) }
        + then.smaller().map { when(condition, $0, otherwise) }
        + (otherwise?.smaller().map { when(condition, then, $0) } ?? [])
    }
  }

  /// Another requirement for the same value, around this one.
  func wrapped(
    _ make: @escaping @Sendable (Requirement<Value>) -> Requirement<Value>
  ) -> RequirementTree {
    RequirementTree(requirement: make(requirement), size: size + 1) {
      [self] + smaller().map { $0.wrapped(make) }
    }
  }

  /// A requirement for a whole, around this one for a part of it.
  func lifted<Whole: Sendable>(
    _ make: @escaping @Sendable (Requirement<Value>) -> Requirement<Whole>
  ) -> RequirementTree<Whole> {
    RequirementTree<Whole>(requirement: make(requirement), size: size + 1) {
      [.nothing] + smaller().map { $0.lifted(make) }
    }
  }
}

/// Draws requirements for values of a type.
struct RequirementDraw<Value: Sendable>: Sendable {
  /// A requirement without parts for the same value.
  struct Leaf: Sendable {
    let make: @Sendable (_ random: inout SeededGenerator, _ depth: Int) -> RequirementTree<Value>

    init(
      _ make:
        @escaping @Sendable (_ random: inout SeededGenerator, _ depth: Int)
        -> RequirementTree<Value>
    ) {
      self.make = make
    }

    /// A property.
    static func on<Part: Sendable>(
      _ keyPath: any KeyPath<Value, Part> & Sendable, name: String? = nil,
      _ part: @autoclosure @escaping @Sendable () -> RequirementDraw<Part>
    ) -> Leaf {
      Leaf { random, depth in
        part().tree(&random, depth: depth).lifted { .on(keyPath, name: name, $0) }
      }
    }

    static func plain(_ make: @escaping @Sendable (inout SeededGenerator) -> Requirement<Value>)
      -> Leaf
    {
      Leaf { random, _ in .leaf(make(&random)) }
    }

    static func require(_ keyPath: any KeyPath<Value, Bool> & Sendable) -> Leaf {
      plain { _ in .require(keyPath) }
    }
  }

  private let leaves: [Leaf]

  init(_ leaves: Leaf...) { self.leaves = leaves }

  /// - Parameter depth: how many combinations may stand around one another.
  func tree(_ random: inout SeededGenerator, depth: Int) -> RequirementTree<Value> {
    let made = combined(&random, depth: depth)
    guard random.oneIn(6) else { return made }
    let code = random.pick([nil, "c1", "c2"])
    let message = random.pick(["No", "{not} this", "No: {value}"])
    return random.oneIn(2)
      ? made.wrapped { $0.because(message) } : made.wrapped { $0.because(code: code, message) }
  }

  private func combined(_ random: inout SeededGenerator, depth: Int) -> RequirementTree<Value> {
    guard depth > 0, !random.oneIn(3) else { return leaf(&random, depth: depth) }
    func inner() -> RequirementTree<Value> { tree(&random, depth: depth - 1) }
    switch random.below(9) {
    case 0: return .all([inner(), inner()])
    case 1, 2: return .any([inner(), inner()])
    case 3, 4: return inner().wrapped { .not($0) }
    case 5: return .when(inner(), inner(), nil)
    case 6: return .when(inner(), inner(), inner())
    case 7: return inner().wrapped { .ifPresent($0) }
    default: return leaf(&random, depth: depth)
    }
  }

  private func leaf(_ random: inout SeededGenerator, depth: Int) -> RequirementTree<Value> {
    switch random.below(40) {
    case 0: return .any([])
    case 1: return .all([])
    case 2, 3, 4, 5: return .leaf(Self.closure(random.below(4)))
    default:
      guard !leaves.isEmpty else { return .leaf(Self.closure(random.below(4))) }
      return leaves[random.below(leaves.count)].make(&random, max(0, depth - 1))
    }
  }

  /// A closure that fails one value in three, whatever its type.
  static func closure(_ number: Int) -> Requirement<Value> {
    Requirement { value in
      let hash = StableText.hash(value)
      guard hash % 3 == UInt64(number % 3) else { return .confirmed }
      let code = number.isMultiple(of: 2) ? "closure\(number)" : nil
      return .failed(reason: Reason(code: code, message: "Closure \(number): \(hash % 5)"))
    }
  }
}

/// All of a value as text that is the same each time it is made, also with sets and dictionaries.
enum StableText {
  static func text(_ value: Any) -> String {
    // Its mirror shows where the bytes are.
    if let data = value as? Data { return "Data(\(data.base64EncodedString()))" }
    let mirror = Mirror(reflecting: value)
    if mirror.children.isEmpty, mirror.superclassMirror == nil { return String(reflecting: value) }
    let parts = parts(mirror)
    let isUnordered = mirror.displayStyle == .set || mirror.displayStyle == .dictionary
    let text = (isUnordered ? parts.sorted() : parts).joined(separator: ", ")
    return "\(mirror.subjectType)(\(text))"
  }

  private static func parts(_ mirror: Mirror) -> [String] {
    (mirror.superclassMirror.map(parts) ?? [])
      + mirror.children.map { child in
        (child.label.map { "\($0): " } ?? "") + text(child.value)
      }
  }

  /// FNV-1a of the text.
  static func hash(_ value: Any) -> UInt64 {
    var hash: UInt64 = 0xcbf2_9ce4_8422_2325
    for byte in text(value).utf8 { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01b3 }
    return hash >> 7
  }
}

extension RequirementDraw {
  /// Nothing but closures.
  static var opaque: RequirementDraw { RequirementDraw() }

  static func optional<Wrapped: Sendable>(
    _ wrapped: @autoclosure @escaping @Sendable () -> RequirementDraw<Wrapped>
  ) -> RequirementDraw where Value == Wrapped? {
    RequirementDraw(
      Leaf { random, depth in
        wrapped().tree(&random, depth: depth).lifted { .ifPresent($0) }
      },
      Leaf { random, depth in
        wrapped().tree(&random, depth: depth).lifted { .required($0) }
      },
      .plain { random in
        random.oneIn(2) ? .required() : .ifPresent(RequirementDraw<Wrapped>.closure(2))
      })
  }
}

extension RequirementDraw where Value: Collection, Value.Element: Sendable {
  static func list(
    _ element: @autoclosure @escaping @Sendable () -> RequirementDraw<Value.Element>
  ) -> RequirementDraw {
    RequirementDraw(
      Leaf { random, depth in element().tree(&random, depth: depth).lifted { .each($0) } },
      Leaf { random, depth in element().tree(&random, depth: depth).lifted { .each($0) } },
      Leaf { random, depth in element().tree(&random, depth: depth).lifted { .some($0) } },
      .plain { random in
        switch random.below(7) {
        case 0: .notEmpty()
        case 1: .count(min: 1, max: 2)
        case 2: .count(max: 1)
        case 3: .count(exactly: 0)
        case 4: .count(min: 2)
        case 5: .allSatisfy { StableText.hash($0) % 2 == 0 }
        default: .contains { StableText.hash($0) % 2 == 0 }
        }
      })
  }
}

extension RequirementDraw where Value: Equatable {
  static func equal(_ values: Value...) -> RequirementDraw {
    RequirementDraw(.plain { .equalTo($0.pick(values)) })
  }
}

extension RequirementDraw where Value == String {
  static var text: RequirementDraw {
    RequirementDraw(
      .plain { random in
        let value = random.pick([
          "", "a", "ab", "x", "cafe", "cafe\u{301}", "caf\u{e9}", "abc", "7",
        ])
        switch random.below(17) {
        case 0: return .equalTo(value)
        case 1: return .hasPrefix(value)
        case 2: return .hasSuffix(value)
        case 3: return .contains(value)
        case 4: return .oneOf(value, "x")
        case 5: return .minLength(2)
        case 6: return .maxLength(3)
        case 7: return .length(exactly: random.below(5))
        case 8: return .length(min: 1, max: 3)
        case 9, 10: return .notEmpty()
        case 11: return .matches(pattern: "^[a-z ]+$")
        case 12: return .matches(pattern: "A", options: .caseInsensitive)
        case 13:
          return random.pick([
            .email(), .url(), .phone(), .uuid(), .date(), .dateTime(), .date(from: "2024-02-01"),
            .dateTime(from: "2024-02-29T00:00:00Z", through: "2024-12-31T00:00:00+02:00"),
          ])
        case 14: return .on(\.count, .greaterThan(1))
        case 15: return .require(\.isEmpty)
        default: return .lessThan("b")
        }
      })
  }
}

extension RequirementDraw where Value: FixedWidthInteger {
  static var integer: RequirementDraw {
    RequirementDraw(
      .plain { random in
        let value = random.pick([0, 1, 3, 7, 100, .max, .min, Value(clamping: -3)])
        switch random.below(9) {
        case 0: return .equalTo(value)
        case 1: return .greaterThan(value)
        case 2: return .greaterThanOrEqual(value)
        case 3: return .lessThan(value)
        case 4: return .lessThanOrEqual(value)
        case 5: return .inRange(0...7)
        case 6: return .inRange(1..<100)
        case 7: return .multipleOf(random.pick([1, 3, .max]))
        default: return .inRange(value...)
        }
      })
  }
}

extension RequirementDraw where Value: BinaryFloatingPoint {
  static var fraction: RequirementDraw {
    RequirementDraw(
      .plain { random in
        let limits = [0, 0.1, 0.3, 0.5, 1.5, 7, -3].map { Value($0) }
        let value = random.pick(
          limits + [.greatestFiniteMagnitude, .leastNonzeroMagnitude])
        let middle = Value(0.3)
        switch random.below(8) {
        case 0: return .equalTo(value)
        case 1: return .greaterThan(value)
        case 2: return .greaterThanOrEqual(value)
        case 3: return .lessThan(value)
        case 4: return .lessThanOrEqual(value)
        case 5: return .inRange(min(value, middle)...max(value, middle))
        case 6: return .inRange(-1..<max(value, middle))
        default: return .multipleOf(Value(random.pick([0.1, 0.5, 3])))
        }
      })
  }
}

extension RequirementDraw where Value == Bool {
  static var flag: RequirementDraw {
    RequirementDraw(.plain { $0.oneIn(2) ? .require(\.self) : .equalTo($0.oneIn(2)) })
  }
}
