internal import CLibrary

/// Names of files as texts. The system's names are bytes, and need not be UTF-8.
///
/// A byte that is not part of UTF-8 becomes one of the last scalars of Unicode, which mean nothing
/// anywhere else. A name that really has one of these is written byte by byte in the same way, so
/// that every name has one text, and every text leads back to its name.
package enum PathText {
  /// Stands for the byte 0x80; the following ones for the bytes up to 0xFF.
  private static let firstStandIn: UInt32 = 0x10_FF80

  private static func standIn(_ byte: UInt8) -> Unicode.Scalar? {
    Unicode.Scalar(firstStandIn + UInt32(byte) - 0x80)
  }

  private static func byte(_ scalar: Unicode.Scalar) -> UInt8? {
    scalar.value < firstStandIn ? nil : UInt8(truncatingIfNeeded: scalar.value)
  }

  /// The text of a name.
  package static func text(_ bytes: some Sequence<UInt8>) -> String {
    let bytes = Array(bytes)
    if let text = String(validating: bytes, as: UTF8.self), !hasStandIns(text) { return text }
    var scalars = String.UnicodeScalarView()
    var rest = bytes[...]
    while !rest.isEmpty {
      var iterator = rest.makeIterator()
      var decoder = UTF8.ForwardParser()
      if case .valid(let encoded) = decoder.parseScalar(from: &iterator) {
        let scalar = UTF8.decode(encoded)
        if byte(scalar) == nil {
          scalars.append(scalar)
          rest = rest.dropFirst(encoded.count)
          continue
        }
      }
      if let scalar = standIn(rest.removeFirst()) { scalars.append(scalar) }
    }
    return String(scalars)
  }

  /// The text of a name that ends with a zero.
  ///
  /// Precondition: the zero is there.
  @unsafe package static func text(_ name: UnsafePointer<CChar>) -> String {
    // SAFETY: all bytes before the zero are read.
    text(unsafe UnsafeBufferPointer(start: name, count: strlen(name)).map { UInt8(bitPattern: $0) })
  }

  /// A name as the system takes it, with a zero at its end.
  package static func name(_ text: String) -> [CChar] {
    guard hasStandIns(text) else { return Array(text.utf8CString) }
    return text.unicodeScalars.flatMap { scalar in
      byte(scalar).map { [CChar(bitPattern: $0)] }
        ?? UTF8.encode(scalar).map { $0.map { CChar(bitPattern: $0) } } ?? []
    } + [0]
  }

  /// A text with names in it for people: the bytes that are not UTF-8 as `\xE9`.
  package static func shown(_ text: String) -> String {
    guard hasStandIns(text) else { return text }
    return text.unicodeScalars.map { scalar in
      byte(scalar).map { "\\x" + String($0, radix: 16, uppercase: true) } ?? String(scalar)
    }.joined()
  }

  /// Whether ``shown(_:)`` is another text.
  package static func hasStandIns(_ text: String) -> Bool {
    // All are encoded as F4 8F BE 80 to F4 8F BF BF.
    text.utf8.contains(0xF4) && text.unicodeScalars.contains { byte($0) != nil }
  }
}
