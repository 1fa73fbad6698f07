internal import BulkcheckCore

/// A date or time in the notation of its field, where it is written in another one.
enum OtherNotation {
  /// nil unless all ways to read the text that give a date give the same one.
  static func text(_ text: String, as notation: TemporalNotation) -> String? {
    guard notation.kind != .time else { return nil }
    var found: Set<String> = []
    for pattern in patterns where notation.kind == .date || pattern.hasSuffix("%S") {
      guard let parsed = try? TemporalPattern(pattern, for: notation.kind) else { continue }
      let other = TemporalNotation(
        notation.kind, pattern: parsed, offsetMinutes: notation.offsetMinutes)
      if let written = rewritten(text, from: other, to: notation) { found.insert(written) }
    }
    if notation.pattern != nil,
      let written = rewritten(text, from: TemporalNotation(notation.kind), to: notation)
    {
      found.insert(written)
    }
    return found.count == 1 ? found.first : nil
  }

  private static func rewritten(
    _ text: String, from other: TemporalNotation, to notation: TemporalNotation
  ) -> String? {
    let bytes = OwnedBytes(text)
    return withExtendedLifetime(bytes) {
      other.withReader { $0.instant(bytes.view) }.flatMap {
        notation.text(nextTo: $0, isLower: true, isExclusive: false)
      }
    }
  }

  /// The orders of year, month and day that are in use, with and without a time.
  private static let patterns: [String] = {
    let dates = ["-", "/", ".", ""].flatMap { mark in
      [["%Y", "%m", "%d"], ["%d", "%m", "%Y"], ["%m", "%d", "%Y"]].map {
        $0.joined(separator: mark)
      }
    }
    return dates + dates.flatMap { ["\($0) %H:%M:%S", "\($0)T%H:%M:%S"] }
  }()
}
