/// A value by which records are in order, where it lies: in a chunk, an arena or an ``OrderValue``.
struct OrderView: BitwiseCopyable {
  var kind: OrderValue.Kind
  var bytes: ByteView
  /// The number that the bytes say, where it needs no text: each value is compared twice.
  private var number: SmallDecimal?
  private var instant: Instant?

  static let none = OrderView(.number, .empty, nil)

  init(_ kind: OrderValue.Kind, _ bytes: ByteView, _ number: SmallDecimal?) {
    self.kind = kind
    self.bytes = bytes
    self.number = number
  }

  /// Nil for a text that is not in the notation of its field.
  @inline(__always)
  init?(
    _ kind: OrderValue.Kind, _ bytes: ByteView, as temporal: TemporalReading, isLocal: Bool
  ) {
    guard let value = temporal.instant(bytes, isLocal: isLocal) else { return nil }
    self.init(kind, bytes, nil)
    if value.isShort { instant = value }
  }

  /// Negative if the left one is less; nil if the two have no order.
  @inline(__always)
  static func compare(_ left: OrderView, _ right: OrderView, _ temporal: TemporalReading?) -> Int? {
    if let one = left.instant, let other = right.instant { return Instant.compare(one, other) }
    if let one = left.number, let other = right.number, one.scale == other.scale {
      return one.digits < other.digits ? -1 : one.digits == other.digits ? 0 : 1
    }
    if temporal == nil, left.kind == .text, right.kind == .text {
      return compareTexts(left.bytes, right.bytes)
    }
    return compareBytes(left, right, temporal)
  }

  @inline(__always)
  private static func compareTexts(_ left: ByteView, _ right: ByteView) -> Int {
    if left.count >= 8, right.count >= 8 {
      // The first byte of the text becomes the highest of the number.
      let (one, other) = (left.word(at: 0).byteSwapped, right.word(at: 0).byteSwapped)
      if one != other { return one < other ? -1 : 1 }
    }
    return left.compare(right)
  }

  @inline(never)
  private static func compareBytes(
    _ left: OrderView, _ right: OrderView, _ temporal: TemporalReading?
  ) -> Int? {
    if let temporal {
      return temporal.instant(taken: left.bytes).flatMap { instant in
        temporal.instant(taken: right.bytes).map { Instant.compare(instant, $0) }
      }
    }
    if left.kind != .text, right.kind != .text, let number = Decimal.parse(left.bytes),
      let otherNumber = Decimal.parse(right.bytes)
    {
      return Decimal.compare(number, otherNumber)
    }
    return left.kind == .number || right.kind == .number ? nil : left.bytes.compare(right.bytes)
  }
}

/// A value by which records are in order, kept from chunk to chunk.
struct OrderValue: Sendable {
  enum Kind: UInt8, CaseIterable, Sendable {
    case number, text
    /// A cell without a declared type: a number if it reads as one.
    case cell
  }

  private var kind = Kind.number
  private var bytes: [UInt8] = []

  init() {}

  init(_ view: OrderView) {
    kind = view.kind
    bytes = view.bytes.array
  }

  /// The result of ``OrderView/compare(_:_:_:)`` for values that own their bytes.
  static func compare(_ left: OrderValue, _ right: OrderValue, _ temporal: TemporalReading?) -> Int?
  {
    ByteView.with(left.bytes) { one in
      ByteView.with(right.bytes) { other in
        OrderView.compare(
          OrderView(left.kind, one, nil), OrderView(right.kind, other, nil), temporal)
      }
    }
  }
}

extension OrderValue: PartialCodable {
  mutating func code<Coder: PartialCoder>(with coder: inout Coder) throws(Coder.Failure) {
    var text = String(decoding: bytes, as: UTF8.self)
    try coder.code(&kind)
    try coder.code(&text)
    bytes = Array(text.utf8)
  }
}

extension OrderCode {
  /// Whether a record may be behind another one.
  func holds(_ before: [OrderValue], _ after: [OrderValue]) -> Bool {
    OrderCode.holds(keys: keys.count, strictly: strictly) { number in
      let order = OrderValue.compare(before[number], after[number], times[number])
      return order.map { keys[number].isDescending ? -$0 : $0 }
    }
  }

  /// Whether records are in order whose keys compare like this, one after the other.
  ///
  /// - Parameter compare: as ``OrderView/compare(_:_:_:)``, turned round for a descending key.
  @inline(__always)
  static func holds(keys count: Int, strictly: Bool, _ compare: (Int) -> Int?) -> Bool {
    for number in 0..<count {
      guard let order = compare(number) else { return false }
      if order != 0 { return order < 0 }
    }
    return !strictly
  }
}
