/// The sums of one group, or of all records.
struct MeasuredGroup {
  /// The group's value as reports show it; nil until it is known.
  var label: String?
  var cell = MeasureCell()
  var sum = ExactSum()
  var squares = ExactSum()
  var extreme = MeasuredExtreme()
  /// Different values.
  var distinct = 0

  /// Adds what came later for the same group.
  mutating func add(_ other: MeasuredGroup, _ code: MeasureCode) {
    label = label ?? other.label
    add(other.cell, code)
    sum.add(other.sum)
    squares.add(other.squares)
    take(other.extreme, code)
    distinct += other.distinct
  }

  /// Counts stop at the greatest number that a partial result holds: anybody can have written one.
  mutating func add(_ other: MeasureCell, _ code: MeasureCode) {
    let wasEmpty = cell.taken == 0
    cell.judged = PartialDecoder.sum(cell.judged, other.judged)
    cell.taken = PartialDecoder.sum(cell.taken, other.taken)
    cell.mistyped = PartialDecoder.sum(cell.mistyped, other.mistyped)
    cell.outOfRange = PartialDecoder.sum(cell.outOfRange, other.outOfRange)
    guard other.taken > 0 else { return }
    if wasEmpty {
      cell.length = other.length
    } else {
      cell.length =
        code.measure == .minLength
        ? min(cell.length, other.length) : max(cell.length, other.length)
    }
  }

  mutating func take(_ other: MeasuredExtreme, _ code: MeasureCode) {
    extreme.take(other, code.time, greatest: code.measure == .max)
  }

  // MARK: Partial results and files

  /// Writes all but the label and the different values.
  func write(to encoder: inout PartialEncoder) {
    encoder.add(cell.judged)
    encoder.add(cell.taken)
    encoder.add(cell.mistyped)
    encoder.add(cell.outOfRange)
    encoder.add(cell.length)
    for sum in [sum, squares] {
      let parts = sum.parts.sorted { $0.key < $1.key }
      encoder.add(parts.count)
      for (exponent, digits) in parts {
        encoder.add(exponent < 0)
        encoder.add(abs(exponent))
        encoder.add(word: UInt64(truncatingIfNeeded: digits))
        encoder.add(word: UInt64(truncatingIfNeeded: digits >> 64))
      }
    }
    encoder.add(extreme.isSet ? String(decoding: extreme.text, as: UTF8.self) : nil)
  }

  init() {}

  init(from decoder: inout PartialDecoder, _ code: MeasureCode) throws(PartialDamage) {
    cell.judged = try decoder.number()
    cell.taken = try decoder.number()
    cell.mistyped = try decoder.number()
    cell.outOfRange = try decoder.number()
    cell.length = try decoder.number()
    let parts = [cell.taken, cell.mistyped, cell.outOfRange]
    let judged = cell.judged
    guard parts.allSatisfy({ $0 <= judged }) else { throw PartialDamage() }
    sum = try Self.sum(&decoder)
    squares = try Self.sum(&decoder)
    if let text = try decoder.optionalText() {
      let bytes = Array(text.utf8)
      let extreme = ByteView.with(bytes) { MeasuredExtreme($0, code) }
      guard let extreme else { throw PartialDamage() }
      self.extreme = extreme
    }
  }

  private static func sum(_ decoder: inout PartialDecoder) throws(PartialDamage) -> ExactSum {
    var sum = ExactSum()
    for _ in 0..<(try decoder.count()) {
      let isNegative = try decoder.flag()
      let exponent = try decoder.number()
      let low = try decoder.word()
      let high = try decoder.word()
      let digits = Int128(truncatingIfNeeded: UInt128(high) << 64 | UInt128(low))
      // Half of what there is room for: no sum of two overflows.
      guard digits.magnitude < 1 << 125,
        sum.add(digits, exponent: isNegative ? -exponent : exponent)
      else { throw PartialDamage() }
    }
    return sum
  }
}

extension MeasuredExtreme {
  /// The extreme of a partial result; nil if the bytes are not such a value.
  fileprivate init?(_ bytes: ByteView, _ code: MeasureCode) {
    self.init()
    guard code.isExtreme else { return nil }
    switch code.kind {
    case .numbers:
      guard let number = Decimal.parse(bytes) else { return nil }
      take(number, bytes, greatest: true)
    case .texts: take(text: bytes, greatest: true)
    case .instants, .dates, .dateTimes, .times:
      guard let instant = code.time.instant(bytes) else { return nil }
      take(instant, bytes, greatest: true)
    }
  }
}
