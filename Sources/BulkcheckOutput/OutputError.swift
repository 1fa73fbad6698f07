internal import CLibrary

/// Why an output cannot be written.
package struct OutputError: Error, Hashable, Sendable, CustomStringConvertible {
  package enum Cause: Hashable, Sendable {
    case system(SystemError)
    /// There is no memory for the compressor.
    case compressor
    /// Records that cannot be in one file; says why.
    case incompatible(String)
  }

  /// What was to be written: `the valid records`.
  package var purpose: String
  /// As given.
  package var path: String
  package var cause: Cause

  package init(purpose: String, path: String, cause: Cause) {
    self.purpose = purpose
    self.path = path
    self.cause = cause
  }

  /// The reader of the output has closed it.
  package var isClosedPipe: Bool {
    if case .system(let error) = cause { error.isClosedPipe } else { false }
  }

  /// The write was given up because the run was to stop.
  package var isInterruption: Bool {
    if case .system(let error) = cause { error.isInterruption } else { false }
  }

  /// The output is standard output.
  package var isStandardOutput: Bool { OutputFile.isStandardOutput(path) }

  package var description: String {
    switch cause {
    case .system(let error):
      let place = isStandardOutput ? "to standard output" : "to \(path)"
      return "cannot write \(purpose) \(place): \(error)\(remedy(error))"
    case .compressor: return "cannot write \(purpose) to \(path): not enough memory to compress"
    case .incompatible(let why): return "cannot write \(purpose) to \(path): \(why)"
    }
  }

  private func remedy(_ error: SystemError) -> String {
    let folder = path.lastIndex(of: "/").map { String(path[..<$0]) } ?? "."
    switch error.code {
    case ENOENT where !FileIdentity.exists(folder):
      return "; create the folder first: mkdir -p \(folder)"
    case ENOTDIR: return "; \(folder) is not a folder"
    case EACCES, EPERM, EROFS: return "; choose a folder where you can create files"
    case EISDIR: return "; name a file in it"
    case ENOSPC, EDQUOT: return "; free some space, or write to another disk or to a .gz file"
    case EFBIG: return "; larger files are not allowed here: see ulimit -f"
    case EPIPE: return "; its reader has closed it"
    default: return ""
    }
  }
}
