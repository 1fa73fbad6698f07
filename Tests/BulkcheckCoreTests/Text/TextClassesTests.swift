import BulkcheckCore
import Testing
import Twins

/// Classes that every kernel finds in short texts, against a plain look at each byte.
@Suite("Classes of short texts")
struct TextClassesTests {
  private static let alphabets = [
    "aZ09_-.", "abcABC", "0123456789", "az AZ,@/:", "\u{0}\u{1}\u{2}\u{3}\u{7F}~ 1",
    "aé漢😀.", "@[`{/:OPop_^", "  --..",
  ]

  @Test("every kernel agrees with a plain look at each byte, up to the end of a page")
  func agreement() throws {
    let page = try #require(PageEnd())
    var random = SeededGenerator(seed: 1)
    for count in 1...TextClasses.textBytesMaximum {
      for _ in 0..<20 {
        let alphabet = Array(random.pick(Self.alphabets))
        var bytes: [UInt8] = []
        while bytes.count < count { bytes += Array(String(random.pick(alphabet)).utf8) }
        // Cut anywhere, and now and then a byte that no text has.
        bytes = Array(bytes.prefix(count))
        if random.oneIn(10) { bytes[random.below(count)] = UInt8(random.below(256)) }
        check(page.view(of: bytes, gap: random.pick([0, 0, 1, 31, 63, 64])), bytes)
      }
    }
  }

  @Test("each byte alone")
  func singleBytes() {
    for byte in UInt8.min ... .max {
      let owner = OwnedBytes([byte])
      withExtendedLifetime(owner) { check(owner.view, [byte]) }
    }
  }

  private func check(_ view: ByteView, _ bytes: [UInt8]) {
    for kernel in ScanKernel.available {
      var found = TextClasses(kernel: kernel)
      // What was found before must not show through.
      let owner = OwnedBytes([UInt8](repeating: 0x5A, count: 64))
      withExtendedLifetime(owner) { found.read(owner.view) }
      found.read(view)
      let note: Comment = "\(kernel): \(bytes)"
      #expect(found.set == bytes.reduce(0) { $0 | Self.bit($1) }, note)
      #expect(found.codepoints == bytes.count { $0 & 0xC0 != 0x80 }, note)
      #expect(found.isPrintable == bytes.allSatisfy { (0x20...0x7E).contains($0) }, note)
      guard bytes.count <= TextClasses.shapeBytesMaximum else { continue }
      let kinds = bytes.map(Self.kind)
      var starts: UInt32 = 0
      for (index, kind) in kinds.enumerated() where index == 0 || kind != kinds[index - 1] {
        starts |= 1 << UInt32(index)
      }
      #expect(found.runStarts == starts, note)
      let words = stride(from: 0, to: 32, by: 8).map { start in
        kinds.dropFirst(start).prefix(8).reversed().reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
      }
      let shape = found.shape
      #expect([shape.0, shape.1, shape.2, shape.3] == words, note)
    }
  }

  /// The bit of a byte's class.
  private static func bit(_ byte: UInt8) -> UInt8 {
    switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: "9"): ShapeRun.digit
    case UInt8(ascii: "A")...UInt8(ascii: "Z"): ShapeRun.upper
    case UInt8(ascii: "a")...UInt8(ascii: "z"): ShapeRun.lower
    case UInt8(ascii: "_"): TextClasses.underscore
    case UInt8(ascii: "-"): TextClasses.hyphen
    case UInt8(ascii: "."): TextClasses.point
    default: TextClasses.other
    }
  }

  /// The letter that stands for a byte in a shape.
  private static func kind(_ byte: UInt8) -> UInt8 {
    switch bit(byte) {
    case ShapeRun.digit: 1
    case ShapeRun.upper: 2
    case ShapeRun.lower: 3
    default: byte
    }
  }
}
