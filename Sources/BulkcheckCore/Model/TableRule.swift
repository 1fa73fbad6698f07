/// A rule about the table as a whole, judged once a run or once for each group.
package struct TableRule: Hashable, Sendable {
  package var id: String
  /// The path in dotted form for reports; nil for a rule about records or over several paths.
  package var field: String?
  /// The word that says what is asked: `count`, `mean`, `sorted`, …
  package var constraint: String
  package var statement: TableStatement
  package var attributes: RuleAttributes
  /// False for rules that are off, skipped or not selected.
  package var isRun = true
  /// Only its records are seen; nil: all.
  package var section: SectionIndex?

  package init(
    id: String, field: String?, constraint: String, statement: TableStatement,
    attributes: RuleAttributes
  ) {
    self.id = id
    self.field = field
    self.constraint = constraint
    self.statement = statement
    self.attributes = attributes
  }

  /// Whether it says of a record that it does not follow the one before.
  package var isAboutOrder: Bool { if case .sorted = statement { true } else { false } }
}

package enum TableStatement: Hashable, Sendable {
  case measure(Measurement)
  /// The records are in the order of these values.
  case sorted(SortOrder)
  /// The columns of the header, or the keys of each record.
  case columns([String], ColumnMatch)
  /// Every value of a reference occurs.
  case covers(Coverage)
}

/// The values of a reference, and where they have to occur.
package struct Coverage: Hashable, Sendable {
  package var path: FieldPath
  package var reference: ReferencedColumn
  package init(path: FieldPath, reference: ReferencedColumn) {
    self.path = path
    self.reference = reference
  }
}

/// The quantity that a table rule measures.
package enum Measure: String, CaseIterable, Hashable, BitwiseCopyable, Sendable {
  case count, missing, present, distinct, duplicates
  case min, max, sum, mean, stddev, quantile
  case minLength, maxLength

  /// Whether its figure is a number of records or elements, so that a bound may be a share of them.
  package var isCount: Bool {
    switch self {
    case .count, .missing, .present, .distinct, .duplicates: true
    default: false
    }
  }

  /// Whether its figure is one of the values, which need not be numbers.
  package var isExtreme: Bool { self == .min || self == .max }
}

/// The values that an extreme or an order is about.
package enum MeasuredType: Hashable, BitwiseCopyable, Sendable {
  case numbers
  /// In the order of their code points.
  case texts
  /// Dates and date-times in the order of their instants, whichever of both.
  case instants
  /// Values of fields with such a format.
  case dates, dateTimes, times
}

/// A figure of the table and its bounds.
package struct Measurement: Hashable, Sendable {
  package var measure: Measure
  /// The measured path; nil for `count`. With `[*]`, each element is measured.
  package var path: FieldPath?
  /// The records that are measured; nil: all.
  package var condition: Expression?
  /// The values by which records are grouped; empty: no groups.
  package var groups: [FieldPath] = []
  /// The position of a quantile, from 0 to 1, in plain digits.
  package var position: String?
  package var kind = MeasuredType.numbers
  /// How the dates or times of an extreme are written; nil: as in RFC 3339.
  package var notation: TemporalNotation?
  package var bounds: [TableBound] = []
  /// The bounds as the profile writes them, for reports: words and JSON values.
  package var writtenBounds: [WrittenBound] = []
  /// Passes if nothing could be measured.
  package var passesEmpty = false

  /// Whether the condition is one in SQL, which may be null.
  package var conditionIsStatement: Bool {
    if case .both? = condition { true } else { false }
  }

  package init(_ measure: Measure) { self.measure = measure }
}

/// A cell in the footers of an input.
package struct FooterPlace: Hashable, Sendable {
  /// Counts from 1.
  package var row: Int
  package var column: String
  package init(row: Int, column: String) {
    self.row = row
    self.column = column
  }
}

package struct WrittenBound: Hashable, Sendable {
  package var word: String
  package var value: Literal
  /// A text is compared with others, and not a share or a point of time.
  package var isText = false
  package init(word: String, value: Literal) {
    self.word = word
    self.value = value
  }
}

/// One limit of a figure; all of a measurement's hold.
package struct TableBound: Hashable, Sendable {
  package enum Side: Hashable, Sendable { case lower, upper }

  package enum Limit: Hashable, Sendable {
    case number(String)
    /// A percentage of what was judged, without its sign.
    case share(String)
    case text(String)
    /// A date or date-time.
    case instant(String)
    /// A date or time in the notation of its field.
    case noted(String)
    /// So many seconds from now.
    case fromNow(seconds: Int)
    /// The sum of the numbers in a cell of the footers.
    case footer(FooterPlace)
  }

  package var side: Side
  package var isExclusive: Bool
  package var limit: Limit
  /// The figure may instead be on the other side of this limit: it is not between the two.
  package var otherLimit: Limit?

  package var asksForNow: Bool {
    [limit, otherLimit].contains { if case .fromNow? = $0 { true } else { false } }
  }

  package init(_ side: Side, _ limit: Limit, isExclusive: Bool = false, or otherLimit: Limit? = nil)
  {
    self.side = side
    self.isExclusive = isExclusive
    self.limit = limit
    self.otherLimit = otherLimit
  }
}

/// An order of records: of all, or of those of each group.
package struct SortOrder: Hashable, Sendable {
  package var keys: [SortKey]
  /// No two records have the same values.
  package var isStrict = false
  /// The values by which records are grouped; empty: no groups.
  package var groups: [FieldPath] = []
  /// Passes if no record has values.
  package var passesEmpty = false

  package init(_ keys: [SortKey]) { self.keys = keys }
}

/// A value by which records are in order.
package struct SortKey: Hashable, Sendable {
  package var path: FieldPath
  package var isDescending: Bool
  /// The dates or times that its values are declared to be.
  package var kind: MeasuredType?
  /// How these are written; nil: as in RFC 3339.
  package var notation: TemporalNotation?
  package init(
    path: FieldPath, isDescending: Bool = false, kind: MeasuredType? = nil,
    notation: TemporalNotation? = nil
  ) {
    self.path = path
    self.kind = kind
    self.notation = notation
    self.isDescending = isDescending
  }
}

/// How the names of a rule about columns lie among those of the data.
package enum ColumnMatch: String, CaseIterable, Hashable, Sendable {
  case exact, equal, subset, superset, partial

  /// Each name of the data has to be one of the list, and a column's only one.
  var admitsOnlyListed: Bool { self == .exact || self == .equal || self == .superset }
}

extension RuleSet {
  /// Whether a rule asks what time it is.
  package var asksForNow: Bool {
    // Also rules that are not run: others may refer to them.
    rules.contains { $0.expression.asksForNow }
      || tableRules.contains { rule in
        guard rule.isRun, case .measure(let measurement) = rule.statement else { return false }
        return measurement.condition?.asksForNow ?? false
          || measurement.bounds.contains(where: \.asksForNow)
      }
  }
}

extension TableRule {
  /// The cell of the footers with which the figure is compared, if it is.
  var footerPlace: FooterPlace? {
    guard case .measure(let measurement) = statement else { return nil }
    return measurement.bounds.lazy.compactMap { bound in
      if case .footer(let place) = bound.limit { place } else { nil }
    }.first
  }

  /// Every path that the rule reads, in order of mention.
  package var paths: [FieldPath] {
    switch statement {
    case .measure(let measurement):
      [measurement.path].compactMap { $0 } + measurement.groups
    case .sorted(let order): order.keys.map(\.path) + order.groups
    case .columns: []
    case .covers(let coverage): [coverage.path]
    }
  }
}
