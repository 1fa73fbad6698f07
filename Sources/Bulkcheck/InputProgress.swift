internal import BulkcheckCore
internal import BulkcheckInput

/// Where the adding up of an input stands: what has been read but not judged.
struct InputProgress {
  /// Bytes from the start of an incomplete record on, or a header with what follows it.
  let pending = ChunkBuffer()
  /// Bytes at the start of `pending`, or of the input, that belong to no record.
  var skippedBytes: Int
  /// Nothing follows what is pending.
  var pendingIsFinal = false
  /// The next byte lies in a line that was too long and has been counted.
  var isInsideLongLine = false
  /// The next byte lies in a line that is too long, but blank so far: its bytes before.
  var blankBytes = 0
  /// Where the next byte to be judged lies in the input.
  var offset = 0
  /// The length of `pending` at the last try that found no whole record.
  var triedBytes = 0

  init(skippedBytes: Int) { self.skippedBytes = skippedBytes }

  /// Takes note of a judged stretch; its unjudged tail becomes pending.
  mutating func accept(_ end: ChunkEnd, of task: ChunkTask, at start: Int) {
    offset = start + end.consumed
    isInsideLongLine = end.isInsideLongLine
    blankBytes = end.blankBytes
    let tail = task.bytes[end.consumed..<task.bytes.count]
    if end.consumed > 0 { skippedBytes = 0 }
    if tail.isEmpty {
      pending.reset(capacity: 0)
      skippedBytes = 0
      triedBytes = 0
      return
    }
    if pending.count > 0 {
      // What was judged is what was pending.
      pending.dropFirst(end.consumed)
    } else {
      pending.append(tail)
    }
    triedBytes = pending.count
  }
}
