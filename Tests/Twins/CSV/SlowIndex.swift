package import BulkcheckCore

/// The positions that a kernel notes in a text.
package struct TokenPlaces: Equatable {
  package var tokens: [Int]
  package var faults: [Int]
}

/// The token index and the ends of strings, byte by byte.
package enum SlowIndex {
  /// The positions that a kernel notes in CSV.
  package static func found(
    in bytes: [UInt8], from start: Int, by kernel: ScanKernel, delimiter: UInt8
  ) -> TokenPlaces {
    let owner = OwnedBytes(bytes)
    var index = TokenIndex(kernel: kernel)
    return withExtendedLifetime(owner) {
      index.indexCSV(
        owner.view, from: start, to: bytes.count, CSVDialect(delimiter: delimiter))
      return TokenPlaces(
        tokens: (0..<index.tokenCount).map { Int(index.tokens[$0]) },
        faults: (0..<index.faultCount).map { Int(index.faults[$0]) })
    }
  }

  /// In which way a kernel's notes are not the twin's, or nil.
  ///
  /// Each ill-formed sequence is noticed in its step or in one that begins at most three bytes
  /// behind it; no fault is noted without a reason. Of stray continuation bytes in a row the first
  /// one is enough: no record begins between them.
  package static func difference(
    _ found: TokenPlaces, _ twin: TokenPlaces, _ bytes: [UInt8], from start: Int
  ) -> String? {
    if found.tokens != twin.tokens {
      return "found \(found), expected \(twin)"
    }
    let illFormed = illFormed(bytes, from: start)
    let isFirst = { offset in
      bytes[offset] & 0xC0 != 0x80 || offset == start || bytes[offset - 1] & 0xC0 != 0x80
    }
    for offset in illFormed.filter(isFirst) {
      let isNoted = found.faults.contains { $0 + 64 > offset && $0 <= offset + 3 }
      if !isNoted { return "the fault at \(offset) is not noted: \(found.faults)" }
    }
    if illFormed.isEmpty, !found.faults.isEmpty {
      return "noted without a reason: \(found.faults)"
    }
    return nil
  }

  package static func csv(_ bytes: [UInt8], from start: Int, delimiter: UInt8) -> TokenPlaces {
    let tokens = (start..<max(bytes.count, start)).filter {
      [34, 10, 13, delimiter].contains(bytes[$0])
    }
    return TokenPlaces(tokens: tokens, faults: [])
  }

  /// The position of the first quote, backslash or control character of the string that goes on at
  /// `start`; nil if what comes before is not well-formed UTF-8.
  package static func stringEnd(_ bytes: [UInt8], from start: Int) -> Int? {
    guard let end = bytes[start...].firstIndex(where: { $0 < 0x20 || $0 == 34 || $0 == 92 }) else {
      preconditionFailure("a string ends")
    }
    return illFormed(Array(bytes[start..<end]), from: 0).isEmpty ? end : nil
  }

  /// The first byte of each ill-formed sequence.
  package static func illFormed(_ bytes: [UInt8], from start: Int) -> [Int] {
    var wrong: [Int] = []
    var position = min(start, bytes.count)
    while position < bytes.count {
      var length = 0
      for candidate in 1...4 where position + candidate <= bytes.count && length == 0 {
        if String(validating: bytes[position..<position + candidate], as: UTF8.self)?.unicodeScalars
          .count == 1
        {
          length = candidate
        }
      }
      if length == 0 { wrong.append(position) }
      position += max(length, 1)
    }
    return wrong
  }
}
