internal import BulkcheckOutput

#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#else
  internal import Darwin
#endif

/// The system calls of the command: reading and writing whole files by descriptor, and ending.
enum SystemCalls {
  /// Makes a write that fails an error instead of the process's silent end: to a closed pipe, or beyond the size that a
  /// file may have.
  static func ignoreWriteSignals() {
    signal(SIGPIPE, SIG_IGN)
    signal(SIGXFSZ, SIG_IGN)
  }

  static func end(with exitCode: Int32) -> Never { exit(exitCode) }

  /// - Parameter limit: what is behind so many bytes, and the rest of a block, is left out.
  static func contents(
    ofFile path: String, atMost limit: Int = .max
  ) throws(SystemError) -> [UInt8] {
    var descriptor: Int32
    // The writer of a named pipe may be waited for.
    repeat {
      descriptor = open(path, O_RDONLY | O_CLOEXEC)
    } while descriptor < 0 && SystemError.latest.isInterruption && !Interruption.isRequested
    guard descriptor >= 0 else { throw .latest }
    defer { close(descriptor) }
    var contents: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 64 << 10)
    while true {
      // SAFETY: the buffer is valid for its count during the call.
      let count = unsafe buffer.withUnsafeMutableBytes {
        unsafe read(descriptor, $0.baseAddress, $0.count)
      }
      if count == 0 || contents.count >= limit { return contents }
      if count > 0 {
        contents += buffer[..<count]
      } else if !SystemError.latest.isInterruption || Interruption.isRequested {
        throw .latest
      }
    }
  }

  /// Writes all of `bytes`, however many calls that takes, unless a signal comes while they are waited for.
  static func write(_ bytes: [UInt8], to descriptor: Int32) throws(SystemError) {
    var rest = bytes[...]
    while !rest.isEmpty {
      // SAFETY: the slice is valid for its count during the call.
      let count = unsafe rest.withUnsafeBytes { buffer in
        #if canImport(Glibc)
          unsafe Glibc.write(descriptor, buffer.baseAddress, buffer.count)
        #elseif canImport(Musl)
          unsafe Musl.write(descriptor, buffer.baseAddress, buffer.count)
        #else
          unsafe Darwin.write(descriptor, buffer.baseAddress, buffer.count)
        #endif
      }
      if count >= 0 {
        rest = rest.dropFirst(count)
      } else if !SystemError.latest.isInterruption {
        throw .latest
      }
      // A call that was interrupted may have written a part.
      if Interruption.isRequested, !rest.isEmpty { throw .interruption }
    }
  }

  static func environment(_ name: String) -> String? {
    // SAFETY: the string is copied at once; nothing in this program changes the environment.
    guard let value = unsafe getenv(name) else { return nil }
    return unsafe String(cString: value)
  }
}
