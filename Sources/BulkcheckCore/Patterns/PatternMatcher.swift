internal import CPCRE2

/// What a worker needs to match any number of patterns: room for the positions of groups, the
/// limits, a stack for machine code. One for each worker; matching allocates nothing.
///
/// The limits bound the backtracking steps from each starting position and the memory of a whole
/// match; reaching one is an answer (``Outcome/limitExceeded``), never a crash. PCRE2 does not count
/// the turns of simple loops and counts anew at each start, so a pattern like `(?:[0-9]|ab)+[a-z]`
/// may take time that grows with the square of the text: 0.15 s for 10 kB, 18 s for 100 kB.
@safe
package struct PatternMatcher: ~Copyable {
  package enum Outcome: Sendable {
    case matched, notMatched, limitExceeded
  }

  /// Backtracking steps; a catastrophic pattern reaches it within some milliseconds.
  private static let stepsMaximum: UInt32 = 1_000_000
  /// Of the interpreter, in KiB.
  private static let heapMaximum: UInt32 = 64 << 10
  private static let stackBytesInitial = 32 << 10
  private static let stackBytesMaximum = 16 << 20
  /// `$0` to `$9`.
  private static let groupPairs: UInt32 = 10

  private let matchData: OpaquePointer?
  private let context: OpaquePointer?
  private let stack: OpaquePointer?

  package init() {
    // SAFETY: all three are freed in `deinit` only; nil (no memory) is answered by `limitExceeded`
    // in `match`.
    unsafe matchData = pcre2_match_data_create_8(Self.groupPairs, nil)
    unsafe context = pcre2_match_context_create_8(nil)
    unsafe stack = pcre2_jit_stack_create_8(Self.stackBytesInitial, Self.stackBytesMaximum, nil)
    guard unsafe context != nil else { return }
    _ = unsafe pcre2_set_match_limit_8(context, Self.stepsMaximum)
    _ = unsafe pcre2_set_depth_limit_8(context, Self.stepsMaximum)
    _ = unsafe pcre2_set_heap_limit_8(context, Self.heapMaximum)
    if unsafe stack != nil {
      unsafe pcre2_jit_stack_assign_8(context, nil, UnsafeMutableRawPointer(stack))
    }
  }

  deinit {
    unsafe pcre2_match_data_free_8(matchData)
    unsafe pcre2_match_context_free_8(context)
    unsafe pcre2_jit_stack_free_8(stack)
  }

  /// Whether the pattern is found anywhere in the text, which must be valid UTF-8.
  @inline(__always)
  package func match(_ code: PatternCode, _ text: ByteView) -> Outcome {
    if let fast = code.classPattern, let isMatched = fast.matches(text) {
      return isMatched ? .matched : .notMatched
    }
    return search(code, text)
  }

  /// The answer of PCRE2, which also notes where the match and its groups lie.
  @inline(never)
  private func search(_ code: PatternCode, _ text: ByteView) -> Outcome {
    guard unsafe matchData != nil && context != nil else { return .limitExceeded }
    // SAFETY: code, data and context are live; the text is readable for `count` bytes and never
    // null; the fast entry asks for machine code, which was checked when the pattern was compiled,
    // and for valid UTF-8.
    let result =
      if code.isMachineCode {
        unsafe pcre2_jit_match_8(
          code.pointer, text.start, text.count, 0, UInt32(PCRE2_NO_UTF_CHECK), matchData, context)
      } else {
        unsafe pcre2_match_8(
          code.pointer, text.start, text.count, 0, UInt32(PCRE2_NO_UTF_CHECK), matchData, context)
      }
    return PatternMatcher.outcome(result)
  }

  @inline(__always)
  private static func outcome(_ result: Int32) -> Outcome {
    if result >= 0 { return .matched }
    // All else is a limit of steps, depth, heap or stack, or a loop without progress.
    return result == PCRE2_ERROR_NOMATCH ? .notMatched : .limitExceeded
  }

  /// The text with every match replaced by the template, in which `$0`–`$9` insert groups
  /// (nothing where the group has no part in the match) and `$$` a dollar; any other `$` stands
  /// for itself. The given view if nothing matches; nil if a limit was exceeded.
  package func replaceAll(
    _ code: PatternCode, in text: ByteView, with template: ByteView, _ arena: inout ByteArena
  ) -> ByteView? {
    if match(code, text) == .notMatched { return text }
    switch search(code, text) {
    case .notMatched: return text
    case .limitExceeded: return nil
    case .matched: break
    }
    arena.begin()
    var copied = 0
    var match = groupRange(0)
    while let found = match, found.lowerBound >= copied {
      arena.append(text[copied..<found.lowerBound])
      appendReplacement(template, of: text, groupCount: code.groupCount, &arena)
      copied = found.upperBound
      switch findNext(code, text, after: found) {
      case .matched: match = groupRange(0)
      case .notMatched: match = nil
      case .limitExceeded:
        arena.abandon()
        return nil
      }
    }
    arena.append(text[copied..<text.count])
    return arena.finish()
  }

  /// The next match. After an empty one: first a longer one at the same place, then from the next
  /// code point on.
  private func findNext(
    _ code: PatternCode, _ text: ByteView, after found: Range<Int>
  ) -> Outcome {
    if !found.isEmpty { return search(code, text, at: found.upperBound, options: 0) }
    if found.upperBound >= text.count { return .notMatched }
    let again = search(
      code, text, at: found.upperBound,
      options: UInt32(PCRE2_NOTEMPTY_ATSTART) | UInt32(PCRE2_ANCHORED))
    if again != .notMatched { return again }
    let next = found.upperBound + ByteView.scalarLength(text[found.upperBound])
    return search(code, text, at: min(next, text.count), options: 0)
  }

  private func search(
    _ code: PatternCode, _ text: ByteView, at offset: Int, options: UInt32
  ) -> Outcome {
    // SAFETY: as above, and the offset lies within the text at the start of a code point.
    PatternMatcher.outcome(
      unsafe pcre2_match_8(
        code.pointer, text.start, text.count, offset, options | UInt32(PCRE2_NO_UTF_CHECK),
        matchData, context))
  }

  /// Where a group of the last match lies; nil if it took no part (or is bent by `\K`).
  private func groupRange(_ group: Int) -> Range<Int>? {
    // SAFETY: the vector has `groupPairs` pairs and `group` is below that.
    guard let offsets = unsafe pcre2_get_ovector_pointer_8(matchData) else { return nil }
    // `size_t` is Int in Swift, so PCRE2_UNSET, its highest number, is -1.
    let lower = unsafe offsets[2 * group]
    let upper = unsafe offsets[2 * group + 1]
    return lower >= 0 && lower <= upper ? lower..<upper : nil
  }

  private func appendReplacement(
    _ template: ByteView, of text: ByteView, groupCount: Int, _ arena: inout ByteArena
  ) {
    var position = 0
    while position < template.count {
      let byte = template[position]
      position += 1
      guard byte == UInt8(ascii: "$"), position < template.count else {
        arena.append(byte)
        continue
      }
      let group = Int(template[position] &- UInt8(ascii: "0"))
      if template[position] == UInt8(ascii: "$") {
        arena.append(byte)
        position += 1
      } else if group < 10 {
        if group <= groupCount, let range = groupRange(group) { arena.append(text[range]) }
        position += 1
      } else {
        arena.append(byte)
      }
    }
  }
}
