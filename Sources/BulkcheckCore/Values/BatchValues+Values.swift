/// Reading values: from nodes, through unescaping, `normalize` and the reading of CSV cells, to
/// what rules see.
extension BatchValues {
  /// The captured value at a fixed path in the lane that is looked at alone, or -1.
  mutating func node(at path: PathNumber) -> NodeNumber { columns[column(path)].place(lane) }

  /// The value of a node (or of none) as the declaration of the path has it.
  ///
  /// Fields of the tables are loaded one by one: copying whole records cost more than the work on
  /// them.
  @inline(__always)
  mutating func value(ofNode node: NodeNumber, path: PathNumber) -> Value {
    let hasChanges = tables.paths[path].changeCount > 0
    guard node >= 0 else {
      var absent = Value(kind: .absent, node: -1, path: path)
      if hasChanges {
        takeDefault(&absent, tables.paths[path], isElement: tables.paths[path].endsInElement)
      }
      return absent
    }
    let kind = table.nodes[node].kind
    let flags = table.nodes[node].flags
    let isPlain =
      kind == .string
      ? !hasChanges && missingTexts == nil && !flags.contains(.isEscaped)
      : kind != .cell && kind != .object && (kind != .null || !hasChanges)
    if isPlain {
      // Made in registers: a variable that is passed on by reference lives in memory, and storing
      // its parts only to load them together stalled this, the most frequent, way for a dozen
      // cycles.
      return Value(
        kind: kind, bytes: table.nodes[node].bytes, node: node, path: path,
        count: partCount(node), isLocalTime: flags.contains(.isLocalTime))
    }
    return otherValue(ofNode: node, path: path, kind: kind, flags: flags)
  }

  /// Values that are unescaped, normalized or read as a type.
  @inline(never)
  mutating func otherValue(
    ofNode node: NodeNumber, path: PathNumber, kind: ValueKind, flags: Node.Flags
  ) -> Value {
    var value = Value(
      kind: kind, bytes: table.nodes[node].bytes, node: node, path: path,
      count: partCount(node), isLocalTime: flags.contains(.isLocalTime))
    if kind == .string {
      readString(&value, flags, tables.paths[path])
    } else if kind == .cell {
      readCell(&value, flags, path)
    } else if kind == .object {
      value.hasOtherKeys = flags.contains(.hasOtherKeys)
    } else if kind == .null {
      takeDefault(&value, tables.paths[path], isElement: isElement(node))
    }
    return value
  }

  /// The elements or members of a captured value.
  @inline(__always)
  mutating func partCount(_ node: NodeNumber) -> Int32 {
    let kind = table.nodes[node].kind
    return kind == .array || kind == .object ? table.links[node].count : 0
  }

  @inline(__always)
  mutating func isElement(_ node: NodeNumber) -> Bool {
    states[table.nodes[node].state].isElement
  }

  /// A string with escapes, or one that `normalize` changes or that may be a missing value.
  @inline(never)
  mutating func readString(_ value: inout Value, _ flags: Node.Flags, _ code: PathCode) {
    if flags.contains(.isEscaped) {
      value.bytes = JSONString.unescape(escaped: value.bytes, into: &arena)
    }
    let isElement = isElement(value.node)
    if code.changeCount > 0 { value = normalized(value, code, isElement: isElement) }
    if let missing = missingTexts, !isElement, value.kind == .string, missing.contains(value.bytes)
    {
      value.kind = .null
    }
  }

  mutating func readCell(_ value: inout Value, _ flags: Node.Flags, _ path: PathNumber) {
    if flags.contains(.isEscaped) {
      value.bytes = layout.dialect.text(ofEscaped: value.bytes, into: &arena)
    }
    let isElement = isElement(value.node)
    if tables.paths[path].changeCount > 0 {
      value = normalized(value, tables.paths[path], isElement: isElement)
      if value.kind != .cell { return }
    }
    readCell(&value, tables.paths[path], isElement: isElement)
  }

  // MARK: Normalization

  /// Applies the changes of a `normalize` list in order. Changes leave what is not text as it is;
  /// `default` replaces an absent, null or missing value. If a `replace` reaches the match limit,
  /// the result is unknown (docs/reference/outcomes.md#the-match-limit).
  mutating func normalized(_ raw: Value, _ code: PathCode, isElement: Bool) -> Value {
    var value = raw
    var index = code.changeStart
    while index < code.changeStart + code.changeCount {
      let change = tables.changes[index]
      if change.code == .setDefault {
        if value.isMissing || !isElement && isMissingText(value, code) {
          setDefault(&value, change)
          if code.insertsParts { noteInsertion(&value, index) }
        }
      } else if change.code == .formedNumber {
        takeNumber(&value, change, code, isElement: isElement)
      } else if value.kind == .cell || value.isText && !change.code.isForCells {
        guard let changed = changed(value.bytes, change) else {
          value.kind = .null
          value.isUnreadable = true
          return value
        }
        value.bytes = changed
      }
      index += 1
    }
    return value
  }

  /// Reads a cell as a number in a form. One that is not in it is a text, whatever it looks like:
  /// `1.234` must not pass where `1,234` is meant.
  private mutating func takeNumber(
    _ value: inout Value, _ change: ChangeCode, _ code: PathCode, isElement: Bool
  ) {
    guard value.kind == .cell, isElement || !isMissingText(value, code) else { return }
    if let plain = FormedNumber.plain(value.bytes, tables.textViews[change.text], &arena) {
      value.bytes = plain
    } else {
      value.kind = .string
    }
  }

  /// Normalizes an absent value or null: a default takes its place, and is then read like any other
  /// value.
  mutating func takeDefault(_ value: inout Value, _ code: PathCode, isElement: Bool) {
    value = normalized(value, code, isElement: isElement)
    if value.kind == .cell {
      readCell(&value, code, isElement: isElement)
    } else if !isElement, isMissingText(value, code) {
      value.kind = .null
    }
  }

  mutating func isMissingText(_ value: Value, _ code: PathCode) -> Bool {
    guard value.isText else { return false }
    if isCSV {
      return program.missingCells.contains(value.bytes)
        || value.bytes.isEmpty && emptyIsArray(code)
    }
    return missingTexts?.contains(value.bytes) ?? false
  }

  mutating func setDefault(_ value: inout Value, _ change: ChangeCode) {
    value.bytes = tables.textViews[change.text]
    value.kind = change.kind
    value.isCell = false
    value.isLocalTime = false
    // In CSV a default is written like a cell and read like one.
    if isCSV, change.kind != .array, change.kind != .object, change.kind != .null {
      value.kind = .cell
    }
    value.count = 0
    if value.kind == .array || value.kind == .object {
      value.count = Int32(clamping: JSONCursor.elementCount(value.bytes))
    }
  }

  /// The text after one change; nil if a pattern reached its limit.
  mutating func changed(_ text: ByteView, _ change: ChangeCode) -> ByteView? {
    switch change.code {
    case .trim: return TextChanges.trim(text)
    case .lowercase: return TextChanges.lowercase(text, &arena)
    case .uppercase: return TextChanges.uppercase(text, &arena)
    case .collapseWhitespace: return TextChanges.collapseWhitespace(text, &arena)
    case .digits: return TextChanges.digits(text, &arena)
    case .mask: return TextChanges.mask(text, mask: tables.textViews[change.text], &arena)
    case .replace:
      return matcher.replaceAll(
        tables.patternCodes[change.operand], in: text, with: tables.textViews[change.text],
        &arena)
    case .plainNumber: return LenientNumber.plain(text, &arena)
    case .word:
      return text.equals(tables.textViews[change.text]) ? tables.textViews[change.operand] : text
    // Numbers in a form are read where their kind can change: ``takeNumber``.
    case .setDefault, .check, .formedNumber: return text
    }
  }

  // MARK: Patterns

  /// Whether a text matches a pattern.
  mutating func match(_ pattern: Int32, _ text: ByteView) -> PatternMatcher.Answer {
    for limited in limitedTexts where limited.pattern == pattern && limited.text.isSame(as: text) {
      return .limitExceeded
    }
    let answer = matcher.firstMatch(tables.patternCodes[pattern], text)
    if answer == .limitExceeded {
      limitedTexts.append(LimitedText(pattern: pattern, text: text))
    }
    return answer
  }
}

/// A text on which a pattern reached its match limit.
struct LimitedText {
  var pattern: Int32
  var text: ByteView
}
