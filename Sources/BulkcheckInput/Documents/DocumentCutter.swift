internal import BulkcheckCore

/// Finds the records of a JSON document, and checks the text around them.
///
/// The document comes in pieces of any size. Outside of records the cutter knows which brackets are
/// open (``Frame``) and which record pointers lead there (``PointerStates``), and takes the grammar
/// byte by byte: names, separators, values that no pointer is about. A record that is an object or
/// an array is passed 64 bytes at a time (``JSONExtent``), which only looks for its end and makes
/// it one line. Whether it is well-formed is found out by the worker that checks it. So with the
/// pointer `/data/*`, of
///
///     {"data": [{"id": 1}, {"id": 2, "x": [3]}], "next": null}
///
/// the two objects are listed in ``DocumentRecords``, and all the rest is read here.
///
/// A document that a schema splits has several sets of records (``SchemaRecordSet``), and an
/// ``OutlineText`` of what is around them, which is listed as a record when the document ends. What
/// is neither an array nor a map where a set may be belongs to that text.
///
/// A document that is damaged around its records, or within one so that its end cannot be told, has
/// a ``fault``. The records before that are good.
struct DocumentCutter {
  private(set) var fault: (JSONDocumentFault, at: DocumentPosition)?
  /// For each pointer, the places that are absent or null.
  private var without: [Int]

  private var states: PointerStates
  /// Records follow one another at the root: objects, or values after record separators.
  private enum Roots { case undecided, one, objects, separated }
  /// The text around the records that is a record itself; nil if nothing splits the document.
  private var outline: OutlineText?
  private let sets: [SchemaRecordSet]
  /// The number of the set of the first pointer.
  private var firstSet = 0
  /// Texts of documents that have ended since the last cut, and their places in the list.
  private var ended: [(text: OutlineText, ordinal: Int)] = []
  private var roots: Roots
  private let recordBytesMaximum: Int

  /// An array or object that is open.
  private struct Frame {
    var isObject: Bool
    var state: Int
    /// Its elements or members are the records of this set of a schema; -1 if they are not.
    var set = -1
    /// The element or member at hand.
    var index = -1
    var name: [UInt8] = []
    /// Names of pointers that have been found in it.
    var found: [String] = []
    /// Its number in the list of containers of a chunk, and for which pointer.
    var container = -1
    var chunk = -1
    var pointer = -1
  }

  private enum Expected { case value, elementOrEnd, nameOrEnd, name, colon, separatorOrEnd, root }
  private enum Reading {
    case structure
    case name(ScalarText)
    case scalar(ScalarText)
    case record(JSONExtent)
    case scalarRecord(ScalarRecord)
  }

  private var expected = Expected.value
  private var reading = Reading.structure
  private var frames: [Frame] = []
  /// The name that is being read, as written.
  private var name: [UInt8] = []
  /// Whether each pointer has led to an array or object of records, to a record, or to null.
  private var isFound: [Bool]

  // The record at hand.
  private var recordPointer = 0
  private var recordOffset = 0
  private var recordLine = 0
  private var recordColumn = 0
  /// It is longer than a record may be, and has been listed.
  private var isListed = false

  // Positions in the document.
  private var offset = 0
  private var line = 0
  private var lineOffset = 0
  /// The chunks before the one at hand, and the line on which that begins.
  private var chunks = 0
  private var chunkLine = 0

  init(_ cutting: DocumentCutting, recordBytesMaximum: Int) {
    self.recordBytesMaximum = recordBytesMaximum
    let pointers: [RecordPointer]
    sets = cutting.sets
    switch cutting {
    case .byContent, .noRecords: pointers = []
    case .at(let given, let first):
      pointers = given
      firstSet = first
    case .bySchema(let sets):
      pointers = sets.map(\.pointer)
      outline = OutlineText(sets, bytesMaximum: recordBytesMaximum)
    }
    states = PointerStates(pointers)
    switch cutting {
    case .at, .noRecords: roots = .one
    case .byContent, .bySchema: roots = .undecided
    }
    without = (cutting == .byContent ? [.document] : pointers).map { _ in 0 }
    isFound = without.map { _ in false }
  }

  /// The facts about each pointer; empty before the first byte if they depend on that.
  var recordSets: [RecordSet] {
    let found = zip(states.pointers, without).map {
      RecordSet(pointer: $0.description, without: $1)
    }
    return sets.isEmpty ? found : found + [RecordSet(pointer: "", without: 0)]
  }

  // MARK: Chunks

  /// Reads the bytes of a buffer from `start` on, which follow those read before. Records that end
  /// in them are listed, counted from the buffer's first byte.
  ///
  /// - Parameter offset: the position of the buffer's first byte in the document.
  mutating func read(
    _ buffer: ChunkBuffer, from start: Int, at offset: Int, into records: DocumentRecords
  ) {
    self.offset = offset
    var position = start
    while position < buffer.count, fault == nil {
      let bytes = buffer.bytes
      switch reading {
      case .structure: structure(bytes, &position, records)
      case .name(var text): readName(&text, bytes, &position)
      case .scalar(var text): readScalar(&text, bytes, &position, records)
      case .record(var extent):
        let from = position
        let linesBefore = extent.lines
        let end = buffer.withRoom { extent.end(in: $0, from: from) }
        position = end ?? buffer.count
        if extent.lines > linesBefore {
          line += extent.lines - linesBefore
          noteLineStart(buffer.bytes[from..<position], at: from)
        }
        reading = .record(extent)
        if end != nil { endRecord(at: position, records) }
      case .scalarRecord(var scalar):
        let from = position
        let isEnded = scalar.read(bytes, &position)
        let lines = bytes[from..<position].count(of: Ascii.lineFeed)
        if lines > 0 {
          line += lines
          noteLineStart(bytes[from..<position], at: from)
        }
        reading = .scalarRecord(scalar)
        if isEnded { endScalarRecord(scalar, at: position, records) }
      }
    }
    if isInRecord, !isListed, offset + buffer.count - recordOffset > recordBytesMaximum {
      list(upTo: buffer.count, records)
      isListed = true
    }
  }

  private var isInRecord: Bool {
    switch reading {
    case .record, .scalarRecord: true
    default: false
    }
  }

  /// The place where the next chunk begins: with a record that has not ended, or behind all that
  /// has been read.
  ///
  /// - Parameter end: behind the bytes that have been read, in the document.
  func cut(at end: Int) -> Int {
    if let fault { return min(end, fault.at.offset) }
    return isInRecord && !isListed ? recordOffset : end
  }

  /// Takes note of a cut; completes the chunk before it and its list of records.
  mutating func deliver(_ buffer: ChunkBuffer) {
    let records = buffer.records
    let isHeld = isInRecord && !isListed
    records.lines = (isHeld ? recordLine : line) - chunkLine
    chunkLine += records.lines
    chunks += 1
    for (outline, ordinal) in ended {
      let start = buffer.count
      ByteView.with(outline.text) { buffer.append($0) }
      records.append(
        DocumentRecords.Outline(ordinal: ordinal, offset: outline.offset, counts: outline.counts),
        from: start, count: outline.text.count)
    }
    ended.removeAll()
  }

  /// The document ends here.
  mutating func finish(at end: Int, _ records: DocumentRecords) {
    guard fault == nil else { return }
    let position = end - offset
    if frames.isEmpty {
      switch reading {
      case .scalarRecord(let scalar) where scalar.mayEnd:
        endScalarRecord(scalar, at: position, records)
      case .scalar(let text) where text.mayEnd: endValue(records)
      default: break
      }
    }
    guard case .structure = reading, expected == .root else {
      return fail(.brokenOff, at: position)
    }
    guard sets.isEmpty else { return }
    // Of several places, one may be missing: a rule can say that it must not.
    guard !states.pointers.isEmpty, !isFound.contains(true) else { return }
    let pointers = states.pointers.map(\.description).joined(separator: " or ")
    fail(.noPlace(pointer: pointers), at: position)
  }

  private mutating func fail(_ fault: JSONDocumentFault, at position: Int) {
    let place = offset + position
    self.fault = (
      fault,
      DocumentPosition(offset: place, line: line + 1, column: place - lineOffset + 1)
    )
  }

  private mutating func noteLineStart(_ bytes: ByteView, at start: Int) {
    var last = bytes.count - 1
    while last >= 0, bytes[last] != Ascii.carriageReturn, bytes[last] != Ascii.lineFeed {
      last -= 1
    }
    if last >= 0 { lineOffset = offset + start + last + 1 }
  }

  // MARK: Structure

  private mutating func structure(
    _ bytes: ByteView, _ position: inout Int, _ records: DocumentRecords
  ) {
    while position < bytes.count {
      let byte = bytes[position]
      if byte == Ascii.lineFeed {
        line += 1
        lineOffset = offset + position + 1
        position += 1
        continue
      }
      if Ascii.isBlank(byte) {
        position += 1
        continue
      }
      let from = position
      let wasInSet = outline != nil && isInSet
      guard take(byte, bytes, &position, records) else { return }
      if outline != nil, position > from, !(wasInSet && isInSet) || keepsNames {
        outlineByte(byte)
      }
      guard case .structure = reading else { return }
    }
  }

  /// Takes a byte into the outline, unless it stands before or behind a document. (The last bracket
  /// is there already.)
  private mutating func outlineByte(_ byte: UInt8) {
    if frames.isEmpty, case .structure = reading { return }
    outline?.append(byte)
  }

  /// The element or member at hand is a record of a set.
  private var isInSet: Bool { frames.last.map { $0.set >= 0 } ?? false }

  /// The names in the map at hand are part of the outline.
  private var keepsNames: Bool {
    guard let frame = frames.last, frame.set >= 0 else { return false }
    return frame.isObject && sets[frame.set].keepsNames
  }

  /// Takes a byte that is not blank; false at a fault.
  private mutating func take(
    _ byte: UInt8, _ bytes: ByteView, _ position: inout Int, _ records: DocumentRecords
  ) -> Bool {
    switch expected {
    case .root: return takeRoot(byte, &position)
    case .value:
      if frames.isEmpty, isOfRoot(byte, &position) { return fault == nil }
      return beginValue(byte, &position)
    case .elementOrEnd:
      if byte == Ascii.closeBracket { return close(&position, records) }
      return beginElement(byte, &position)
    case .nameOrEnd, .name:
      if byte == Ascii.closeBrace, expected == .nameOrEnd { return close(&position, records) }
      guard byte == Ascii.quote else {
        return failing(.syntax("expected a name in quotes"), position)
      }
      name.removeAll(keepingCapacity: true)
      reading = .name(.string)
    case .colon:
      guard byte == Ascii.colon else { return failing(.syntax("expected a colon"), position) }
      expected = .value
    case .separatorOrEnd:
      let isObject = frames[frames.count - 1].isObject
      if byte == (isObject ? Ascii.closeBrace : Ascii.closeBracket) {
        return close(&position, records)
      }
      guard byte == Ascii.comma else {
        return failing(.syntax("expected a comma or \(isObject ? "}" : "]")"), position)
      }
      if isObject {
        expected = .name
      } else {
        position += 1
        expected = .value
        return true
      }
    }
    position += 1
    return true
  }

  private mutating func failing(_ fault: JSONDocumentFault, _ position: Int) -> Bool {
    fail(fault, at: position)
    return false
  }

  /// A byte-order mark, or a record separator.
  private mutating func isOfRoot(_ byte: UInt8, _ position: inout Int) -> Bool {
    let place = offset + position
    if place < DocumentCutter.mark.count, byte == DocumentCutter.mark[place] {
      lineOffset = place + 1
      position += 1
      return true
    }
    guard byte == DocumentCutter.separator, roots == .undecided || roots == .separated else {
      return false
    }
    roots = .separated
    position += 1
    return true
  }

  private static let mark: [UInt8] = [0xEF, 0xBB, 0xBF]
  /// RFC 7464.
  static let separator: UInt8 = 0x1E

  /// Something follows the document.
  private mutating func takeRoot(_ byte: UInt8, _ position: inout Int) -> Bool {
    switch roots {
    case .separated where byte == DocumentCutter.separator:
      expected = .value
      position += 1
      return true
    case .objects where byte == Ascii.openBrace:
      expected = .value
      return true
    default: return failing(.trailing, position)
    }
  }

  /// Decides what the records are, by the first byte of the document, if nothing else says it.
  private mutating func decideRoots(_ byte: UInt8) {
    let wasUndecided = roots == .undecided
    if wasUndecided { roots = byte == Ascii.openBrace ? .objects : .one }
    guard roots != .one || wasUndecided, sets.isEmpty, states.pointers.isEmpty else { return }
    let isArray = wasUndecided && byte == Ascii.openBracket
    states = PointerStates([isArray ? .rootElements : .document])
  }

  // MARK: Values

  private mutating func beginElement(_ byte: UInt8, _ position: inout Int) -> Bool {
    expected = .value
    return beginValue(byte, &position)
  }

  private mutating func beginValue(_ byte: UInt8, _ position: inout Int) -> Bool {
    if frames.isEmpty { outline?.begin(at: offset + position, line: line) }
    var state = nextState(byte)
    if let pointer = states.record(state) {
      return beginRecord(byte, of: pointer, &position)
    }
    if Ascii.opensContainer(byte) {
      return open(isObject: byte == Ascii.openBrace, state, &position)
    }
    guard let text = ScalarText(first: byte) else {
      return failing(.syntax("expected a value"), position)
    }
    if !sets.isEmpty {
      if byte == UInt8(ascii: "n") {
        for pointer in states.pointers(through: state) { without[pointer] += 1 }
      }
      state = PointerStates.none
    }
    if state != PointerStates.none { guard passScalar(byte, state, position) else { return false } }
    reading = .scalar(text)
    position += 1
    return true
  }

  /// The state of the value that begins.
  private mutating func nextState(_ byte: UInt8) -> Int {
    guard !frames.isEmpty else {
      decideRoots(byte)
      return states.root
    }
    let top = frames.count - 1
    if !frames[top].isObject { frames[top].index += 1 }
    let state = frames[top].state
    guard state != PointerStates.none else { return state }
    guard states.hasNames(state) else { return states.other(in: state) }
    let key =
      frames[top].isObject
      ? String(decoding: frames[top].name, as: UTF8.self) : "\(frames[top].index)"
    if states.names(state).contains(where: { $0.name == key }), !frames[top].found.contains(key) {
      frames[top].found.append(key)
    }
    return states.child(key, of: state)
  }

  /// Null where records should be is counted; anything else is a fault.
  private mutating func passScalar(_ byte: UInt8, _ state: Int, _ position: Int) -> Bool {
    let pointers = states.pointers(through: state)
    guard byte == UInt8(ascii: "n") else {
      let kind =
        switch byte {
        case Ascii.quote: "a string"
        case UInt8(ascii: "t"), UInt8(ascii: "f"): "true or false"
        default: "a number"
        }
      let pointer = states.pointers[pointers[0]].description
      return failing(.otherKind(pointer: pointer, kind: kind), position)
    }
    for pointer in pointers {
      without[pointer] += 1
      isFound[pointer] = true
    }
    return true
  }

  private mutating func open(isObject: Bool, _ state: Int, _ position: inout Int) -> Bool {
    guard frames.count < JSONScanner.depthMaximum else { return failing(.depth, position) }
    let (set, isOnWay) = set(isObject: isObject, state)
    frames.append(
      Frame(isObject: isObject, state: isOnWay ? state : PointerStates.none, set: set))
    for pointer in states.pointers(through: state)
    where frames.count - 1 == states.pointers[pointer].lastStar { isFound[pointer] = true }
    expected = isObject ? .nameOrEnd : .elementOrEnd
    position += 1
    return true
  }

  /// The set whose records are the elements or members of a container, or -1, and whether it is on
  /// the way to records at all.
  private func set(isObject: Bool, _ state: Int) -> (Int, isOnWay: Bool) {
    guard !sets.isEmpty, state != PointerStates.none else { return (-1, true) }
    guard
      let set = states.pointers(through: state)
        .first(where: { states.pointers[$0].segments.count == frames.count + 1 })
    else { return (-1, isObject) }
    let isMeant = !(isObject ? sets[set].members : sets[set].elements).isEmpty
    return (isMeant ? set : -1, isMeant)
  }

  private mutating func close(_ position: inout Int, _ records: DocumentRecords) -> Bool {
    let frame = frames.removeLast()
    if frame.set >= 0 {
      outline?.end(frame.set, count: frame.index + 1, isObject: frame.isObject)
    }
    for (pointer, name) in states.names(frame.state) where !frame.found.contains(name) {
      without[pointer] += 1
    }
    // An array of arrays of records may be empty.
    if frame.index < 0 {
      for pointer in states.pointers(through: frame.state)
      where states.pointers[pointer].segments[frames.count] == .star { isFound[pointer] = true }
    }
    position += 1
    if outline != nil, frames.isEmpty {
      // The text is complete with this byte.
      outline?.append(frame.isObject ? Ascii.closeBrace : Ascii.closeBracket)
    }
    endValue(records)
    return true
  }

  private mutating func endValue(_ records: DocumentRecords) {
    reading = .structure
    expected = frames.isEmpty ? .root : .separatorOrEnd
    if frames.isEmpty { endOutline(records) }
  }

  /// Lists the text around the records of a document, which has ended, as a record.
  private mutating func endOutline(_ records: DocumentRecords) {
    guard let outline else { return }
    ended.append((outline, records.count))
    let container = records.append(
      DocumentRecords.Container(pointer: "", kind: .none, suffix: ""))
    records.append(
      DocumentRecords.Place(
        start: 0, end: 0, line: outline.line - chunkLine, column: 0, container: container, key: 0,
        keyEnd: 0, set: sets.count))
    self.outline = OutlineText(sets, bytesMaximum: recordBytesMaximum)
  }

  // MARK: Texts

  private mutating func readName(
    _ text: inout ScalarText, _ bytes: ByteView, _ position: inout Int
  ) {
    let start = position
    let top = frames.count - 1
    let isKept = frames[top].state != PointerStates.none
    let isOutlined = outline != nil && (!isInSet || keepsNames)
    switch text.read(bytes, from: position) {
    case .goesOn:
      reading = .name(text)
      position = bytes.count
      if isKept { keep(bytes[start..<position]) }
      if isOutlined { outline?.append(bytes[start..<position]) }
    case .ended(let end):
      if isOutlined { outline?.append(bytes[start..<end]) }
      if isKept {
        keep(bytes[start..<end - 1])
        frames[top].name.removeAll(keepingCapacity: true)
        ByteView.with(name) { raw in
          var arena = ByteArena()
          let plain = JSONString.unescape(raw, into: &arena)
          for index in 0..<plain.count { frames[top].name.append(plain[index]) }
        }
      }
      frames[top].index += 1
      reading = .structure
      expected = .colon
      position = end
    case .fault(let fault, let place):
      fail(fault, at: place)
      return
    }
    if name.count > recordBytesMaximum { fail(.longName(recordBytesMaximum), at: start) }
  }

  private mutating func keep(_ bytes: ByteView) {
    for index in 0..<bytes.count { name.append(bytes[index]) }
  }

  private mutating func readScalar(
    _ text: inout ScalarText, _ bytes: ByteView, _ position: inout Int, _ records: DocumentRecords
  ) {
    let start = position
    switch text.read(bytes, from: position) {
    case .goesOn:
      reading = .scalar(text)
      position = bytes.count
      if outline != nil { outline?.append(bytes[start..<position]) }
    case .ended(let end):
      position = end
      if outline != nil { outline?.append(bytes[start..<end]) }
      endValue(records)
    case .fault(let fault, let place): fail(fault, at: place)
    }
  }

  // MARK: Records

  private mutating func beginRecord(
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
    reading = .scalarRecord(ScalarRecord(isString: byte == Ascii.quote))
    return true
  }

  private mutating func endRecord(at end: Int, _ records: DocumentRecords) {
    isFound[recordPointer] = true
    if !isListed { list(upTo: end, records) }
    if outline != nil, keepsNames { outline?.append(Ascii.zero) }
    endValue(records)
  }

  private mutating func endScalarRecord(
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

  /// Lists the record at hand, of which at most so much is kept as shows that it is too long.
  private mutating func list(upTo end: Int, _ records: DocumentRecords) {
    let pointer = states.pointers[recordPointer]
    let start = recordOffset - offset
    var place = DocumentRecords.Place(
      start: start, end: min(end, start + recordBytesMaximum + 1), line: recordLine - chunkLine,
      column: recordColumn,
      container: 0, key: 0, keyEnd: 0, set: firstSet + recordPointer)
    if let star = pointer.lastStar {
      place.container = container(frames[star], at: star, of: pointer, records)
      if frames[star].isObject {
        let range = records.append(name: frames[star].name)
        place.key = range.lowerBound
        place.keyEnd = range.upperBound
      } else {
        place.key = frames[star].index
      }
    } else {
      place.container = records.append(
        DocumentRecords.Container(pointer: pointer.description, kind: .none, suffix: ""))
    }
    records.append(place)
  }

  private mutating func container(
    _ frame: Frame, at depth: Int, of pointer: RecordPointer, _ records: DocumentRecords
  ) -> Int {
    if frame.chunk == chunks, frame.pointer == recordPointer { return frame.container }
    var path = ""
    for above in frames[..<depth] {
      if above.isObject {
        RecordPointer.append(String(decoding: above.name, as: UTF8.self), to: &path)
      } else {
        path += "/\(above.index)"
      }
    }
    let number = records.append(
      DocumentRecords.Container(
        pointer: path, kind: frame.isObject ? .object : .array,
        suffix: pointer.textBehindLastStar))
    frames[depth].container = number
    frames[depth].chunk = chunks
    frames[depth].pointer = recordPointer
    return number
  }
}

/// The way to the end of a record that is a string, a number or a word. Its grammar is looked at
/// when it is checked.
private struct ScalarRecord {
  private let isString: Bool
  private var isEscaped = false
  private var count = 0
  private var mayBeNull = true

  init(isString: Bool) { self.isString = isString }

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
        let null = ByteView("null")
        mayBeNull = mayBeNull && count < null.count && byte == null[count]
        count += 1
        position += 1
      }
    }
    return false
  }
}
