internal import BulkcheckCore

/// The text around the records, byte by byte: which brackets are open, what may come next, and
/// which places are records.
extension DocumentCutter {
  mutating func structure(
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
      guard case .structure = reading, !(isOfRecord && hasEnded) else { return }
    }
  }

  /// Takes a byte into the outline, unless it stands before or behind a document. (The last bracket
  /// is there already.)
  mutating func outlineByte(_ byte: UInt8) {
    if frames.isEmpty, case .structure = reading { return }
    outline?.append(byte)
  }

  /// The element or member at hand is a record of a set.
  var isInSet: Bool { frames.last.map { $0.set >= 0 } ?? false }

  /// The names in the map at hand are part of the outline.
  var keepsNames: Bool {
    guard let frame = frames.last, frame.set >= 0 else { return false }
    return frame.isObject && sets[frame.set].keepsNames
  }

  /// Takes a byte that is not blank; false at a fault.
  mutating func take(
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
        if passFaultyText(byte) { return true }
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

  mutating func failing(_ fault: JSONDocumentFault, _ position: Int) -> Bool {
    fail(fault, at: position)
    return false
  }

  /// A byte-order mark, or a record separator.
  mutating func isOfRoot(_ byte: UInt8, _ position: inout Int) -> Bool {
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

  static let mark: [UInt8] = [0xEF, 0xBB, 0xBF]
  /// RFC 7464.
  static let separator: UInt8 = 0x1E

  /// Something follows the document.
  mutating func takeRoot(_ byte: UInt8, _ position: inout Int) -> Bool {
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
  mutating func decideRoots(_ byte: UInt8) {
    let wasUndecided = roots == .undecided
    if wasUndecided { roots = byte == Ascii.openBrace ? .objects : .one }
    guard roots != .one || wasUndecided, sets.isEmpty, states.pointers.isEmpty else { return }
    let isArray = wasUndecided && byte == Ascii.openBracket
    states = PointerStates([isArray ? .rootElements : .document])
  }

  // MARK: Values

  mutating func beginElement(_ byte: UInt8, _ position: inout Int) -> Bool {
    expected = .value
    return beginValue(byte, &position)
  }

  mutating func beginValue(_ byte: UInt8, _ position: inout Int) -> Bool {
    if frames.isEmpty { outline?.begin(at: offset + position, line: line) }
    var state = nextState(byte)
    if let pointer = states.record(state) {
      return beginRecord(byte, of: pointer, &position)
    }
    if Ascii.opensContainer(byte) {
      return open(isObject: byte == Ascii.openBrace, state, &position)
    }
    guard let text = ScalarText(first: byte) else {
      return passFaultyText(byte) || failing(.syntax("expected a value"), position)
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
  mutating func nextState(_ byte: UInt8) -> Int {
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
  mutating func passScalar(_ byte: UInt8, _ state: Int, _ position: Int) -> Bool {
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

  mutating func open(isObject: Bool, _ state: Int, _ position: inout Int) -> Bool {
    guard frames.count < JSONScanner.depthMaximum else { return failing(.depth, position) }
    let (set, isOnWay) = set(isObject: isObject, state)
    frames.append(
      Frame(isObject: isObject, state: isOnWay ? state : PointerStates.none, set: set))
    let top = frames.count - 1
    for pointer in states.pointers(through: state) where top == states.pointers[pointer].lastStar {
      isFound[pointer] = true
      if isObject, isOnWay, frames[top].object == nil { frames[top].object = names?.beginObject() }
    }
    expected = isObject ? .nameOrEnd : .elementOrEnd
    position += 1
    return true
  }

  /// The set whose records are the elements or members of a container, or -1, and whether it is on
  /// the way to records at all.
  func set(isObject: Bool, _ state: Int) -> (Int, isOnWay: Bool) {
    guard !sets.isEmpty, state != PointerStates.none else { return (-1, true) }
    guard
      let set = states.pointers(through: state)
        .first(where: { states.pointers[$0].segments.count == frames.count + 1 })
    else { return (-1, isObject) }
    let isMeant = !(isObject ? sets[set].members : sets[set].elements).isEmpty
    return (isMeant ? set : -1, isMeant)
  }

  mutating func close(_ position: inout Int, _ records: DocumentRecords) -> Bool {
    let frame = frames.removeLast()
    if frame.object != nil { names?.endObject() }
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

  mutating func endValue(_ records: DocumentRecords) {
    reading = .structure
    expected = frames.isEmpty ? .root : .separatorOrEnd
    if frames.isEmpty { endOutline(records) }
  }

  // MARK: Texts

  mutating func readName(
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
        if name.contains(Ascii.backslash) {
          ByteView.with(name) { raw in
            var arena = ByteArena()
            frames[top].name.append(JSONString.unescape(raw, into: &arena))
          }
        } else {
          frames[top].name.append(contentsOf: name)
        }
        guard compareName(at: start) else { return }
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

  /// Finds out whether the object at hand has had the name before, if its names are compared;
  /// false if that fails.
  private mutating func compareName(at position: Int) -> Bool {
    let top = frames.count - 1
    guard let names, let object = frames[top].object else { return true }
    do throws(TemporaryFileError) {
      frames[top].isRepeated = try names.isRepeated(frames[top].name, in: object)
      return true
    } catch {
      return failing(.temporaryFile(error), position)
    }
  }

  mutating func keep(_ bytes: ByteView) {
    name.append(bytes)
  }

  mutating func readScalar(
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
    case .fault(let fault, let place):
      guard passesFaultyValues else { return fail(fault, at: place) }
      outline?.append(bytes[start..<place])
      position = place
      reading = .faultyScalar(text.passing)
    }
  }

  /// A string, number or word that is not well-formed makes the text around the records a malformed
  /// record, if its end can be told.
  var passesFaultyValues: Bool { outline != nil && !isOfRecord && !frames.isEmpty }

  /// Begins to pass text that is not a value, up to a comma or the end of the container; false if
  /// its end cannot be told.
  mutating func passFaultyText(_ byte: UInt8) -> Bool {
    guard passesFaultyValues, !isInSet, byte != Ascii.comma, byte != Ascii.colon,
      byte != Ascii.quote, !Ascii.opensContainer(byte), !Ascii.closesContainer(byte)
    else { return false }
    // Digits must not go on with digits.
    outline?.append(UInt8(ascii: " "))
    reading = .faultyScalar(ScalarRecord(isString: false, isStrict: true))
    return true
  }

  mutating func passFaultyScalar(
    _ scalar: inout ScalarRecord, _ bytes: ByteView, _ position: inout Int,
    _ records: DocumentRecords
  ) {
    let start = position
    let isEnded = pass(&scalar, bytes, &position)
    outline?.append(bytes[start..<position])
    reading = .faultyScalar(scalar)
    if isEnded { endValue(records) }
  }
}
