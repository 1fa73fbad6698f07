internal import BulkcheckCore

/// Finds the records of a JSON document, and checks the text around them.
///
/// The document comes in pieces of any size. Outside of records the cutter knows which brackets are
/// open (``Frame``) and which record pointers lead there (``PointerStates``), and takes the grammar
/// byte by byte: names, separators, values that no pointer is about. A record that is an object or
/// an array is passed 64 bytes at a time (``JSONExtent``), which only looks for its end and makes
/// it one line. Whether it is well-formed is found out by the worker that checks it. Elements of an
/// array are passed several at a time (``JSONExtent/Run``). So with the pointer `/data/*`, of
///
///     {"data": [{"id": 1}, {"id": 2, "x": [3]}], "next": null}
///
/// the two objects are listed in ``DocumentRecords``, and all the rest is read here.
///
/// A document that a schema splits has several sets of records (``SchemaRecordSet``), and an
/// ``OutlineText`` of what is around them, which is listed as a record when the document ends. What
/// is neither an array nor a map where a set may be belongs to that text.
///
/// A record that is too long to be held is read by a cutter of its own, as a document is, if the
/// schema splits it: see ``RecordPieces``.
///
/// A document that is damaged around its records, or within one so that its end cannot be told, has
/// a ``fault``. The records before that are good.
struct DocumentCutter {
  private(set) var fault: (JSONDocumentFault, at: DocumentPosition)?
  /// For each pointer, the places that are absent or null.
  var without: [Int]

  var states: PointerStates
  /// Records follow one another at the root: objects, or values after record separators.
  enum Roots { case undecided, one, objects, separated }
  /// The text around the records that is a record itself; nil if nothing splits the document.
  var outline: OutlineText?
  let sets: [SchemaRecordSet]
  /// The number of the set of the first pointer, and of the text around the records.
  var firstSet = 0
  var outlineSet = 0
  /// The keys of a record that was taken out of its document and is one now.
  var givenKeys: [DocumentKey] = []
  /// That record has the name of an earlier one.
  var isRepeated = false
  /// The names of members that are records, or have them; nil: they are not compared.
  let names: MemberNames?
  /// The pointers of records are shown without the keys in the places of stars.
  var hidesKeys = false
  /// Texts of documents that have ended since the last cut, and their places in the list.
  var ended: [(text: OutlineText, ordinal: Int)] = []
  var roots: Roots
  let recordBytesMaximum: Int
  /// A longer record is taken to pieces; nil: none is.
  let heldBytesMaximum: Int?
  /// The pieces of the record at hand; nil: it is held.
  var pieces: RecordPieces?
  /// The records listed since the last cut are all pieces of this one, which has ended.
  var endedPieces: RecordPieces?
  /// The place where the chunk has to be cut before more can be read.
  var dueCut: Int?
  /// How far the document has been read.
  var readTo = 0
  /// It reads one record, which is taken to pieces.
  var isOfRecord = false

  /// An array or object that is open.
  struct Frame {
    var isObject: Bool
    var state: Int
    /// Its elements or members are the records of this set of a schema; -1 if they are not.
    var set = -1
    /// The element or member at hand.
    var index = -1
    var name: [UInt8] = []
    /// Its number, if its names are compared, and whether it has had the name at hand before.
    var object: UInt64?
    var isRepeated = false
    /// Names of pointers that have been found in it.
    var found: [String] = []
    /// Its number in the list of containers of a chunk, and for which pointer.
    var container = -1
    var chunk = -1
    var pointer = -1
  }

  enum Expected { case value, elementOrEnd, nameOrEnd, name, colon, separatorOrEnd, root }
  enum Reading {
    case structure
    case name(ScalarText)
    case scalar(ScalarText)
    case faultyScalar(ScalarRecord)
    case record(JSONExtent)
    case scalarRecord(ScalarRecord)
  }

  var expected = Expected.value
  var reading = Reading.structure
  var frames: [Frame] = []
  /// The name that is being read, as written.
  var name: [UInt8] = []
  /// Whether each pointer has led to an array or object of records, to a record, or to null.
  var isFound: [Bool]

  // The record at hand.
  var recordPointer = 0
  var recordOffset = 0
  var recordLine = 0
  var recordColumn = 0
  /// It is longer than a record may be, and has been listed.
  var isListed = false

  // Positions in the document.
  var offset = 0
  var line = 0
  var lineOffset = 0
  /// The chunks before the one at hand, and the line on which that begins.
  var chunks = 0
  var chunkLine = 0

  init(_ cutting: DocumentCutting, recordBytesMaximum: Int, names: MemberNames? = nil) {
    self.recordBytesMaximum = recordBytesMaximum
    self.names = names
    let pointers: [RecordPointer]
    sets = cutting.sets
    switch cutting {
    case .byContent, .noRecords: pointers = []
    case .at(let given, let first, let keys, let isRepeated):
      pointers = given
      firstSet = first
      givenKeys = keys
      self.isRepeated = isRepeated
    case .bySchema(let sets, _):
      pointers = sets.map(\.pointer)
      outline = OutlineText(sets, bytesMaximum: recordBytesMaximum)
      firstSet = sets.first?.number ?? 0
      outlineSet = sets.count
    }
    if case .bySchema(_, let maximum) = cutting {
      heldBytesMaximum = maximum
    } else {
      heldBytesMaximum = nil
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

  /// Reads on in a buffer, to its end or to ``dueCut``. Records that end there are listed, counted
  /// from the buffer's first byte.
  ///
  /// - Parameter offset: the position of the buffer's first byte in the document.
  mutating func read(_ buffer: ChunkBuffer, at offset: Int, into records: DocumentRecords) {
    self.offset = offset
    var position = readTo - offset
    defer { readTo = offset + position }
    while position < buffer.count, fault == nil, dueCut == nil, !(isOfRecord && hasEnded) {
      let bytes = buffer.bytes
      switch reading {
      case .structure: structure(bytes, &position, records)
      case .name(var text): readName(&text, bytes, &position)
      case .scalar(var text): readScalar(&text, bytes, &position, records)
      case .faultyScalar(var scalar): passFaultyScalar(&scalar, bytes, &position, records)
      case .record where pieces != nil: readPieces(buffer, &position, records)
      case .record where isAtElement(position) && readElements(buffer, &position, records): break
      case .record(var extent):
        let from = position
        let linesBefore = extent.lines
        let end = buffer.withRoom { extent.end(in: $0, from: from) }
        position = end ?? buffer.count
        if extent.lines > linesBefore {
          line += extent.lines - linesBefore
          lineOffset = offset + extent.lineStart
        }
        reading = .record(extent)
        if end == nil { break }
        if isTooLong(at: offset + position, recordBytesMaximum) {
          beginPieces(buffer, &position)
        } else {
          endRecord(at: position, records)
        }
      case .scalarRecord(var scalar):
        let isEnded = pass(&scalar, bytes, &position)
        reading = .scalarRecord(scalar)
        if isEnded { endScalarRecord(scalar, at: position, records) }
      }
    }
    if let heldBytesMaximum, dueCut == nil, fault == nil,
      isTooLong(at: offset + buffer.count, min(heldBytesMaximum, recordBytesMaximum))
    {
      return beginPieces(buffer, &position)
    }
    if isInRecord, !isListed, fault == nil,
      offset + buffer.count - recordOffset > recordBytesMaximum
    {
      list(upTo: buffer.count, records)
      isListed = true
    }
  }

  /// Hands over the place where the chunk has to be cut before more can be read; nil if there is
  /// none.
  mutating func takeDueCut() -> Int? {
    defer { dueCut = nil }
    return dueCut
  }

  /// Some record may be taken to pieces.
  var mayTakeToPieces: Bool { heldBytesMaximum != nil && sets.contains { !$0.inner.isEmpty } }

  /// The last bracket of the document has been closed.
  var hasEnded: Bool {
    guard expected == .root, case .structure = reading else { return false }
    return true
  }

  var isInRecord: Bool {
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
    if let pieces, pieces.isGood { return pieces.cutter.cut(at: end) }
    return isInRecord && !isListed ? recordOffset : end
  }

  /// Takes note of a cut; completes the chunk before it and its list of records.
  mutating func deliver(_ buffer: ChunkBuffer) {
    let records = buffer.records
    deliverPieces(in: buffer)
    records.lines = lineOfCut - chunkLine
    chunkLine += records.lines
    chunks += 1
    appendOutlines(to: buffer)
  }

  /// Adds the texts of documents that have ended to a chunk.
  mutating func appendOutlines(to buffer: ChunkBuffer) {
    let records = buffer.records
    for (outline, ordinal) in ended {
      let start = buffer.count
      ByteView.with(outline.text) { buffer.append($0) }
      records.append(
        DocumentRecords.Outline(ordinal: ordinal, offset: outline.offset, counts: outline.counts),
        from: start, count: outline.text.count)
    }
    ended.removeAll()
  }

  /// The line on which the next chunk begins.
  var lineOfCut: Int {
    if let pieces, pieces.isGood { return pieces.cutter.lineOfCut }
    return isInRecord && !isListed ? recordLine : line
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
    guard hasEnded else {
      return fail(.brokenOff, at: position)
    }
    guard sets.isEmpty else { return }
    // Of several places, one may be missing: a rule can say that it must not.
    guard !states.pointers.isEmpty, !isFound.contains(true) else { return }
    let pointers = states.pointers.map(\.description).joined(separator: " or ")
    fail(.noPlace(pointer: pointers), at: position)
  }

  mutating func fail(_ fault: JSONDocumentFault, at position: Int) {
    let place = offset + position
    self.fault = (
      fault,
      DocumentPosition(offset: place, line: line + 1, column: place - lineOffset + 1)
    )
  }
}
