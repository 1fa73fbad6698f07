internal import BulkcheckCore
internal import CLibrary

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
  /// The file does not exist.
  package var isMissing: Bool { code == ENOENT }
  package var isInterruption: Bool { code == EINTR }

  /// The system's words: `No such file or directory`.
  package var description: String { Environment.message(ofError: code) }
}
