/// A file of entries, each of a group, sorted by the keys of the groups.
final class GroupRun {
  struct Entry {
    var key: Fingerprint
    var content: [UInt8]
  }

  private let file: TemporaryFile
  private var size = 0
  /// The bytes that are not yet written.
  private var encoder = PartialEncoder()

  /// 64 KiB.
  private static let blockBytes = 1 << 16
  /// The key and the length of the content.
  private static let headBytes = 24

  init(in folder: String) throws(TemporaryFileError) { file = try TemporaryFile(in: folder) }

  /// Adds an entry, whose key is not below those before.
  func append(_ key: Fingerprint, _ content: [UInt8]) throws(TemporaryFileError) {
    encoder.add(key)
    encoder.add(UInt64(content.count))
    encoder.add(raw: content)
    if encoder.bytes.count >= GroupRun.blockBytes { try finish() }
  }

  /// Writes what is left.
  func finish() throws(TemporaryFileError) {
    if encoder.isEmpty { return }
    let bytes = Storage(encoder.take(), padding: 0)
    defer { bytes.deallocate() }
    try file.write(bytes, count: bytes.capacity, at: size)
    size += bytes.capacity
  }

  /// Reads the entries of a file that has been finished, from the first to the last.
  final class Reader {
    /// Nil at the end.
    private(set) var entry: Entry?
    private let run: GroupRun
    private let block = Storage<UInt8>(uninitialized: GroupRun.blockBytes)
    /// The number of bytes of the file read so far.
    private var position = 0
    private var next = 0
    private var filled = 0

    init(_ run: GroupRun) throws(TemporaryFileError) {
      self.run = run
      try advance()
    }

    deinit { block.deallocate() }

    /// The error for a file whose content is not what was written.
    var damage: TemporaryFileError { run.file.damage }

    func advance() throws(TemporaryFileError) {
      entry = nil
      if next == filled, position == run.size { return }
      let (key, count) = try head()
      entry = Entry(key: key, content: try take(count))
    }

    /// The key of an entry, and the length of its content.
    private func head() throws(TemporaryFileError) -> (key: Fingerprint, count: Int) {
      var decoder = PartialDecoder(try take(GroupRun.headBytes))
      do throws(PartialDamage) {
        let key: Fingerprint = try decoder.read()
        let count: UInt64 = try decoder.read()
        try decoder.check(count <= UInt64(run.size))
        return (key, Int(count))
      } catch {
        throw damage
      }
    }

    private func take(_ count: Int) throws(TemporaryFileError) -> [UInt8] {
      var bytes: [UInt8] = []
      bytes.reserveCapacity(count)
      while bytes.count < count {
        if next == filled { try fill() }
        let part = min(count - bytes.count, filled - next)
        bytes.append(block.view(from: next, count: part))
        next += part
      }
      return bytes
    }

    private func fill() throws(TemporaryFileError) {
      filled = min(block.capacity, run.size - position)
      next = 0
      guard filled > 0 else { throw damage }
      try run.file.read(block, count: filled, at: position)
      position += filled
    }
  }
}
