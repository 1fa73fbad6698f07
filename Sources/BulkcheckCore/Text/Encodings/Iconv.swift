internal import CLibrary

/// A converter of the C library: between one character of an encoding and its code point.
///
/// It makes tables, and never sees a text.
@safe
final class Iconv {
  private let handle: iconv_t
  private let makesCodePoints: Bool

  /// From the encoding to code points; nil if the library has none of these names.
  convenience init?(from names: [String]) {
    self.init(names, makesCodePoints: true)
  }

  /// From code points to the encoding.
  convenience init?(to names: [String]) {
    self.init(names, makesCodePoints: false)
  }

  private init?(_ names: [String], makesCodePoints: Bool) {
    let failed = unsafe iconv_t(bitPattern: -1)
    for name in names {
      let opened =
        unsafe makesCodePoints
        ? iconv_open(Self.codePoints, name) : iconv_open(name, Self.codePoints)
      if unsafe opened != failed, let opened = unsafe opened {
        unsafe handle = opened
        self.makesCodePoints = makesCodePoints
        return
      }
    }
    return nil
  }

  deinit { _ = unsafe iconv_close(handle) }

  private static let codePoints = "UTF-32LE"

  /// The code point of bytes that are exactly one character; nil if they are anything else.
  func codePoint(of bytes: [UInt8]) -> UInt32? {
    let found = converted(bytes)
    guard found.count == 4 else { return nil }
    let code = found.reversed().reduce(UInt32(0)) { $0 << 8 | UInt32($1) }
    return code == 0 || code > 0x10FFFF || (0xD800..<0xE000).contains(code) ? nil : code
  }

  /// The bytes of a code point; none if it has none.
  func bytes(of code: UInt32) -> [UInt8] {
    converted((0..<4).map { UInt8(truncatingIfNeeded: code >> (8 * $0)) })
  }

  /// All of the bytes converted, or nothing.
  private func converted(_ bytes: [UInt8]) -> [UInt8] {
    var source = bytes.map { CChar(bitPattern: $0) }
    var target = [CChar](repeating: 0, count: 16)
    var targetLeft = target.count
    let isWhole = unsafe source.withUnsafeMutableBufferPointer { source in
      unsafe target.withUnsafeMutableBufferPointer { target in
        var from = source.baseAddress
        var to = target.baseAddress
        var sourceLeft = source.count
        // SAFETY: both buffers are as long as is said, and outlive the calls. The first call begins
        // anew, the last one gives out what is held back.
        _ = unsafe iconv(handle, nil, nil, nil, nil)
        let irreversible = unsafe iconv(handle, &from, &sourceLeft, &to, &targetLeft)
        let rest = unsafe iconv(handle, nil, nil, &to, &targetLeft)
        return irreversible == 0 && sourceLeft == 0 && rest != .max
      }
    }
    guard isWhole else { return [] }
    return target.prefix(target.count - targetLeft).map { UInt8(bitPattern: $0) }
  }
}
