/// How a ``BatchValidator`` reads records, and what its report keeps.
public struct BatchOptions: Hashable, Sendable {
  /// What the length of a string counts.
  public enum LengthUnit: Hashable, Sendable {
    /// As Swift does: "é" and "🇳🇴" are one each.
    case characters
    /// As profiles do by default. The same for most strings, and faster if they are not ASCII.
    case codePoints
  }

  /// The name that the report gives the rules; nil: that of the record type.
  public var name: String?
  /// Format, threads, samples and limits.
  public var run = ProfileValidator.Options()
  /// What `minLength`, `maxLength` and `length` count.
  public var lengthUnit = LengthUnit.characters
  /// CSV: the character between the elements of a cell that is read as an array. Without it no cell
  /// is read as an array.
  public var listSeparator: Character?
  /// Strings that mean a missing value; nil: the empty cell of CSV.
  public var missingValues: [String]?
  /// CSV: an ASCII character between cells; nil: found in the first line.
  public var csvDelimiter: Character?
  /// CSV: the names of the columns, if the first line does not give them.
  public var csvColumns: [String]?
  /// Fewer well-formed records than this fail the run.
  public var recordsMinimum = 1

  /// The defaults.
  public init() {}
}
