internal import BulkcheckCore

/// The date or time next to a limit that a value is beyond. The rule judges whether it would pass.
enum NearestInstant {
  struct Candidate {
    var text: String
    /// `limit`, `date`, `whole second`
    var name: String
  }

  /// - Parameters:
  ///   - isLocal: the text is of a column without a zone, and lacks an offset.
  ///   - now: the clock of the run.
  static func candidates(
    _ text: String, _ constraints: [Constraint], isLocal: Bool, now: Instant
  ) -> [Candidate] {
    constraints.compactMap { constraint in
      guard case .instants(let lower, let upper, let notation) = constraint else { return nil }
      return notation.withReader { reader in
        ByteView.withUTF8(of: text) { text in
          guard let value = reader.instant(text, isLocal: isLocal) else { return nil }
          let search = Search(
            notation: notation, reader: reader, value: value, isLocal: isLocal, now: now)
          // Nothing is between a limit and a value beyond it.
          return lower.flatMap { search.candidate($0, isLower: true) }
            ?? upper.flatMap { search.candidate($0, isLower: false) }
        }
      }
    }
  }

  private struct Search {
    let notation: TemporalNotation
    let reader: TemporalReader
    let value: Instant
    let isLocal: Bool
    let now: Instant

    /// Nil if the value is not beyond the limit.
    func candidate(_ bound: InstantBound, isLower: Bool) -> Candidate? {
      ByteView.withUTF8(of: bound.limit.text ?? bound.text) { text in
        guard let limit = bound.limit.instant(reader, text, now: now) else { return nil }
        let order = Instant.compare(value, limit) * (isLower ? 1 : -1)
        guard order < 0 || bound.isExclusive && order == 0 else { return nil }
        if case .text(let text) = bound.limit, !bound.isExclusive {
          return Candidate(text: withoutOffset(text), name: "limit")
        }
        return notation.text(nextTo: limit, isLower: isLower, isExclusive: bound.isExclusive)
          .map { Candidate(text: withoutOffset($0), name: notation.unit.name) }
      }
    }

    /// A column without a zone has no place for `Z`.
    private func withoutOffset(_ text: String) -> String {
      isLocal && notation.pattern == nil && text.last == "Z" ? String(text.dropLast()) : text
    }
  }
}

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
    ByteView.withUTF8(of: text) { text in other.withReader { $0.instant(text) } }.flatMap {
      notation.text(nextTo: $0, isLower: true, isExclusive: false)
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
