/// Reading values: from nodes, through unescaping, `normalize` and the reading of CSV cells, to what rules see.
extension Evaluator {
  /// The only value at a path that is not repeated. Read once for a record.
  @inline(__always)
  mutating func value(_ path: Int32) -> Value {
    if valueStamps[path] == stamp { return values[path] }
    let value = readValue(path)
    values[path] = value
    valueStamps[path] = stamp
    return value
  }

  private mutating func readValue(_ path: Int32) -> Value {
    if isCSV {
      // The record itself is an object of its columns.
      if path == ProgramBuilder.recordPath { return recordOfCells() }
      if paths[path].column >= 0 { splitCell(self.value(paths[path].column)) }
    }
    return value(ofNode: node(at: path), path: path)
  }

  /// The captured value at a fixed path, or -1.
  @inline(__always)
  mutating func node(at path: Int32) -> Int32 {
    var index = paths[path].stateStart
    // In CSV a pointer's number is part of a column's name (SEMANTICS 39): the first state, all of keys.
    let isColumn = isCSV && paths[path].column < 0
    let end = index &+ (isColumn ? min(paths[path].stateCount, 1) : paths[path].stateCount)
    while index < end {
      let node = table.slots[pathStates[index]]
      if node >= 0 { return node }
      index &+= 1
    }
    return -1
  }

  private mutating func recordOfCells() -> Value {
    var value = Value(kind: .object, node: -1, path: ProgramBuilder.recordPath)
    value.count = 1
    value.hasOtherKeys = hasOtherColumns
    return value
  }

  /// The value of a node (or of none) as the declaration of the path has it.
  ///
  /// Fields of the tables are loaded one by one: copying whole records cost more than the work on them.
  @inline(__always)
  mutating func value(ofNode node: Int32, path: Int32) -> Value {
    let hasChanges = paths[path].changeCount > 0
    guard node >= 0 else {
      var absent = Value(kind: .absent, node: -1, path: path)
      if hasChanges { takeDefault(&absent, paths[path], isElement: paths[path].endsInElement) }
      return absent
    }
    let kind = table.nodes[node].kind
    let flags = table.nodes[node].flags
    let isPlain =
      kind == .string
      ? !hasChanges && !hasMissingTexts && !flags.contains(.isEscaped)
      : kind != .cell && kind != .object && (kind != .null || !hasChanges)
    if isPlain {
      // Made in registers: a variable that is passed on by reference lives in memory, and storing its parts only to load
      // them together stalled this, the most frequent, way for a dozen cycles.
      return Value(
        kind: kind, bytes: table.nodes[node].bytes, node: node, path: path,
        count: table.nodes[node].count)
    }
    return otherValue(ofNode: node, path: path, kind: kind, flags: flags)
  }

  /// Values that are unescaped, normalized or read as a type.
  @inline(never)
  private mutating func otherValue(
    ofNode node: Int32, path: Int32, kind: ValueKind, flags: Node.Flags
  ) -> Value {
    var value = Value(
      kind: kind, bytes: table.nodes[node].bytes, node: node, path: path,
      count: table.nodes[node].count)
    if kind == .string {
      readString(&value, flags, paths[path])
    } else if kind == .cell {
      readCell(&value, flags, path)
    } else if kind == .object {
      value.hasOtherKeys = flags.contains(.hasOtherKeys)
    } else if kind == .null {
      takeDefault(&value, paths[path], isElement: isElement(node))
    }
    return value
  }

  @inline(__always)
  private mutating func isElement(_ node: Int32) -> Bool {
    states[table.nodes[node].state].isElement
  }

  /// A string with escapes, or one that `normalize` changes or that may be a missing value.
  @inline(never)
  private mutating func readString(_ value: inout Value, _ flags: Node.Flags, _ code: PathCode) {
    if flags.contains(.isEscaped) { value.bytes = JSONString.unescape(value.bytes, into: &arena) }
    let isElement = isElement(value.node)
    if code.changeCount > 0 { value = normalized(value, code, isElement: isElement) }
    if let missing = missingTexts, !isElement, value.kind == .string, missing.contains(value.bytes)
    {
      value.kind = .null
    }
  }

  private mutating func readCell(_ value: inout Value, _ flags: Node.Flags, _ path: Int32) {
    if flags.contains(.isEscaped) { value.bytes = CSVCell.unquote(value.bytes, into: &arena) }
    let isElement = isElement(value.node)
    if paths[path].changeCount > 0 {
      value = normalized(value, paths[path], isElement: isElement)
      if value.kind != .cell { return }
    }
    readCell(&value, paths[path], isElement: isElement)
  }

  // MARK: Normalization

  /// Applies the changes of a `normalize` list in order. Changes leave what is not text as it is; `default` replaces an
  /// absent, null or missing value.
  private mutating func normalized(_ raw: Value, _ code: PathCode, isElement: Bool) -> Value {
    var value = raw
    var index = code.changeStart
    while index < code.changeStart + code.changeCount {
      let change = changes[index]
      if change.code == .setDefault {
        if value.isMissing || !isElement && isMissingText(value) { setDefault(&value, change) }
      } else if value.isText, let changed = changed(value.bytes, change) {
        value.bytes = changed
      }
      index += 1
    }
    return value
  }

  /// Normalizes an absent value or null: a default takes its place, and is then read like any other value.
  private mutating func takeDefault(_ value: inout Value, _ code: PathCode, isElement: Bool) {
    value = normalized(value, code, isElement: isElement)
    if value.kind == .cell {
      readCell(&value, code, isElement: isElement)
    } else if !isElement, isMissingText(value) {
      value.kind = .null
    }
  }

  private mutating func isMissingText(_ value: Value) -> Bool {
    guard value.isText else { return false }
    if isCSV { return program.missingCells.contains(value.bytes) }
    return missingTexts?.contains(value.bytes) ?? false
  }

  private mutating func setDefault(_ value: inout Value, _ change: ChangeCode) {
    value.bytes = textViews[change.text]
    value.kind = change.kind
    value.isCell = false
    // In CSV a default is written like a cell and read like one.
    if isCSV, change.kind != .array, change.kind != .object, change.kind != .null {
      value.kind = .cell
    }
    value.count = 0
    if value.kind == .array || value.kind == .object {
      value.count = Int32(clamping: JSONCursor.elementCount(value.bytes))
    }
  }

  // MARK: CSV cells

  /// Decides whether a cell is missing, and reads it as the first of its declared types that it reads as.
  private mutating func readCell(_ value: inout Value, _ code: PathCode, isElement: Bool) {
    if !isElement, program.missingCells.contains(value.bytes) {
      value.kind = .null
      return
    }
    if code.typeCount == 0 {
      // An empty cell has no elements to split.
      if code.separator >= 0, value.bytes.isEmpty, !isElement { value.kind = .null }
      return
    }
    readCell(&value, as: code)
  }

  /// Reads a text as the first of the path's types that it reads as; else it stays text.
  mutating func readCell(_ value: inout Value, as code: PathCode) {
    value.kind = .string
    var list = code.typeList
    for _ in 0..<code.typeCount {
      let type = ValueType.allCases[Int(list & 7)]
      list >>= 3
      if read(&value, as: type, code) { return }
    }
  }

  private mutating func read(_ value: inout Value, as type: ValueType, _ code: PathCode) -> Bool {
    switch type {
    case .string: return true
    case .object: return false
    case .boolean:
      if value.bytes.isWord("true") { value.kind = .true }
      if value.bytes.isWord("false") { value.kind = .false }
      return value.kind != .string
    case .integer, .number:
      guard let number = Decimal.parse(value.bytes), type == .number || number.isInteger else {
        return false
      }
      value.kind = .number
      return true
    case .array:
      guard code.separator >= 0 else { return false }
      if value.bytes.isEmpty {
        value.kind = .null
        return true
      }
      value.kind = .array
      value.isCell = true
      value.count = Int32(clamping: elementCount(value.bytes, textViews[code.separator]))
      return true
    }
  }

  /// Whether a cell without a declared type can be read as an array: its field has a separator.
  @inline(__always)
  mutating func isArrayCell(_ value: Value) -> Bool {
    value.path >= 0 && paths[value.path].separator >= 0
  }

  mutating func cellElementCount(_ value: Value) -> Int {
    elementCount(value.bytes, textViews[paths[value.path].separator])
  }

  private mutating func elementCount(_ text: ByteView, _ separator: ByteView) -> Int {
    var count = 1
    var position = 0
    while let next = text.firstRange(of: separator, from: position) {
      count += 1
      position = next.upperBound
    }
    return count
  }

  /// Makes nodes of the elements of a cell: once for a record.
  mutating func splitCell(_ value: Value) {
    guard value.kind == .array && value.isCell || value.kind == .cell && isArrayCell(value),
      value.node >= 0, !table.nodes[value.node].flags.contains(.isSplit)
    else { return }
    table.nodes[value.node].flags.insert(.isSplit)
    let state = table.nodes[value.node].state
    let separator = textViews[paths[value.path].separator]
    var position = 0
    var index = 0
    var previous: Int32 = -1
    while true {
      let end = value.bytes.firstRange(of: separator, from: position)
      let part = value.bytes[position..<(end?.lowerBound ?? value.bytes.count)]
      let child = program.tree.element(index, of: state)
      if child >= 0 {
        let number = table.append(Node(bytes: part, state: child, kind: .cell))
        if !states[child].isRepeated { table.slots[child] = number }
        if previous >= 0 {
          table.nodes[previous].nextSibling = number
        } else {
          table.nodes[value.node].firstChild = number
        }
        previous = number
      }
      guard let end else { return }
      position = end.upperBound
      index += 1
    }
  }

  /// The first element's node of an array; the others are its siblings.
  mutating func firstElement(of value: Value) -> Int32 {
    guard value.node >= 0 else { return -1 }
    if isCSV { splitCell(value) }
    return table.nodes[value.node].firstChild
  }

  /// The JSON text of an array or object. An array made of a cell is written out, its elements read by their declared
  /// types (SEMANTICS 78).
  mutating func jsonText(of value: Value) -> ByteView {
    guard value.isCell || value.kind == .cell else { return value.bytes }
    let elementPath = paths[value.path].element
    let code = elementPath >= 0 ? paths[elementPath] : PathCode()
    let separator = textViews[paths[value.path].separator]
    arena.begin()
    arena.append(Ascii.openBracket)
    var position = 0
    while true {
      let end = value.bytes.firstRange(of: separator, from: position)
      let part = value.bytes[position..<(end?.lowerBound ?? value.bytes.count)]
      var element = Value(kind: .string, bytes: part, node: -1, path: elementPath)
      var list = code.typeList
      for _ in 0..<code.typeCount {
        let type = ValueType.allCases[Int(list & 7)]
        list >>= 3
        if type != .array, read(&element, as: type, code) { break }
      }
      appendJSON(element)
      guard let end else { break }
      arena.append(Ascii.comma)
      position = end.upperBound
    }
    arena.append(Ascii.closeBracket)
    return arena.finish()
  }

  private mutating func appendJSON(_ element: Value) {
    guard element.kind == .string else {
      arena.append(element.bytes)
      return
    }
    arena.append(Ascii.quote)
    for index in 0..<element.bytes.count {
      let byte = element.bytes[index]
      if byte < 0x20 {
        let digits: StaticString = "0123456789abcdef"
        for letter in [Ascii.backslash, UInt8(ascii: "u"), Ascii.zero, Ascii.zero] {
          arena.append(letter)
        }
        // SAFETY: a nibble is below 16.
        arena.append(unsafe digits.utf8Start[Int(byte >> 4)])
        arena.append(unsafe digits.utf8Start[Int(byte & 15)])
        continue
      }
      if byte == Ascii.quote || byte == Ascii.backslash { arena.append(Ascii.backslash) }
      arena.append(byte)
    }
    arena.append(Ascii.quote)
  }

  // MARK: Walks

  /// Finds the values at a repeated path and pushes their nodes on ``found``, -1 for each absent one.
  ///
  /// - Parameter current: the node at which a relative walk begins.
  mutating func find(_ number: Int32, from current: Int32) {
    let walk = walks[number]
    var node = current
    if walk.origin >= 0 {
      let origin = value(walk.origin)
      if isCSV { splitCell(origin) }
      node = origin.node
    }
    step(node, walk.stepStart, walk.stepStart + walk.stepCount)
  }

  /// Takes one step of a walk and, recursively, the others. `node` is -1 where the way is lost.
  private mutating func step(_ node: Int32, _ index: Int32, _ end: Int32) {
    guard index < end else {
      push(node)
      return
    }
    let step = walkSteps[index]
    guard node >= 0 else {
      // Behind an absent value `[*]` has no element.
      if step.code != .every { self.step(-1, index + 1, end) }
      return
    }
    switch step.code {
    case .key: self.step(member(step, of: node), index + 1, end)
    case .index: self.step(element(step, of: node), index + 1, end)
    case .keyOrIndex:
      let isObject = table.nodes[node].kind == .object
      self.step(isObject ? member(step, of: node) : element(step, of: node), index + 1, end)
    case .every:
      let kind = table.nodes[node].kind
      guard kind == .array || kind == .cell else { return }
      var child = table.nodes[node].firstChild
      while child >= 0 {
        self.step(child, index + 1, end)
        child = table.nodes[child].nextSibling
      }
    }
  }

  private mutating func push(_ node: Int32) {
    if foundCount == found.capacity { found = found.grown(to: foundCount * 2, padding: -1) }
    found[foundCount] = node
    foundCount += 1
  }

  private mutating func member(_ step: WalkStep, of node: Int32) -> Int32 {
    guard table.nodes[node].kind == .object else { return -1 }
    let state = program.tree.keys.member(textViews[step.text], of: table.nodes[node].state)
    guard state >= 0 else { return -1 }
    var child = table.nodes[node].firstChild
    while child >= 0 {
      if table.nodes[child].state == state { return child }
      child = table.nodes[child].nextSibling
    }
    return -1
  }

  private mutating func element(_ step: WalkStep, of node: Int32) -> Int32 {
    guard table.nodes[node].kind == .array || table.nodes[node].kind == .cell else { return -1 }
    let state = program.tree.element(Int(step.position), of: table.nodes[node].state)
    guard state >= 0 else { return -1 }
    // Elements that no path leads to are not captured, so positions are found by state or, below a `[*]`, by count.
    var child = table.nodes[node].firstChild
    var position: Int32 = 0
    let countsAll = states[table.nodes[node].state].everyElement >= 0
    while child >= 0 {
      if countsAll ? position == step.position : table.nodes[child].state == state { return child }
      child = table.nodes[child].nextSibling
      position += 1
    }
    return -1
  }
}
