/// A text that equals only the same code points.
///
/// `String` compares by canonical equivalence (`é` equals `e` with an accent): names, ids and
/// choices of a profile do not.
package struct ExactText: Hashable, Sendable {
  private let bytes: [UInt8]

  package init(_ text: String) { bytes = Array(text.utf8) }
}
