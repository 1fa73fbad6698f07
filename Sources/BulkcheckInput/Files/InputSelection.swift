internal import BulkcheckCore

/// The inputs that paths name: a file is one, a folder stands for the files in it and below.
///
/// A folder's files are those with the suffix of a format (``FormatDetection``) or of a reader
/// (``InputReaders``), sorted by the bytes of their paths. Hidden files and folders are passed
/// over. Links to files are followed, links to folders are not, so that no file comes twice and
/// every walk ends. A path that was named is followed wherever it leads.
///
///     data/a.csv            an input
///     data/a.txt            no format: passed over
///     data/.old/b.csv       hidden
///     data/more/c.jsonl.gz  an input
///     data/p.json           the run's own profile: left out, and named in ``leftOut``
///
/// Nothing passes unread: a folder that cannot be listed, or that holds no input, is an input that
/// cannot be read (``InputLocation/failed(_:)``).
package struct InputSelection: Sendable {
  package private(set) var locations: [InputLocation] = []
  /// The files in folders that the run reads or writes for something else, in their order.
  package private(set) var leftOut: [OwnFile] = []

  /// A file that a run has besides its inputs.
  package struct OwnFile: Sendable {
    /// Its use in the run: `profile`, `--valid`.
    package var name: String
    package var path: String

    package init(name: String, path: String) {
      self.name = name
      self.path = path
    }
  }

  private let own: [FileIdentity.Key: String]
  private let readers: InputReaders

  /// - Parameters:
  ///   - locations: what was named.
  ///   - own: files that are no inputs where a folder holds them.
  ///   - readers: the programs that read further files.
  package init(
    _ locations: [InputLocation], leavingOut own: [OwnFile] = [],
    readers: InputReaders = InputReaders([])
  ) {
    self.readers = readers
    self.own = Dictionary(
      own.compactMap { file in
        FileIdentity.key(ofRegular: file.path).map { ($0, file.name) }
      }, uniquingKeysWith: { first, _ in first })
    for location in locations {
      if case .file(let path) = location, FileIdentity.isFolder(path) {
        take(folder: path)
      } else {
        self.locations.append(location)
      }
    }
  }

  private mutating func take(folder: String) {
    var files: [String] = []
    var waiting = [folder]
    while let next = waiting.popLast() {
      guard let entries = Folder.entries(in: next) else {
        locations.append(.failed(InputError(path: next, cause: .cannotList)))
        continue
      }
      let start = next == "." || next == "./" ? "" : next.hasSuffix("/") ? next : next + "/"
      for (name, kind) in entries {
        let path = start + name
        switch kind {
        case .folder: waiting.append(path)
        case .file: if isInput(path) { files.append(path) }
        case .unknown: take(path, &files, &waiting)
        case .other: break
        }
      }
    }
    files.sort { $0.utf8.lexicographicallyPrecedes($1.utf8) }
    add(files, in: folder)
  }

  /// Takes a name of which the system says nothing, or a link.
  private func take(_ path: String, _ files: inout [String], _ waiting: inout [String]) {
    if Folder.isOwnFolder(path) {
      waiting.append(path)
    } else if isInput(path), FileIdentity.size(ofRegular: path) != nil {
      files.append(path)
    }
  }

  private func isInput(_ path: String) -> Bool {
    FormatDetection.hasSuffix(path) || readers.mayRead(path)
  }

  private mutating func add(_ files: [String], in folder: String) {
    let before = locations.count
    for path in files {
      if !own.isEmpty, let name = FileIdentity.key(ofRegular: path).flatMap({ own[$0] }) {
        leftOut.append(OwnFile(name: name, path: path))
      } else {
        locations.append(.file(path))
      }
    }
    if locations.count == before, !hasFailed(below: folder) {
      locations.append(.failed(InputError(path: folder, cause: .hasNoFiles)))
    }
  }

  /// A folder without an input has been taken that could not be listed: that says more.
  private func hasFailed(below folder: String) -> Bool {
    guard case .failed(let error)? = locations.last else { return false }
    return error.path == folder
      || error.path.hasPrefix(folder.hasSuffix("/") ? folder : folder + "/")
  }
}
