/// Walks a well-formed JSON record and notes what must be replaced in it.
///
/// It reads the text once more instead of what the scanner captured. It needs places that the
/// scanner does not keep: where strings with their quotes begin, and where objects end.
struct JSONNormalizing {
  let fields: NormalizedFields
  let tree: FieldTree
  var cursor: JSONCursor
  /// The start of the record in its chunk.
  let offset: Int
  /// A key on the way to a changed value occurs twice in its object.
  private(set) var hasDuplicates = false

  init(fields: NormalizedFields, tree: FieldTree, cursor: JSONCursor, offset: Int) {
    self.fields = fields
    self.tree = tree
    self.cursor = cursor
    self.offset = offset
  }

  /// The object at the cursor.
  mutating func object(
    _ state: StateNumber, _ evaluator: inout Evaluator, _ edits: inout [RecordEdit]
  ) {
    var seen: [StateNumber] = []
    var others: Set<[UInt8]> = []
    cursor.advance()
    var end = cursor.position
    while let raw = cursor.nextKey() {
      let key = JSONString.unescape(raw, into: &evaluator.values.arena)
      let named = tree.keys.member(key, of: state)
      let member = named >= 0 ? named : tree.states[state].everyMember
      let start = cursor.position
      if member >= 0, fields.leads[Int(member)] {
        let isNew = named >= 0 ? !seen.contains(named) : others.insert(key.array).inserted
        if !isNew { hasDuplicates = true }
        seen.append(member)
        end = value(member, &evaluator, &edits)
      } else {
        end = start + cursor.takeValue().count
      }
    }
    _ = cursor.take(Ascii.closeBrace)
    if !fields.additions[Int(state)].isEmpty {
      append(to: state, seen, at: end, &evaluator, &edits)
    }
  }

  private mutating func array(
    _ state: StateNumber, _ evaluator: inout Evaluator, _ edits: inout [RecordEdit]
  ) {
    cursor.advance()
    var index = 0
    while cursor.nextElement() {
      let element = tree.element(index, of: state)
      if element >= 0, fields.leads[Int(element)] {
        _ = value(element, &evaluator, &edits)
      } else {
        _ = cursor.takeValue()
      }
      index += 1
    }
    _ = cursor.take(Ascii.closeBracket)
  }

  /// The value at the cursor; returns where it ends.
  private mutating func value(
    _ state: StateNumber, _ evaluator: inout Evaluator, _ edits: inout [RecordEdit]
  ) -> Int {
    let start = cursor.position
    switch cursor.byte {
    case Ascii.openBrace: object(state, &evaluator, &edits)
    case Ascii.openBracket: array(state, &evaluator, &edits)
    case Ascii.quote:
      let raw = cursor.takeString()
      let end = start + raw.count + 2
      if let target = fields.targets[Int(state)] {
        let text = JSONString.unescape(raw, into: &evaluator.values.arena)
        let value = Value(kind: .string, bytes: text, node: -1, path: target.path)
        let changed = evaluator.afterChanges(value, target, isElement: tree.states[state].isElement)
        if changed.kind != .string || !changed.bytes.equals(text) {
          edits.append(edit(start, end, insertedText(of: changed, at: state, &evaluator)))
        }
      }
      return end
    default:
      let raw = cursor.takeScalar()
      let end = start + raw.count
      if raw.isWord("null"), let target = fields.targets[Int(state)] {
        let value = Value(kind: .null, bytes: raw, node: -1, path: target.path)
        let changed = evaluator.afterChanges(value, target, isElement: tree.states[state].isElement)
        if changed.kind != .null {
          edits.append(edit(start, end, insertedText(of: changed, at: state, &evaluator)))
        }
      }
      return end
    }
    // Blanks behind the bracket have been passed over too.
    return cursor.endOfText(before: cursor.position)
  }

  /// The JSON text of a value that takes the place of a raw one. Paths that lead into an array or
  /// object that `default` inserts change its parts too.
  private func insertedText(
    of value: Value, at state: StateNumber, _ evaluator: inout Evaluator
  ) -> ByteView {
    guard value.kind == .array || value.kind == .object else { return evaluator.values.json(value) }
    var inner = JSONNormalizing(
      fields: fields, tree: tree, cursor: JSONCursor(value.bytes), offset: 0)
    var edits: [RecordEdit] = []
    _ = inner.value(state, &evaluator, &edits)
    guard !edits.isEmpty else { return value.bytes }
    evaluator.values.arena.begin()
    var position = 0
    for edit in edits {
      evaluator.values.arena.append(value.bytes[position..<edit.start])
      evaluator.values.arena.append(edit.text)
      position = edit.end
    }
    evaluator.values.arena.append(value.bytes[position..<value.bytes.count])
    return evaluator.values.arena.finish()
  }

  private func edit(_ start: Int, _ end: Int, _ text: ByteView) -> RecordEdit {
    RecordEdit(start: offset + start, end: offset + end, text: text)
  }

  /// Appends the members that have a default and are not there.
  private func append(
    to state: StateNumber, _ seen: [StateNumber], at end: Int, _ evaluator: inout Evaluator,
    _ edits: inout [RecordEdit]
  ) {
    let missing = fields.additions[Int(state)].filter { !seen.contains($0.state) }
    guard !missing.isEmpty else { return }
    let isEmpty = cursor.isEmptyObject(upTo: end)
    let members = missing.map { member($0, &evaluator) }.joined(separator: ",")
    evaluator.values.arena.begin()
    for byte in ((isEmpty ? "" : ",") + members).utf8 { evaluator.values.arena.append(byte) }
    edits.append(edit(end, end, evaluator.values.arena.finish()))
  }

  /// Cold: text of a member that is missing.
  private func member(_ addition: NormalizedFields.Addition, _ evaluator: inout Evaluator) -> String
  {
    JSONText.quoted(addition.name) + ":" + defaultText(addition.state, &evaluator)
  }

  private func defaultText(_ state: StateNumber, _ evaluator: inout Evaluator) -> String {
    if let target = fields.targets[Int(state)] {
      let absent = Value(kind: .absent, node: -1, path: target.path)
      let value = evaluator.afterChanges(absent, target, isElement: false)
      if value.kind != .absent { return insertedText(of: value, at: state, &evaluator).text }
    }
    let members = fields.additions[Int(state)].map { member($0, &evaluator) }
    return "{" + members.joined(separator: ",") + "}"
  }
}

extension JSONCursor {
  /// The end of the text before a position, without blanks.
  func endOfText(before position: Int) -> Int {
    var end = position
    while end > 0, bytes[end - 1] <= 0x20 { end -= 1 }
    return end
  }

  /// Whether the last byte that is not a blank before a position opens an object.
  func isEmptyObject(upTo position: Int) -> Bool {
    let end = endOfText(before: position)
    return end > 0 && bytes[end - 1] == Ascii.openBrace
  }
}
