internal import BulkcheckCore
internal import BulkcheckDocument

/// An expectation of Great Expectations, or a test of dbt-expectations, which has the names and
/// most of the arguments of the former.
struct Expectation {
  /// The name without `expect_`.
  let name: String
  /// The column, if the expectation is about one.
  let column: String?
  /// Whether it is a test of dbt.
  let isDbt: Bool
  let offset: Int
  private let arguments: [DocumentMember]
  private var read: Set<String> = []

  init(
    _ name: String, column: String?, _ arguments: [DocumentMember], isDbt: Bool, at offset: Int
  ) {
    self.name = name
    self.column = column
    self.arguments = arguments
    self.isDbt = isDbt
    self.offset = offset
  }

  /// The value of an argument; nil if it is null or not given.
  mutating func argument(_ name: String) -> DocumentNode? {
    read.insert(name)
    guard let value = arguments.named(name)?.value, !value.isNull else { return nil }
    return value
  }

  /// Whether an argument is `true`.
  mutating func flag(_ name: String, default value: Bool = false) -> Bool {
    argument(name)?.boolean ?? value
  }

  /// The elements of a list.
  mutating func list(_ name: String) -> [DocumentNode]? { argument(name)?.elements }

  /// Whether both bounds are left open, and whether they are excluded.
  mutating func bounds(_ minimum: String = "min_value", _ maximum: String = "max_value") -> Bounds {
    let strictly = flag("strictly")
    return Bounds(
      minimum: argument(minimum), maximum: argument(maximum),
      excludesMinimum: flag("strict_min") || strictly,
      excludesMaximum: flag("strict_max") || strictly)
  }

  /// Arguments that do not change what is checked.
  private static let silent: Set<String> = [
    "auto", "batch_id", "catch_exceptions", "column", "description", "include_config", "meta",
    "profiler_config", "result_format", "severity",
  ]

  /// An argument that nothing has read: it could change the meaning.
  var unread: DocumentMember? {
    arguments.first { argument in
      !read.contains(argument.name) && !Self.silent.contains(argument.name)
        && !argument.value.isNull
    }
  }

  /// An argument whose value the tool fills in.
  var template: DocumentMember? { arguments.first { $0.value.hasTemplate } }
}

/// Bounds of a number, a date or a figure, as other tools write them.
struct Bounds {
  var minimum: DocumentNode?
  var maximum: DocumentNode?
  var excludesMinimum = false
  var excludesMaximum = false

  var isOpen: Bool { minimum == nil && maximum == nil }

  /// The members of a rule; a range where both ends are included.
  var members: [DocumentMember] {
    if let minimum, let maximum, !excludesMinimum, !excludesMaximum {
      return [DocumentMember("range", .list([minimum, maximum], at: minimum.offset))]
    }
    var members: [DocumentMember] = []
    if let minimum {
      members.append(DocumentMember(excludesMinimum ? "exclusiveMinimum" : "minimum", minimum))
    }
    if let maximum {
      members.append(DocumentMember(excludesMaximum ? "exclusiveMaximum" : "maximum", maximum))
    }
    return members
  }

  /// Each bound changed; nil if one of them cannot be.
  func mapped(_ change: (DocumentNode) -> DocumentNode?) -> Bounds? {
    var bounds = self
    if let minimum {
      guard let changed = change(minimum) else { return nil }
      bounds.minimum = changed
    }
    if let maximum {
      guard let changed = change(maximum) else { return nil }
      bounds.maximum = changed
    }
    return bounds
  }

  /// The bounds as numbers; nil if one is something else.
  var numbers: Bounds? { mapped { ForeignValue.number($0) } }

  /// The bounds as dates without a time; nil if one is something else.
  var dates: Bounds? { mapped { ForeignValue.date($0) } }

  /// The bounds as shares: `0.5` is `50%`.
  var shares: Bounds? {
    numbers?.mapped { node in
      node.digits.flatMap(ExactShare.percentage).map { .text($0, at: node.offset) }
    }
  }
}

/// Values as other tools write them.
enum ForeignValue {
  /// A number, also in quotes.
  static func number(_ node: DocumentNode) -> DocumentNode? {
    if node.digits != nil { return node }
    guard let text = node.text, isNumber(text) else { return nil }
    return .number(text, at: node.offset)
  }

  /// Whether a text is a number of JSON without an exponent.
  static func isNumber(_ text: String) -> Bool {
    let digits = text.hasPrefix("-") ? text.dropFirst() : text[...]
    let parts = digits.split(separator: ".", omittingEmptySubsequences: false)
    guard parts.count == 1 || parts.count == 2,
      parts.allSatisfy({ !$0.isEmpty && $0.utf8.allSatisfy(Ascii.isDigit) })
    else { return false }
    return parts[0].utf8.count == 1 || !parts[0].hasPrefix("0")
  }

  /// A date such as `2024-05-01`, also as a literal of SQL.
  static func date(_ node: DocumentNode) -> DocumentNode? {
    guard let text = node.text.map(ForeignSQL.unquoted) else { return nil }
    let bytes = Array(text.utf8)
    guard bytes.count == 10, bytes[4] == UInt8(ascii: "-"), bytes[7] == UInt8(ascii: "-"),
      bytes.enumerated().allSatisfy({ $0 == 4 || $0 == 7 || Ascii.isDigit($1) })
    else { return nil }
    return .text(text, at: node.offset)
  }
}
