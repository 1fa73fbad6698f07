internal import PatternSyntax

/// The settings that can begin a pattern: `(*UCP)`, `(*NOTEMPTY)`, `(*LIMIT_MATCH=1000)`, …
enum PatternStart {
  /// Whether there may be some. PCRE2's fast entry to machine code passes over `(*NOTEMPTY)` and
  /// `(*NOTEMPTY_ATSTART)`.
  static func hasSettings(_ source: PatternSource) -> Bool {
    source.pattern.utf8.starts(with: "(*".utf8)
  }

  /// The mistake in the settings, or nil. PCRE2 counts what `(*LIMIT_…)` limits in other units in
  /// its interpreter than in machine code, so the same text would match here and reach the limit
  /// there.
  static func mistake(in source: PatternSource) -> PatternError? {
    var rest = Substring(source.pattern)
    while rest.utf8.starts(with: "(*".utf8), let end = rest.utf8.firstIndex(of: UInt8(ascii: ")")) {
      let name = rest[..<end].dropFirst(2).prefix { $0 != "=" }
      if name.utf8.starts(with: "LIMIT_".utf8) {
        return PatternError(
          message: "(*\(name)=…) is not possible (each match is limited as it is)",
          byteOffset: source.pattern.utf8.distance(
            from: source.pattern.startIndex, to: rest.startIndex))
      }
      rest = rest[rest.utf8.index(after: end)...]
    }
    return nil
  }
}
