internal import BulkcheckCore

/// Where the reading of an input stands: what has been read but not merged.
struct InputProgress {
  /// Bytes from the start of an incomplete record on, or from a header on.
  var pending = ChunkBuffer()
  /// Bytes at the start of `pending`, or of the input, that belong to no record.
  var skippedBytes: Int
  /// Nothing follows what is pending.
  var pendingIsFinal = false
  /// The next byte lies in a line that was too long and has been counted.
  private var isInsideLongLine = false
  /// The next byte lies in a line that is too long, but blank so far: its bytes before.
  private var blankBytes = 0
  /// Where the next byte to be worked on lies in the input.
  private(set) var offset = 0
  /// The length of `pending` at the last try that found no whole record.
  private var triedBytes = 0

  init(skippedBytes: Int) { self.skippedBytes = skippedBytes }

  /// A chunk that comes next begins with a record.
  var isBetweenRecords: Bool {
    pending.count == 0 && !isInsideLongLine && blankBytes == 0 && skippedBytes == 0
  }

  /// There is reason to hope that what is pending holds a whole record.
  func isWorthTrying(recordBytesMaximum: Int) -> Bool {
    isInsideLongLine || blankBytes > 0 || pending.count >= 2 * triedBytes
      || pending.count > recordBytesMaximum
  }

  func pendingTask(isFinal: Bool) -> ChunkTask {
    var task = ChunkTask(bytes: pending.bytes, isFinal: isFinal)
    task.beginsInsideLongLine = isInsideLongLine
    task.blankBytesBefore = blankBytes
    task.skippedBytes = skippedBytes
    return task
  }

  /// Takes note of a merged stretch; its unread tail becomes pending.
  mutating func accept(_ chunk: WorkedChunk) {
    let end = chunk.end
    offset = chunk.offset + end.consumed
    isInsideLongLine = end.isInsideLongLine
    blankBytes = end.blankBytes
    let tail = chunk.task.bytes[end.consumed..<chunk.task.bytes.count]
    if end.consumed > 0 { skippedBytes = 0 }
    if tail.isEmpty {
      pending.reset(capacity: 0)
      skippedBytes = 0
      triedBytes = 0
      return
    }
    if pending.count > 0 {
      // What was worked on is what was pending.
      pending.dropFirst(end.consumed)
    } else {
      pending.append(tail)
    }
    triedBytes = pending.count
  }
}
