#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#else
  internal import Darwin
#endif

/// What is known of files by their names alone.
enum InputFiles {
  /// Whether there is a file of that name, of whatever kind.
  static func exists(_ path: String) -> Bool { status(path) != nil }

  /// The size of all files together; nil if one of them is no regular file.
  static func totalSize(_ paths: [String]) -> Int? {
    var total = 0
    for path in paths {
      guard let status = status(path), status.st_mode & S_IFMT == S_IFREG else { return nil }
      let (sum, overflow) = total.addingReportingOverflow(Int(status.st_size))
      if overflow { return nil }
      total = sum
    }
    return total
  }

  private static func status(_ path: String) -> stat? {
    var status = stat()
    // SAFETY: the structure is local and valid during the call.
    return unsafe stat(path, &status) == 0 ? status : nil
  }
}
