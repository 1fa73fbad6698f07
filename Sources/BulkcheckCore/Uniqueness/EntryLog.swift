internal import CLibrary

/// A list of entries that is read once from front to end: first in memory, then in a file without a
/// name.
///
/// Invariant: what is in the file comes before what is in memory.
final class EntryLog {
  private let folder: String
  private var file: TemporaryFile?
  /// Bytes in the file.
  private var size = 0
  /// The bytes that are not in the file yet.
  private var encoder = PartialEncoder()
  private let memoryBytesMaximum: Int

  /// 64 KiB.
  static let blockBytes = 1 << 16
  /// The length of an entry, before its bytes.
  private static let headBytes = 8

  /// - Parameter memoryBytesMaximum: what may be in memory before there is a file.
  init(in folder: String, memoryBytesMaximum: Int = EntryLog.blockBytes) {
    self.folder = folder
    self.memoryBytesMaximum = memoryBytesMaximum
  }

  var isEmpty: Bool { size == 0 && encoder.isEmpty }

  func append(_ entry: some Collection<UInt8>) throws(TemporaryFileError) {
    encoder.add(UInt64(entry.count))
    encoder.add(raw: entry)
    let maximum = file == nil ? memoryBytesMaximum : EntryLog.blockBytes
    if encoder.bytes.count >= maximum { try flush() }
  }

  /// Puts everything into the file.
  func flush() throws(TemporaryFileError) {
    if encoder.isEmpty { return }
    let file = try makeFile()
    let bytes = Storage(encoder.take(), padding: 0)
    defer { bytes.deallocate() }
    try file.write(bytes, count: bytes.capacity, at: size)
    size += bytes.capacity
  }

  private func makeFile() throws(TemporaryFileError) -> TemporaryFile {
    if let file { return file }
    let made = try TemporaryFile(in: folder)
    file = made
    return made
  }

  /// Reads the entries of a list to which nothing is added any more.
  final class Reader {
    private let log: EntryLog
    private let block = Storage<UInt8>(uninitialized: EntryLog.blockBytes)
    /// The number of bytes read so far, those in memory counted behind those of the file.
    private var position = 0
    private var next = 0
    private var filled = 0

    init(_ log: EntryLog) { self.log = log }

    deinit { block.deallocate() }

    /// The error for a file whose content is not what was written.
    var damage: TemporaryFileError {
      log.file?.damage
        ?? TemporaryFileError(action: .read, folder: log.folder, errorNumber: EIO)
    }

    private var end: Int { log.size + log.encoder.bytes.count }

    /// The next entry; nil at the end.
    func read() throws(TemporaryFileError) -> [UInt8]? {
      if next == filled, position == end { return nil }
      var count: UInt64 = 0
      for (index, byte) in try take(EntryLog.headBytes).enumerated() {
        count |= UInt64(byte) << (8 * UInt64(index))
      }
      guard count <= UInt64(end) else { throw damage }
      return try take(Int(count))
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
      next = 0
      if position < log.size, let file = log.file {
        filled = min(block.capacity, log.size - position)
        try file.read(block, count: filled, at: position)
      } else {
        let start = position - log.size
        filled = min(block.capacity, log.encoder.bytes.count - start)
        for index in 0..<max(0, filled) { block[index] = log.encoder.bytes[start + index] }
      }
      guard filled > 0 else { throw damage }
      position += filled
    }
  }
}
