internal import BulkcheckCore
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
