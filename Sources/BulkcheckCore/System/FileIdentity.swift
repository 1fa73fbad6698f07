internal import CLibrary

/// Whether names mean the same file.
package enum FileIdentity {
  /// A value that only one file has.
  package struct Key: Hashable, Sendable {
    private let device: dev_t
    private let number: ino_t

    fileprivate init(_ status: stat) {
      device = status.st_dev
      number = status.st_ino
    }
  }

  /// The key of a file, through symbolic links; nil unless it exists and is regular.
  package static func key(ofRegular path: String) -> Key? {
    status(of: path).flatMap { isRegular($0) ? Key($0) : nil }
  }

  /// Whether both exist and are one regular file, or neither exists and they name the same place.
  package static func same(_ one: String, _ other: String) -> Bool {
    let (first, second) = (status(of: one), status(of: other))
    guard let first, let second else {
      return first == nil && second == nil && place(one) == place(other)
    }
    return isRegular(first) && isSame(first, second)
  }

  /// The first of many paths that is the ``same(_:_:)`` as another one.
  package static func first(of paths: [String], sameAs path: String) -> String? {
    let file = status(of: path)
    if let file, !isRegular(file) { return nil }
    let wanted = file == nil ? place(path) : ""
    return paths.first { one in
      guard let other = status(of: one) else { return file == nil && place(one) == wanted }
      return file.map { isRegular(other) && isSame(other, $0) } ?? false
    }
  }

  /// Paths to a regular file that an earlier path leads to, each with the first one.
  package static func repeated(_ paths: [String]) -> [(path: String, first: String)] {
    var firsts: [Key: String] = [:]
    return paths.compactMap { path in
      guard let key = key(ofRegular: path) else { return nil }
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
    let parts = path.split(separator: "/", omittingEmptySubsequences: false)
    let folder = parts.count > 1 ? parts.dropLast().joined(separator: "/") + "/" : "."
    let name = parts.last ?? ""
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

  /// Whether it is a folder, or a link to one.
  package static func isFolder(_ path: String) -> Bool {
    status(of: path).map { $0.st_mode & S_IFMT == S_IFDIR } ?? false
  }

  /// Whether it is a folder in which files can be made.
  package static func isWritableFolder(_ path: String) -> Bool {
    guard isFolder(path) else { return false }
    return unsafe access(PathText.name(path), W_OK | X_OK) == 0
  }

  /// Whether it is a regular file that may be run as a program.
  package static func isProgram(_ path: String) -> Bool {
    guard status(of: path).map(isRegular) ?? false else { return false }
    return unsafe access(PathText.name(path), X_OK) == 0
  }

  /// The path from the root; links and dots in it stay. The path itself if the current folder has
  /// none.
  package static func absolute(_ path: String) -> String {
    if path.hasPrefix("/") { return path }
    // SAFETY: getcwd returns a string of its own, which is copied and freed here.
    guard let folder = unsafe getcwd(nil, 0) else { return path }
    defer { unsafe free(folder) }
    let start = unsafe PathText.text(folder)
    return start == "/" ? start + path : start + "/" + path
  }

  /// The permissions of an existing file.
  package static func permissions(of path: String) -> UInt32? {
    status(of: path).map { UInt32($0.st_mode & 0o777) }
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
