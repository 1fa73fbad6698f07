/// The ASCII bytes that records are made of.
public enum Ascii {
  @inlinable public static var tab: UInt8 { 0x09 }
  @inlinable public static var lineFeed: UInt8 { 0x0A }
  @inlinable public static var carriageReturn: UInt8 { 0x0D }
  @inlinable public static var space: UInt8 { 0x20 }
  @inlinable public static var quote: UInt8 { 0x22 }
  @inlinable public static var plus: UInt8 { 0x2B }
  @inlinable public static var comma: UInt8 { 0x2C }
  @inlinable public static var minus: UInt8 { 0x2D }
  @inlinable public static var point: UInt8 { 0x2E }
  @inlinable public static var zero: UInt8 { 0x30 }
  @inlinable public static var colon: UInt8 { 0x3A }
  @inlinable public static var openBracket: UInt8 { 0x5B }
  @inlinable public static var backslash: UInt8 { 0x5C }
  @inlinable public static var closeBracket: UInt8 { 0x5D }
  @inlinable public static var openBrace: UInt8 { 0x7B }
  @inlinable public static var closeBrace: UInt8 { 0x7D }

  @inline(__always)
  package static func isDigit(_ byte: UInt8) -> Bool { byte &- zero < 10 }

  package static func isAlphanumeric(_ byte: UInt8) -> Bool {
    isDigit(byte) || (byte | 0x20) &- 0x61 < 26
  }

  /// Space, tab, carriage return and line feed: JSON's blanks.
  @inline(__always)
  package static func isBlank(_ byte: UInt8) -> Bool {
    byte == space || byte == tab || byte == carriageReturn || byte == lineFeed
  }

  /// `[` and `{`, which differ from one another and from no other byte by this bit alone.
  @inline(__always)
  package static func opensContainer(_ byte: UInt8) -> Bool { byte | 0x20 == openBrace }

  /// `]` and `}`, for which the same holds.
  @inline(__always)
  package static func closesContainer(_ byte: UInt8) -> Bool { byte | 0x20 == closeBrace }

  @inline(__always)
  package static func isLineEnd(_ byte: UInt8) -> Bool {
    byte == lineFeed || byte == carriageReturn
  }

  /// The letters behind a backslash other than `u`.
  package static func isSimpleEscape(_ byte: UInt8) -> Bool {
    switch byte {
    case quote, backslash, UInt8(ascii: "/"), UInt8(ascii: "b"), UInt8(ascii: "f"),
      UInt8(ascii: "n"), UInt8(ascii: "r"), UInt8(ascii: "t"):
      true
    default: false
    }
  }

  package static func hexValue(_ byte: UInt8) -> UInt8? {
    switch byte {
    case 0x30...0x39: byte - 0x30
    case 0x41...0x46: byte - 0x41 + 10
    case 0x61...0x66: byte - 0x61 + 10
    default: nil
    }
  }
}
