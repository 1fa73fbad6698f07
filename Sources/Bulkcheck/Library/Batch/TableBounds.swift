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
  /// As a profile writes them, for reports.
  var written: [WrittenBound] = []
  /// A limit is not a finite number, or not a point in time.
  var mistakes: [String] = []

  var isShare: Bool {
    bounds.contains { if case .share = $0.limit { true } else { false } }
  }

  var isMoment: Bool {
    bounds.contains {
      switch $0.limit {
      case .instant, .noted, .fromNow: true
      case .number, .share, .text: false
      }
    }
  }

  // MARK: Numbers

  /// At least this limit, inclusive.
  public static func atLeast<Number: Comparable & Sendable>(_ limit: Number) -> TableBounds {
    var bounds = TableBounds()
    bounds.add("minimum", [(.lower, limit)])
    return bounds
  }

  /// At most this limit, inclusive.
  public static func atMost<Number: Comparable & Sendable>(_ limit: Number) -> TableBounds {
    var bounds = TableBounds()
    bounds.add("maximum", [(.upper, limit)])
    return bounds
  }

  /// Between two limits, or equal to one of them.
  public static func within<Number: Comparable & Sendable>(
    _ least: Number, _ greatest: Number
  ) -> TableBounds {
    var bounds = TableBounds()
    bounds.add("range", [(.lower, least), (.upper, greatest)])
    return bounds
  }

  /// Exactly this figure.
  public static func exactly<Number: Comparable & Sendable>(_ figure: Number) -> TableBounds {
    var bounds = TableBounds()
    bounds.add("const", [(.lower, figure), (.upper, figure)], writesOne: true)
    return bounds
  }

  // MARK: Shares

  /// At least a share of the records that the figure is about. For counts only.
  public static func atLeast(percent: Double) -> TableBounds {
    var bounds = TableBounds()
    bounds.add("minimum", [(.lower, percent)], isShare: true)
    return bounds
  }

  /// At most a share of the records that the figure is about. For counts only.
  public static func atMost(percent: Double) -> TableBounds {
    var bounds = TableBounds()
    bounds.add("maximum", [(.upper, percent)], isShare: true)
    return bounds
  }

  /// Between two shares of the records that the figure is about, or one of them. For counts only.
  public static func within(percent least: Double, _ greatest: Double) -> TableBounds {
    var bounds = TableBounds()
    bounds.add("range", [(.lower, least), (.upper, greatest)], isShare: true)
    return bounds
  }

  // MARK: Points of time

  /// Later than a date, a date-time, `now`, or a distance such as `now-24h`. For the measures `min`
  /// and `max`.
  public static func after(_ moment: String) -> TableBounds {
    var bounds = TableBounds()
    bounds.add(.lower, "after", moment)
    return bounds
  }

  /// Earlier than a point in time.
  public static func before(_ moment: String) -> TableBounds {
    var bounds = TableBounds()
    bounds.add(.upper, "before", moment)
    return bounds
  }

  // MARK: Making

  private mutating func add(
    _ word: String, _ limits: [(side: TableBound.Side, value: any Sendable)],
    isShare: Bool = false, writesOne: Bool = false
  ) {
    var shown: [Literal] = []
    for limit in limits {
      guard let digits = NumberDigits.digits(limit.value).map(Self.plain) else {
        mistakes.append("\(limit.value) is not a finite number")
        continue
      }
      if isShare, !isPercent(limit.value) {
        mistakes.append("\(digits)% is not a share")
      }
      bounds.append(TableBound(limit.side, isShare ? .share(digits) : .number(digits)))
      shown.append(isShare ? .text(digits + "%") : .number(digits))
    }
    guard let first = shown.first else { return }
    written.append(
      WrittenBound(word: word, value: limits.count == 1 || writesOne ? first : .array(shown)))
  }

  /// Without the fraction that Swift writes of a whole number.
  private static func plain(_ digits: String) -> String {
    digits.hasSuffix(".0") ? String(digits.dropLast(2)) : digits
  }

  private func isPercent(_ value: any Sendable) -> Bool {
    (value as? Double).map { (0...100).contains($0) } ?? false
  }

  private mutating func add(_ side: TableBound.Side, _ word: String, _ moment: String) {
    written.append(WrittenBound(word: word, value: .text(moment)))
    if case .fromNow(let seconds)? = MomentBound.Limit(words: moment) {
      bounds.append(TableBound(side, .fromNow(seconds: seconds), isExclusive: true))
    } else if ByteView.withUTF8(of: moment, { Instant($0) != nil }) {
      bounds.append(TableBound(side, .instant(moment), isExclusive: true))
    } else {
      mistakes.append(
        "\(JSONText.quoted(moment)) is not a date, a date-time, or a distance from now")
    }
  }
}
