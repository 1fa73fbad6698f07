internal import CLibrary

/// The surroundings of the process: variables, the clock, words for errors.
package enum Environment {
  /// The value of a variable; nil if it is not set.
  package static func value(_ name: String) -> String? {
    // SAFETY: the string is copied at once; nothing in this program changes the environment.
    guard let value = unsafe getenv(name) else { return nil }
    return unsafe PathText.text(value)
  }

  /// The clock: seconds since 1970-01-01T00:00:00Z.
  package static var secondsSinceEpoch: Int { Int(time(nil)) }

  /// The system's words for an `errno`: `No such file or directory`.
  package static func message(ofError number: Int32) -> String {
    // Not `strerror`, whose text another thread may replace.
    var text = [CChar](repeating: 0, count: 200)
    // SAFETY: the buffer is valid for its count, and the text in it ends with a zero.
    return unsafe text.withUnsafeMutableBufferPointer { buffer in
      guard let start = buffer.baseAddress else { return "error \(number)" }
      return unsafe strerror_r(number, start, buffer.count) == 0
        ? String(cString: start) : "error \(number)"
    }
  }
}
