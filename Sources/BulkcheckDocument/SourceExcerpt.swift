internal import BulkcheckCore

/// The line of a mistake, or the part of it around the mistake.
package struct SourceExcerpt: Hashable, Sendable {
  package var text: String
  /// How many characters of the text stand before the mistake.
  package var charactersBefore: Int

  /// The text, and below it a caret under the mistake.
  var marked: String {
    let scalars = Array(text.unicodeScalars.prefix(120))
    let blanks = scalars.prefix(charactersBefore).map { scalar in
      scalar == "\t"
        ? "\t" : String(repeating: " ", count: Self.visible(scalar).unicodeScalars.count)
    }
    return "  " + scalars.map(Self.visible).joined() + "\n  " + blanks.joined() + "^"
  }

  private static func visible(_ scalar: Unicode.Scalar) -> String {
    scalar == "\t" ? "\t" : TerminalText.escaped(String(scalar))
  }
}
