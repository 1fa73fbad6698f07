import BulkcheckCore

/// What a kernel notes of a text.
struct TokenPlaces: Equatable {
  var tokens: [Int]
  var escapes: [Int]
  var faults: [Int]
  var end: Int
}

/// The token index, byte by byte.
enum SlowIndex {
  /// What a kernel notes, of CSV if there is a delimiter, else of JSON lines.
  static func found(
    in bytes: [UInt8], from start: Int, by kernel: ScanKernel, delimiter: UInt8?
  ) -> TokenPlaces {
    let owner = OwnedBytes(bytes)
    var index = TokenIndex(kernel: kernel)
    return withExtendedLifetime(owner) {
      if let delimiter {
        index.indexCSV(owner.view, from: start, to: bytes.count, delimiter: delimiter)
      } else {
        index.indexJSON(owner.view, from: start, to: bytes.count)
      }
      return TokenPlaces(
        tokens: (0..<index.tokenCount).map { Int(index.tokens[$0]) },
        escapes: (0..<index.escapeCount).map { Int(index.escapes[$0]) },
        faults: (0..<index.faultCount).map { Int(index.faults[$0]) }, end: index.end)
    }
  }

  /// In which way a kernel's notes are not the twin's, or nil.
  ///
  /// Each ill-formed sequence is noticed in its step or in one that begins at most three bytes
  /// behind it; no fault is noted without a reason. Of stray continuation bytes in a row the first
  /// one is enough: no record begins between them.
  static func difference(
    _ found: TokenPlaces, _ twin: TokenPlaces, _ bytes: [UInt8], from start: Int
  ) -> String? {
    if found.tokens != twin.tokens || found.escapes != twin.escapes || found.end != twin.end {
      return "found \(found), expected \(twin)"
    }
    let illFormed = illFormed(bytes, from: start).filter { $0 < twin.end }
    let isFirst = { offset in
      bytes[offset] & 0xC0 != 0x80 || offset == start || bytes[offset - 1] & 0xC0 != 0x80
    }
    let wrong = illFormed.filter(isFirst) + twin.faults
    for offset in wrong {
      let isNoted = found.faults.contains { $0 + 64 > offset && $0 <= offset + 3 }
      if !isNoted { return "the fault at \(offset) is not noted: \(found.faults)" }
    }
    if illFormed.isEmpty, twin.faults.isEmpty, twin.end == bytes.count, !found.faults.isEmpty {
      return "noted without a reason: \(found.faults)"
    }
    return nil
  }

  static func csv(_ bytes: [UInt8], from start: Int, delimiter: UInt8) -> TokenPlaces {
    let tokens = (start..<max(bytes.count, start)).filter {
      [34, 10, 13, delimiter].contains(bytes[$0])
    }
    return TokenPlaces(tokens: tokens, escapes: [], faults: [], end: bytes.count)
  }

  static func json(_ bytes: [UInt8], from start: Int) -> TokenPlaces {
    var index = TokenPlaces(tokens: [], escapes: [], faults: [], end: bytes.count)
    var isInString = false
    var isEscaped = false
    var isScalar = false
    for position in start..<max(bytes.count, start) {
      let byte = bytes[position]
      let wasEscaped = isEscaped
      isEscaped = !wasEscaped && byte == UInt8(ascii: "\\")
      if wasEscaped, isInString, byte != 10 { index.escapes.append(position) }
      let isQuote = byte == UInt8(ascii: "\"") && !wasEscaped
      if isInString, !isQuote {
        if byte < 0x20, byte != 10 { index.faults.append(position) }
        isScalar = false
        if byte == 10 {
          index.tokens.append(position)
          index.end = position + 1
          return index
        }
        continue
      }
      if isQuote {
        index.tokens.append(position)
        isInString.toggle()
        isScalar = false
        continue
      }
      let isMark = Array("{}[]\n".utf8).contains(byte)
      let isSeparator = Array(" \t\r:,".utf8).contains(byte)
      if isMark || !isSeparator && !isScalar { index.tokens.append(position) }
      isScalar = !isMark && !isSeparator
    }
    return index
  }

  /// The first byte of each ill-formed sequence.
  static func illFormed(_ bytes: [UInt8], from start: Int) -> [Int] {
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
