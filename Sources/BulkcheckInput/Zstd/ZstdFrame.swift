internal import BulkcheckCore

/// A frame of Zstandard (RFC 8878, section 3.1), as far as it is known without decompressing it.
///
///     28 b5 2f fd descriptor [window] [dictionary] [content size] blocks [checksum*4]
///     5x 2a 4d 18 size*4 bytes        a frame to be skipped
enum ZstdFrame {
  /// Data, behind a header.
  case data(ZstdFrameHeader)
  /// A frame of so many bytes, header included, that mean nothing here.
  case skippable(bytes: Int)
  /// Something else.
  case unknown
  /// The bytes end within the header.
  case incomplete

  /// The longest header, with the magic number.
  static let headerBytesMaximum = 18
  static let magic: [UInt8] = [0x28, 0xb5, 0x2f, 0xfd]
  /// The lower half of the first byte may be anything.
  private static let skippableMagic: [UInt8] = [0x50, 0x2a, 0x4d, 0x18]
  private static let skippableBytes = 8

  /// Reads the header of a frame that begins at `start`.
  init(_ bytes: ByteView, at start: Int) {
    let first = bytes[start..<min(bytes.count, start + ZstdFrame.magic.count)]
    func begins(_ magic: [UInt8], _ mask: UInt8 = 0xff) -> Bool {
      (0..<first.count).allSatisfy { first[$0] & ($0 == 0 ? mask : 0xff) == magic[$0] }
    }
    if begins(ZstdFrame.skippableMagic, 0xf0) {
      self =
        start + ZstdFrame.skippableBytes <= bytes.count
        ? .skippable(bytes: ZstdFrame.skippableBytes + Int(bytes.littleEndian32(at: start + 4)))
        : .incomplete
    } else if begins(ZstdFrame.magic) {
      self = ZstdFrameHeader(bytes, at: start).map { .data($0) } ?? .incomplete
    } else {
      self = .unknown
    }
  }

  /// Whether the first bytes of an input are those of a frame.
  static func begins(_ bytes: ByteView) -> Bool {
    switch ZstdFrame(bytes, at: 0) {
    case .data, .skippable: true
    case .incomplete: bytes.count >= magic.count
    case .unknown: false
    }
  }
}

/// The header of a frame with data.
struct ZstdFrameHeader {
  /// With the magic number.
  let byteCount: Int
  /// How far back the data refers.
  let windowBytes: UInt64
  /// The number of the dictionary that it needs; 0 for none.
  let dictionary: UInt32
  /// How many bytes it holds, if it says so.
  let contentBytes: UInt64?
  let hasChecksum: Bool
  /// A bit is set that no encoder sets.
  let isReserved: Bool

  /// No block holds more, and none more than the window.
  private static let blockBytesMaximum: UInt64 = 128 << 10

  /// Nil if the bytes end within it.
  init?(_ bytes: ByteView, at start: Int) {
    var position = start + ZstdFrame.magic.count
    guard position <= bytes.count else { return nil }
    func number(_ count: Int) -> UInt64? {
      guard position + count <= bytes.count else { return nil }
      defer { position += count }
      return (0..<count).reduce(0) { $0 | UInt64(bytes[position + $1]) << (8 * $1) }
    }
    guard let descriptor = number(1) else { return nil }
    let isSingleSegment = descriptor & 0x20 != 0
    isReserved = descriptor & 0x08 != 0
    hasChecksum = descriptor & 0x04 != 0
    var window: UInt64 = 0
    if !isSingleSegment {
      guard let byte = number(1) else { return nil }
      let base: UInt64 = 1 << (10 + byte >> 3)
      window = base + base / 8 * (byte & 7)
    }
    guard let dictionary = number([0, 1, 2, 4][Int(descriptor & 3)]) else { return nil }
    self.dictionary = UInt32(dictionary)
    let sizeFlag = Int(descriptor >> 6)
    let sizeCount = sizeFlag == 0 ? (isSingleSegment ? 1 : 0) : 1 << sizeFlag
    guard let size = number(sizeCount) else { return nil }
    contentBytes = sizeCount == 0 ? nil : sizeCount == 2 ? size + 256 : size
    windowBytes = isSingleSegment ? contentBytes ?? 0 : window
    byteCount = position - start
  }

  /// The most that a block of the frame holds.
  var blockBytes: Int { Int(min(windowBytes, Self.blockBytesMaximum)) }
}

/// The header of a block (RFC 8878, section 3.1.1.2).
struct ZstdBlockHeader {
  static let byteCount = 3

  let isLast: Bool
  /// How many bytes follow.
  let storedBytes: Int
  /// How many bytes it holds; nil if only decompressing tells.
  let contentBytes: Int?

  /// Nil for a kind that does not exist. All bytes of the header must be there.
  init?(_ bytes: ByteView, at start: Int) {
    let word = (0..<Self.byteCount).reduce(0) { $0 | Int(bytes[start + $1]) << (8 * $1) }
    isLast = word & 1 == 1
    let size = word >> 3
    switch word >> 1 & 3 {
    case 0: (storedBytes, contentBytes) = (size, size)
    case 1: (storedBytes, contentBytes) = (1, size)
    case 2: (storedBytes, contentBytes) = (size, nil)
    default: return nil
    }
  }
}
