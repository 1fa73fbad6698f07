internal import BulkcheckCore
internal import CPCRE2

/// Whether a pattern compiles, and where it does not.
enum PatternCheck {
  struct Fault: Error {
    var message: String
    /// In code points of the pattern, from 0.
    var offset: Int
  }

  static func fault(in source: PatternSource) -> Fault? {
    var options = PCRE2_UTF | PCRE2_DOLLAR_ENDONLY
    for option in source.options {
      switch option {
      case .caseInsensitive: options |= PCRE2_CASELESS
      case .multiline: options |= PCRE2_MULTILINE
      case .dotAll: options |= PCRE2_DOTALL
      case .extended: options |= PCRE2_EXTENDED
      }
    }
    // SAFETY: the context and the code are released here; the bytes outlive the call that reads
    // them.
    guard let context = unsafe pcre2_compile_context_create_8(nil) else {
      return Fault(message: "out of memory", offset: 0)
    }
    defer { unsafe pcre2_compile_context_free_8(context) }
    unsafe pcre2_set_newline_8(context, UInt32(PCRE2_NEWLINE_LF))
    let bytes = Array(source.pattern.utf8)
    var code: Int32 = 0
    var offset = 0
    let compiled = unsafe bytes.withUnsafeBufferPointer { buffer in
      // An empty buffer may have no address; PCRE2 wants one.
      unsafe withUnsafePointer(to: UInt8(0)) { empty in
        unsafe pcre2_compile_8(
          buffer.baseAddress ?? empty, buffer.count, options, &code, &offset, context)
      }
    }
    if let compiled = unsafe compiled {
      unsafe pcre2_code_free_8(compiled)
      return nil
    }
    let before = bytes.prefix(Swift.max(0, offset)).count { $0 & 0xC0 != 0x80 }
    return Fault(message: message(code), offset: before)
  }

  private static func message(_ code: Int32) -> String {
    var buffer = [UInt8](repeating: 0, count: 256)
    // SAFETY: PCRE2 writes at most the given number of bytes.
    let length = unsafe buffer.withUnsafeMutableBufferPointer { buffer in
      unsafe pcre2_get_error_message_8(code, buffer.baseAddress, buffer.count)
    }
    guard length > 0 else { return "error \(code)" }
    return String(decoding: buffer.prefix(Int(length)), as: UTF8.self)
  }
}
