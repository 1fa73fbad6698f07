/// The types of Table Schema, and what each becomes in a profile. docs/contracts/data-package.md
/// has the same table.
enum FieldType: String, CaseIterable {
  /// `type: string`; `format` for `email`, `uri`, `uuid` and `binary`.
  case string
  /// `type: number` with `number`; `any` lets the texts `NaN` and `INF` through.
  case number
  /// `type: integer`; `normalize` keeps cells such as `1.0` from being read as integers.
  case integer
  /// `type: boolean` with the words of `trueValues` and `falseValues`.
  case boolean
  /// `format: date`, with `as` for a pattern of strptime.
  case date
  /// `format: time` with `as`; a pattern where the format is `default`.
  case time
  /// `format: date-time`; cells without an offset get one by `normalize`.
  case datetime
  /// `type: integer` of four digits.
  case year
  /// `pattern`.
  case yearmonth
  /// `pattern`.
  case duration
  /// `pattern`, with the limits of longitude and latitude.
  case geopoint
  /// `type: object`, or a cell in braces.
  case geojson
  /// `type: object`, or a cell in braces.
  case object
  /// `type: array`, or a cell in brackets.
  case array
  /// `type: array` with `separator` and `items`.
  case list
  /// Nothing.
  case any

  /// The formats that it may have, besides patterns of dates and times.
  var formats: [String] {
    switch self {
    case .string: ["default", "email", "uri", "uuid", "binary"]
    case .date, .time, .datetime: ["default", "any"]
    case .geopoint: ["default", "array", "object"]
    case .geojson: ["default", "topojson"]
    default: ["default"]
    }
  }

  /// Whether its format may be a pattern of strptime.
  var hasPatterns: Bool { self == .date || self == .time || self == .datetime }

  /// The kind of values that `minimum` and `maximum` compare.
  enum Order {
    case numbers, times, none
  }

  var order: Order {
    switch self {
    case .number, .integer, .year: .numbers
    case .date, .time, .datetime: .times
    default: .none
    }
  }
}
