internal import BulkcheckCore
internal import BulkcheckProfile
public import BulkcheckReport
public import Requirements

/// A requirement for all records of a batch together: how many there are, how many lack a value,
/// how their values are distributed.
///
/// ```swift
/// let validator = try BatchValidator(
///   Requirement<Order>.on(\.amount, .greaterThan(0)),
///   table: [
///     .count(.within(1000, 2_000_000)),
///     .share(of: .on(\.country, .equalTo("US")), .within(percent: 20, 60)),
///     .mean(\.amount, .within(10, 200)).rule("amount-mean", severity: .warning),
///     .count(.atLeast(10)).by(\.shop),
///   ])
/// ```
///
/// Each becomes a rule of the report, as an entry of `table` in a profile does, and is checked in
/// the same pass. A rule without any value to measure fails, unless ``passingEmpty()`` says
/// otherwise.
public struct TableRequirement<Record: Decodable & Sendable>: Sendable {
  var form: TableForm

  private init(_ measure: Measure, _ bounds: TableBounds) {
    form = TableForm(measure: measure, bounds: bounds)
  }

  private init<Part>(
    _ measure: Measure, _ keyPath: any KeyPath<Record, Part> & Sendable, _ bounds: TableBounds
  ) {
    self.init(measure, bounds)
    form.subject = Self.outline(keyPath)
  }

  private func changed(_ change: (inout TableForm) -> Void) -> Self {
    var made = self
    change(&made.form)
    return made
  }

  private static func outline<Part>(_ keyPath: any KeyPath<Record, Part> & Sendable) -> Outline {
    Requirement<Record>.on(keyPath, Requirement<Part>.all([])).outline
  }

  // MARK: Counts

  /// The number of records, or of those that satisfy a requirement.
  public static func count(
    where requirement: Requirement<Record>? = nil, _ bounds: TableBounds
  ) -> Self {
    Self(.count, bounds).changed { form in
      form.condition = requirement?.outline
      form.mistakes = requirement?.mistakes ?? []
    }
  }

  /// The share of records that satisfy a requirement, or their number: as `count(where:_:)`.
  public static func share(of requirement: Requirement<Record>, _ bounds: TableBounds) -> Self {
    count(where: requirement, bounds)
  }

  /// The number of records without a value.
  public static func missing<Part>(
    _ keyPath: any KeyPath<Record, Part> & Sendable, _ bounds: TableBounds
  ) -> Self { Self(.missing, keyPath, bounds) }

  /// The number of records with a value.
  public static func present<Part>(
    _ keyPath: any KeyPath<Record, Part> & Sendable, _ bounds: TableBounds
  ) -> Self { Self(.present, keyPath, bounds) }

  /// The number of distinct values.
  public static func distinct<Part>(
    _ keyPath: any KeyPath<Record, Part> & Sendable, _ bounds: TableBounds
  ) -> Self { Self(.distinct, keyPath, bounds) }

  /// The number of values that repeat an earlier one.
  public static func duplicates<Part>(
    _ keyPath: any KeyPath<Record, Part> & Sendable, _ bounds: TableBounds
  ) -> Self { Self(.duplicates, keyPath, bounds) }

  // MARK: Figures of values

  /// The smallest number, or the earliest point in time if the bounds are points in time.
  public static func min<Part>(
    _ keyPath: any KeyPath<Record, Part> & Sendable, _ bounds: TableBounds
  ) -> Self { Self(.min, keyPath, bounds) }

  /// The largest number, or the latest point in time if the bounds are points in time.
  public static func max<Part>(
    _ keyPath: any KeyPath<Record, Part> & Sendable, _ bounds: TableBounds
  ) -> Self { Self(.max, keyPath, bounds) }

  /// The sum, without rounding.
  public static func sum<Part>(
    _ keyPath: any KeyPath<Record, Part> & Sendable, _ bounds: TableBounds
  ) -> Self { Self(.sum, keyPath, bounds) }

  /// The arithmetic mean, compared as a fraction.
  public static func mean<Part>(
    _ keyPath: any KeyPath<Record, Part> & Sendable, _ bounds: TableBounds
  ) -> Self { Self(.mean, keyPath, bounds) }

  /// The standard deviation, divided by n − 1.
  public static func standardDeviation<Part>(
    _ keyPath: any KeyPath<Record, Part> & Sendable, _ bounds: TableBounds
  ) -> Self { Self(.stddev, keyPath, bounds) }

  /// The number at the nearest rank: 0.5 is the median, 0 the smallest number.
  public static func quantile<Part>(
    _ position: Double, _ keyPath: any KeyPath<Record, Part> & Sendable, _ bounds: TableBounds
  ) -> Self {
    Self(.quantile, keyPath, bounds).changed { $0.take(position: position) }
  }

  /// The length of the shortest string.
  public static func minLength<Part>(
    _ keyPath: any KeyPath<Record, Part> & Sendable, _ bounds: TableBounds
  ) -> Self { Self(.minLength, keyPath, bounds) }

  /// The length of the longest string.
  public static func maxLength<Part>(
    _ keyPath: any KeyPath<Record, Part> & Sendable, _ bounds: TableBounds
  ) -> Self { Self(.maxLength, keyPath, bounds) }

  // MARK: Changes

  /// Applies the bounds to each group of records with the same value. If it is called again,
  /// records are grouped by the combination of values.
  public func by<Part>(_ keyPath: any KeyPath<Record, Part> & Sendable) -> Self {
    changed { $0.groups.append(Self.outline(keyPath)) }
  }

  /// Lets the rule pass if the batch has nothing to measure.
  public func passingEmpty() -> Self {
    changed { $0.passesEmpty = true }
  }

  /// Names the rule. Without this method it is called after its field and measure: `amount.mean`.
  ///
  /// - Parameters:
  ///   - id: its name in the report.
  ///   - message: without placeholders; nil: what the rule requires.
  ///   - severity: whether a failure fails the run.
  ///   - labels: words to select rules by.
  public func rule(
    _ id: String, message: String? = nil, severity: Report.Severity = .error,
    labels: [String] = []
  ) -> Self {
    changed { form in
      form.id = id
      form.message = message
      form.severity = Severity(rawValue: severity.rawValue) ?? .error
      form.labels = labels
    }
  }
}

/// A ``TableRequirement`` without the type of its record.
struct TableForm: Sendable {
  var measure: Measure
  var bounds: TableBounds
  /// Leads to what is measured; nil for `count`.
  var subject: Outline?
  var condition: Outline?
  var groups: [Outline] = []
  var position: String?
  var passesEmpty = false
  var id: String?
  var message: String?
  var severity = Severity.error
  var labels: [String] = []
  var mistakes: [String] = []

  mutating func take(position value: Double) {
    position = NumberDigits.digits(value).flatMap { QuantilePosition.text($0) }
    if position == nil { mistakes.append("the position of a quantile is a number from 0 to 1") }
  }
}

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
  /// A limit is not a finite number, or not a point in time.
  var mistakes: [String] = []

  var isShare: Bool {
    bounds.contains { if case .share = $0.limit { true } else { false } }
  }

  var isInstant: Bool {
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
