/// What a statement says of a value (SEMANTICS 3, 6, 88).
package enum Truth: UInt8, BitwiseCopyable, Sendable {
  // In the order in which they prevail in an `all`, weakest first.
  case undecided, `true`
  /// A pattern reached its match limit: true or false, but nobody knows which. Another part may
  /// decide the whole.
  case limited
  case `false`
  /// A `replace` reached the limit, so that there is no value to judge: the rule fails, whatever
  /// its other parts say.
  case unreadable
  /// Combinators take it as undecided.
  case notApplicable

  @inline(__always)
  package init(_ condition: Bool) { self = condition ? .true : .false }

  /// The answer of `pattern` (`finds`) or `notPattern`.
  @inline(__always)
  init(_ outcome: PatternMatcher.Outcome, finds: Bool) {
    self = outcome == .limitExceeded ? .limited : Truth((outcome == .matched) == finds)
  }

  /// What `all` says of two parts.
  @inline(__always)
  func and(_ other: Truth) -> Truth {
    other != .notApplicable && other.rawValue > rawValue ? other : self
  }

  /// What `any` says of two parts.
  @inline(__always)
  func or(_ other: Truth) -> Truth { inverted.and(other.inverted).inverted }

  /// What `not` says.
  @inline(__always)
  var inverted: Truth {
    switch self {
    case .true: .false
    case .false: .true
    case .notApplicable: .undecided
    case .undecided, .limited, .unreadable: self
    }
  }
}

/// What a rule says of a record (SPEC 4).
package enum Outcome: UInt8, BitwiseCopyable, Sendable {
  // In the order in which they prevail when a rule is judged at several elements (SEMANTICS 15), weakest first.
  case missing, notApplicable, passed, blocked, failed, overridden
  /// A match limit left the rule undecided, or the value: it fails, with the reason `pattern-limit`
  /// (SEMANTICS 88), and is counted as `failed`.
  case limited, unreadable

  @inline(__always)
  init(_ truth: Truth) {
    switch truth {
    case .undecided: self = .missing
    case .true: self = .passed
    case .false: self = .failed
    case .notApplicable: self = .notApplicable
    case .limited: self = .limited
    case .unreadable: self = .unreadable
    }
  }

  /// Whether the rule fails for a match limit.
  @inline(__always)
  var isLimited: Bool { self == .limited || self == .unreadable }

  /// Whether the rule fails.
  @inline(__always)
  var isFailure: Bool { self == .failed || isLimited }

  /// Whether it prevails over another one that was found at an element before (SEMANTICS 15): what
  /// an element decides over what a limit left undecided at another, and a value that nobody knows
  /// over all.
  @inline(__always)
  func prevails(over other: Outcome) -> Bool {
    if self == .limited { return other.rawValue < Outcome.failed.rawValue }
    if other == .limited { return self == .failed || self == .unreadable }
    return rawValue > other.rawValue
  }
}

/// A value as rules see it: unescaped, normalized and, in CSV, read as its declared type.
package struct Value: BitwiseCopyable {
  /// Strings and cells: the text. Numbers: the digits. Arrays and objects: JSON text, or the cell's text if `isCell`.
  package var bytes: ByteView
  /// The captured raw value, or -1 where there is none.
  package var node: Int32
  /// Elements or members.
  package var count: Int32
  /// The path by which it was read: where its declaration stands.
  package var path: Int32
  package var kind: ValueKind
  /// An array made of a CSV cell.
  package var isCell: Bool
  /// A key that no path names.
  package var hasOtherKeys: Bool
  /// A `replace` of its `normalize`, or of that of the cell around it, reached the match limit, so
  /// that nobody knows the value. Its kind is null then, or absent if nobody knows whether there is
  /// one: who looks for a value finds none, and asks ``whereMissing`` what to say.
  package var isUnreadable: Bool

  @inline(__always)
  package init(
    kind: ValueKind, bytes: ByteView = FieldTable.emptyView, node: Int32, path: Int32,
    count: Int32 = 0
  ) {
    self.bytes = bytes
    self.node = node
    self.path = path
    self.kind = kind
    self.count = count
    isCell = false
    hasOtherKeys = false
    isUnreadable = false
  }

  @inline(__always)
  package var isMissing: Bool { kind == .absent || kind == .null }

  /// What a statement says of a missing value unless it judges those.
  var whereMissing: Truth { isUnreadable ? .unreadable : .undecided }

  /// A text, or a cell that is read as one.
  @inline(__always)
  package var isText: Bool { kind == .string || kind == .cell }
}

/// A set of ``ValueType``s.
struct TypeMask: OptionSet, BitwiseCopyable, Sendable {
  let rawValue: UInt8
  static let string = TypeMask(rawValue: 1)
  static let integer = TypeMask(rawValue: 2)
  static let number = TypeMask(rawValue: 4)
  static let boolean = TypeMask(rawValue: 8)
  static let object = TypeMask(rawValue: 16)
  static let array = TypeMask(rawValue: 32)

  init(rawValue: UInt8) { self.rawValue = rawValue }

  init(_ type: ValueType) {
    switch type {
    case .string: self = .string
    case .integer: self = .integer
    case .number: self = .number
    case .boolean: self = .boolean
    case .object: self = .object
    case .array: self = .array
    }
  }

  /// The type of a kind that has exactly one; empty for numbers (perhaps integers), cells and missing values.
  @inline(__always)
  init(rawKind kind: ValueKind) {
    switch kind {
    case .string: self = .string
    case .true, .false: self = .boolean
    case .object: self = .object
    case .array: self = .array
    case .number, .cell, .absent, .null: self = []
    }
  }

  init(_ types: [ValueType]) { self = types.reduce(into: []) { $0.insert(TypeMask($1)) } }

  /// All types: any value that is there.
  static let any = TypeMask(rawValue: 63)

  /// Whether the value is certainly there and of one of the types. False leaves it open.
  @inline(__always)
  func admits(_ value: Value) -> Bool {
    if value.isMissing { return false }
    if self == .any { return true }
    let bit = TypeMask(rawKind: value.kind)
    if !bit.isEmpty { return !isDisjoint(with: bit) }
    guard value.kind == .number else { return false }
    return contains(.number) || contains(.integer) && value.bytes.smallInteger != nil
  }

  /// Whether the value's kind is in the set.
  @inline(__always)
  func includes(_ value: Value) -> Bool {
    switch value.kind {
    case .string: contains(.string)
    case .number:
      contains(.number) || contains(.integer) && Decimal.parse(value.bytes)?.isInteger == true
    case .true, .false: contains(.boolean)
    case .object: contains(.object)
    case .array: contains(.array)
    case .absent, .null, .cell: false
    }
  }
}
