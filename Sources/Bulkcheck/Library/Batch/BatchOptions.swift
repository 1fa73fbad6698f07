/// How a ``BatchValidator`` reads records, and what its report keeps.
public struct BatchOptions: Hashable, Sendable {
  /// The unit of a string's length.
  public enum LengthUnit: Hashable, Sendable {
    /// Characters as Swift counts them: "é" and "🇳🇴" are one each.
    case characters
    /// Code points, the default of profiles. The same for most strings, and faster if they are not
    /// ASCII.
    case codePoints
  }

  /// The name that the report gives the rules; nil: that of the record type.
  public var name: String?
  /// Format, encoding, delimiter, the places of records in JSON documents, threads, samples and
  /// limits.
  public var run = ProfileValidator.Options()
  /// The unit of `minLength`, `maxLength` and `length`.
  public var lengthUnit = LengthUnit.characters
  /// CSV: the character between the elements of a cell that is read as an array. Without it no cell
  /// is read as an array.
  public var listSeparator: Character?
  /// Strings that mean a missing value; nil: the empty cell of CSV.
  public var missingValues: [String]?
  /// CSV: the names of the columns, if the first line does not give them.
  public var csvColumns: [String]?
  /// Whether each record is decoded, and all that the requirement says is asked of the value.
  ///
  /// Needed only for a type with an `init(from:)` written by hand that refuses or changes single
  /// values, such as one number, or a text of a certain form. A validator tries the type with
  /// made-up values, and finds out by itself if the type trims, clamps, fills in, sorts or chooses.
  public var decodesEveryRecord = false
  /// Fewer well-formed records than this fail the run.
  public var recordsMinimum = 1

  /// The defaults.
  public init() {}
}
