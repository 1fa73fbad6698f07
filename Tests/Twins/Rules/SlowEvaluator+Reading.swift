import BulkcheckCore

/// A value as rules see it.
struct Seen {
  /// nil: absent.
  var value: DOM?
  /// Under which its declaration stands.
  var path: FieldPath
  /// A `replace` reached the match limit (docs/reference/outcomes.md#the-match-limit). The value is
  /// null then, or nil if it was a cell around it.
  var isUnreadable = false

  var isMissing: Bool { value == nil || value == .null }

  var isObject: Bool {
    if case .object = value { true } else { false }
  }

  /// The text of a value that is one, or of a cell that is read as one.
  var text: [UInt8]? {
    switch value {
    case .text(let bytes), .cell(let bytes): bytes
    default: nil
    }
  }

  /// Whether it is of a kind that a statement about texts or numbers is about.
  func isOf(_ subject: ConstraintSubject) -> Bool {
    switch (subject, value) {
    case (.texts, .text), (.texts, .cell), (.numbers, .number): true
    case (.numbers, .cell(let bytes)): SlowNumber(String(decoding: bytes, as: UTF8.self)) != nil
    default: false
    }
  }

  /// The elements of an array or of a cell with a separator. A constraint on the whole array reads
  /// them without their `normalize` (docs/reference/values.md#arrays-in-cells).
  func elements(_ evaluator: SlowEvaluator, normalizes: Bool = true) -> [Seen]? {
    switch value {
    case .array(let elements):
      return elements.map {
        evaluator.seen(
          $0, isElement: true, path.appending(.everyElement), normalizes: normalizes)
      }
    case .cell(let bytes):
      guard let separator = evaluator.rules.declarations[path]?.separator else { return nil }
      return SlowEvaluator.split(bytes, separator).map {
        evaluator.seen(
          .cell($0), isElement: true, path.appending(.everyElement), normalizes: normalizes)
      }
    default: return nil
    }
  }
}

extension SlowEvaluator {
  var recordSeen: Seen { Seen(value: record, path: FieldPath()) }

  /// The values at an absolute path as rules see them: one, unless it holds a `[*]`.
  func read(_ path: FieldPath) -> [Seen] {
    if header != nil, path.columnPattern != nil { return columns(path) }
    if let cell = cell(around: path), cell.isUnreadable {
      return [Seen(value: nil, path: path, isUnreadable: true)]
    }
    return rawValues(path).map { seen($0.value, isElement: $0.isElement, path) }
  }

  /// The values at a relative path.
  func read(_ relative: FieldPath, from start: Seen) -> [Seen] {
    if start.path.steps.isEmpty { return read(relative) }
    return steps(relative.steps[...], from: start.value, isElement: false, start.path).map {
      seen($0.value, isElement: $0.isElement, start.path.appending(relative))
    }
  }

  /// CSV: the cell that holds the element at a path.
  private func cell(around path: FieldPath) -> Seen? {
    guard header != nil, !path.steps.isEmpty else { return nil }
    let column = path.column
    guard !column.rest.isEmpty else { return nil }
    return seen(
      record.member(column.name), isElement: false,
      FieldPath(Array(path.steps.dropLast(column.rest.count))))
  }

  /// CSV: the cells, or elements of cells, of every column that a path with `*` means.
  private func columns(_ path: FieldPath) -> [Seen] {
    guard let pattern = path.columnPattern, case .object(let members) = record else { return [] }
    let rest = path.column.rest
    let columnPath = FieldPath(Array(path.steps.dropLast(rest.count)))
    let cells = members.filter { pattern.matches(String(decoding: $0.name, as: UTF8.self)) }.map {
      seen($0.value, isElement: false, columnPath)
    }
    if rest.isEmpty { return cells }
    if cells.contains(where: \.isUnreadable) {
      return [Seen(value: nil, path: path, isUnreadable: true)]
    }
    return cells.flatMap { cell in
      steps(rest, from: elements(of: cell, columnPath), isElement: false, columnPath).map {
        seen($0.value, isElement: $0.isElement, path)
      }
    }
  }

  private func elements(of cell: Seen, _ path: FieldPath) -> DOM? {
    switch cell.value {
    case .array: return cell.value
    case .cell(let bytes):
      return rules.declarations[path]?.separator.map { separator in
        .array(Self.split(bytes, separator).map { .cell($0) })
      }
    default: return nil
    }
  }

  // MARK: Raw values

  /// - Parameter withInserted: arrays and objects that `default` inserts have parts.
  func rawValues(
    _ path: FieldPath, withInserted: Bool = true
  ) -> [(value: DOM?, isElement: Bool)] {
    guard header != nil else {
      return steps(path.steps[...], from: record, isElement: false, FieldPath(), withInserted)
    }
    let column = path.column
    guard !path.steps.isEmpty else { return [(record, false)] }
    let cell = record.member(column.name)
    if column.rest.isEmpty { return [(cell, false)] }
    let columnPath = FieldPath(Array(path.steps.dropLast(column.rest.count)))
    let whole = seen(cell, isElement: false, columnPath)
    var value: DOM? = nil
    switch whole.value {
    case .array(let elements):
      // The elements of a text are counted, whichever text it is after `normalize`.
      if withInserted || elements.allSatisfy(\.isCell) { value = whole.value }
    case .cell(let bytes):
      if let separator = rules.declarations[columnPath]?.separator {
        value = .array(Self.split(bytes, separator).map { .cell($0) })
      }
    default: break
    }
    return steps(column.rest, from: value, isElement: false, columnPath, withInserted)
  }

  /// - Parameters:
  ///   - value: as rules see it, if the steps go on from it.
  ///   - path: the path that leads to it.
  private func steps(
    _ steps: ArraySlice<PathStep>, from value: DOM?, isElement: Bool, _ path: FieldPath,
    _ withInserted: Bool = true
  ) -> [(value: DOM?, isElement: Bool)] {
    guard let step = steps.first else { return [(value, isElement)] }
    let rest = steps.dropFirst()
    let below = path.appending(step)
    func go(to part: DOM?, isElement: Bool) -> [(value: DOM?, isElement: Bool)] {
      let goesOn = withInserted && !rest.isEmpty
      return self.steps(
        rest, from: goesOn ? container(part, isElement: isElement, below) : part,
        isElement: isElement, below, withInserted)
    }
    func element(_ position: Int) -> [(value: DOM?, isElement: Bool)] {
      guard case .array(let elements)? = value else { return go(to: nil, isElement: true) }
      let place = position < 0 ? elements.count + position : position
      return go(
        to: elements.indices.contains(place) ? elements[place] : nil, isElement: true)
    }
    switch step {
    case .key(let name): return go(to: value?.member(name), isElement: false)
    case .index(let position): return element(position)
    case .keyOrIndex(let name, let position):
      if case .array(let elements)? = value, position < elements.count { return element(position) }
      return go(to: value?.member(name), isElement: false)
    case .everyElement:
      guard case .array(let elements)? = value else { return [] }
      return elements.flatMap { go(to: $0, isElement: true) }
    case .everyMember:
      guard case .object(let members)? = value else { return [] }
      // Of a name that comes again the last one counts.
      var seen: Set<[UInt8]> = []
      let last = members.reversed().filter { seen.insert($0.name).inserted }.reversed()
      return last.flatMap { go(to: $0.value, isElement: false) }
    // Lines have none.
    case .recordKey, .previous: return go(to: nil, isElement: false)
    }
  }

  /// A value on the way of a path. If `default` puts an array or object in its place, the way goes
  /// on from there (docs/reference/values.md#normalize).
  private func container(_ raw: DOM?, isElement: Bool, _ path: FieldPath) -> DOM? {
    switch raw {
    case .array, .object: return raw
    default: break
    }
    let value = seen(raw, isElement: isElement, path).value
    switch value {
    case .array, .object: return value
    default: return raw
    }
  }

  static func split(_ bytes: [UInt8], _ separator: String) -> [[UInt8]] {
    let separator = Array(separator.utf8)
    var parts: [[UInt8]] = [[]]
    var position = 0
    while position < bytes.count {
      if bytes[position...].starts(with: separator) {
        parts.append([])
        position += separator.count
      } else {
        parts[parts.count - 1].append(bytes[position])
        position += 1
      }
    }
    return parts
  }

  // MARK: Normalizing and reading cells

  /// The raw value as the declaration of the path has it.
  func seen(
    _ raw: DOM?, isElement: Bool, _ path: FieldPath, normalizes: Bool = true
  ) -> Seen {
    let declaration = rules.declarations[path]
    var seen = Seen(value: raw, path: path)
    let emptyIsArray = header != nil && Self.emptyIsArray(declaration)
    let isMissing = { (value: Seen) in
      value.isMissing
        || !isElement
          && value.text.map { missingTexts.contains($0) || $0.isEmpty && emptyIsArray } ?? false
    }
    for change in normalizes ? declaration?.normalize ?? [] : [] {
      if case .default(let literal) = change {
        if isMissing(seen) { seen.value = header == nil ? DOM(literal) : Self.cell(DOM(literal)) }
      } else if case .formedNumber(let form) = change {
        if !isMissing(seen) { seen.value = Self.number(seen.value, form) }
      } else if let text = seen.text {
        guard let changed = Self.changed(text, change) else {
          return Seen(value: .null, path: path, isUnreadable: true)
        }
        seen.value = Self.replacing(seen, changed)
      }
    }
    if seen.value != nil, isMissing(seen) { seen.value = .null }
    if case .cell(let bytes) = seen.value {
      seen.value = readCell(bytes, isElement, declaration, declaration?.types ?? elementTypes(path))
    }
    return seen
  }

  /// The types that `items.type` declares for an element at a certain place
  /// (docs/reference/values.md#arrays-in-cells).
  private func elementTypes(_ path: FieldPath) -> [ValueType]? {
    guard case .index = path.steps.last else { return nil }
    return rules.declarations[FieldPath(path.steps.dropLast() + [.everyElement])]?.types
  }

  static func replacing(_ seen: Seen, _ text: [UInt8]) -> DOM {
    if case .cell = seen.value { .cell(text) } else { .text(text) }
  }

  /// A cell as the number that it is in a form; one that is not in it is a text.
  private static func number(_ value: DOM?, _ form: NumberForm) -> DOM? {
    guard case .cell(let bytes) = value else { return value }
    let plain = SlowNumberForm.plain(String(decoding: bytes, as: UTF8.self), form)
    return plain.map { .cell(Array($0.utf8)) } ?? .text(bytes)
  }

  private static func cell(_ value: DOM) -> DOM {
    switch value {
    case .text(let bytes): .cell(bytes)
    case .number(let digits): .cell(Array(digits.utf8))
    case .bool(let flag): .cell(Array((flag ? "true" : "false").utf8))
    default: value
    }
  }

  private func readCell(
    _ bytes: [UInt8], _ isElement: Bool, _ declaration: Declaration?, _ types: [ValueType]?
  ) -> DOM {
    guard let types else { return .cell(bytes) }
    for type in types {
      if let value = Self.read(bytes, as: type, declaration?.separator) { return value }
    }
    return .text(bytes)
  }

  /// Whether the first declared type as which an empty cell reads is that of arrays.
  static func emptyIsArray(_ declaration: Declaration?) -> Bool {
    let types = declaration?.types?.filter { $0 == .array || $0 == .string }
    return declaration?.separator != nil && types?.first == .array
  }

  static func read(_ bytes: [UInt8], as type: ValueType, _ separator: String?) -> DOM? {
    let text = String(decoding: bytes, as: UTF8.self)
    switch type {
    case .string: return .text(bytes)
    case .boolean: return text == "true" ? .bool(true) : text == "false" ? .bool(false) : nil
    case .integer: return SlowNumber(text)?.isInteger == true ? .number(text) : nil
    case .number: return SlowNumber(text) != nil ? .number(text) : nil
    case .object: return nil
    case .array:
      guard let separator else { return nil }
      return bytes.isEmpty ? .null : .array(split(bytes, separator).map { .cell($0) })
    }
  }

  /// The value as constraints on the whole of it see it: elements of a cell read by `items.type`
  /// (docs/reference/values.md#arrays-in-cells).
  func whole(_ seen: Seen) -> DOM {
    guard case .array(let elements)? = seen.value, header != nil else { return seen.value ?? .null }
    return .array(elements.map { wholeElement($0, of: seen) })
  }

  func wholeElement(_ element: DOM, of array: Seen) -> DOM {
    guard case .cell(let bytes) = element else { return element }
    for type in rules.declarations[array.path.appending(.everyElement)]?.types ?? [] {
      if let value = Self.read(bytes, as: type, nil) { return value }
    }
    return .text(bytes)
  }

  /// The array that an undeclared cell with a separator may be read as.
  func wholeArray(_ seen: Seen) -> DOM? {
    if case .array = seen.value { return whole(seen) }
    guard case .cell(let bytes) = seen.value,
      let separator = rules.declarations[seen.path]?.separator
    else { return nil }
    return .array(Self.split(bytes, separator).map { wholeElement(.cell($0), of: seen) })
  }

  // MARK: Changes

  /// nil: the match limit is reached.
  static func changed(_ bytes: [UInt8], _ change: Change) -> [UInt8]? {
    let text = String(decoding: bytes, as: UTF8.self).unicodeScalars
    func utf8(_ scalars: some Sequence<Unicode.Scalar>) -> [UInt8] {
      scalars.flatMap { Array(String($0).utf8) }
    }
    switch change {
    case .trim:
      let front = text.drop { $0.properties.isWhitespace }
      return utf8(front.reversed().drop { $0.properties.isWhitespace }.reversed())
    case .lowercase: return text.flatMap { Array($0.properties.lowercaseMapping.utf8) }
    case .uppercase: return text.flatMap { Array($0.properties.uppercaseMapping.utf8) }
    case .collapseWhitespace:
      var scalars: [Unicode.Scalar] = []
      var isInBlank = false
      for scalar in text {
        if !scalar.properties.isWhitespace {
          scalars.append(scalar)
        } else if !isInBlank {
          scalars.append(" ")
        }
        isInBlank = scalar.properties.isWhitespace
      }
      return utf8(scalars)
    case .digits: return bytes.filter { (48...57).contains($0) }
    case .replace(let source, _): return SlowPattern.replace(source, bytes)
    case .mask(let exact):
      let mask = exact.text
      guard mask.count(where: { $0 == "X" }) == text.count else { return bytes }
      var rest = Array(text)[...]
      return utf8(mask.unicodeScalars.map { $0 == "X" ? rest.removeFirst() : $0 })
    case .formedNumber(let form):
      return SlowNumberForm.plain(String(text), form).map { Array($0.utf8) } ?? bytes
    case .plainNumber:
      var rest = bytes[...]
      let sign = rest.first == 0x2D ? [rest.removeFirst()] : []
      if sign.isEmpty, rest.first == 0x2B { rest = rest.dropFirst() }
      let isNumber = rest.first == 0x2E || rest.first.map { (48...57).contains($0) } == true
      let plain = sign + (rest.first == 0x2E ? [0x30] : []) + rest
      return isNumber && OwnedDecimal(String(decoding: plain, as: UTF8.self)) != nil ? plain : bytes
    case .word(let word, let other):
      return bytes == Array(word.text.utf8) ? Array(other.text.utf8) : bytes
    case .default: return bytes
    }
  }
}
