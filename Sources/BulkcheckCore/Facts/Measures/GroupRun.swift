/// A file of entries, each of a group, sorted by the keys of the groups.
final class GroupRun {
  struct Entry {
    var key: Fingerprint
    var content: [UInt8]
  }

  private let log: EntryLog

  init(in folder: String) { log = EntryLog(in: folder) }

  /// Adds an entry, whose key is not below those before.
  func append(_ key: Fingerprint, _ content: [UInt8]) throws(TemporaryFileError) {
    var encoder = PartialEncoder()
    encoder.add(key)
    encoder.add(raw: content)
    try log.append(encoder.bytes)
  }

  /// Writes what is left.
  func finish() throws(TemporaryFileError) { try log.flush() }

  /// Reads the entries of a file that has been finished, from the first to the last.
  final class Reader {
    /// Nil at the end.
    private(set) var entry: Entry?
    private let entries: EntryLog.Reader

    init(_ run: GroupRun) throws(TemporaryFileError) {
      entries = EntryLog.Reader(run.log)
      try advance()
    }

    /// The error for a file whose content is not what was written.
    var damage: TemporaryFileError { entries.damage }

    func advance() throws(TemporaryFileError) {
      guard let bytes = try entries.read() else {
        entry = nil
        return
      }
      var decoder = PartialDecoder(bytes)
      do throws(PartialDamage) {
        entry = Entry(key: try decoder.read(), content: Array(decoder.rest()))
      } catch {
        throw damage
      }
    }
  }
}
