/// JSON Pointers (RFC 6901) as texts.
enum PointerText {
  /// The steps of a pointer that begins with `/`, unescaped; nil if a `~` is neither `~0` nor `~1`.
  static func steps(_ pointer: String) -> [String]? {
    var steps: [String] = []
    for part in pointer.utf8.dropFirst().split(
      separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
    {
      guard let step = unescaped(part) else { return nil }
      steps.append(step)
    }
    return steps
  }

  private static func unescaped(_ part: Substring.UTF8View) -> String? {
    guard part.contains(UInt8(ascii: "~")) else { return String(Substring(part)) }
    var bytes: [UInt8] = []
    var rest = part
    while let byte = rest.popFirst() {
      guard byte == UInt8(ascii: "~") else {
        bytes.append(byte)
        continue
      }
      switch rest.popFirst() {
      case UInt8(ascii: "0"): bytes.append(UInt8(ascii: "~"))
      case UInt8(ascii: "1"): bytes.append(UInt8(ascii: "/"))
      default: return nil
      }
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// The position in a list that a step names: digits without a leading zero.
  static func position(_ step: String) -> Int? {
    guard let first = step.utf8.first, step.utf8.allSatisfy({ (0x30...0x39).contains($0) }),
      first != UInt8(ascii: "0") || step.utf8.count == 1
    else { return nil }
    return Int(step)
  }
}
