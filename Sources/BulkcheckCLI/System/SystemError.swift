#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#else
  internal import Darwin
#endif

/// A failed system call.
struct SystemError: Error, CustomStringConvertible {
  var code: Int32

  /// The error of the call just made.
  static var latest: SystemError { SystemError(code: errno) }

  var isClosedPipe: Bool { code == EPIPE }
  var isInterruption: Bool { code == EINTR }

  /// The system's words: `No such file or directory`.
  var description: String {
    // SAFETY: strerror returns a terminated string that is copied at once; this program has one
    // thread here.
    guard let text = unsafe strerror(code) else { return "error \(code)" }
    return unsafe String(cString: text)
  }
}
