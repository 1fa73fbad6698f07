import BulkcheckCore
import Testing

/// The kernels against one another and against a plain twin, at every length and alignment.
@Suite struct KernelTests {
  struct Index: Equatable {
    var tokens: [Int]
    var escapes: [Int]
    var faults: [Int]
    var end: Int
  }

  static let jsonAlphabets: [[String]] = [
    ["\"", "\\", "a", "{", "}", ":", ",", " ", "\n", "1"],
    ["\\", "\\", "\\", "\"", "x"],
    ["\"", "é", "漢", "😀", "a", "\n", "\u{1}"],
    ["a", " ", "\"", "[", "]", "\t", "\r", "\u{c}", "\u{1a}", "\n"],
    ["\"aaaaaaaaaaaaaaaaaaaaaaaaaaaaaa\"", "\\u00e9", "\n", ",", "€"],
  ]

  private func bytes(_ random: inout SeededGenerator, _ alphabet: [String], _ count: Int) -> [UInt8]
  {
    var bytes: [UInt8] = []
    while bytes.count < count {
      bytes +=
        random.oneIn(40)
        ? [UInt8(random.below(256))] : Array(random.pick(alphabet).utf8)
    }
    return Array(bytes.prefix(count))
  }

  private func index(
    _ bytes: [UInt8], from start: Int, _ kernel: ScanKernel, delimiter: UInt8?
  ) -> Index {
    let owner = OwnedBytes(bytes)
    var index = TokenIndex(kernel: kernel)
    return withExtendedLifetime(owner) {
      if let delimiter {
        index.indexCSV(owner.view, from: start, to: bytes.count, delimiter: delimiter)
      } else {
        index.indexJSON(owner.view, from: start, to: bytes.count)
      }
      return Index(
        tokens: (0..<index.tokenCount).map { Int(index.tokens[$0]) },
        escapes: (0..<index.escapeCount).map { Int(index.escapes[$0]) },
        faults: (0..<index.faultCount).map { Int(index.faults[$0]) }, end: index.end)
    }
  }

  @Test("JSON: every kernel finds what the twin finds")
  func json() {
    for seed in RandomRun.seeds(8) {
      var random = SeededGenerator(seed: seed)
      for count in 0...200 {
        let bytes = bytes(&random, random.pick(Self.jsonAlphabets), count)
        let start = count > 0 && random.oneIn(2) ? random.below(min(count, 70)) : 0
        let twin = SlowIndex.json(bytes, from: start)
        for kernel in ScanKernel.available {
          let found = index(bytes, from: start, kernel, delimiter: nil)
          let agrees =
            found.tokens == twin.tokens && found.escapes == twin.escapes && found.end == twin.end
          #expect(agrees, "seed \(seed), \(kernel), from \(start): \(bytes)\n\(found)\n\(twin)")
          check(found.faults, bytes, start, twin)
        }
      }
    }
  }

  @Test("CSV: every kernel finds what the twin finds")
  func csv() {
    for seed in RandomRun.seeds(8) {
      var random = SeededGenerator(seed: seed)
      for count in 0...200 {
        let bytes = bytes(
          &random, random.pick([["a", ",", "\"", "\n", "\r", ";"], ["é", "漢", "😀", ";"]]), count)
        let start = count > 0 && random.oneIn(2) ? random.below(min(count, 70)) : 0
        let delimiter: UInt8 = random.pick([44, 59, 9])
        let tokens = (start..<max(count, start)).filter {
          [34, 10, 13, delimiter].contains(bytes[$0])
        }
        for kernel in ScanKernel.available {
          let found = index(bytes, from: start, kernel, delimiter: delimiter)
          #expect(found.tokens == tokens, "seed \(seed), \(kernel), from \(start): \(bytes)")
          check(found.faults, bytes, start, Index(tokens: [], escapes: [], faults: [], end: count))
        }
      }
    }
  }

  /// Each ill-formed sequence is noticed in its step or in one that begins at most three bytes behind it; no fault is
  /// noted without a reason.
  private func check(_ faults: [Int], _ bytes: [UInt8], _ start: Int, _ twin: Index) {
    let wrong = SlowIndex.illFormed(bytes, from: start).filter { $0 < twin.end } + twin.faults
    for offset in wrong {
      let isNoted = faults.contains { $0 + 64 > offset && $0 <= offset + 3 }
      #expect(isNoted, "from \(start), at \(offset): \(bytes), noted \(faults)")
    }
    if wrong.isEmpty, twin.end == bytes.count { #expect(faults.isEmpty, "from \(start): \(bytes)") }
  }

  @Test("counting bytes is the same in every kernel")
  func counting() {
    var random = SeededGenerator(seed: 3)
    for count in 0...200 {
      let bytes = (0..<count).map { _ in UInt8(random.below(3)) }
      let owner = OwnedBytes(bytes)
      let start = count > 0 ? random.below(count) : 0
      let view = owner.view[start..<count]
      for kernel in ScanKernel.available {
        let found = withExtendedLifetime(owner) { ByteCount.count(1, in: view, kernel: kernel) }
        #expect(found == bytes[start...].count { $0 == 1 })
      }
    }
  }
}

/// The token index, byte by byte.
enum SlowIndex {
  static func json(_ bytes: [UInt8], from start: Int) -> KernelTests.Index {
    var index = KernelTests.Index(tokens: [], escapes: [], faults: [], end: bytes.count)
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
