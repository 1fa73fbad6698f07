internal import BulkcheckCore
internal import Requirements

/// Limits of a figure of all records.
///
/// ```swift
/// TableRequirement<Order>.mean(\.amount, .within(10, 200))
/// TableRequirement<Order>.missing(\.email, .atMost(percent: 2))
/// ```
///
/// They are compared exactly, as decimals.
public struct TableBounds: Hashable, Sendable {
  var bounds: [TableBound] = []
  /// The bounds as a profile writes them, for reports.
  var written: [WrittenBound] = []
  /// The mistakes: limits that are not finite numbers, or not points in time.
  var mistakes: [String] = []

  var isShare: Bool {
    bounds.contains { if case .share = $0.limit { true } else { false } }
  }

  var isInstant: Bool {
    bounds.contains {
      switch $0.limit {
      case .instant, .noted, .fromNow: true
      case .number, .share, .text, .footer: false
      }
    }
  }

  // MARK: Numbers

  /// At least this limit, inclusive.
  public static func atLeast<Number: Comparable & Sendable>(_ limit: Number) -> TableBounds {
    TableBounds("minimum", [(.lower, limit)])
  }

  /// At most this limit, inclusive.
  public static func atMost<Number: Comparable & Sendable>(_ limit: Number) -> TableBounds {
    TableBounds("maximum", [(.upper, limit)])
  }

  /// Between two limits, or equal to one of them.
  public static func within<Number: Comparable & Sendable>(
    _ least: Number, _ greatest: Number
  ) -> TableBounds {
    TableBounds("range", [(.lower, least), (.upper, greatest)])
  }

  /// Exactly this figure.
  public static func exactly<Number: Comparable & Sendable>(_ figure: Number) -> TableBounds {
    TableBounds("const", [(.lower, figure), (.upper, figure)], writesOne: true)
  }

  // MARK: Shares

  /// At least a share of the records that the figure is about. For counts only.
  public static func atLeast(percent: Double) -> TableBounds {
    TableBounds("minimum", [(.lower, percent)], isShare: true)
  }

  /// At most a share of the records that the figure is about. For counts only.
  public static func atMost(percent: Double) -> TableBounds {
    TableBounds("maximum", [(.upper, percent)], isShare: true)
  }

  /// Between two shares of the records that the figure is about, or one of them. For counts only.
  public static func within(percent least: Double, _ greatest: Double) -> TableBounds {
    TableBounds("range", [(.lower, least), (.upper, greatest)], isShare: true)
  }

  // MARK: Points of time

  /// Later than a date, a date-time, `now`, or a distance such as `now-24h`. For the measures `min`
  /// and `max`.
  public static func after(_ instant: String) -> TableBounds {
    TableBounds(.lower, "after", instant)
  }

  /// Earlier than a point in time.
  public static func before(_ instant: String) -> TableBounds {
    TableBounds(.upper, "before", instant)
  }

  // MARK: Making

  private init(
    _ word: String, _ limits: [(side: TableBound.Side, value: any Sendable)],
    isShare: Bool = false, writesOne: Bool = false
  ) {
    var shown: [Literal] = []
    for limit in limits {
      guard let digits = NumberDigits.digits(limit.value).map(NumberDigits.plain) else {
        mistakes.append("\(limit.value) is not a finite number")
        continue
      }
      if isShare, !Self.isPercent(limit.value) {
        mistakes.append("\(digits)% is not a share")
      }
      bounds.append(TableBound(limit.side, isShare ? .share(digits) : .number(digits)))
      shown.append(isShare ? .text(digits + "%") : .number(digits))
    }
    guard let first = shown.first else { return }
    written.append(
      WrittenBound(word: word, value: limits.count == 1 || writesOne ? first : .array(shown)))
  }

  private static func isPercent(_ value: any Sendable) -> Bool {
    (value as? Double).map { (0...100).contains($0) } ?? false
  }

  private init(_ side: TableBound.Side, _ word: String, _ instant: String) {
    written.append(WrittenBound(word: word, value: .text(instant)))
    if case .fromNow(let seconds)? = InstantBound.Limit(words: instant) {
      bounds.append(TableBound(side, .fromNow(seconds: seconds), isExclusive: true))
    } else if ByteView.withUTF8(of: instant, { Instant($0) != nil }) {
      bounds.append(TableBound(side, .instant(instant), isExclusive: true))
    } else {
      mistakes.append(
        "\(JSONText.quoted(instant)) is not a date, a date-time, or a distance from now")
    }
  }
}
