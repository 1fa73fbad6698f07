/// The least or the greatest value so far.
package struct MeasuredExtreme: Sendable {
  package private(set) var isSet = false
  /// Numbers and texts as they are compared; what is written of an instant.
  package private(set) var text: [UInt8] = []
  private var number: SmallDecimal?
  /// Nil where it needs its text, which is as in RFC 3339.
  private var instant: Instant?

  package init() {}

  mutating func clear() { isSet = false }

  /// Takes a number if it is better.
  @inline(__always)
  mutating func take(_ value: SmallDecimal, _ bytes: ByteView, greatest: Bool) {
    if isSet, let number, number.scale == value.scale {
      if greatest ? value.digits <= number.digits : value.digits >= number.digits { return }
    } else if isSet, !isBetter(Decimal(value), greatest) {
      return
    }
    set(bytes)
    number = value
  }

  mutating func take(_ value: Decimal, _ bytes: ByteView, greatest: Bool) {
    if isSet, !isBetter(value, greatest) { return }
    set(bytes)
    number = nil
  }

  private func isBetter(_ value: Decimal, _ greatest: Bool) -> Bool {
    let order =
      if let number {
        Decimal.compare(value, Decimal(number))
      } else {
        ByteView.with(text) { bytes in Decimal.parse(bytes).map { Decimal.compare(value, $0) } ?? 0
        }
      }
    return greatest ? order > 0 : order < 0
  }

  mutating func take(text value: ByteView, greatest: Bool) {
    if isSet {
      let order = ByteView.with(text) { value.compare($0) }
      if greatest ? order <= 0 : order >= 0 { return }
    }
    set(value)
  }

  mutating func take(_ value: Instant, _ bytes: ByteView, greatest: Bool) {
    if isSet {
      let order =
        if let instant {
          Instant.compare(value, instant)
        } else {
          ByteView.with(text) { bytes in
            Instant(bytes, isLocal: true).map { Instant.compare(value, $0) } ?? 0
          }
        }
      if greatest ? order <= 0 : order >= 0 { return }
    }
    set(bytes)
    instant = value.isShort ? value : nil
  }

  private mutating func set(_ bytes: ByteView) {
    isSet = true
    text.removeAll(keepingCapacity: true)
    text.append(bytes)
  }

  /// Takes over another one of the same kind, if it is better.
  mutating func take(_ other: MeasuredExtreme, _ time: TemporalReading, greatest: Bool) {
    guard other.isSet else { return }
    ByteView.with(other.text) { bytes in
      switch time.kind {
      case .numbers: if let value = Decimal.parse(bytes) { take(value, bytes, greatest: greatest) }
      case .texts: take(text: bytes, greatest: greatest)
      case .instants, .dates, .dateTimes, .times:
        if let value = time.instant(taken: bytes) { take(value, bytes, greatest: greatest) }
      }
    }
  }
}
