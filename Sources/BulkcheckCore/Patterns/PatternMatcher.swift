/// The memory that a worker needs to match any number of patterns: room for the positions of
/// groups, the limits, a stack for machine code. One for each worker; matching allocates nothing.
///
/// Time is bounded for every pattern and text, and reaching a limit is an answer
/// (``Answer/limitExceeded``), never a crash:
///
/// - A short text is matched by plain code with a low limit of steps for each place where a match
///   may start. That is what all ordinary values do.
/// - A long text, and a short one that reached that limit, is matched by ``GuardedCode``, whose
///   ``MatchWork`` counts all that is done.
/// - A pattern of thousands of items has no guarded code: texts of up to 16 KiB are matched by
///   plain code with a higher limit, and longer ones exceed the limit.
///
/// The memory of a match is bounded as well.
package struct PatternMatcher: ~Copyable {
  package enum Answer: Sendable {
    case matched, notMatched, limitExceeded
  }

  /// Longer texts are matched by guarded code. At the worst, each start of a text of this length
  /// takes ``quickStepsMaximum``: some milliseconds.
  package static let quickBytesMaximum = 1024
  /// Backtracking steps of plain code at one start.
  private static let quickStepsMaximum: UInt32 = 8192
  /// Backtracking steps of guarded code at one start; a catastrophic pattern reaches it before its
  /// budget.
  private static let stepsMaximum = 1 << 18
  /// For each byte of a text: one start may have to look at all of it.
  private static let stepsPerByte = 16
  /// Texts that a pattern too large for guarded code can be matched on.
  private static let uncountedBytesMaximum = 16 << 10
  /// Backtracking steps of such a pattern at all starts of a text together.
  private static let uncountedStepsMaximum = 1 << 27

  private let machine = PCRE2Machine()
  private let quickBytesMaximum: Int

  /// - Parameter quickBytesMaximum: longer texts are matched by guarded code.
  package init(quickBytesMaximum: Int = PatternMatcher.quickBytesMaximum) {
    self.quickBytesMaximum = quickBytesMaximum
    machine.limit(.plain, steps: Self.quickStepsMaximum)
    machine.limit(.counted, steps: UInt32(Self.stepsMaximum))
  }

  /// Whether the pattern is found anywhere in the text, which must be valid UTF-8.
  @inline(__always)
  package func match(_ code: PatternCode, _ text: ByteView) -> Answer {
    if let fast = code.classPattern, let isMatched = fast.matches(text) {
      return isMatched ? .matched : .notMatched
    }
    if let automaton = code.automaton, let isMatched = automaton.matches(text) {
      return isMatched ? .matched : .notMatched
    }
    return firstMatch(code, text)
  }

  /// The answer of PCRE2, which also notes where the match and its groups lie.
  @inline(never)
  func firstMatch(_ code: PatternCode, _ text: ByteView) -> Answer {
    machine.beginWork(bytes: text.count)
    return search(code, text, at: 0)
  }

  /// The first match from an offset on.
  private func search(
    _ code: PatternCode, _ text: ByteView, at offset: Int, _ options: PCRE2Machine.Options = []
  ) -> Answer {
    guard machine.isReady else { return .limitExceeded }
    if text.count <= quickBytesMaximum {
      let outcome = machine.match(
        code.plain, text, from: offset, options, .plain, takesFastEntry: code.takesFastEntry)
      if outcome != .limitExceeded { return outcome }
    }
    return searchGuarded(code, text, at: offset, options)
  }

  private func searchGuarded(
    _ code: PatternCode, _ text: ByteView, at offset: Int, _ options: PCRE2Machine.Options
  ) -> Answer {
    guard let compiled = code.guarded.code() else {
      return searchUncounted(code, text, at: offset, options)
    }
    let steps = Self.stepsMaximum + Self.stepsPerByte * min(text.count, 1 << 27)
    machine.limit(.counted, steps: UInt32(steps))
    machine.continueWork(on: code.guarded, hasBackReferences: code.hasBackReferences)
    // Not by the fast entry: nobody looked whether there was memory for this machine code too.
    return machine.match(compiled, text, from: offset, options, .counted)
  }

  /// Matches by plain code a pattern that is too large for guarded code. It allows more steps at
  /// each start than texts of ordinary length get. It takes no text so long that its starts
  /// together need more than about a second.
  private func searchUncounted(
    _ code: PatternCode, _ text: ByteView, at offset: Int, _ options: PCRE2Machine.Options
  ) -> Answer {
    guard text.count <= Self.uncountedBytesMaximum else { return .limitExceeded }
    let steps = min(Self.stepsMaximum, Self.uncountedStepsMaximum / max(1, text.count))
    machine.limit(.counted, steps: UInt32(steps))
    return machine.match(
      code.plain, text, from: offset, options, .counted, takesFastEntry: code.takesFastEntry)
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
    var match = machine.groupRange(0)
    while let found = match, found.lowerBound >= copied {
      arena.append(text[copied..<found.lowerBound])
      appendReplacement(template, of: text, groupCount: code.groupCount, &arena)
      copied = found.upperBound
      switch findNext(code, text, after: found) {
      case .matched: match = machine.groupRange(0)
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
  ) -> Answer {
    if !found.isEmpty { return search(code, text, at: found.upperBound) }
    if found.upperBound >= text.count { return .notMatched }
    let again = search(
      code, text, at: found.upperBound, [.notEmptyAtStart, .anchored])
    if again != .notMatched { return again }
    let next = found.upperBound + ByteView.scalarLength(text[found.upperBound])
    return search(code, text, at: min(next, text.count))
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
        if group <= groupCount, let range = machine.groupRange(group) { arena.append(text[range]) }
        position += 1
      } else {
        arena.append(byte)
      }
    }
  }
}
