/// One step of a ``FieldPath``, from a value to a part of it.
///
/// Names are equal if they are the same code points.
package enum PathStep: Sendable {
  /// The member of an object with this (unescaped) name.
  case key(String)
  /// The array element at this zero-based position: `[n]`. A negative one counts from the end:
  /// `[-1]` is the last element.
  case index(Int)
  /// Every element of an array: `[*]`.
  case everyElement
  /// Every member of an object: `*`.
  case everyMember
  /// A number in a JSON Pointer: an index in an array, a key in an object.
  case keyOrIndex(String, Int)
  /// Not a part of the record, but where it stands in its document: the name or index that takes
  /// the place of a star of its record pointer. Counts the stars from 0; nil: the last one. It is
  /// the only step of its path.
  case recordKey(Int?)
  /// To the record, or the element, that a rule reads beside its own (``Pairing``). It is only the
  /// first step.
  case previous

  /// Whether both may lead to the same part of a value.
  func mayMeet(_ other: PathStep) -> Bool {
    switch (self, other) {
    case (.everyElement, .index), (.index, .everyElement): true
    case (.everyElement, .keyOrIndex), (.keyOrIndex, .everyElement): true
    case (.everyMember, .key), (.key, .everyMember), (.everyMember, .keyOrIndex),
      (.keyOrIndex, .everyMember):
      true
    case (.key(let name), .keyOrIndex(let number, _)), (.keyOrIndex(let number, _), .key(let name)):
      name.isExactly(number)
    case (.index(let place), .keyOrIndex(_, let number)),
      (.keyOrIndex(_, let number), .index(let place)):
      place == number || place < 0
    // How long the array is decides.
    case (.index(let one), .index(let other)): one == other || (one < 0) != (other < 0)
    // If there is one star, it is both the first and the last.
    case (.recordKey, .recordKey): true
    default: self == other
    }
  }

  /// `[*]` or `*`: to more than one part of a value.
  package var isToEvery: Bool { self == .everyElement || self == .everyMember }

  /// `[-n]`: to an element counted from the end of its array.
  package var isFromEnd: Bool {
    if case .index(let position) = self { position < 0 } else { false }
  }
}

extension PathStep: Hashable {
  package static func == (left: PathStep, right: PathStep) -> Bool {
    switch (left, right) {
    case (.key(let left), .key(let right)): left.isExactly(right)
    case (.keyOrIndex(let left, _), .keyOrIndex(let right, _)): left.isExactly(right)
    case (.index(let left), .index(let right)): left == right
    case (.everyElement, .everyElement), (.everyMember, .everyMember): true
    case (.recordKey(let left), .recordKey(let right)): left == right
    case (.previous, .previous): true
    default: false
    }
  }

  package func hash(into hasher: inout Hasher) {
    switch self {
    case .key(let name), .keyOrIndex(let name, _): for byte in name.utf8 { hasher.combine(byte) }
    case .index(let position): hasher.combine(position)
    case .everyElement: hasher.combine(UInt8(ascii: "e"))
    case .everyMember: hasher.combine(UInt8(ascii: "m"))
    case .recordKey(let star): hasher.combine(star)
    case .previous: hasher.combine(UInt8(ascii: "p"))
    }
  }
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

  /// Whether it leads to the place of the record in its document instead of a value within it.
  package var isRecordKey: Bool {
    if case .recordKey? = steps.first { true } else { false }
  }

  /// The path to the value at the same place in the record, or element, before.
  package var inPrevious: FieldPath { FieldPath([.previous] + steps) }

  /// Whether it leads to a value of the record, or element, before.
  package var isOfPrevious: Bool { steps.first == .previous }

  /// The path in the record, or element, that has the value, from there.
  package var inItsRecord: FieldPath {
    isOfPrevious ? FieldPath(Array(steps.dropFirst())) : self
  }

  /// Whether it holds a `[-n]`: the place to which it leads depends on the length of an array.
  package var countsFromEnd: Bool { steps.contains(where: \.isFromEnd) }

  /// The path up to the first step to more than one value.
  package var fixedPart: FieldPath { FieldPath(Array(steps.prefix { !$0.isToEvery })) }

  /// The path up to and with the last step to more than one value; nil if there is none.
  package var repeatedPart: FieldPath? {
    steps.lastIndex(where: \.isToEvery).map { FieldPath(Array(steps[...$0])) }
  }
}

extension FieldPath: CustomStringConvertible {
  /// The dotted form: keys joined by dots, keys with special characters quoted as JSON strings,
  /// `[n]`, `[-n]`, `[*]`, `*`.
  package var description: String {
    var text = ""
    for step in steps {
      switch step {
      case .key(let name), .keyOrIndex(let name, _):
        text += FieldPath.spelled(name, isFirst: text.isEmpty)
      case .index(let position): text += "[\(position)]"
      case .everyElement: text += "[*]"
      case .everyMember: text += text.isEmpty ? "*" : ".*"
      case .recordKey(let star):
        text += (text.isEmpty ? "" : ".") + FieldPath.recordKey + (star.map { "[\($0)]" } ?? "")
      case .previous: text += FieldPath.previous
      }
    }
    return text
  }

  /// The word for an element itself, in rules about it.
  package static let element = "."

  /// The path in a rule that may be about an element itself.
  var words: String { steps.isEmpty ? FieldPath.element : description }

  /// The word for the record, or element, before.
  package static let previous = "previous"

  /// The word for the key of the record. A member of this name is written in quotes.
  package static let recordKey = "$key"

  /// The column of a CSV table that the path means: its names joined by dots, without quotes, up to
  /// the first step into an array (docs/reference/paths.md#paths-in-csv), and the steps that are
  /// left. With a `*` it means every column of a ``columnPattern``. The key of a record is no
  /// column.
  package var column: (name: String, rest: ArraySlice<PathStep>) {
    var names: [String] = []
    for (position, step) in steps.enumerated() {
      switch step {
      case .key(let name), .keyOrIndex(let name, _): names.append(name)
      case .everyMember: names.append("*")
      case .previous: continue
      case .index, .everyElement, .recordKey:
        return (names.joined(separator: "."), steps[position...])
      }
    }
    return (names.joined(separator: "."), steps[steps.endIndex...])
  }

  /// A name as a segment: quoted only where the grammar of paths requires it
  /// (docs/reference/paths.md#syntax).
  private static func spelled(_ name: String, isFirst: Bool) -> String {
    let needsQuotes =
      name.isEmpty || name == "*" || isFirst && name == recordKey
      || name.utf8.contains { ".\"[".utf8.contains($0) }
      || isFirst && name.utf8.first == UInt8(ascii: "/")
    return (isFirst ? "" : ".") + (needsQuotes ? JSONText.quoted(name) : name)
  }
}
