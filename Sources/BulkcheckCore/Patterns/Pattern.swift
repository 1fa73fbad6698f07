internal import CPCRE2

/// A compiled regular expression (SEMANTICS 46, 86): PCRE2 over UTF-8 without Unicode properties
/// for `\d \w \s \b`, `$` at the very end only, LF as newline.
///
/// `\C`, which could split a code point, is an error. Matching is done by a ``PatternMatcher``. Many patterns have a
/// second, faster form, see ``ClassPattern``; PCRE2 decides what is a pattern, and all that the other does not.
@safe
package final class Pattern: @unchecked Sendable {
  // Sendable: the code is written by the initialiser alone; PCRE2 documents that compiled code may
  // be matched by several threads at once, each with its own match data.
  package let code: PatternCode

  /// Throws a ``PatternError`` for text that is no pattern. Costs microseconds to milliseconds.
  package init(
    _ source: PatternSource, engine: PatternEngine = .standard
  ) throws(PatternError) {
    let compiled = unsafe try Pattern.compile(source)
    var machineCodeSize = 0
    _ = unsafe pcre2_pattern_info_8(compiled, UInt32(PCRE2_INFO_JITSIZE), &machineCodeSize)
    var groups: UInt32 = 0
    _ = unsafe pcre2_pattern_info_8(compiled, UInt32(PCRE2_INFO_CAPTURECOUNT), &groups)
    var references: UInt32 = 0
    _ = unsafe pcre2_pattern_info_8(compiled, UInt32(PCRE2_INFO_BACKREFMAX), &references)
    let classPattern: ClassPattern? =
      if case .classes(let kernel) = engine { ClassPattern(source, kernel: kernel) } else { nil }
    code = unsafe PatternCode(
      pointer: compiled,
      takesFastEntry: machineCodeSize > 0 && !PatternStart.hasSettings(source),
      groupCount: Int(groups),
      hasBackReferences: references > 0, classPattern: classPattern,
      guarded: GuardedCode(source))
  }

  /// What is wrong with a pattern, or nil. Cheaper than making one.
  package static func mistake(in source: PatternSource) -> PatternError? {
    do throws(PatternError) {
      unsafe pcre2_code_free_8(try translate(source))
      return nil
    } catch {
      return error
    }
  }

  /// Compiles with machine code where that is possible. The caller frees the code.
  static func compile(
    _ source: PatternSource, moreOptions: UInt32 = 0
  ) throws(PatternError) -> OpaquePointer {
    let compiled = unsafe try translate(source, moreOptions: moreOptions)
    // A failure (no JIT for this machine, no executable memory) leaves the pattern to the
    // interpreter.
    _ = unsafe pcre2_jit_compile_8(compiled, UInt32(PCRE2_JIT_COMPLETE))
    return unsafe compiled
  }

  /// Compiles for the interpreter. The caller frees the code.
  private static func translate(
    _ source: PatternSource, moreOptions: UInt32 = 0
  ) throws(PatternError) -> OpaquePointer {
    if let mistake = PatternStart.mistake(in: source) { throw mistake }
    let bytes = OwnedBytes(source.pattern)
    var errorCode: Int32 = 0
    var errorOffset = 0
    // SAFETY: the context is freed below; the pattern's bytes outlive the call, which keeps no
    // pointer to them.
    let context = unsafe pcre2_compile_context_create_8(nil)
    defer { unsafe pcre2_compile_context_free_8(context) }
    if unsafe context != nil {
      _ = unsafe pcre2_set_newline_8(context, UInt32(PCRE2_NEWLINE_LF))
    }
    let compiled = withExtendedLifetime(bytes) {
      unsafe pcre2_compile_8(
        bytes.view.start, bytes.view.count, Pattern.compileOptions(source.options) | moreOptions,
        &errorCode, &errorOffset, context)
    }
    guard let compiled = unsafe compiled else {
      throw PatternError(message: Pattern.message(errorCode), byteOffset: errorOffset)
    }
    return unsafe compiled
  }

  deinit {
    unsafe pcre2_code_free_8(code.pointer)
    code.classPattern?.deallocate()
    code.guarded.deallocate()
  }

  /// What is wrong with the replacement text of `replace` for this pattern, or nil: a `$n` beyond
  /// the pattern's groups.
  package func replacementMistake(_ template: String) -> String? {
    var afterDollar = false
    for byte in template.utf8 {
      let digit = byte &- UInt8(ascii: "0")
      if afterDollar && digit < 10 && Int(digit) > code.groupCount {
        let groups = code.groupCount == 1 ? "1 group" : "\(code.groupCount) groups"
        return "$\(digit) is not in the pattern, which has \(groups)"
      }
      afterDollar = !afterDollar && byte == UInt8(ascii: "$")
    }
    return nil
  }

  /// As the method of the same name, for a pattern in source form; nil too if the pattern itself is
  /// wrong.
  package static func replacementMistake(_ template: String, for source: PatternSource) -> String? {
    guard let pattern = try? Pattern(source) else { return nil }
    return pattern.replacementMistake(template)
  }

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
