/// A record as a report shows it: what is masked is left out, and a long one is cut.
package struct RecordText: Hashable, Sendable {
  /// Longer records are cut (docs/reference/limits.md).
  package static let codepointsMaximum = 2000

  package let text: String
  package let isCut: Bool

  init(_ bytes: ByteView) {
    let shown = bytes.prefix(codepoints: RecordText.codepointsMaximum)
    text = shown.text
    isCut = shown.count < bytes.count
  }
}
