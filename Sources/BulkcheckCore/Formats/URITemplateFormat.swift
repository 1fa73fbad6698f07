/// RFC 6570, level 4: literal text and expressions in braces. The apostrophe is a literal, as an
/// erratum has it.
enum URITemplateFormat {
  /// `%x21 / %x23-24 / %x26-3B / %x3D / %x3F-5B / %x5D / %x5F / %x61-7A / %x7E`
  private static let literal = ASCIISet(low: 0xafff_ffda_0000_0000, high: 0x47ff_fffe_afff_ffff)
  /// `+ # . / ; ? &`, and `= , ! @ |`, which are kept for extensions.
  private static let operators = ASCIISet(low: 0xa800_d84a_0000_0000, high: 0x1000_0000_0000_0001)
  /// Letters, digits and `_`.
  private static let variable = ASCIISet(low: 0x03ff_0000_0000_0000, high: 0x07ff_fffe_87ff_fffe)

  static func matches(_ text: ByteView) -> Bool {
    var position = 0
    while position < text.count {
      if text[position] == UInt8(ascii: "{") {
        guard let close = text.firstIndex(of: UInt8(ascii: "}"), from: position) else {
          return false
        }
        guard matchesExpression(text[(position + 1)..<close]) else { return false }
        position = close + 1
      } else {
        let start = position
        guard PercentText.passOver(text, &position, literal, beyondASCII: .query),
          position > start
        else { return false }
      }
    }
    return true
  }

  /// Whether the text between braces is an expression.
  private static func matchesExpression(_ text: ByteView) -> Bool {
    var cursor = FormatCursor(text)
    if operators.contains(cursor.byte) { _ = cursor.take(cursor.byte) }
    repeat {
      guard takeName(&cursor), takeModifier(&cursor) else { return false }
    } while cursor.take(UInt8(ascii: ","))
    return cursor.isAtEnd
  }

  /// `varchar *( ["."] varchar )`
  private static func takeName(_ cursor: inout FormatCursor) -> Bool {
    repeat {
      var position = cursor.position
      guard PercentText.passOver(cursor.text, &position, variable, beyondASCII: .none),
        position > cursor.position
      else { return false }
      cursor = FormatCursor(cursor.text, position: position)
    } while cursor.take(UInt8(ascii: "."))
    return true
  }

  /// `*`, or a colon and a length of 1 to 9999, or nothing.
  private static func takeModifier(_ cursor: inout FormatCursor) -> Bool {
    if cursor.take(UInt8(ascii: "*")) { return true }
    guard cursor.take(UInt8(ascii: ":")) else { return true }
    return cursor.byte != UInt8(ascii: "0") && (1...4).contains(cursor.takeDigits())
  }
}
