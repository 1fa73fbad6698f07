internal import BulkcheckCore

/// The type of a value of SQL, as far as it is known before the data.
enum SQLType: Equatable {
  case number, text, truth
  case date, timestamp, time
  case interval
  /// That of null, which has every type.
  case null
  /// That of a column which no field declares, or which may have values of several types.
  case any
  /// An array or an object.
  case container

  var name: String {
    switch self {
    case .number: "a number"
    case .text: "a string"
    case .truth: "a boolean"
    case .date: "a date"
    case .timestamp: "a date-time"
    case .time: "a time"
    case .interval: "an interval"
    case .null: "null"
    case .any: "a value of any type"
    case .container: "an array or an object"
    }
  }

  var isMoment: Bool { self == .date || self == .timestamp }
  var isOpen: Bool { self == .any || self == .null }

  init(_ declaration: Declaration?) {
    switch declaration?.temporal?.kind {
    case .date: self = .date
    case .dateTime: self = .timestamp
    case .time: self = .time
    case nil:
      let types = declaration?.types ?? []
      func areAll(_ known: ValueType...) -> Bool {
        !types.isEmpty && types.allSatisfy(known.contains)
      }
      self =
        areAll(.integer, .number)
        ? .number
        : areAll(.string)
          ? .text : areAll(.boolean) ? .truth : areAll(.array, .object) ? .container : .any
    }
  }

  /// The type that both can have; nil if there is none.
  func joined(_ other: SQLType) -> SQLType? {
    if self == other || other.isOpen { return self == .null ? other : self }
    if self.isOpen { return other }
    if isMoment, other.isMoment { return .timestamp }
    return nil
  }
}
