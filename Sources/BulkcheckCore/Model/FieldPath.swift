/// One step of a ``FieldPath``, from a value to a part of it.
package enum PathStep: Hashable, Sendable {
  /// The member of an object with this (unescaped) name.
  case key(String)
  /// The array element at this zero-based position: `[n]`.
  case index(Int)
  /// Every element of an array: `[*]`.
  case everyElement
  /// Every member of an object: `*`.
  case everyMember
  /// A number in a JSON Pointer: an index in an array, a key in an object.
  case keyOrIndex(String, Int)

  /// Whether both may lead to the same part of a value.
  func mayMeet(_ other: PathStep) -> Bool {
    switch (self, other) {
    case (.everyElement, .index), (.index, .everyElement): true
    case (.everyElement, .keyOrIndex), (.keyOrIndex, .everyElement): true
    case (.everyMember, .key), (.key, .everyMember), (.everyMember, .keyOrIndex),
      (.keyOrIndex, .everyMember):
      true
    case (.key(let name), .keyOrIndex(let number, _)), (.keyOrIndex(let number, _), .key(let name)):
      name == number
    case (.index(let place), .keyOrIndex(_, let number)),
      (.keyOrIndex(_, let number), .index(let place)):
      place == number
    default: self == other
    }
  }

  /// `[*]` or `*`: to more than one part of a value.
  package var isToEvery: Bool { self == .everyElement || self == .everyMember }
}

/// The place of a field in a record, from the record's root.
///
/// Two spellings of the same steps (`address.zip` and `/address/zip`) are the same path. The empty
/// path is the record (or, in a relative position, the value) itself.
package struct FieldPath: Hashable, Sendable {
  package var steps: [PathStep]

  package init(_ steps: [PathStep] = []) { self.steps = steps }

  /// This path followed by another.
  package func appending(_ other: FieldPath) -> FieldPath { FieldPath(steps + other.steps) }

  /// This path followed by one step.
  package func appending(_ step: PathStep) -> FieldPath { FieldPath(steps + [step]) }

  /// Whether the path may lead to more than one value: it holds a `[*]` or a `*`.
  package var leadsToSeveral: Bool { steps.contains(where: \.isToEvery) }

  /// The path up to the first step to more than one value.
  package var fixedPart: FieldPath { FieldPath(Array(steps.prefix { !$0.isToEvery })) }
}

extension FieldPath: CustomStringConvertible {
  /// The dotted form: keys joined by dots, keys with special characters quoted as JSON strings,
  /// `[n]`, `[*]`, `*`.
  package var description: String {
    var text = ""
    for step in steps {
      switch step {
      case .key(let name), .keyOrIndex(let name, _):
        text += FieldPath.spelled(name, isFirst: text.isEmpty)
      case .index(let position): text += "[\(position)]"
      case .everyElement: text += "[*]"
      case .everyMember: text += text.isEmpty ? "*" : ".*"
      }
    }
    return text
  }

  /// The column of a CSV table that the path means: its names joined by dots, without quotes, up to
  /// the first step into an array (docs/reference/paths.md#paths-in-csv), and the steps that are
  /// left. With a `*` it means every column of a ``columnPattern``.
  package var column: (name: String, rest: ArraySlice<PathStep>) {
    var names: [String] = []
    for (position, step) in steps.enumerated() {
      switch step {
      case .key(let name), .keyOrIndex(let name, _): names.append(name)
      case .everyMember: names.append("*")
      case .index, .everyElement:
        return (names.joined(separator: "."), steps[position...])
      }
    }
    return (names.joined(separator: "."), steps[steps.endIndex...])
  }

  /// A name as a segment: quoted only where the grammar of paths requires it
  /// (docs/reference/paths.md#syntax).
  private static func spelled(_ name: String, isFirst: Bool) -> String {
    let needsQuotes =
      name.isEmpty || name == "*" || name.contains { $0 == "." || $0 == "\"" } || holdsIndex(name)
      || isFirst && name.utf8.first == UInt8(ascii: "/")
    return (isFirst ? "" : ".") + (needsQuotes ? JSONText.quoted(name) : name)
  }

  /// Whether `[digits]` or `[*]` is in the name.
  private static func holdsIndex(_ name: String) -> Bool {
    var rest = name[...]
    while let open = rest.firstIndex(of: "[") {
      rest = rest[rest.index(after: open)...]
      guard let close = rest.firstIndex(of: "]") else { return false }
      let inside = rest[..<close]
      if inside == "*" || !inside.isEmpty && inside.allSatisfy({ $0.isASCII && $0.isNumber }) {
        return true
      }
    }
    return false
  }
}
