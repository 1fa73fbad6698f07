/// A value by which records are in order.
struct OrderValue: Sendable {
  enum Kind: UInt8, CaseIterable, Sendable {
    case number, text
    /// A cell without a declared type: a number if it reads as one.
    case cell
  }

  var kind = Kind.number
  private(set) var bytes: [UInt8] = []
  /// What the bytes say, where it needs no text: each value is compared twice.
  private var number: SmallDecimal?
  private var instant: Instant?

  init() {}

  init(kind: Kind, bytes: [UInt8], of temporal: MeasuredKind?) {
    self.init()
    _ = ByteView.with(bytes) { take(kind, $0, temporal) }
  }

  /// Takes a value; false if it is none of the dates or times that it should be.
  mutating func take(_ kind: Kind, _ text: ByteView, _ temporal: MeasuredKind?) -> Bool {
    self.kind = kind
    bytes.removeAll(keepingCapacity: true)
    bytes.append(text)
    number = nil
    instant = nil
    guard let temporal else {
      if kind != .text { number = text.smallDecimal }
      return true
    }
    guard let value = Instant(text, temporal) else { return false }
    if value.isShort { instant = value }
    return true
  }

  /// Negative if the left one is less; nil if the two have no order.
  static func compare(_ left: OrderValue, _ right: OrderValue, _ kind: MeasuredKind?) -> Int? {
    if let one = left.instant, let other = right.instant { return Instant.compare(one, other) }
    if let one = left.number, let other = right.number, one.scale == other.scale {
      return one.digits < other.digits ? -1 : one.digits == other.digits ? 0 : 1
    }
    return ByteView.with(left.bytes) { one in
      ByteView.with(right.bytes) { other in
        if let kind {
          return Instant(one, kind).flatMap { instant in
            Instant(other, kind).map { Instant.compare(instant, $0) }
          }
        }
        if left.kind != .text, right.kind != .text, let number = Decimal.parse(one),
          let otherNumber = Decimal.parse(other)
        {
          return Decimal.compare(number, otherNumber)
        }
        return left.kind == .number || right.kind == .number ? nil : one.compare(other)
      }
    }
  }
}

/// What a rule about the order of records asks for.
struct OrderRule: Sendable {
  let keys: [SortKey]
  let strictly: Bool

  /// Whether a record may be behind another one.
  func holds(_ before: [OrderValue], _ after: [OrderValue]) -> Bool {
    for (number, key) in keys.enumerated() {
      guard var order = OrderValue.compare(before[number], after[number], key.kind) else {
        return false
      }
      if key.isDescending { order = -order }
      if order != 0 { return order < 0 }
    }
    return !strictly
  }
}
