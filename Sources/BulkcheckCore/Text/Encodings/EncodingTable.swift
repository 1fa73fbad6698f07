internal import CBulkcheckScan
internal import Synchronization

/// The characters of an encoding in which ASCII is ASCII, from bytes and to bytes.
///
/// A table is made once, from what the C library says of single characters. A text is then
/// converted without it: faster, on any thread, and with each byte that means nothing found where
/// it is. Bytes lead through pages of 256 entries. In Shift_JIS, where 93 FA is 日 (U+65E5):
///
///     page 0     61: 61     93: page 12     B1: FF71     FF: none
///     page 12    FA: 65E5
///
/// GB 18030 has characters of four bytes. Up to U+FFFF they are in pages, too. The million beyond
/// is counted.
package final class EncodingTable: Sendable {
  /// Entries as the kernels read them, see `bulkcheck_encodings.h`.
  let pages: Storage<UInt32>
  /// The bytes of each code point as a number, the last byte lowest; 0: it has none.
  let codes: Storage<UInt32>
  /// Code points beyond U+FFFF that `codes` lacks are counted.
  let countsLarge: Bool
  /// Each character is one byte.
  var isSingle: Bool { pages.capacity == 256 }

  /// How many bytes a character has.
  private enum Shape {
    case single
    /// One or two.
    case double
    /// And three behind 8F.
    case eucJP
    /// And four.
    case gb18030
  }

  private static let tables = Mutex<[TextEncoding: EncodingTable]>([:])

  /// The table of an encoding; nil if the C library does not have the encoding, and for UTF-8 and
  /// UTF-16, which need none. Tables are kept as long as the process lives.
  package static func of(_ encoding: TextEncoding) -> EncodingTable? {
    tables.withLock { tables in
      if let table = tables[encoding] { return table }
      let table = EncodingTable(encoding)
      tables[encoding] = table
      return table
    }
  }

  private init?(_ encoding: TextEncoding) {
    var builder = TableBuilder()
    let shape: Shape
    let names: [String]
    switch encoding {
    case .utf8, .utf16LE, .utf16BE: return nil
    case .iso8859Part1:
      for byte in UInt32(0x80)...0xFF { builder.add(byte, [UInt8(byte)]) }
      (shape, names) = (.single, [])
    case .windows1252:
      for (byte, code) in Self.windows1252 { builder.add(code, [byte]) }
      for byte in UInt32(0xA0)...0xFF { builder.add(byte, [UInt8(byte)]) }
      (shape, names) = (.single, [])
    case .windows874: (shape, names) = (.single, ["CP874", "WINDOWS-874"])
    case .windows1250, .windows1251, .windows1253, .windows1254, .windows1255, .windows1256,
      .windows1257, .windows1258:
      (shape, names) = (.single, ["CP" + encoding.rawValue.suffix(4)])
    case .macCyrillic: (shape, names) = (.single, ["MAC-CYRILLIC", "MacCyrillic"])
    case .gbk: (shape, names) = (.double, ["GBK", "CP936"])
    case .big5: (shape, names) = (.double, ["BIG5-HKSCS", "BIG5"])
    case .eucJP: (shape, names) = (.eucJP, ["EUC-JP"])
    case .shiftJIS: (shape, names) = (.double, ["CP932", "SHIFT_JIS"])
    case .eucKR: (shape, names) = (.double, ["CP949", "UHC", "EUC-KR"])
    case .gb18030: (shape, names) = (.gb18030, ["GB18030"])
    default: (shape, names) = (.single, [encoding.rawValue])
    }
    if !names.isEmpty {
      guard let decoder = Iconv(from: names), let encoder = Iconv(to: names) else { return nil }
      Self.fill(&builder, shape, decoder, encoder)
    }
    pages = Storage(builder.pages, padding: 0)
    codes = Storage(builder.codes, padding: 0)
    countsLarge = shape == .gb18030
  }

  private static func fill(
    _ builder: inout TableBuilder, _ shape: Shape, _ decoder: Iconv, _ encoder: Iconv
  ) {
    // A character that has several codes is written as the library writes it.
    func add(_ bytes: [UInt8]) -> Bool {
      guard let code = decoder.codePoint(of: bytes) else { return false }
      builder.add(code, bytes) { encoder.bytes(of: code) }
      return true
    }
    for first in UInt8(0x80)...0xFF where !add([first]) && shape != .single {
      for second in UInt8(0x30)...0xFE where !add([first, second]) {
        switch (shape, first, second) {
        case (.eucJP, 0x8F, 0xA1...0xFE):
          for third in UInt8(0xA1)...0xFE { _ = add([first, second, third]) }
        case (.gb18030, 0x81...0x84, 0x30...0x39):
          for third in UInt8(0x81)...0xFE {
            for fourth in UInt8(0x30)...0x39 { _ = add([first, second, third, fourth]) }
          }
        case (.gb18030, 0x90...0xE3, 0x30...0x39):
          builder.set([first, second], to: BULKCHECK_ENTRY_COUNTED)
        default: break
        }
      }
    }
  }

  /// The bytes of a code point as a number, the last byte lowest; nil if it has none.
  func bytes(of code: UInt32) -> UInt32? {
    if code == 0 { return 0 }
    if code < codes.capacity, codes[Int(code)] != 0 { return codes[Int(code)] }
    guard countsLarge, code >= 0x10000 else { return nil }
    let place = code - 0x10000
    let high = (0x90 + place / 12600) << 24 | (0x30 + place / 1260 % 10) << 16
    return high | (0x81 + place / 10 % 126) << 8 | (0x30 + place % 10)
  }

  /// The characters of windows-1252 that ISO-8859-1 lacks. 81, 8D, 8F, 90 and 9D mean nothing.
  private static let windows1252: [(UInt8, UInt32)] = [
    (0x80, 0x20AC), (0x82, 0x201A), (0x83, 0x0192), (0x84, 0x201E), (0x85, 0x2026),
    (0x86, 0x2020), (0x87, 0x2021), (0x88, 0x02C6), (0x89, 0x2030), (0x8A, 0x0160),
    (0x8B, 0x2039), (0x8C, 0x0152), (0x8E, 0x017D), (0x91, 0x2018), (0x92, 0x2019),
    (0x93, 0x201C), (0x94, 0x201D), (0x95, 0x2022), (0x96, 0x2013), (0x97, 0x2014),
    (0x98, 0x02DC), (0x99, 0x2122), (0x9A, 0x0161), (0x9B, 0x203A), (0x9C, 0x0153),
    (0x9E, 0x017E), (0x9F, 0x0178),
  ]
}

/// Gathers the entries of a table.
private struct TableBuilder {
  private(set) var pages: [UInt32]
  /// Up to U+FFFF, or to the end of plane 2, where rare Chinese characters are.
  private(set) var codes = [UInt32](repeating: 0, count: 0x10000)

  init() {
    pages = [UInt32](repeating: 0, count: 256)
    for byte in 1..<0x80 {
      pages[byte] = UInt32(byte)
      codes[byte] = UInt32(byte)
    }
  }

  /// - Parameter usual: the bytes that are written for a code point that other bytes mean, too.
  mutating func add(_ code: UInt32, _ bytes: [UInt8], usual: () -> [UInt8] = { [] }) {
    set(bytes, to: code)
    if code >= codes.count {
      guard code < 0x30000 else { return }
      codes += [UInt32](repeating: 0, count: 0x30000 - codes.count)
    }
    let known = codes[Int(code)]
    var wanted = bytes
    let length = (32 - known.leadingZeroBitCount + 7) / 8
    // Of codes of different lengths the shorter one is taken: GB 18030 has some.
    if bytes.count > length, length > 0 { return }
    if bytes.count == length {
      wanted = usual()
      guard wanted.count == length else { return }
    }
    let number = wanted.reduce(UInt32(0)) { $0 << 8 | UInt32($1) }
    codes[Int(code)] = number
  }

  /// Sets the entry to which bytes lead.
  mutating func set(_ bytes: [UInt8], to entry: UInt32) {
    var place = Int(bytes[0])
    for byte in bytes.dropFirst() {
      let page = BULKCHECK_ENTRY_PAGE
      if pages[place] & page == 0 {
        pages[place] = page | UInt32(pages.count / 256)
        pages += [UInt32](repeating: 0, count: 256)
      }
      place = Int(pages[place] & ~page) * 256 + Int(byte)
    }
    pages[place] = entry
  }
}
