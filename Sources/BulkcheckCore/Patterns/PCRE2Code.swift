internal import CPCRE2
internal import PatternSyntax

/// A pattern as PCRE2 compiles it, freed by the code that compiled it (`deallocate`).
///
/// A fenced pointer like ``Storage``: trivial to copy, not to be used after `deallocate`. Sendable:
/// PCRE2 never writes to compiled code while matching, and documents that several threads may match
/// it at once, each with its own match data.
@safe
struct PCRE2Code: BitwiseCopyable, @unchecked Sendable {
  let pointer: OpaquePointer

  /// Code that ``pointer`` has shown.
  init(_ pointer: OpaquePointer) { unsafe self.pointer = pointer }

  /// Compiles for the interpreter and, if the shortcuts allow it, to machine code too. A failure of
  /// the latter (no JIT for this machine, no executable memory) leaves the pattern to the
  /// interpreter.
  ///
  /// - Parameter hasCallouts: before each item of the pattern there is one, see ``MatchWork``.
  init(
    _ source: PatternSource, _ shortcuts: PCRE2Shortcuts, hasCallouts: Bool = false
  ) throws(PatternError) {
    if let mistake = PatternStart.mistake(in: source) { throw mistake }
    let bytes = OwnedBytes(source.pattern)
    var options = PCRE2Code.compileOptions(source.options) | UInt32(PCRE2_NO_AUTO_POSSESS)
    if !shortcuts.searchesStarts { options |= UInt32(PCRE2_NO_START_OPTIMIZE) }
    if hasCallouts { options |= UInt32(PCRE2_AUTO_CALLOUT) }
    var errorCode: Int32 = 0
    var errorOffset = 0
    // SAFETY: the context is freed below; the pattern's bytes outlive the call, which keeps no
    // pointer to them.
    let context = unsafe pcre2_compile_context_create_8(nil)
    defer { unsafe pcre2_compile_context_free_8(context) }
    if unsafe context != nil {
      _ = unsafe pcre2_set_newline_8(context, UInt32(PCRE2_NEWLINE_LF))
    }
    let compiled = unsafe withExtendedLifetime(bytes) {
      unsafe pcre2_compile_8(
        bytes.view.start, bytes.view.count, options, &errorCode, &errorOffset, context)
    }
    guard let compiled = unsafe compiled else {
      throw PatternError(message: PCRE2Code.message(errorCode), byteOffset: errorOffset)
    }
    unsafe pointer = compiled
    if shortcuts.usesMachineCode {
      // SAFETY: no other thread has the code yet.
      _ = unsafe pcre2_jit_compile_8(pointer, UInt32(PCRE2_JIT_COMPLETE))
    }
  }

  /// Whether there is machine code; otherwise the interpreter runs.
  var isMachineCode: Bool {
    var size = 0
    // SAFETY: PCRE2 writes a `size_t` for this question.
    _ = unsafe pcre2_pattern_info_8(pointer, UInt32(PCRE2_INFO_JITSIZE), &size)
    return size > 0
  }

  var groupCount: Int { number(UInt32(PCRE2_INFO_CAPTURECOUNT)) }

  var hasBackReferences: Bool { number(UInt32(PCRE2_INFO_BACKREFMAX)) > 0 }

  /// The answer to a question that PCRE2 answers with 32 bits.
  private func number(_ question: UInt32) -> Int {
    var answer: UInt32 = 0
    // SAFETY: PCRE2 writes 32 bits for the questions asked here.
    _ = unsafe pcre2_pattern_info_8(pointer, question, &answer)
    return Int(answer)
  }

  /// Whether a group is repeated possessively. PCRE2 itself says what the items of a pattern are,
  /// by the callouts before them. The item that ends a group is the parenthesis with its
  /// quantifier.
  ///
  /// Precondition: the code was compiled with callouts, from this pattern.
  func repeatsGroupsPossessively(in pattern: ByteView) -> Bool {
    var pattern = pattern
    // SAFETY: the callback reads the view, which lives as long as the call.
    return unsafe pcre2_callout_enumerate_8(pointer, PCRE2Code.isPossessiveEnd, &pattern) != 0
  }

  /// The function that PCRE2 calls for each callout, with a pointer to the view of the pattern. Any
  /// other answer than 0 ends the enumeration.
  private static let isPossessiveEnd:
    @convention(c) (
      UnsafeMutablePointer<pcre2_callout_enumerate_block_8>?, UnsafeMutableRawPointer?
    ) -> Int32 = { block, pattern in
      guard let block = unsafe block, let pattern = unsafe pattern else { return 0 }
      // SAFETY: the caller gave the address of a view.
      let text = unsafe pattern.assumingMemoryBound(to: ByteView.self).pointee
      let start = unsafe block.pointee.pattern_position
      let item = text[start..<start + (unsafe block.pointee.next_item_length)]
      guard item.count > 2, item[0] == UInt8(ascii: ")") else { return 0 }
      for index in 2..<item.count where item[index] == UInt8(ascii: "+") { return 1 }
      return 0
    }

  /// No copy may be used afterwards.
  func deallocate() { unsafe pcre2_code_free_8(pointer) }

  private static func compileOptions(_ options: Set<PatternSource.Option>) -> UInt32 {
    var flags = UInt32(PCRE2_UTF) | UInt32(PCRE2_DOLLAR_ENDONLY) | UInt32(PCRE2_NEVER_BACKSLASH_C)
    if options.contains(.caseInsensitive) { flags |= UInt32(PCRE2_CASELESS) }
    if options.contains(.multiline) { flags |= UInt32(PCRE2_MULTILINE) }
    if options.contains(.dotAll) { flags |= UInt32(PCRE2_DOTALL) }
    if options.contains(.extended) { flags |= UInt32(PCRE2_EXTENDED) }
    return flags
  }

  private static func message(_ errorCode: Int32) -> String {
    var buffer = [UInt8](repeating: 0, count: 256)
    // SAFETY: PCRE2 writes at most `count` bytes and returns the length without the final zero.
    let length = unsafe buffer.withUnsafeMutableBufferPointer { buffer in
      unsafe pcre2_get_error_message_8(errorCode, buffer.baseAddress, buffer.count)
    }
    guard length > 0 else { return "the pattern cannot be compiled" }
    return String(decoding: buffer.prefix(Int(length)), as: UTF8.self)
  }
}
