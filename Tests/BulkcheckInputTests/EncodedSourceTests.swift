import BulkcheckCore
import TestSupport
import Testing

@testable import BulkcheckInput

@Suite("Encoded text")
struct EncodedSourceTests {
  struct Case: CustomTestStringConvertible {
    var encoding: TextEncoding
    var stored: [UInt8]
    /// Bytes without meaning are what stands for them.
    var text: [UInt8]
    var testDescription: String { "\(encoding.rawValue) \(stored)" }
  }

  /// The stand-in for a byte without meaning.
  private static func nothing(_ bytes: UInt8...) -> [UInt8] {
    bytes.flatMap { [0xF8 | $0 >> 6, 0x80 | $0 & 0x3F] }
  }

  private static func units(_ units: UInt16...) -> [UInt8] {
    units.flatMap { [UInt8($0 & 0xFF), UInt8($0 >> 8)] }
  }

  static let cases: [Case] = [
    Case(encoding: .utf16LE, stored: units(0x61, 0xE9, 0x65E5), text: Array("aé日".utf8)),
    Case(encoding: .utf16BE, stored: [0, 0x61, 0, 0xE9, 0x65, 0xE5], text: Array("aé日".utf8)),
    Case(
      encoding: .utf16LE, stored: units(0xFEFF, 0xD83D, 0xDE00, 0),
      text: Array("\u{FEFF}😀\0".utf8)),
    Case(
      encoding: .utf16LE, stored: units(0xD83D, 0x61),
      text: nothing(0x3D, 0xD8) + Array("a".utf8)),
    Case(
      encoding: .utf16LE, stored: units(0xDE00, 0xD83D, 0xD83D, 0xDE00),
      text: nothing(0x00, 0xDE, 0x3D, 0xD8) + Array("😀".utf8)),
    Case(encoding: .utf16LE, stored: units(0x61, 0xD83D), text: [0x61] + nothing(0x3D, 0xD8)),
    Case(encoding: .utf16BE, stored: [0, 0x61, 0x62], text: [0x61] + nothing(0x62)),
    Case(
      encoding: .utf16BE, stored: [0xD8, 0x3D, 0x62], text: nothing(0xD8, 0x3D, 0x62)),
    Case(encoding: .windows1252, stored: [0x61, 0x80, 0xE9], text: Array("a€é".utf8)),
    Case(
      encoding: .windows1252, stored: [0x81, 0xC3, 0xA9],
      text: nothing(0x81) + Array("Ã©".utf8)),
    Case(encoding: .iso8859Part1, stored: [0x80, 0xE9], text: Array("\u{80}é".utf8)),
    Case(encoding: .iso8859Part15, stored: [0xA4], text: Array("€".utf8)),
    Case(encoding: .koi8R, stored: [0xF0, 0xD2], text: Array("Пр".utf8)),
    Case(encoding: .windows1253, stored: [0xD2], text: nothing(0xD2)),
    Case(
      encoding: .shiftJIS, stored: [0x5C, 0x7E, 0x93, 0xFA, 0x95, 0x5C, 0xB1],
      text: Array("\\~日表ｱ".utf8)),
    Case(
      encoding: .shiftJIS, stored: [0x93, 0x22, 0x93],
      text: nothing(0x93) + [0x22] + nothing(0x93)),
    Case(
      encoding: .eucJP, stored: [0xC6, 0xFC, 0x8E, 0xB1, 0x8F, 0xB0, 0xA1],
      text: Array("日ｱ丂".utf8)),
    Case(encoding: .eucJP, stored: [0x8F, 0xB0], text: nothing(0x8F, 0xB0)),
    Case(encoding: .gbk, stored: [0xD6, 0xD0], text: Array("中".utf8)),
    Case(
      encoding: .gb18030, stored: [0xD6, 0xD0, 0x95, 0x32, 0x82, 0x36, 0x81, 0x30, 0x8B, 0x37],
      text: Array("中\u{20000}ÿ".utf8)),
    Case(
      encoding: .gb18030, stored: [0x95, 0x32, 0x82], text: nothing(0x95) + [0x32] + nothing(0x82)),
    Case(encoding: .gb18030, stored: [0xE3, 0x32, 0x9A, 0x35], text: Array("\u{10FFFF}".utf8)),
    Case(
      encoding: .gb18030, stored: [0xE3, 0x32, 0x9A, 0x36],
      text: nothing(0xE3) + [0x32] + nothing(0x9A) + [0x36]),
    Case(encoding: .big5, stored: [0xA4, 0xA4], text: Array("中".utf8)),
    Case(encoding: .eucKR, stored: [0xC7, 0xD1, 0x81, 0x41], text: Array("한갂".utf8)),
  ]

  private func codec(_ encoding: TextEncoding) throws -> TextCodec {
    try #require(TextCodec(encoding), "\(encoding) is not in this system's C library")
  }

  private func read(
    _ stored: [UInt8], _ encoding: TextEncoding, size: Int = 4096, blockBytes: Int = 1 << 16
  ) throws -> ReadResult {
    readAll(
      EncodedSource(MemorySource(stored), try codec(encoding), blockBytes: blockBytes), size: size)
  }

  /// UTF-8 as bytes of the encoding.
  private func written(_ text: [UInt8], _ encoding: TextEncoding) throws -> [UInt8] {
    let codec = try codec(encoding)
    var block = ByteBlock(capacity: 2 * text.count + 8)
    return ByteView.with(text) { text in
      var result: [UInt8] = []
      var rest = text
      while !rest.isEmpty {
        let (read, written) = codec.encode(rest, into: block.room)
        result.append(block.view(from: 0, to: written))
        rest = rest[read..<rest.count]
        guard read == 0 else { continue }
        guard let character = rest.text.unicodeScalars.first, let bytes = codec.bytes(of: character)
        else { return result }
        result += bytes
        rest = rest[character.utf8.count..<rest.count]
      }
      return result
    }
  }

  private static let ways = [(4096, 1 << 16), (1, 8), (63, 9), (64, 8), (70_000, 11)]

  @Test("a text is read in any pieces, counted, and written again", arguments: cases)
  func texts(example: Case) throws {
    for (size, blockBytes) in Self.ways {
      let result = try read(example.stored, example.encoding, size: size, blockBytes: blockBytes)
      #expect(result.bytes == example.text, "read size \(size), block size \(blockBytes)")
    }
    let count = ByteView.with(example.text) { example.encoding.storedCount(of: $0) }
    #expect(count == example.stored.count)
    #expect(try written(example.text, example.encoding) == example.stored)
  }

  @Test("a long text is the same in any pieces", arguments: TextEncoding.allCases.dropFirst())
  func long(encoding: TextEncoding) throws {
    var stored = try written(sampleText(bytes: 3000), encoding)
    for index in stride(from: 7, to: stored.count, by: 13) {
      stored[index] ^= UInt8(truncatingIfNeeded: index * 37)
    }
    let expected = try read(stored, encoding)
    for (size, blockBytes) in Self.ways {
      #expect(try read(stored, encoding, size: size, blockBytes: blockBytes) == expected)
    }
    #expect(ByteView.with(expected.bytes) { encoding.storedCount(of: $0) } == stored.count)
  }

  @Test(
    "each byte is itself again, with meaning or without",
    arguments: TextEncoding.allCases.dropFirst().filter { !$0.isUTF16 })
  func everyByte(encoding: TextEncoding) throws {
    for byte in UInt8.min...UInt8.max {
      let text = try read([byte], encoding).bytes
      #expect(try written(text, encoding) == [byte], "\(byte)")
      if byte < 0x80 { #expect(text == [byte]) }
    }
  }

  @Test(
    "two bytes are as long as what they mean, and what is written means the same",
    arguments: [TextEncoding.shiftJIS, .eucJP, .gbk, .gb18030, .big5, .eucKR])
  func pairs(encoding: TextEncoding) throws {
    for first in UInt8(0x80)...UInt8.max {
      let stored = (UInt8.min...UInt8.max).flatMap { second -> [UInt8] in [first, second, 0x0A] }
      let text = try read(stored, encoding).bytes
      #expect(ByteView.with(text) { encoding.storedCount(of: $0) } == stored.count, "\(first)")
      let again = try written(text, encoding)
      #expect(again.count == stored.count, "\(first)")
      #expect(try read(again, encoding).bytes == text, "\(first)")
    }
  }

  @Test("any code point of UTF-16 is itself again, in both orders")
  func codePoints() throws {
    let scalars = (0...0x10FFFF).lazy.compactMap { Unicode.Scalar($0) }
    var text = ""
    for scalar in scalars where scalar.value % 7 == 0 || scalar.value < 0x900 {
      text.unicodeScalars.append(scalar)
    }
    for encoding in [TextEncoding.utf16LE, .utf16BE] {
      let expected = text.utf16.flatMap { unit -> [UInt8] in
        let (low, high) = (UInt8(unit & 0xFF), UInt8(unit >> 8))
        return encoding == .utf16LE ? [low, high] : [high, low]
      }
      #expect(try written(Array(text.utf8), encoding) == expected)
      #expect(try read(expected, encoding).bytes == Array(text.utf8))
    }
  }

  @Test("a fault comes behind the whole characters before it, and stays")
  func faults() throws {
    let error = InputError(path: "x", cause: .interrupted)
    let source = FaultySource(
      MemorySource([0x61, 0, 0x62, 0, 0x63]), read: 2, fault: .fails(error))
    let result = readAll(EncodedSource(source, try codec(.utf16LE)), size: 1)
    #expect(result == ReadResult(bytes: Array("ab".utf8), error: error))
  }

  @Test(
    "the encoding is that of the mark, then the one named, then UTF-8",
    arguments: [
      ([0xEF, 0xBB, 0xBF, 0x61], "UTF-16", TextEncoding.utf8),
      ([0xFF, 0xFE, 0x61, 0], nil, .utf16LE), ([0xFE, 0xFF, 0, 0x61], nil, .utf16BE),
      ([0xFF, 0xFE, 0x61, 0], "latin1", .utf16LE), ([0xFE, 0xFF], "utf-16le", .utf16BE),
      ([0xFF, 0xFE, 0, 0], nil, .utf8), ([0xFF, 0xFE, 0, 0], "UTF-16", .utf16LE),
      ([0x61, 0, 0x62, 0], nil, .utf8), ([0x61, 0, 0x62, 0], "utf-16", .utf16LE),
      ([0, 0x61, 0, 0x62], "UTF-16", .utf16BE), ([0, 0x61, 0, 0x62], "utf-16le", .utf16LE),
      ([0xE5, 0x65], "UTF-16", .utf16LE), ([], "UTF-16", .utf16LE), ([], nil, .utf8),
      ([0xE9], "LATIN1", .iso8859Part1), ([0xE9], "Windows-1252", .windows1252),
      ([0xE9], "sjis", .shiftJIS), ([0xE9], "iso-8859-9", .windows1254),
    ] as [([UInt8], String?, TextEncoding)])
  func detection(content: [UInt8], label: String?, encoding: TextEncoding) throws {
    let choice = try label.map { try #require(EncodingChoice(label: $0)) }
    let input = try OpenedInput(.bytes(content, name: "x"), encoding: choice)
    #expect(input.encoding == encoding)
  }

  @Test("every encoding has its own name as a label, in any case")
  func labels() {
    for encoding in TextEncoding.allCases {
      #expect(EncodingChoice(label: encoding.rawValue) == .named(encoding))
      #expect(EncodingChoice(label: encoding.rawValue.uppercased()) == .named(encoding))
    }
    #expect(EncodingChoice(label: "utf-16") == .utf16)
    #expect(EncodingChoice(label: "iso-2022-jp") == nil)
  }
}
