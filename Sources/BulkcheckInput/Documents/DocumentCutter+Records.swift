internal import BulkcheckCore

/// The records: where each begins and ends, and how it is listed.
extension DocumentCutter {
  mutating func beginRecord(
    _ byte: UInt8, of pointer: Int, _ position: inout Int
  ) -> Bool {
    recordPointer = pointer
    recordOffset = offset + position
    recordLine = line
    recordColumn = recordOffset - lineOffset
    isListed = false
    if Ascii.opensContainer(byte) {
      guard frames.count < JSONScanner.depthMaximum else { return failing(.depth, position) }
      reading = .record(JSONExtent())
      return true
    }
    guard !Ascii.closesContainer(byte), byte != Ascii.comma, byte != Ascii.colon else {
      return failing(.syntax("expected a value"), position)
    }
    reading = .scalarRecord(ScalarRecord(isString: byte == Ascii.quote, isStrict: isOfRecord))
    return true
  }

  mutating func endRecord(at end: Int, _ records: DocumentRecords) {
    isFound[recordPointer] = true
    if !isListed { list(upTo: end, records) }
    if outline != nil, keepsNames { outline?.append(Ascii.zero) }
    endValue(records)
  }

  mutating func endScalarRecord(
    _ scalar: ScalarRecord, at end: Int, _ records: DocumentRecords
  ) {
    // What a name leads to may be null; an element is what it is.
    if scalar.isNull, case .name = states.pointers[recordPointer].segments.last {
      isFound[recordPointer] = true
      without[recordPointer] += 1
      endValue(records)
    } else {
      endRecord(at: end, records)
    }
  }

  /// Reads on in a string, number or word, up to its end; true if it is there.
  mutating func pass(
    _ scalar: inout ScalarRecord, _ bytes: ByteView, _ position: inout Int
  ) -> Bool {
    let start = position
    let isEnded = scalar.read(bytes, &position)
    let passed = bytes[start..<position]
    let lines = passed.count(of: Ascii.lineFeed)
    if lines > 0 {
      line += lines
      let last = (0..<passed.count).last { passed[$0] == Ascii.lineFeed } ?? 0
      lineOffset = offset + start + last + 1
    }
    if scalar.isFaulty { fail(.syntax("expected a value"), at: position) }
    return isEnded
  }

  /// Lists the record at hand, of which at most so much is kept as shows that it is too long.
  mutating func list(upTo end: Int, _ records: DocumentRecords) {
    let start = recordOffset - offset
    var place = DocumentRecords.Place(
      start: start, end: min(end, start + recordBytesMaximum + 1), line: recordLine - chunkLine,
      column: recordColumn, container: 0, key: DocumentRecords.Key(index: 0),
      set: firstSet + recordPointer)
    if let star = states.pointers[recordPointer].lastStar {
      place.isRepeated = frames[star].isRepeated
      place.container = container(at: star, records)
      place.key = key(in: star, records)
    } else {
      let pointer = states.pointers[recordPointer]
      place.isRepeated = isRepeated
      place.container = records.append(
        DocumentRecords.Container(
          pointer: pointer.description, kind: .none, suffix: "", keys: records.append(givenKeys),
          maskedPointer: hidesKeys ? pointer.masked : nil))
    }
    records.append(place)
  }

  /// The record at hand begins here, and is an object or array in an array of records.
  func isAtElement(_ position: Int) -> Bool {
    guard recordOffset == offset + position, let frame = frames.indices.last else { return false }
    return !frames[frame].isObject && states.pointers[recordPointer].lastStar == frame
      && states.pointers[recordPointer].segments.count == frames.count
  }

  /// Lists the element at hand and those that follow it, as far as they end in the buffer; false if
  /// the first one is too long for that.
  mutating func readElements(
    _ buffer: ChunkBuffer, _ position: inout Int, _ records: DocumentRecords
  ) -> Bool {
    let top = frames.count - 1
    var run = JSONExtent.Run(
      line: recordLine - chunkLine, lineStart: recordOffset - recordColumn - offset)
    let first = DocumentRecords.Place(
      start: position, end: position, line: run.line, column: recordColumn,
      container: container(at: top, records), key: DocumentRecords.Key(index: frames[top].index),
      set: firstSet + recordPointer)
    let bytesMaximum = min(recordBytesMaximum, heldBytesMaximum ?? .max)
    let end = buffer.withRoom {
      records.append(elementsIn: $0, from: first, bytesMaximum: bytesMaximum, &run)
    }
    guard run.count > 0 || run.open != nil else { return false }
    position = end
    line = chunkLine + run.line
    lineOffset = offset + run.lineStart
    if run.count > 0 {
      isFound[recordPointer] = true
      frames[top].index += run.count - 1
      endValue(records)
    }
    if run.isAtValue { expected = .value }
    if let open = run.open {
      if run.count > 0 { frames[top].index += 1 }
      recordOffset = offset + open.start
      recordLine = chunkLine + open.line
      recordColumn = open.start - open.lineStart
      reading = .record(open.extent)
    }
    return true
  }

  /// The name or index of the member or element at hand.
  func key(in depth: Int, _ records: DocumentRecords) -> DocumentRecords.Key {
    frames[depth].isObject
      ? records.append(name: frames[depth].name)
      : DocumentRecords.Key(index: frames[depth].index)
  }

  /// The JSON Pointer of the part at hand of the frame at some depth, less one.
  func path(to depth: Int) -> String {
    var path = ""
    for above in frames[..<depth] {
      if above.isObject {
        RecordPointer.append(String(decoding: above.name, as: UTF8.self), to: &path)
      } else {
        path += "/\(above.index)"
      }
    }
    return path
  }

  /// The number in the list of the container of the record at hand.
  mutating func container(at depth: Int, _ records: DocumentRecords) -> Int {
    if frames[depth].chunk == chunks, frames[depth].pointer == recordPointer {
      return frames[depth].container
    }
    let pointer = states.pointers[recordPointer]
    let path = path(to: depth)
    let number = records.append(
      DocumentRecords.Container(
        pointer: path, kind: frames[depth].isObject ? .object : .array,
        suffix: pointer.textBehindLastStar,
        keys: records.append(pointer.starsBeforeLast.map { key(in: $0, records) }),
        maskedPointer: hidesKeys ? pointer.masked : nil))
    frames[depth].container = number
    frames[depth].chunk = chunks
    frames[depth].pointer = recordPointer
    return number
  }

  /// Lists the text around the records of a document, which has ended, as a record.
  mutating func endOutline(_ records: DocumentRecords) {
    guard let outline else { return }
    ended.append((outline, records.count))
    let container = records.append(
      DocumentRecords.Container(
        pointer: "", kind: .none, suffix: "", keys: records.append(givenKeys)))
    records.append(
      DocumentRecords.Place(
        start: 0, end: 0, line: outline.line - chunkLine, column: 0, container: container,
        key: DocumentRecords.Key(index: 0), set: outlineSet, isRepeated: isRepeated))
    self.outline = OutlineText(sets, bytesMaximum: recordBytesMaximum)
  }
}

/// The way to the end of a record that is a string, a number or a word. Its grammar is looked at
/// when it is checked.
struct ScalarRecord {
  private let isString: Bool
  /// Whether a byte that opens something ends the reading.
  private let isStrict: Bool
  private var isEscaped = false
  private var count = 0
  private var mayBeNull = true
  /// A byte that opens something stands in it.
  private(set) var isFaulty = false

  init(isString: Bool, isStrict: Bool = false) {
    self.isString = isString
    self.isStrict = isStrict
  }

  /// Goes on within a string.
  init(inStringBehindBackslash isEscaped: Bool) {
    self.init(isString: true)
    self.isEscaped = isEscaped
    count = 1
  }

  var isNull: Bool { mayBeNull && count == 4 }
  /// The document may end here.
  var mayEnd: Bool { !isString && count > 0 }

  /// Reads on, up to the end of the record; true if it is there.
  mutating func read(_ bytes: ByteView, _ position: inout Int) -> Bool {
    while position < bytes.count {
      let byte = bytes[position]
      if isString {
        let isClosing = byte == Ascii.quote && !isEscaped && count > 0
        isEscaped = byte == Ascii.backslash && !isEscaped
        count += 1
        position += 1
        if isClosing { return true }
      } else {
        if Ascii.isBlank(byte) || byte == Ascii.comma || Ascii.closesContainer(byte) { return true }
        if isStrict, Ascii.opensContainer(byte) || byte == Ascii.quote {
          isFaulty = true
          return false
        }
        let null = ByteView("null")
        mayBeNull = mayBeNull && count < null.count && byte == null[count]
        count += 1
        position += 1
      }
    }
    return false
  }
}
