/// How the dates or times of a field are written.
package struct TemporalNotation: Hashable, Sendable {
  package var kind: TemporalKind
  /// nil: as in RFC 3339.
  package var pattern: TemporalPattern?
  /// The offset of texts that name none themselves, in minutes east of UTC.
  package var offsetMinutes: Int

  package init(_ kind: TemporalKind, pattern: TemporalPattern? = nil, offsetMinutes: Int = 0) {
    self.kind = kind
    self.pattern = pattern
    self.offsetMinutes = offsetMinutes
  }

  /// Calls `body` with a reader of this notation, which lives as long as the call.
  package func withReader<Result>(_ body: (TemporalReader) -> Result) -> Result {
    let reader = TemporalReader(self)
    defer { reader.deallocate() }
    return body(reader)
  }

  /// Whether its values are numbers, and not texts.
  package var isNumber: Bool { pattern?.epochUnit != nil }

  /// A date or date-time of RFC 3339 as a number of this notation; nil for other texts and
  /// notations, and where it would not be a whole one.
  package func number(ofStandard text: String) -> String? {
    guard let unit = pattern?.epochUnit else { return nil }
    return ByteView.withUTF8(of: text) { text in
      guard let instant = Instant(date: text) ?? Instant(dateTime: text),
        Instant(seconds: instant.seconds) == instant
      else { return nil }
      return instant.epochText(in: unit)
    }
  }

  /// Whether a text is written in this way.
  package func reads(_ text: String) -> Bool {
    withReader { reader in ByteView.withUTF8(of: text) { reader.instant($0) != nil } }
  }
}

/// Reads texts of one notation, without allocating. Trivial: its owner frees the steps.
package struct TemporalReader: BitwiseCopyable, Freeable {
  private let kind: TemporalKind
  private let steps: Storage<TemporalStep>
  /// 0: RFC 3339.
  private let stepCount: Int
  /// How many of them are numbers of one or two digits.
  private let shortCount: Int
  private let offsetMinutes: Int
  /// nil: values are texts.
  private let epoch: EpochUnit?

  package init(_ notation: TemporalNotation) {
    kind = notation.kind
    let steps = notation.pattern?.steps ?? []
    self.steps = Storage(steps, padding: TemporalStep(.literal(0)))
    stepCount = steps.count
    shortCount = steps.count(where: \.isShort)
    offsetMinutes = notation.offsetMinutes
    epoch = notation.pattern?.epochUnit
  }

  /// Whether its values are numbers, and not texts.
  @inline(__always)
  var readsNumbers: Bool { epoch != nil }

  func deallocate() { steps.deallocate() }

  /// The point in time of a text; nil if it is not in this notation.
  ///
  /// - Parameter isLocal: it may lack its offset where RFC 3339 asks for one.
  package func instant(_ text: ByteView, isLocal: Bool = false) -> Instant? {
    if let epoch { return Instant(epoch: text, in: epoch) }
    if stepCount > 0 {
      // In `%e%m` only the rest of the text shows whether the second digit belongs to the day.
      for singleDigits in 0..<(1 << shortCount) {
        if let instant = patternInstant(text, singleDigits: singleDigits) { return instant }
      }
      return nil
    }
    switch kind {
    case .date: return Instant(date: text)
    case .time: return Instant(time: text, isLocal: isLocal)
    case .dateTime: return Instant(dateTime: text, isLocal: isLocal)
    }
  }

  /// - Parameter singleDigits: which numbers take only one digit, the first by the highest bit.
  private func patternInstant(_ text: ByteView, singleDigits: Int) -> Instant? {
    var cursor = FormatCursor(text)
    var parts = TemporalParts()
    parts.offsetMinutes = offsetMinutes
    parts.singleDigits = singleDigits
    parts.shortCount = shortCount
    for index in 0..<stepCount {
      guard parts.take(steps[index], &cursor) else { return nil }
    }
    return cursor.isAtEnd ? parts.instant(kind) : nil
  }
}

extension TemporalNotation: CustomStringConvertible {
  /// The notation as listings show it: `date`, `date as "%d.%m.%Y"`.
  package var description: String {
    guard let pattern else { return kind.rawValue }
    let zone = offsetMinutes == 0 ? "" : " at " + Instant.offsetText(minutes: offsetMinutes)
    return "\(kind.rawValue) as \"\(pattern.text)\"\(zone)"
  }
}
