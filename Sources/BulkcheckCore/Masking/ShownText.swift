/// How a raw value is in a report: as JSON text, cut if it is long.
package enum ShownText {
  /// Values longer than this are cut in reports (docs/reference/reports.md#samples-and-top-values).
  static let codepointsMaximum = 256
  /// Arrays and objects longer than this are shown as cut text.
  private static let containerBytesMaximum = 2048

  /// A raw value as JSON text, as the input writes it; texts that are too long are cut.
  ///
  /// - Parameter dialect: in which cells are written.
  package static func of(
    _ node: Node, dialect: CSVDialect = CSVDialect(delimiter: Ascii.comma)
  ) -> (text: String, isTruncated: Bool) {
    switch node.kind {
    case .string where node.flags.contains(.isPlain):
      let cut = node.bytes.prefix(codepoints: codepointsMaximum)
      return (JSONText.quoted(cut.text), cut.count < node.bytes.count)
    case .string:
      // Code points cannot be more than bytes.
      if node.bytes.count <= codepointsMaximum {
        return ("\"" + node.bytes.text + "\"", false)
      }
      var arena = ByteArena()
      let text =
        node.flags.contains(.isEscaped) ? JSONString.unescape(node.bytes, into: &arena) : node.bytes
      let cut = text.prefix(codepoints: codepointsMaximum)
      if cut.count == text.count { return ("\"" + node.bytes.text + "\"", false) }
      return (JSONText.quoted(cut.text), true)
    case .cell:
      var arena = ByteArena()
      let text =
        node.flags.contains(.isEscaped)
        ? dialect.text(ofEscaped: node.bytes, into: &arena) : node.bytes
      let cut = text.prefix(codepoints: codepointsMaximum)
      return (JSONText.quoted(cut.text), cut.count < text.count)
    case .array, .object: return json(node.bytes)
    case .number:
      let shown = json(node.bytes)
      return (JSONText.number(shown.text), shown.isTruncated)
    case .true: return ("true", false)
    case .false: return ("false", false)
    case .null, .absent: return ("null", false)
    }
  }

  /// A value that stands as JSON text.
  package static func value(_ json: ByteView) -> (text: String, isTruncated: Bool) {
    guard json.count >= 2, json[0] == Ascii.quote else { return Self.json(json) }
    let content = json[1..<(json.count - 1)]
    let flags: Node.Flags = content.firstIndex(of: Ascii.backslash) == nil ? [] : .isEscaped
    return of(Node(bytes: content, state: -1, kind: .string, flags: flags))
  }

  /// A plain text.
  package static func text(_ text: String) -> (text: String, isTruncated: Bool) {
    let cut = text.unicodeScalars.prefix(codepointsMaximum)
    return (JSONText.quoted(String(cut)), cut.endIndex != text.unicodeScalars.endIndex)
  }

  /// The text of a number, an array or an object; cut if it is long, and then not JSON any more.
  package static func json(_ json: ByteView) -> (text: String, isTruncated: Bool) {
    if json.firstIndex(of: Ascii.carriageReturn) != nil {
      let line = JSONLayout.onOneLine(json, atMost: containerBytesMaximum + 1)
      return ByteView.with(line) { Self.json($0) }
    }
    if json.count <= containerBytesMaximum { return (json.text, false) }
    return (JSONText.quoted(json.prefix(codepoints: codepointsMaximum).text), true)
  }
}
