#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#else
  internal import Darwin
#endif

/// Whether names mean the same file.
enum FileIdentity {
  /// Whether both exist and are one regular file, or have the same spelling.
  static func same(_ one: String, _ other: String) -> Bool {
    var (first, second) = (stat(), stat())
    // SAFETY: both structures are local and valid during the calls.
    guard unsafe stat(one, &first) == 0, unsafe stat(other, &second) == 0 else {
      return one == other
    }
    guard isRegular(first) else { return false }
    return first.st_dev == second.st_dev && first.st_ino == second.st_ino
  }

  /// Whether the file exists and is no regular file: a device, a pipe, a directory.
  static func isSpecial(_ path: String) -> Bool {
    var status = stat()
    // SAFETY: the structure is local and valid during the call.
    return unsafe stat(path, &status) == 0 && !isRegular(status)
  }

  /// Whether files can be made there.
  static func isWritableFolder(_ path: String) -> Bool {
    var status = stat()
    // SAFETY: the structure is local and valid during the call.
    guard unsafe stat(path, &status) == 0, status.st_mode & S_IFMT == S_IFDIR else { return false }
    return access(path, W_OK | X_OK) == 0
  }

  /// The permissions of an existing file.
  static func permissions(of path: String) -> mode_t? {
    var status = stat()
    // SAFETY: the structure is local and valid during the call.
    return unsafe stat(path, &status) == 0 ? status.st_mode & 0o777 : nil
  }

  /// The file that a name leads to through symbolic links; the name itself if there is no such
  /// file.
  static func resolved(_ path: String) -> String {
    // SAFETY: realpath returns a string of its own, which is copied and freed here.
    guard let resolved = unsafe realpath(path, nil) else { return path }
    defer { unsafe free(resolved) }
    return unsafe String(cString: resolved)
  }

  private static func isRegular(_ status: stat) -> Bool { status.st_mode & S_IFMT == S_IFREG }
}
