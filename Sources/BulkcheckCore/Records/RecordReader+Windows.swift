/// Windows, and lines that are too long to be looked at.
extension RecordReader {
  // MARK: JSONL

  /// Finds the lines that end in the chunk: all are one window.
  mutating func nextLineWindow() -> Advance {
    guard position < bytes.count else { return over() }
    guard let last = bytes.lastIndex(of: Ascii.lineFeed, from: position) else { return lastLine() }
    linesEnd = last + 1
    lines.begin(bytes)
    return .window
  }

  /// A line that does not end in the chunk waits for more, unless it is too long already.
  private mutating func lastLine() -> Advance {
    guard bytes.count - position > recordBytesMaximum + 1 else { return over() }
    let start = position
    position = bytes.count
    if firstNonBlank(from: start) == nil {
      end.blankBytes = bytes.count - start
      return over()
    }
    end.isInsideLongLine = true
    return longLine(start, bytes.count)
  }

  private mutating func over() -> Advance {
    end.consumed = min(position, task.bytes.count)
    return .end
  }

  /// Takes a line that is too long to be looked at.
  private mutating func longLine(_ start: Int, _ behind: Int) -> Advance {
    guard take(start, behind) else { return .end }
    fault = RecordFault.tooLong(recordBytesMaximum)
    return .longLine
  }

  /// The first byte that is not a space, a tab or a carriage return.
  private mutating func firstNonBlank(from start: Int) -> Int? {
    var position = start
    while position < bytes.count {
      let byte = bytes[position]
      if byte == Ascii.lineFeed || !Ascii.isBlank(byte) { return position }
      position += 1
    }
    return nil
  }

  // MARK: CSV

  /// Indexes the next rows: from where the last window's records ended, or a wider window if it
  /// held none.
  mutating func nextRowWindow() -> Advance {
    if position == windowStart, windowEnd > position {
      guard windowEnd < bytes.count else { return lastRow() }
      window *= 2
    } else {
      window = RecordReader.windowBytes
    }
    guard position < bytes.count else { return over() }
    windowStart = position
    windowEnd = min(bytes.count, position + window)
    index.indexCSV(bytes, from: position, to: windowEnd, rows.layout.dialect)
    rows.begin(
      bytes[0..<windowEnd], index, isFinal: windowEnd == bytes.count && task.isFinal)
    return .window
  }

  /// A row that does not end in the chunk waits for more, unless it is too long already.
  private mutating func lastRow() -> Advance {
    guard bytes.count - position > recordBytesMaximum + 2 else { return over() }
    let start = position
    // A carriage return at the very end may be the record's line end, or half of it.
    position = bytes.count - (bytes[bytes.count - 1] == Ascii.carriageReturn ? 1 : 0)
    windowEnd = position
    let advance = longLine(start, bytes.count)
    if case .longLine = advance {
      // Line ends inside quotes count; the one behind the record is yet to come.
      end.lines += rows.linesPassed
      end.isInsideLongLine = true
      end.consumed = position
      isDone = true
    }
    return advance
  }

  // MARK: Lines begun in an earlier chunk

  /// Passes what the chunk holds of a line that is too long; nil if the line ends in it.
  mutating func passContinued() -> Advance? {
    let start = position
    if task.blankBytesBefore > 0 { return passBlanks(from: start) }
    return skipLine(from: start)
  }

  /// Goes on in a line of JSONL that is too long and was blank so far: it is not a record unless
  /// something else follows.
  private mutating func passBlanks(from start: Int) -> Advance? {
    guard let next = firstNonBlank(from: start) else {
      position = bytes.count
      end.consumed = task.bytes.count
      end.continued = end.consumed
      if task.isFinal {
        end.lines += 1
      } else {
        end.blankBytes = task.blankBytesBefore + bytes.count - start
      }
      return .end
    }
    if bytes[next] == Ascii.lineFeed {
      passed(to: next + 1)
      return nil
    }
    let advance = longLine(start - task.blankBytesBefore, next)
    if case .longLine = advance { _ = skipLine(from: next) }
    return advance
  }

  private mutating func passed(to next: Int) {
    end.lines += 1
    end.continued = min(next, task.bytes.count)
    position = next
    windowStart = next
    windowEnd = next
  }

  /// Skips to behind the line's end; if it is not here, the chunk is over.
  private mutating func skipLine(from start: Int) -> Advance? {
    guard let lineEnd = lineEnd(from: start) else {
      let isHalf =
        isCSV && !task.isFinal && bytes.count > start
        && bytes[bytes.count - 1] == Ascii.carriageReturn
      position = bytes.count - (isHalf ? 1 : 0)
      windowStart = position
      windowEnd = position
      end.consumed = position
      end.continued = position
      end.isInsideLongLine = !task.isFinal
      if task.isFinal { end.lines += 1 }
      return .end
    }
    passed(to: lineEnd)
    return nil
  }

  /// Behind the next line end; nil if it is not all here.
  private mutating func lineEnd(from start: Int) -> Int? {
    let lineFeed = bytes.firstIndex(of: Ascii.lineFeed, from: start)
    guard isCSV else { return lineFeed.map { $0 + 1 } }
    let line = bytes[0..<(lineFeed ?? bytes.count)]
    guard let carriageReturn = line.firstIndex(of: Ascii.carriageReturn, from: start) else {
      return lineFeed.map { $0 + 1 }
    }
    if carriageReturn + 1 == lineFeed { return carriageReturn + 2 }
    return carriageReturn + 1 == bytes.count && !task.isFinal ? nil : carriageReturn + 1
  }

  // MARK: Looking again

  /// Scans one record again that is known to be well-formed, into the first lane. False if it is
  /// not an object.
  mutating func rescan(
    _ text: ChunkText, _ position: RecordPosition, into table: inout ColumnTable
  ) -> Bool {
    table.clear()
    if let cells = text.cells {
      rescan(row: position.ordinal, of: cells, into: &table)
      return true
    }
    let chunk = text.bytes
    guard isCSV else {
      // A record is followed by its line end, or by the line feed behind the chunk.
      lines.begin(chunk.extended(by: 1))
      return lines.scanRecord(from: position.start, to: position.end, into: &table) == .object
    }
    index.indexCSV(chunk, from: position.start, to: position.end, rows.layout.dialect)
    rows.begin(chunk[0..<position.end], index, isFinal: true)
    var start = position.start
    _ = rows.scanRecord(&start, into: &table)
    return true
  }
}
