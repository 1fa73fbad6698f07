/// The line of a mistake, or the part of it around the mistake.
package struct SourceExcerpt: Hashable, Sendable {
  package var text: String
  /// How many characters of the text stand before the mistake.
  package var charactersBefore: Int

  /// The text, and below it a caret under the mistake.
  var marked: String {
    let scalars = Array(text.unicodeScalars.prefix(120))
    let blanks = scalars.prefix(charactersBefore).map { $0 == "\t" ? "\t" : " " }
    return "  " + scalars.map(Self.visible).joined() + "\n  " + blanks.joined() + "^"
  }

  private static func visible(_ scalar: Unicode.Scalar) -> String {
    scalar.value < 0x20 && scalar != "\t" || scalar.value == 0x7F ? "\u{FFFD}" : String(scalar)
  }
}
