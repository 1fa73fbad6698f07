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
    let lines = bytes[start..<position].count(of: Ascii.lineFeed)
    if lines > 0 {
      line += lines
      noteLineStart(bytes[start..<position], at: start)
    }
    if scalar.isFaulty { fail(.syntax("expected a value"), at: position) }
    return isEnded
  }

  /// Lists the record at hand, of which at most so much is kept as shows that it is too long.
  mutating func list(upTo end: Int, _ records: DocumentRecords) {
    let pointer = states.pointers[recordPointer]
    let start = recordOffset - offset
    var place = DocumentRecords.Place(
      start: start, end: min(end, start + recordBytesMaximum + 1), line: recordLine - chunkLine,
      column: recordColumn, container: 0, key: DocumentRecords.Key(index: 0),
      set: firstSet + recordPointer)
    if let star = pointer.lastStar {
      place.isRepeated = frames[star].isRepeated
      place.container = container(frames[star], at: star, of: pointer, records)
      place.key = key(in: star, records)
    } else {
      place.isRepeated = isRepeated
      place.container = records.append(
        DocumentRecords.Container(
          pointer: pointer.description, kind: .none, suffix: "", keys: records.append(givenKeys),
          maskedPointer: hidesKeys ? pointer.masked : nil))
    }
    records.append(place)
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

  mutating func container(
    _ frame: Frame, at depth: Int, of pointer: RecordPointer, _ records: DocumentRecords
  ) -> Int {
    if frame.chunk == chunks, frame.pointer == recordPointer { return frame.container }
    let path = path(to: depth)
    let number = records.append(
      DocumentRecords.Container(
        pointer: path, kind: frame.isObject ? .object : .array,
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
