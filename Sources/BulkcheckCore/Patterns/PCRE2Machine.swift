internal import CPCRE2

/// The memory that PCRE2 needs to match: room for the positions of groups, the limits, a stack for
/// machine code, and the work that callouts count. For one thread at a time; matching allocates
/// nothing.
@safe
struct PCRE2Machine: ~Copyable {
  /// How a match is limited.
  enum Limits {
    /// The limits for code without callouts.
    case plain
    /// Callouts count the ``MatchWork``.
    case counted
  }

  /// How to search, besides the text and the offset.
  struct Options: OptionSet {
    let rawValue: UInt32
    /// Only at the offset itself.
    static let anchored = Options(rawValue: UInt32(PCRE2_ANCHORED))
    /// No empty match at the offset.
    static let notEmptyAtStart = Options(rawValue: UInt32(PCRE2_NOTEMPTY_ATSTART))
    /// By the interpreter: whether something could follow the text that makes it a match counts as
    /// a match.
    static let partial = Options(rawValue: UInt32(PCRE2_PARTIAL_HARD) | UInt32(PCRE2_NO_JIT))
  }

  private static let stackBytesInitial = 32 << 10
  private static let stackBytesMaximum = 16 << 20
  /// The heap of the interpreter, in KiB.
  private static let heapMaximum: UInt32 = 64 << 10
  /// `$0` to `$9`.
  private static let groupPairs: UInt32 = 10

  private let matchData: OpaquePointer?
  private let plain: OpaquePointer?
  private let counted: OpaquePointer?
  private let work: UnsafeMutablePointer<MatchWork>
  private let stack: OpaquePointer?

  init() {
    // SAFETY: all are freed in `deinit` only; nil (no memory) is answered by `isReady`.
    unsafe matchData = pcre2_match_data_create_8(Self.groupPairs, nil)
    unsafe plain = pcre2_match_context_create_8(nil)
    unsafe counted = pcre2_match_context_create_8(nil)
    unsafe stack = pcre2_jit_stack_create_8(Self.stackBytesInitial, Self.stackBytesMaximum, nil)
    unsafe work = .allocate(capacity: 1)
    unsafe work.initialize(to: MatchWork())
    guard isReady else { return }
    // SAFETY: the work has an address of its own, which stays the same as long as the context is
    // there.
    _ = unsafe pcre2_set_callout_8(counted, Self.callout, UnsafeMutableRawPointer(work))
    if unsafe stack != nil {
      unsafe pcre2_jit_stack_assign_8(plain, nil, UnsafeMutableRawPointer(stack))
      unsafe pcre2_jit_stack_assign_8(counted, nil, UnsafeMutableRawPointer(stack))
    }
  }

  deinit {
    unsafe pcre2_match_data_free_8(matchData)
    unsafe pcre2_match_context_free_8(plain)
    unsafe pcre2_match_context_free_8(counted)
    unsafe work.deallocate()
    unsafe pcre2_jit_stack_free_8(stack)
  }

  /// There was memory for everything that a match needs.
  @inline(__always)
  var isReady: Bool { unsafe matchData != nil && plain != nil && counted != nil }

  /// Sets how many backtracking steps a match may take at one start.
  func limit(_ limits: Limits, steps: UInt32) {
    guard isReady else { return }
    let context = unsafe context(limits)
    _ = unsafe pcre2_set_match_limit_8(context, steps)
    _ = unsafe pcre2_set_depth_limit_8(context, steps)
    _ = unsafe pcre2_set_heap_limit_8(context, Self.heapMaximum)
  }

  @inline(__always)
  private func context(_ limits: Limits) -> OpaquePointer? {
    switch limits {
    case .plain: unsafe plain
    case .counted: unsafe counted
    }
  }

  /// Begins to count the work for a text.
  func beginWork(bytes: Int) { unsafe work.pointee.begin(bytes: bytes) }

  /// Goes on counting with a code, which may be another one.
  func continueWork(on code: GuardedCode, hasBackReferences: Bool) {
    unsafe work.pointee.go(on: code, hasBackReferences: hasBackReferences)
  }

  /// Searches the text, which must be valid UTF-8, from an offset at the start of a code point on.
  ///
  /// Preconditions: ``isReady``; and with `takesFastEntry`, which takes a faster entry, that the
  /// code has machine code.
  @inline(__always)
  func match(
    _ code: PCRE2Code, _ text: ByteView, from offset: Int = 0, _ options: Options = [],
    _ limits: Limits, takesFastEntry: Bool = false
  ) -> PatternMatcher.Answer {
    assert(isReady && offset >= 0 && offset <= text.count)
    // SAFETY: code, data and context are live; the text is readable for `count` bytes, never null
    // and valid UTF-8; the fast entry is taken only where there is machine code and no option that
    // it does not know.
    let result =
      if takesFastEntry, options.isEmpty {
        unsafe pcre2_jit_match_8(
          code.pointer, text.start, text.count, offset, UInt32(PCRE2_NO_UTF_CHECK), matchData,
          context(limits))
      } else {
        unsafe pcre2_match_8(
          code.pointer, text.start, text.count, offset,
          options.rawValue | UInt32(PCRE2_NO_UTF_CHECK), matchData, context(limits))
      }
    if result >= 0 || result == PCRE2_ERROR_PARTIAL { return .matched }
    // All else is a limit of steps, depth, heap or stack, or a loop without progress.
    return result == PCRE2_ERROR_NOMATCH ? .notMatched : .limitExceeded
  }

  /// The range of a group in the last match; nil if it took no part (or is bent by `\K`).
  func groupRange(_ group: Int) -> Range<Int>? {
    precondition(group >= 0 && group < Int(Self.groupPairs), "there is room for ten groups")
    // SAFETY: the vector has `groupPairs` pairs.
    guard let offsets = unsafe pcre2_get_ovector_pointer_8(matchData) else { return nil }
    // `size_t` is Int in Swift, so PCRE2_UNSET, its highest number, is -1.
    let lower = unsafe offsets[2 * group]
    let upper = unsafe offsets[2 * group + 1]
    return lower >= 0 && lower <= upper ? lower..<upper : nil
  }

  // MARK: Callouts

  /// The function that PCRE2 calls before each item of the pattern, with a pointer to the work: 0
  /// lets the matching go on.
  private static let callout:
    @convention(c) (
      UnsafeMutablePointer<pcre2_callout_block_8>?, UnsafeMutableRawPointer?
    ) -> Int32 = { block, work in
      guard let block = unsafe block, let work = unsafe work else { return 0 }
      // SAFETY: the machine gave the address of its own work, which nobody else touches meanwhile.
      let goesOn = unsafe work.assumingMemoryBound(to: MatchWork.self).pointee.count(
        at: block.pointee.current_position, item: block.pointee.pattern_position,
        bytesInGroups: PCRE2Machine.bytesInGroups(block))
      return goesOn ? 0 : PCRE2_ERROR_MATCHLIMIT
    }

  /// How many bytes all groups hold.
  private static func bytesInGroups(_ block: UnsafeMutablePointer<pcre2_callout_block_8>) -> Int {
    var bytes = 0
    for group in 1..<max(1, Int(unsafe block.pointee.capture_top)) {
      // SAFETY: the vector has a pair for each group below `capture_top`.
      let lower = unsafe block.pointee.offset_vector[2 * group]
      let upper = unsafe block.pointee.offset_vector[2 * group + 1]
      // Where a group took no part both are PCRE2_UNSET, its highest number, which is -1 in Swift.
      bytes += max(0, upper - lower)
    }
    return bytes
  }
}
