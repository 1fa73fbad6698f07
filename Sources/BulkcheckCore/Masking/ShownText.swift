/// How a raw value stands in a report: as JSON text, cut if it is long.
package enum ShownText {
  /// Values longer than this are cut in reports (SEMANTICS 67).
  static let codepointsMaximum = 256
  /// Arrays and objects longer than this are shown as cut text.
  private static let containerBytesMaximum = 2048

  /// A raw value as JSON text, as the input writes it; texts that are too long are cut.
  package static func of(_ node: Node) -> (text: String, isTruncated: Bool) {
    switch node.kind {
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
        node.flags.contains(.isEscaped) ? CSVCell.unquote(node.bytes, into: &arena) : node.bytes
      let cut = text.prefix(codepoints: codepointsMaximum)
      return (JSONText.quoted(cut.text), cut.count < text.count)
    case .array, .object, .number:
      return json(node.bytes)
    case .true: return ("true", false)
    case .false: return ("false", false)
    case .null, .absent: return ("null", false)
    }
  }

  /// The text of a number, an array or an object; cut, and then no JSON any more, if it is long.
  package static func json(_ json: ByteView) -> (text: String, isTruncated: Bool) {
    if json.count <= containerBytesMaximum { return (json.text, false) }
    return (JSONText.quoted(json.prefix(codepoints: codepointsMaximum).text), true)
  }
}
