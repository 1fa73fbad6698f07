/// Reads the inside of a character class, `[a-z\d]`, as far as to its end.
struct ClassReader {
  /// How reading ended.
  enum End: Equatable {
    case closed
    case open
    /// A range whose first character comes after its last.
    case backwards(Int)
    case beyondUs
  }

  private let bytes: [UInt8]
  private(set) var position: Int
  /// The plain ASCII character before, which may begin a range.
  private var previous: UInt8?

  /// `position` is behind the opening bracket.
  init(_ bytes: [UInt8], _ position: Int) {
    self.bytes = bytes
    self.position = position
  }

  mutating func read() -> End {
    if peek(0) == UInt8(ascii: "^") { position += 1 }
    // A bracket at the beginning is a member.
    if peek(0) == UInt8(ascii: "]") { take(UInt8(ascii: "]")) }
    while let byte = peek(0) {
      switch byte {
      case UInt8(ascii: "]"):
        position += 1
        return .closed
      case UInt8(ascii: "\\"):
        guard let letter = peek(1) else { return .open }
        guard skipEscape(letter) else { return .beyondUs }
      case UInt8(ascii: "["):
        if let next = peek(1), ":.=".utf8.contains(next) { return .beyondUs }
        take(byte)
      case UInt8(ascii: "-"):
        if let offset = backwards() { return .backwards(offset) }
      default: take(byte)
      }
    }
    return .open
  }

  /// False for quotations and their like, which are not followed.
  private mutating func skipEscape(_ letter: UInt8) -> Bool {
    if "QEc".utf8.contains(letter) { return false }
    position += 2
    previous = nil
    if peek(0) == UInt8(ascii: "{"), "xouNpP".utf8.contains(letter) {
      guard let end = bytes[position...].firstIndex(of: UInt8(ascii: "}")) else { return false }
      position = end + 1
    }
    return true
  }

  /// At a hyphen: whether it makes a range that runs backwards.
  private mutating func backwards() -> Int? {
    guard let first = previous, let last = peek(1), Self.isPlain(last) else {
      previous = nil
      position += 1
      return nil
    }
    if first > last { return position - 1 }
    position += 2
    previous = nil
    return nil
  }

  private mutating func take(_ byte: UInt8) {
    previous = Self.isPlain(byte) ? byte : nil
    position += 1
  }

  private static func isPlain(_ byte: UInt8) -> Bool {
    byte &- UInt8(ascii: "0") < 10 || byte | 0x20 &- UInt8(ascii: "a") < 26
  }

  private func peek(_ offset: Int) -> UInt8? {
    position + offset < bytes.count ? bytes[position + offset] : nil
  }
}
