internal import CPCRE2

/// What a worker needs to match any number of patterns: room for the positions of groups, the
/// limits, a stack for machine code. One for each worker; matching allocates nothing.
///
/// Time is bounded for every pattern and text, and reaching a limit is an answer (``Outcome/limitExceeded``), never a crash:
///
/// - A short text is matched by plain code with a low limit of steps for each place where a match may start. That is
///   what all ordinary values do.
/// - A long text, and a short one that reached that limit, is matched by ``GuardedCode``, whose ``MatchWork`` counts all that is
///   done.
/// - A pattern of thousands of items has no guarded code: texts of up to 16 KiB are matched by plain code with a higher limit, and
///   longer ones exceed the limit.
///
/// The memory of a match is bounded as well.
@safe
package struct PatternMatcher: ~Copyable {
  package enum Outcome: Sendable {
    case matched, notMatched, limitExceeded
  }

  /// Longer texts are matched by guarded code. At the worst, each start of a text of this length takes
  /// ``quickStepsMaximum``: some milliseconds.
  package static let quickBytesMaximum = 1024
  /// Backtracking steps of plain code at one start.
  private static let quickStepsMaximum: UInt32 = 8192
  /// Backtracking steps of guarded code at one start; a catastrophic pattern reaches it before its budget.
  private static let stepsMaximum = 1 << 18
  /// For each byte of a text: one start may have to look at all of it.
  private static let stepsPerByte = 16
  /// Texts that a pattern too large for guarded code can be matched on.
  private static let uncountedBytesMaximum = 16 << 10
  /// Backtracking steps of such a pattern at all starts of a text together.
  private static let uncountedStepsMaximum = 1 << 27
  /// Of the interpreter, in KiB.
  private static let heapMaximum: UInt32 = 64 << 10
  private static let stackBytesInitial = 32 << 10
  private static let stackBytesMaximum = 16 << 20
  /// `$0` to `$9`.
  private static let groupPairs: UInt32 = 10

  private let matchData: OpaquePointer?
  /// Of plain code.
  private let context: OpaquePointer?
  private let guardedContext: OpaquePointer?
  private let work: UnsafeMutablePointer<MatchWork>
  private let stack: OpaquePointer?
  private let quickBytesMaximum: Int

  /// - Parameter quickBytesMaximum: longer texts are matched by guarded code.
  package init(quickBytesMaximum: Int = PatternMatcher.quickBytesMaximum) {
    self.quickBytesMaximum = quickBytesMaximum
    // SAFETY: all are freed in `deinit` only; nil (no memory) is answered by `limitExceeded` when matching.
    unsafe matchData = pcre2_match_data_create_8(Self.groupPairs, nil)
    unsafe context = pcre2_match_context_create_8(nil)
    unsafe guardedContext = pcre2_match_context_create_8(nil)
    unsafe stack = pcre2_jit_stack_create_8(Self.stackBytesInitial, Self.stackBytesMaximum, nil)
    unsafe work = .allocate(capacity: 1)
    unsafe work.initialize(to: MatchWork())
    guard let context = unsafe context, let guardedContext = unsafe guardedContext else { return }
    unsafe Self.limit(context, steps: Self.quickStepsMaximum)
    unsafe Self.limit(guardedContext, steps: UInt32(Self.stepsMaximum))
    _ = unsafe pcre2_set_callout_8(guardedContext, MatchWork.callout, UnsafeMutableRawPointer(work))
    if unsafe stack != nil {
      unsafe pcre2_jit_stack_assign_8(context, nil, UnsafeMutableRawPointer(stack))
      unsafe pcre2_jit_stack_assign_8(guardedContext, nil, UnsafeMutableRawPointer(stack))
    }
  }

  private static func limit(_ context: OpaquePointer, steps: UInt32) {
    _ = unsafe pcre2_set_match_limit_8(context, steps)
    _ = unsafe pcre2_set_depth_limit_8(context, steps)
    _ = unsafe pcre2_set_heap_limit_8(context, heapMaximum)
  }

  deinit {
    unsafe pcre2_match_data_free_8(matchData)
    unsafe pcre2_match_context_free_8(context)
    unsafe pcre2_match_context_free_8(guardedContext)
    unsafe work.deallocate()
    unsafe pcre2_jit_stack_free_8(stack)
  }

  /// Whether the pattern is found anywhere in the text, which must be valid UTF-8.
  @inline(__always)
  package func match(_ code: PatternCode, _ text: ByteView) -> Outcome {
    if let fast = code.classPattern, let isMatched = fast.matches(text) {
      return isMatched ? .matched : .notMatched
    }
    return firstMatch(code, text)
  }

  /// The answer of PCRE2, which also notes where the match and its groups lie.
  @inline(never)
  func firstMatch(_ code: PatternCode, _ text: ByteView) -> Outcome {
    unsafe work.pointee.begin(bytes: text.count)
    return search(code, text, at: 0, options: 0)
  }

  /// The first match from an offset on.
  private func search(
    _ code: PatternCode, _ text: ByteView, at offset: Int, options: UInt32
  ) -> Outcome {
    guard unsafe matchData != nil && context != nil else {
      return .limitExceeded
    }
    if text.count <= quickBytesMaximum {
      let outcome = unsafe run(
        code.pointer, text, offset, options, context, takesFastEntry: code.takesFastEntry)
      if outcome != .limitExceeded { return outcome }
    }
    return searchGuarded(code, text, at: offset, options: options)
  }

  private func searchGuarded(
    _ code: PatternCode, _ text: ByteView, at offset: Int, options: UInt32
  ) -> Outcome {
    guard let guardedContext = unsafe guardedContext else { return .limitExceeded }
    guard let compiled = unsafe code.guarded.code() else {
      return searchUncounted(code, text, at: offset, options: options)
    }
    let steps = Self.stepsMaximum + Self.stepsPerByte * min(text.count, 1 << 27)
    unsafe Self.limit(guardedContext, steps: UInt32(steps))
    unsafe work.pointee.go(on: code.guarded, hasBackReferences: code.hasBackReferences)
    // Not by the fast entry: nobody looked whether there was memory for this machine code too.
    return unsafe run(
      compiled, text, offset, options, guardedContext, takesFastEntry: false)
  }

  /// By plain code, for a pattern that is too large for guarded code: more steps at each start than texts of ordinary length
  /// get, and no text so long that its starts together take more than about a second.
  private func searchUncounted(
    _ code: PatternCode, _ text: ByteView, at offset: Int, options: UInt32
  ) -> Outcome {
    guard text.count <= Self.uncountedBytesMaximum, let context = unsafe guardedContext else {
      return .limitExceeded
    }
    let steps = min(Self.stepsMaximum, Self.uncountedStepsMaximum / max(1, text.count))
    unsafe Self.limit(context, steps: UInt32(steps))
    return unsafe run(
      code.pointer, text, offset, options, context, takesFastEntry: code.takesFastEntry)
  }

  @inline(__always)
  private func run(
    _ compiled: OpaquePointer, _ text: ByteView, _ offset: Int, _ options: UInt32,
    _ context: OpaquePointer?, takesFastEntry: Bool
  ) -> Outcome {
    // SAFETY: code, data and context are live; the text is readable for `count` bytes, never null and
    // valid UTF-8, and the offset lies in it at the start of a code point; the fast entry is taken only
    // where there is machine code and no option that it does not know.
    let result =
      if takesFastEntry, options == 0 {
        unsafe pcre2_jit_match_8(
          compiled, text.start, text.count, offset, UInt32(PCRE2_NO_UTF_CHECK), matchData, context)
      } else {
        unsafe pcre2_match_8(
          compiled, text.start, text.count, offset, options | UInt32(PCRE2_NO_UTF_CHECK),
          matchData, context)
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
    switch firstMatch(code, text) {
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
