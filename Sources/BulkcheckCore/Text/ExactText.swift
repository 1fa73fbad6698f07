/// A text that equals only the same code points, as a key or an element of a set.
///
/// `String` compares by canonical equivalence (`é` equals `e` with an accent): names, ids and
/// choices of a document do not.
package struct ExactText: Hashable, Comparable, Sendable, ExpressibleByStringLiteral {
  private let bytes: [UInt8]

  package init(_ text: String) { bytes = Array(text.utf8) }

  package init(stringLiteral text: String) { self.init(text) }

  package var text: String { String(decoding: bytes, as: UTF8.self) }

  /// The order of the code points.
  package static func < (left: ExactText, right: ExactText) -> Bool {
    left.bytes.lexicographicallyPrecedes(right.bytes)
  }
}

extension ExactText: CustomStringConvertible, CustomDebugStringConvertible {
  package var description: String { text }
  package var debugDescription: String { text.debugDescription }
}

extension String {
  /// Whether both are the same code points.
  package func isExactly(_ other: String) -> Bool { utf8.elementsEqual(other.utf8) }
}

extension [String] {
  /// Whether both have the same code points, text by text.
  package func isExactly(_ other: [String]) -> Bool {
    elementsEqual(other) { $0.isExactly($1) }
  }
}

extension Sequence<String> {
  /// The texts as a set in which only the same code points are equal.
  package var exactly: Set<ExactText> { Set(map { ExactText($0) }) }
}
