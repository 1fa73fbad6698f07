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
    var viable = 0
    var position = 0
    while position < text.count {
      position += ByteView.scalarLength(text[position])
      guard position <= text.count, let isViable = pattern.mayContinue(text[0..<position]) else {
        return nil
      }
      if !isViable { return viable }
      viable = position
    }
    return viable
  }

  /// Whether something could follow the text that makes it a match.
  private func mayContinue(_ text: ByteView) -> Bool? {
    // SAFETY: the match data is freed below, the text is readable and valid UTF-8.
    let data = unsafe pcre2_match_data_create_8(1, nil)
    defer { unsafe pcre2_match_data_free_8(data) }
    let result = unsafe pcre2_match_8(
      code.pointer, text.start, text.count, 0,
      UInt32(PCRE2_PARTIAL_HARD) | UInt32(PCRE2_NO_UTF_CHECK) | UInt32(PCRE2_NO_JIT), data, nil)
    if result >= 0 || result == PCRE2_ERROR_PARTIAL { return true }
    return result == PCRE2_ERROR_NOMATCH ? false : nil
  }
}
