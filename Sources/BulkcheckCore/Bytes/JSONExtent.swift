internal import CBulkcheckScan

/// The place of an object or array of JSON in a room.
typealias JSONPlace = bulkcheck_json_place

/// How far an object or array of JSON has been read that goes on in other bytes.
package struct JSONExtent {
  private var state = bulkcheck_json_state()

  package init() {}

  fileprivate init(_ state: bulkcheck_json_state) { self.state = state }

  /// Line feeds passed.
  package var lines: Int { Int(state.lines) }

  /// The position behind the last line feed that was passed, in the room in which it was.
  package var lineStart: Int { Int(state.line_start) }

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

  /// Objects and arrays that follow one another, as elements of an array do, with the line on which
  /// each begins: found at once, so that a short one costs little.
  ///
  ///     {"id": 1},⏎{"id": 2, "x": [3]},{"id":
  ///     ^        ^ ^                  ^^
  ///
  /// Lines are counted as ``line`` is when the search begins.
  package struct Run {
    /// The line of the position that was reached, and where in the room it begins.
    package private(set) var line: Int
    package private(set) var lineStart: Int
    /// How many have been found.
    package private(set) var count = 0
    /// The one that goes on at the end of the room.
    package private(set) var open: Open?
    /// At the position that was reached is a value behind a comma, which is too long.
    package private(set) var isAtValue = false

    /// A value that goes on.
    package struct Open {
      package let extent: JSONExtent
      package let start: Int
      package let line: Int
      package let lineStart: Int
    }

    package init(line: Int, lineStart: Int) {
      self.line = line
      self.lineStart = lineStart
    }

    /// Looks for values in a room, from one on that begins at `start`. Returns the position behind
    /// the last one, or else that of one that is too long, or the end of the room.
    ///
    /// - Parameters:
    ///   - bytesMaximum: the length of a value that is not too long.
    ///   - places: takes the places of those found, no more than there is room for.
    mutating func find(
      in room: ByteRoom, from start: Int, bytesMaximum: Int, into places: Storage<JSONPlace>,
      kernel: ScanKernel = .standard
    ) -> Int {
      precondition(start >= 0 && start < room.count && places.capacity > 0, "within the room")
      var run = bulkcheck_json_run()
      run.line = line
      run.line_start = lineStart
      // SAFETY: the kernel writes within the room and the places, and reads at most 63 bytes behind
      // the room.
      let end = unsafe bulkcheck_json_values(
        room.start, start, room.count, bytesMaximum, &run, places.base, places.capacity,
        kernel.code)
      line = run.line
      lineStart = run.line_start
      count = run.count
      isAtValue = run.is_at_value != 0
      if run.state.depth > 0 {
        open = Open(
          extent: JSONExtent(run.state), start: run.open.start, line: run.open.line,
          lineStart: run.open.line_start)
      }
      return end
    }
  }

  /// Gives the beginning of a value, which has been passed, its line feeds again.
  package static func restoreLines(in room: ByteRoom, from start: Int, upTo end: Int) {
    precondition(start >= 0 && start <= end && end <= room.count, "within the room")
    // SAFETY: within the room by the line above.
    unsafe bulkcheck_json_restore_lines(room.start, start, end)
  }
}
