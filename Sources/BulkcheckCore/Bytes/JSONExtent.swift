internal import CBulkcheckScan

/// How far an object or array of JSON has been read that goes on in other bytes.
package struct JSONExtent {
  private var state = bulkcheck_json_state()

  package init() {}

  /// Line feeds passed.
  package var lines: Int { Int(state.lines) }

  /// Looks for the end of the value in `room`, from `start` on, where it begins or goes on, up to
  /// `end`. Returns the position behind it, or nil if it does not end there.
  ///
  /// Up to the end, the value is made one line: see `bulkcheck_json_value`.
  ///
  /// Precondition: 64 bytes are readable behind the room.
  package mutating func end(
    in room: ByteRoom, from start: Int, upTo end: Int? = nil, kernel: ScanKernel = .standard
  ) -> Int? {
    let limit = end ?? room.count
    precondition(start >= 0 && start <= limit && limit <= room.count, "within the room")
    // SAFETY: the kernel writes within the room, and reads at most 63 bytes behind it.
    let end = unsafe bulkcheck_json_value(room.start, start, limit, &state, kernel.code)
    return end < 0 ? nil : end
  }

  /// Gives the beginning of a value, which has been passed, its line feeds again.
  package static func restoreLines(in room: ByteRoom, from start: Int, upTo end: Int) {
    precondition(start >= 0 && start <= end && end <= room.count, "within the room")
    // SAFETY: within the room by the line above.
    unsafe bulkcheck_json_restore_lines(room.start, start, end)
  }
}
