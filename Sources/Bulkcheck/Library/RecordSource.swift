internal import BulkcheckCore
internal import BulkcheckInput

/// The records of a sequence as the bytes of a JSONL input.
final class RecordSource<Records: IteratorProtocol>: ByteSource
where Records.Element: StringProtocol {
  private var records: Records
  /// What has been taken from the sequence; read up to `position`.
  private var taken: [UInt8] = []
  private var position = 0
  private(set) var storedBytesRead = 0

  /// As much is taken at a time: the calls to the sequence then cost more than those to this type.
  private static var blockBytes: Int { 64 << 10 }

  init(_ records: Records) { self.records = records }

  var storedBytes: Int? { nil }

  func read(into room: ByteRoom) throws(InputError) -> Int {
    if position == taken.count { take() }
    let count = room.copy(taken, from: position)
    position += count
    storedBytesRead += count
    return count
  }

  private func take() {
    taken.removeAll(keepingCapacity: true)
    position = 0
    while taken.count < Self.blockBytes, let record = records.next() {
      taken.append(contentsOf: record.utf8)
      taken.append(UInt8(ascii: "\n"))
    }
  }
}
