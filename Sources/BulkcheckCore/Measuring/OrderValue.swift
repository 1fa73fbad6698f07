/// A value by which records are in order.
struct OrderValue: Hashable, Sendable {
  enum Kind: UInt8, CaseIterable, Sendable {
    case number, text
    /// A cell without a declared type: a number if it reads as one.
    case cell
  }

  var kind = Kind.number
  var bytes: [UInt8] = []

  /// Negative if the left one is less; nil if the two have no order.
  static func compare(_ left: OrderValue, _ right: OrderValue, _ kind: MeasuredKind?) -> Int? {
    ByteView.with(left.bytes) { one in
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
