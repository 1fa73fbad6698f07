/// A text that equals only the same code points.
///
/// `String` compares by canonical equivalence (`é` equals `e` with an accent): names, ids and
/// choices of a document do not.
package struct ExactText: Hashable, Sendable {
  private let bytes: [UInt8]

  package init(_ text: String) { bytes = Array(text.utf8) }
}

extension String {
  /// Whether both are the same code points.
  package func isExactly(_ other: String) -> Bool { utf8.elementsEqual(other.utf8) }
}
