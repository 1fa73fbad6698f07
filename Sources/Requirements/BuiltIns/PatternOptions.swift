package import BulkcheckCore

/// Changes how a pattern is read. Patterns are always Unicode aware, `\d \w \s` are ASCII, and `$`
/// is the very end.
public struct PatternOptions: OptionSet, Hashable, Sendable {
  /// One bit for each option.
  public let rawValue: Int
  /// The options of these bits; unknown bits change nothing.
  public init(rawValue: Int) { self.rawValue = rawValue }

  /// Letters match either case.
  public static let caseInsensitive = PatternOptions(rawValue: 1)
  /// `^` and `$` match at each line.
  public static let multiline = PatternOptions(rawValue: 2)
  /// `.` matches a line break too.
  public static let dotAll = PatternOptions(rawValue: 4)
  /// Blanks and comments in the pattern are skipped.
  public static let extended = PatternOptions(rawValue: 8)

  package var options: Set<PatternSource.Option> {
    var options: Set<PatternSource.Option> = []
    if contains(.caseInsensitive) { options.insert(.caseInsensitive) }
    if contains(.multiline) { options.insert(.multiline) }
    if contains(.dotAll) { options.insert(.dotAll) }
    if contains(.extended) { options.insert(.extended) }
    return options
  }
}
