internal import BulkcheckCore

/// Writes JSON with two spaces of indentation; members are in the order in which they are
/// written.
///
/// An object or array may be written on one line; what it holds then is on that line too.
struct JSONWriter {
  private(set) var text = ""
  private var depth = 0
  private var isOneLine = false
  private var isFirst = true

  /// Writes an object, as a value or as the member with a name.
  mutating func object(
    _ name: String? = nil, oneLine: Bool = false, _ members: (inout JSONWriter) -> Void
  ) {
    if let name { key(name) }
    enclosed("{", "}", oneLine: oneLine, members)
  }

  /// Writes an array as the member with a name.
  mutating func array<Element>(
    _ name: String, _ elements: [Element], oneLine: Bool = false,
    _ each: (inout JSONWriter, Element) -> Void
  ) {
    key(name)
    enclosed("[", "]", oneLine: oneLine) { writer in
      for element in elements {
        writer.separate()
        each(&writer, element)
      }
    }
  }

  /// Writes an array of objects as the member with a name.
  mutating func objects<Element>(
    _ name: String, _ elements: [Element], oneLine: Bool = true,
    _ members: (inout JSONWriter, Element) -> Void
  ) {
    array(name, elements) { writer, element in
      writer.object(oneLine: oneLine) { members(&$0, element) }
    }
  }

  /// A member that is a list of texts, on one line.
  mutating func member(_ name: String, _ values: [String]) {
    array(name, values, oneLine: true) { $0.text += JSONText.quoted($1) }
  }

  /// A value that is JSON already.
  mutating func value(raw: String) { text += raw }

  /// Begins a member.
  private mutating func key(_ name: String) {
    separate()
    text += JSONText.quoted(name) + ": "
  }

  mutating func member(_ name: String, _ value: String?) {
    member(name, raw: value.map(JSONText.quoted) ?? "null")
  }

  mutating func member(_ name: String, _ value: Int?) {
    member(name, raw: value.map(String.init) ?? "null")
  }

  mutating func members(_ counts: [(name: String, count: Int)]) {
    for (name, count) in counts { member(name, count) }
  }

  mutating func member(_ name: String, _ value: Bool) {
    member(name, raw: value ? "true" : "false")
  }

  /// The shortest decimal that reads back as the same double; `null` if there is none.
  mutating func member(_ name: String, _ value: Double?) {
    guard let value, value.isFinite else { return member(name, raw: "null") }
    let digits = value.description
    member(name, raw: digits.hasSuffix(".0") ? String(digits.dropLast(2)) : digits)
  }

  /// `raw` is JSON text.
  mutating func member(_ name: String, raw: String) {
    key(name)
    text += raw
  }

  private mutating func enclosed(
    _ opening: String, _ closing: String, oneLine: Bool, _ content: (inout JSONWriter) -> Void
  ) {
    let outerIsOneLine = isOneLine
    isOneLine = isOneLine || oneLine
    text += opening
    depth += 1
    isFirst = true
    content(&self)
    depth -= 1
    if !isFirst && !isOneLine { newLine() }
    text += closing
    isOneLine = outerIsOneLine
    isFirst = false
  }

  private mutating func separate() {
    if !isFirst { text += isOneLine ? ", " : "," }
    if !isOneLine { newLine() }
    isFirst = false
  }

  private mutating func newLine() {
    text += "\n" + String(repeating: "  ", count: depth)
  }
}
