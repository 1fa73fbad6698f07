internal import BulkcheckCore

/// A part of a statement of SQL with its place. It is read once, and lowered to the model.
indirect enum SQLContent {
  case number(String)
  case text(String)
  case truth(Bool)
  case null
  case column([SQLName])
  /// A date or a date-time: `date '2024-05-01'`.
  case moment(String)
  case interval(Interval)
  case now, today
  /// A function or an operator of values.
  case call(Operand.Call, [SQLNode])
  case and([SQLNode])
  case or([SQLNode])
  case isNull(SQLNode)
  case oneOf(SQLNode, [SQLNode])
  case matches(SQLNode, pattern: String, anyCase: Bool)
  case cases([(condition: SQLNode, result: SQLNode)], otherwise: SQLNode?)
}

struct SQLNode {
  var content: SQLContent
  var offset: Int

  init(_ content: SQLContent, _ offset: Int) {
    self.content = content
    self.offset = offset
  }
}

/// A part of the name of a column.
struct SQLName: Equatable {
  var text: String
  var isQuoted: Bool
  /// Whether it is in double quotes, which others have around strings.
  var isInDoubleQuotes = false
}

/// A text of SQL as a whole.
enum SQLStatement {
  /// A statement that is true, false or null of each record.
  case condition(SQLNode)
  case select(SQLSelect)
}

/// `select … from t where …`
struct SQLSelect {
  enum Items {
    /// `*` or columns: the records that are selected.
    case records
    /// One figure of the column, or of the records.
    case figure(Measure, column: SQLNode?, position: String?)
  }

  var items: Items
  var itemsOffset: Int
  var condition: SQLNode?
  /// The names of the table, which may stand before those of columns.
  var tableNames: [String] = []
}
