package import BulkcheckCore
internal import PatternSyntax
public import Requirements

extension Requirement where Value == String {
  /// Requires the pattern to match somewhere in the string. Anchor it with `^` and `$` to match
  /// the whole string.
  ///
  /// ```swift
  /// Requirement<String>.matches(pattern: "^[a-z0-9_]+$", options: .caseInsensitive)
  /// ```
  /// The pattern is compiled once, here. If it cannot be compiled, every string fails, and the
  /// pattern is listed under `mistakes`. A string that takes too long to match
  /// fails with the code `pattern-limit`, unless another part decides. That also holds inside `not`
  /// and conditions.
  public static func matches(pattern: String, options: PatternOptions = []) -> Requirement {
    let compiled: CompiledPattern
    do {
      compiled = try CompiledPattern(PatternSource(pattern, options: options.options))
    } catch {
      return .mistake(
        "Pattern \(String(reflecting: pattern)): \(error.message) at byte \(error.byteOffset)")
    }
    var parameters: [String: ReasonParameter] = ["pattern": .text(pattern)]
    if !options.names.isEmpty { parameters["options"] = .list(options.names.map { .text($0) }) }
    let noMatch = Reason(code: ReasonCode.matches, parameters: parameters)
    // Made once: a string that does not match costs no allocation.
    let (failed, undecided) = ([noMatch], [Reason.patternLimit])
    return .inspectable("matches(\(String(reflecting: pattern)))", noMatch) { text in
      switch compiled.matches(text) {
      case true?: []
      case false?: failed
      case nil: undecided
      }
    }
  }
}

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

  private static let known: [(PatternOptions, PatternSource.Option)] = [
    (.caseInsensitive, .caseInsensitive), (.multiline, .multiline), (.dotAll, .dotAll),
    (.extended, .extended),
  ]

  package var options: Set<PatternSource.Option> {
    Set(PatternOptions.known.filter { contains($0.0) }.map(\.1))
  }

  /// The names that a profile has for them.
  fileprivate var names: [String] {
    PatternOptions.known.filter { contains($0.0) }.map(\.1.rawValue)
  }
}
