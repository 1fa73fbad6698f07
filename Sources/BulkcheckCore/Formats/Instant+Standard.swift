/// Dates and date-times as SQL writes them.
extension Instant {
  /// A date, or a date-time with a `T` or a space in it, whose offset may be missing.
  init?(standard text: ByteView) {
    if text.count == 10 {
      self.init(date: text)
    } else if text.count >= 16, text[10] == UInt8(ascii: " ") {
      guard let day = Instant(date: text[0..<10]),
        let time = Instant(time: text[11..<text.count], isLocal: true),
        !Instant.hasOffset(text)
      else { return nil }
      self.init(time, seconds: day.seconds + time.seconds)
    } else {
      self.init(dateTime: text, isLocal: true)
    }
  }

  /// Whether a time ends with an offset, which may lead to another day.
  private static func hasOffset(_ text: ByteView) -> Bool {
    let last = text[text.count - 1]
    if last | 0x20 == UInt8(ascii: "z") { return true }
    let sign = text[text.count - 6]
    return sign == UInt8(ascii: "+") || sign == UInt8(ascii: "-")
  }
}
