/// A record as it is kept until the next one of its group has come: the values that rules read of
/// it, as they were captured.
///
///     JSON    string "v1"    number 17    absent
///
/// The values have the order of ``PairCode/pieces``. A list of bytes, so that it can be kept
/// anywhere.
struct PairImage {
  /// A value, whose bytes are those of a ``Node`` of its kind.
  struct Value {
    var kind = ValueKind.absent
    var isLocalTime = false
    var bytes: ArraySlice<UInt8> = []
  }

  private enum Flag {
    static let kind: UInt8 = 15, localTime: UInt8 = 16
  }

  /// The first byte of an image.
  static func head(isCSV: Bool) -> UInt8 { isCSV ? 1 : 0 }

  /// Reads the first byte of an image, which moves behind it: whether it is of a row of CSV; nil if
  /// it is damaged.
  static func takeHead(_ image: inout ArraySlice<UInt8>) -> Bool? {
    guard let head = image.popFirst(), head <= 1 else { return nil }
    return head == 1
  }

  /// Adds a value that is not there.
  static func addAbsent(to image: inout [UInt8]) { image += [ValueKind.absent.rawValue, 0] }

  /// Adds a value to an image.
  @inline(__always)
  static func add(
    _ kind: ValueKind, _ bytes: ByteView, isLocalTime: Bool, to image: inout [UInt8]
  ) {
    var head = kind.rawValue
    if isLocalTime { head |= Flag.localTime }
    image.append(head)
    var count = UInt32(truncatingIfNeeded: bytes.count)
    while count >= 0x80 {
      image.append(UInt8(truncatingIfNeeded: count) | 0x80)
      count >>= 7
    }
    image.append(UInt8(truncatingIfNeeded: count))
    image.append(bytes)
  }

  /// Whether an image that anybody may have written is one of so many values, each of its kind.
  static func isSound(_ image: ArraySlice<UInt8>, of count: Int) -> Bool {
    var rest = image
    guard takeHead(&rest) != nil else { return false }
    for _ in 0..<count {
      guard let value = next(&rest) else { return false }
      guard let text = String(validating: value.bytes, as: UTF8.self) else { return false }
      switch value.kind {
      case .absent, .null, .false, .true, .string, .cell: continue
      case .number, .array, .object:
        let start: [Character] =
          value.kind == .array ? ["["] : value.kind == .object ? ["{"] : Array("-0123456789")
        guard let first = text.first, start.contains(first), JSONDiagnosis.isWellFormed(text)
        else { return false }
      }
    }
    return rest.isEmpty
  }

  /// Reads the next value of an image, which moves behind it. Nil: there is none, or it is damaged.
  static func next(_ image: inout ArraySlice<UInt8>) -> Value? {
    guard let head = image.popFirst(), let kind = ValueKind(rawValue: head & Flag.kind) else {
      return nil
    }
    var count = 0
    var shift = 0
    while true {
      guard let byte = image.popFirst(), shift < 32 else { return nil }
      count |= Int(byte & 0x7F) << shift
      if byte < 0x80 { break }
      shift += 7
    }
    guard count <= image.count else { return nil }
    let bytes = image.prefix(count)
    image = image.dropFirst(count)
    return Value(
      kind: kind, isLocalTime: head & Flag.localTime != 0, bytes: bytes)
  }
}
