/// How the dates or times of an extreme or an order are read. The program owns the reader.
struct TimeReading: BitwiseCopyable, Sendable {
  let kind: MeasuredKind
  /// nil: as in RFC 3339.
  let reader: TemporalReader?

  /// The point in time of a text; nil if it is not one of them.
  @inline(__always)
  func instant(_ text: ByteView) -> Instant? {
    if let reader { return reader.instant(text) }
    switch kind {
    case .numbers, .texts: return nil
    case .instants:
      return text.count == 10 ? Instant(date: text) : Instant(dateTime: text)
    case .dates: return Instant(date: text)
    case .dateTimes: return Instant(dateTime: text)
    case .times: return Instant(time: text)
    }
  }
}
