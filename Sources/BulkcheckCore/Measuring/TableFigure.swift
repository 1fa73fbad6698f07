/// The exact result of a measure.
enum TableFigure {
  /// A number of records, and of how many.
  case count(Int, of: Int)
  case number(BigDecimal)
  /// An extreme with digits beyond those of a ``BigDecimal``, as it is written.
  case farNumber([UInt8])
  /// A sum and the number of its parts.
  case mean(BigDecimal, Int)
  /// The standard deviation of so many values, by their sum and that of their squares.
  case deviation(sum: BigDecimal, squares: BigDecimal, Int)
  case text([UInt8])
  case instant([UInt8])

  /// The figure as JSON.
  var text: String {
    switch self {
    case .count(let count, _): "\(count)"
    case .number(let number): number.text
    case .farNumber(let bytes): TableFigure.json(number: bytes)
    case .mean(let sum, let count):
      {
        let (quotient, isExact) = sum.divided(by: count)
        return quotient.text(significantDigits: 12, isExact: isExact)
      }()
    case .deviation(let sum, let squares, let count):
      (count * squares - sum * sum).divided(by: count).quotient
        .divided(by: count - 1).quotient.squareRoot.text(significantDigits: 15)
    case .text(let bytes), .instant(let bytes):
      JSONText.quoted(ByteView.with(bytes) { $0.prefix(codepoints: 256).text })
    }
  }

  /// The number of a cell, which may begin with zeros.
  private static func json(number: [UInt8]) -> String {
    let isNegative = number.first == UInt8(ascii: "-")
    let digits = number.dropFirst(isNegative ? 1 : 0)
    let whole = digits.prefix { UInt8(ascii: "0")...UInt8(ascii: "9") ~= $0 }.dropLast()
    let zeros = whole.prefix { $0 == UInt8(ascii: "0") }.count
    return (isNegative ? "-" : "") + String(decoding: digits.dropFirst(zeros), as: UTF8.self)
  }
}

/// A bound that a figure is compared with.
struct FigureBound {
  private enum Limit {
    case number(BigDecimal, digits: String)
    case share(BigDecimal)
    case text([UInt8])
    case instant([UInt8])
    /// An instant in the notation of the field.
    case noted([UInt8])
    /// So many seconds from a date-time.
    case distance(from: [UInt8], Int)
    /// The clock is not known, or there is no footer.
    case unknown
  }

  let side: TableBound.Side
  let isExclusive: Bool
  private let limit: Limit
  /// The figure may be on the other side of it instead.
  private let otherLimit: Limit?
  private let time: TemporalReading

  /// - Parameters:
  ///   - time: how a figure that is a date or a time is read.
  ///   - now: the date-time of the run.
  ///   - footer: the number of footers, if there is one.
  init(_ bound: TableBound, _ time: TemporalReading, now: String?, footer: String? = nil) {
    self.time = time
    side = bound.side
    isExclusive = bound.isExclusive
    limit = Self.limit(bound.limit, now, footer)
    otherLimit = bound.otherLimit.map { Self.limit($0, now, footer) }
  }

  private static func limit(_ limit: TableBound.Limit, _ now: String?, _ footer: String?) -> Limit {
    switch limit {
    case .number(let digits): .number(BigDecimal(digits), digits: digits)
    case .share(let digits): .share(BigDecimal(digits))
    case .text(let text): .text(Array(text.utf8))
    case .instant(let text): .instant(Array(text.utf8))
    case .noted(let text): .noted(Array(text.utf8))
    case .fromNow(let seconds):
      now.map { .distance(from: Array($0.utf8), seconds) } ?? .unknown
    case .footer: footer.map { .number(BigDecimal($0), digits: $0) } ?? .unknown
    }
  }

  /// Whether the figure is within the bound.
  func holds(_ figure: TableFigure) -> Bool {
    isOn(side, of: limit, figure)
      || otherLimit.map { isOn(side == .lower ? .upper : .lower, of: $0, figure) } ?? false
  }

  private func isOn(_ side: TableBound.Side, of limit: Limit, _ figure: TableFigure) -> Bool {
    guard let order = order(of: figure, limit) else { return false }
    if order == 0 { return !isExclusive }
    return side == .lower ? order > 0 : order < 0
  }

  /// Negative if the figure is less than the limit; nil if they are of different kinds.
  private func order(of figure: TableFigure, _ limit: Limit) -> Int? {
    switch (figure, limit) {
    case (.farNumber(let bytes), .number(_, let digits)):
      ByteView.with(bytes) { bytes in
        Decimal.parse(bytes).flatMap { number in
          OwnedDecimal(digits).map { Decimal.compare(number, $0.value) }
        }
      }
    case (.text(let bytes), .text(let other)):
      ByteView.with(bytes) { bytes in ByteView.with(other) { bytes.compare($0) } }
    case (.instant(let bytes), .instant(let other)):
      ByteView.with(bytes) { bytes in
        ByteView.with(other) { other in
          time.instant(taken: bytes).flatMap { one in
            Instant(other).map { Instant.compare(one, $0) }
          }
        }
      }
    case (.instant(let bytes), .noted(let other)):
      ByteView.with(bytes) { bytes in
        ByteView.with(other) { other in
          time.instant(taken: bytes).flatMap { one in
            time.instant(taken: other).map { Instant.compare(one, $0) }
          }
        }
      }
    case (.instant(let bytes), .distance(let now, let seconds)):
      ByteView.with(bytes) { bytes in
        ByteView.with(now) { now in
          time.instant(taken: bytes).flatMap { one in
            Instant(now).map { Instant.compare(one, $0.adding(seconds: seconds)) }
          }
        }
      }
    default: distance(of: figure, limit).map(\.signum)
    }
  }

  /// How far a figure is above the limit, in some unit; nil if it is not a number.
  func distance(of figure: TableFigure) -> BigDecimal? { distance(of: figure, limit) }

  private func distance(of figure: TableFigure, _ limit: Limit) -> BigDecimal? {
    switch (figure, limit) {
    case (.count(let count, _), .number(let number, _)): BigDecimal(count) - number
    case (.count(let count, let whole), .share(let percent)):
      BigDecimal(count) * BigDecimal(100) - percent * BigDecimal(whole)
    case (.number(let value), .number(let number, _)): value - number
    case (.mean(let sum, let count), .number(let number, _)): sum - count * number
    case (.deviation(let sum, let squares, let count), .number(let number, _)):
      number.isNegative
        ? BigDecimal(1)
        : count * squares - sum * sum - number * number * BigDecimal(count) * BigDecimal(count - 1)
    default: nil
    }
  }
}
