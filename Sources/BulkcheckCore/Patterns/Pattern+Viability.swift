extension Pattern {
  /// Finds where a text can no longer become a match of a pattern that is anchored at its start. It
  /// is the length in bytes of the longest beginning that could begin a match. Nil if the pattern
  /// may match anywhere, or a limit was exceeded.
  ///
  /// By partial matching (`PCRE2_PARTIAL_HARD`), once for each character: for explanations only.
  package static func viablePrefix(of text: ByteView, for source: PatternSource) -> Int? {
    guard source.pattern.hasPrefix("^") || source.pattern.hasPrefix("\\A"),
      !source.options.contains(.multiline), text.count <= 512,
      let pattern = try? Pattern(source, engine: .pcre2)
    else { return nil }
    let machine = PCRE2Machine()
    guard machine.isReady else { return nil }
    // Each character is a new search: with the standard limit a catastrophic pattern would take
    // minutes.
    machine.limit(.plain, steps: viabilityStepsMaximum)
    var viable = 0
    var position = 0
    while position < text.count {
      position += ByteView.scalarLength(text[position])
      guard position <= text.count else { return nil }
      switch machine.match(pattern.code.plain, text[0..<position], .partial, .plain) {
      case .matched: viable = position
      case .notMatched: return viable
      case .limitExceeded: return nil
      }
    }
    return viable
  }

  private static let viabilityStepsMaximum: UInt32 = 20_000
}
