#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#else
  internal import Darwin
#endif

/// A failed system call.
package struct SystemError: Error, Hashable, Sendable, CustomStringConvertible {
  package var code: Int32

  /// The error of the call just made.
  package static var latest: SystemError { SystemError(code: errno) }

  /// What a call that was given up because of a signal is taken for.
  package static let interruption = SystemError(code: EINTR)

  package var isClosedPipe: Bool { code == EPIPE }
  /// Nobody has opened the named pipe for reading yet.
  var hasNoReader: Bool { code == ENXIO }
  /// The call would have to wait.
  var wouldWait: Bool { code == EAGAIN || code == EWOULDBLOCK }
  package var isInterruption: Bool { code == EINTR }

  /// The system's words: `No such file or directory`.
  package var description: String {
    // Not `strerror`, whose text another thread may replace.
    var text = [CChar](repeating: 0, count: 200)
    // SAFETY: the buffer is valid for its count, and the text in it ends with a zero.
    return unsafe text.withUnsafeMutableBufferPointer { buffer in
      guard let start = buffer.baseAddress else { return "error \(code)" }
      return unsafe strerror_r(code, start, buffer.count) == 0
        ? String(cString: start) : "error \(code)"
    }
  }
}
