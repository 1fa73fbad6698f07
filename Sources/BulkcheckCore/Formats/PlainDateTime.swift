/// Recognises dates and times that are certainly valid, by three words of eight bytes. They have
/// four digits, a month of 1 to 12, a day of 1 to 28, an hour up to 23, minutes and seconds up to
/// 59, and `-`, `T` and `:` at their places. The rest (the last days of months, leap seconds, `t`,
/// everything that is wrong) is for the exact parser.
///
/// Each word is compared with its shape `0000-00-`: the exclusive or leaves the digit's value where
/// the shape has a zero, and nothing where it has the byte itself. All bytes are then held against
/// their highest value at once.
enum PlainDateTime {
  /// The bytes as a word that has the first one lowest.
  private struct Shape {
    let bytes: UInt64
    let highest: UInt64

    /// The digits' values in their places, or nil if a byte is beyond its highest value.
    @inline(__always)
    func values(of word: UInt64) -> UInt64? {
      let values = word ^ bytes
      // A value above its highest carries into bit 7 of its byte; values of 128 and more have that
      // bit already.
      let excess = values &+ (0x7F7F_7F7F_7F7F_7F7F &- highest)
      return (values | excess) & 0x8080_8080_8080_8080 == 0 ? values : nil
    }
  }

  /// `YYYY-MM-`
  private static var yearAndMonth: Shape {
    Shape(bytes: 0x2D30_302D_3030_3030, highest: 0x0009_0100_0909_0909)
  }
  /// `YY-MM-DD`
  private static var monthAndDay: Shape {
    Shape(bytes: 0x3030_2D30_302D_3030, highest: 0x0903_0009_0100_0909)
  }
  /// `DDThh:mm`
  private static var dayAndHour: Shape {
    Shape(bytes: 0x3030_3A30_3054_3030, highest: 0x0905_0009_0200_0903)
  }
  /// `hh:mm:ss`
  private static var time: Shape {
    Shape(bytes: 0x3030_3A30_303A_3030, highest: 0x0905_0009_0500_0902)
  }

  /// The number of the two digits from byte `place` on.
  @inline(__always)
  private static func number(_ values: UInt64, _ place: UInt64) -> UInt64 {
    (values >> (8 * place) & 0xF) &* 10 &+ (values >> (8 * place + 8) & 0xF)
  }

  /// Whether a text of ten bytes is a date.
  @inline(__always)
  static func isDate(_ text: ByteView) -> Bool {
    guard yearAndMonth.values(of: text.word(at: 0)) != nil,
      let values = monthAndDay.values(of: text.word(at: 2))
    else { return false }
    return number(values, 3) &- 1 < 12 && number(values, 6) &- 1 < 28
  }

  /// Whether the first 19 bytes of a text, which has more, are a date and a time.
  @inline(__always)
  static func isDateTime(_ text: ByteView) -> Bool {
    guard let first = yearAndMonth.values(of: text.word(at: 0)),
      let second = dayAndHour.values(of: text.word(at: 8)),
      time.values(of: text.word(at: 11)) != nil
    else { return false }
    return number(first, 5) &- 1 < 12 && number(second, 0) &- 1 < 28 && number(second, 3) < 24
  }
}
