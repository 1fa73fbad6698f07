internal import BulkcheckCore
internal import CLibrary

/// Whether names mean the same file.
package enum FileIdentity {
  /// Whether both exist and are one regular file, or neither exists and they name the same place.
  package static func same(_ one: String, _ other: String) -> Bool {
    let (first, second) = (status(of: one), status(of: other))
    guard let first, let second else {
      return first == nil && second == nil && place(one) == place(other)
    }
    return isRegular(first) && isSame(first, second)
  }

  /// Paths to a regular file that an earlier path leads to, each with the first one.
  package static func repeated(_ paths: [String]) -> [(path: String, first: String)] {
    struct Key: Hashable {
      var device: dev_t
      var number: ino_t
    }
    var firsts: [Key: String] = [:]
    return paths.compactMap { path in
      guard let status = status(of: path), isRegular(status) else { return nil }
      let key = Key(device: status.st_dev, number: status.st_ino)
      if let first = firsts[key] { return (path, first) }
      firsts[key] = path
      return nil
    }
  }

  /// Whether the file is regular and the one that standard input reads.
  package static func isStandardInput(_ path: String) -> Bool {
    var input = stat()
    // SAFETY: the structure is local and valid during the call.
    guard unsafe fstat(0, &input) == 0, let file = status(of: path) else { return false }
    return isRegular(file) && isSame(input, file)
  }

  /// A name whose folder is spelled in one way only.
  private static func place(_ path: String) -> String {
    let slash = path.lastIndex(of: "/")
    let folder = slash.map { String(path[...$0]) } ?? "."
    let name = slash.map { path[path.index(after: $0)...] } ?? path[...]
    return resolved(folder) + "/" + name
  }

  private static func status(of path: String) -> stat? {
    var status = stat()
    // SAFETY: the structure is local and valid during the call.
    return unsafe stat(PathText.name(path), &status) == 0 ? status : nil
  }

  private static func isSame(_ one: stat, _ other: stat) -> Bool {
    one.st_dev == other.st_dev && one.st_ino == other.st_ino
  }

  package static func exists(_ path: String) -> Bool { status(of: path) != nil }

  /// Whether the file exists and is not a regular file: a device, a pipe, a directory.
  package static func isSpecial(_ path: String) -> Bool {
    status(of: path).map { !isRegular($0) } ?? false
  }

  /// The size of a file; nil unless it exists and is regular.
  package static func size(ofRegular path: String) -> Int? {
    status(of: path).flatMap { isRegular($0) ? Int($0.st_size) : nil }
  }

  /// Whether it is a folder in which files can be made.
  package static func isWritableFolder(_ path: String) -> Bool {
    guard let status = status(of: path), status.st_mode & S_IFMT == S_IFDIR else { return false }
    return unsafe access(PathText.name(path), W_OK | X_OK) == 0
  }

  /// The permissions of an existing file.
  static func permissions(of path: String) -> mode_t? {
    status(of: path).map { $0.st_mode & 0o777 }
  }

  /// The file that a name leads to through symbolic links; the name itself if there is no such
  /// file.
  package static func resolved(_ path: String) -> String {
    // SAFETY: realpath returns a string of its own, which is copied and freed here.
    guard let resolved = unsafe realpath(PathText.name(path), nil) else { return path }
    defer { unsafe free(resolved) }
    return unsafe PathText.text(resolved)
  }

  private static func isRegular(_ status: stat) -> Bool { status.st_mode & S_IFMT == S_IFREG }
}
