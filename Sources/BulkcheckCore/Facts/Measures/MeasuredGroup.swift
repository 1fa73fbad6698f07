/// The sums of one group, or of all records.
struct MeasuredGroup {
  /// The group's value as reports show it; nil until it is known.
  var label: String?
  /// The first record; nil if there are no groups.
  var first: FirstOccurrence?
  var cell = MeasureCell()
  var sum = ExactSum()
  var squares = ExactSum()
  var extreme = MeasuredExtreme()
  /// Different values.
  var distinct = 0

  /// Adds what came later for the same group.
  mutating func add(_ other: MeasuredGroup, _ code: MeasureCode) {
    label = label ?? other.label
    first = first ?? other.first
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

  /// Writes or reads all but the label and the different values.
  mutating func code<Coder: PartialCoder>(
    _ code: MeasureCode, with coder: inout Coder
  ) throws(Coder.Failure) {
    try coder.code(&first)
    try coder.code(&cell.judged)
    try coder.code(&cell.taken)
    try coder.code(&cell.mistyped)
    try coder.code(&cell.outOfRange)
    try coder.code(&cell.length)
    try coder.check(max(cell.taken, cell.mistyped, cell.outOfRange) <= cell.judged)
    try coder.code(&sum)
    try coder.code(&squares)
    var text = extreme.isSet ? String(decoding: extreme.text, as: UTF8.self) : nil
    try coder.code(&text)
    guard !extreme.isSet, let text else { return }
    extreme = ByteView.with(Array(text.utf8)) { MeasuredExtreme($0, code) }
    try coder.check(extreme.isSet)
  }
}

extension ExactSum: PartialCodable {
  package mutating func code<Coder: PartialCoder>(with coder: inout Coder) throws(Coder.Failure) {
    let parts = self.parts.sorted { $0.key < $1.key }
    var count = parts.count
    try coder.code(count: &count)
    for index in 0..<count {
      var (exponent, digits) = index < parts.count ? parts[index] : (key: 0, value: 0)
      try coder.code(signed: &exponent)
      var (low, high) = (
        UInt64(truncatingIfNeeded: digits), UInt64(truncatingIfNeeded: digits >> 64)
      )
      try coder.code(&low)
      try coder.code(&high)
      digits = Int128(truncatingIfNeeded: UInt128(high) << 64 | UInt128(low))
      // Half of what there is room for: no sum of two overflows. What is written is not added.
      try coder.check(digits.magnitude < 1 << 125 && add(digits, exponent: exponent))
    }
  }
}

extension MeasuredExtreme {
  /// The extreme of a partial result; not set if the bytes are not such a value.
  fileprivate init(_ bytes: ByteView, _ code: MeasureCode) {
    self.init()
    guard code.isExtreme else { return }
    switch code.kind {
    case .numbers:
      guard let number = Decimal.parse(bytes) else { return }
      take(number, bytes, greatest: true)
    case .texts: take(text: bytes, greatest: true)
    case .instants, .dates, .dateTimes, .times:
      guard let instant = code.time.instant(taken: bytes) else { return }
      take(instant, bytes, greatest: true)
    }
  }
}
