internal import BulkcheckCore
internal import CLibrary

/// The entries of folders. Hidden ones, whose names begin with a dot, are passed over.
package enum Folder {
  /// The kinds of entries, as the system tells them.
  enum Kind {
    case file
    case folder
    /// Not known without looking, or a symbolic link.
    case unknown
    /// A pipe, a socket, a device.
    case other
  }

  /// The names in a folder, in no order; nil if it is not a folder, or cannot be read.
  package static func names(in path: String) -> [String]? { entries(in: path)?.map(\.name) }

  /// The names in a folder with what the system says of them without a further look.
  static func entries(in path: String) -> [(name: String, kind: Kind)]? {
    // SAFETY: the handle is closed once, here; an entry is valid until the next one is asked for.
    guard let folder = unsafe opendir(PathText.name(path)) else { return nil }
    defer { unsafe closedir(folder) }
    var entries: [(name: String, kind: Kind)] = []
    while true {
      errno = 0
      guard let entry = unsafe readdir(folder) else { break }
      let name = unsafe withUnsafePointer(to: entry.pointee.d_name) { pointer in
        unsafe pointer.withMemoryRebound(to: CChar.self, capacity: 256) {
          unsafe PathText.text($0)
        }
      }
      if !name.hasPrefix(".") { entries.append((name, unsafe kind(entry.pointee.d_type))) }
    }
    // What came before a failure is not the folder.
    return errno == 0 ? entries : nil
  }

  /// Whether the name itself is a folder's, not that of a link to one.
  static func isOwnFolder(_ path: String) -> Bool {
    var status = stat()
    // SAFETY: the structure is local and valid during the call.
    return unsafe lstat(PathText.name(path), &status) == 0 && status.st_mode & S_IFMT == S_IFDIR
  }

  private static func kind(_ type: UInt8) -> Kind {
    switch Int(type) {
    case Int(DT_REG): .file
    case Int(DT_DIR): .folder
    case Int(DT_LNK), Int(DT_UNKNOWN): .unknown
    default: .other
    }
  }
}
