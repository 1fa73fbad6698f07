internal import CPCRE2

extension Pattern {
  /// Where a text can no longer become a match of a pattern that is anchored at its start: the length in bytes of its
  /// longest beginning that could be the beginning of a match. Nil if the pattern may match anywhere, or a limit was
  /// exceeded.
  ///
  /// By partial matching (`PCRE2_PARTIAL_HARD`), once for each character: for explanations only.
  package static func viablePrefix(of text: ByteView, for source: PatternSource) -> Int? {
    guard source.pattern.hasPrefix("^") || source.pattern.hasPrefix("\\A"),
      !source.options.contains(.multiline), text.count <= 512,
      let pattern = try? Pattern(source, engine: .pcre2)
    else { return nil }
    // SAFETY: both are freed below.
    let data = unsafe pcre2_match_data_create_8(1, nil)
    let context = unsafe pcre2_match_context_create_8(nil)
    defer {
      unsafe pcre2_match_data_free_8(data)
      unsafe pcre2_match_context_free_8(context)
    }
    guard let data = unsafe data, let context = unsafe context else { return nil }
    // Each character is a new search: with the standard limit a catastrophic pattern would take minutes.
    _ = unsafe pcre2_set_match_limit_8(context, viabilityStepsMaximum)
    var viable = 0
    var position = 0
    while position < text.count {
      position += ByteView.scalarLength(text[position])
      guard position <= text.count,
        let isViable = unsafe pattern.mayContinue(text[0..<position], data, context)
      else {
        return nil
      }
      if !isViable { return viable }
      viable = position
    }
    return viable
  }

  private static let viabilityStepsMaximum: UInt32 = 20_000

  /// Whether something could follow the text that makes it a match.
  private func mayContinue(
    _ text: ByteView, _ data: OpaquePointer, _ context: OpaquePointer
  ) -> Bool? {
    // SAFETY: code, data and context are live, the text is readable and valid UTF-8.
    let result = unsafe pcre2_match_8(
      code.pointer, text.start, text.count, 0,
      UInt32(PCRE2_PARTIAL_HARD) | UInt32(PCRE2_NO_UTF_CHECK) | UInt32(PCRE2_NO_JIT), data,
      context)
    if result >= 0 || result == PCRE2_ERROR_PARTIAL { return true }
    return result == PCRE2_ERROR_NOMATCH ? false : nil
  }
}
