/// Reads one record as the rules of a program see it, and finds where its values are. For
/// explanations: slow, and nothing of it runs in a check.
///
/// A class, since what it holds is large: the compiler takes seconds to check code that owns it as
/// a value.
package final class RecordInspector {
  private var worker: ChunkWorker
  /// The record, as chunks are: with readable bytes behind its end.
  private let record: OwnedBytes

  /// - Parameters:
  ///   - record: the bytes of a well-formed record, without a line end.
  ///   - recordBytesMaximum: as in the run.
  package init(
    program: Program, record: [UInt8], reading: RecordReading, recordBytesMaximum: Int
  ) {
    self.record = OwnedBytes(record + [Ascii.lineFeed])
    worker = ChunkWorker(program: program, recordBytesMaximum: recordBytesMaximum)
    // The only record there is repeats no key.
    let statistics = ChunkStatistics(program: program, known: KnownFailures(program, 0))
    worker.prepare(reading)
    let view = self.record.view
    _ = worker.judge(ChunkTask(bytes: view, isFinal: true), into: statistics)
  }

  /// The values at a path, in the order of the record; one without a range where there is none.
  package func values(at path: FieldPath) -> [InspectedValue] {
    worker.evaluator.inspect(path, in: record.view)
  }
}

extension Evaluator {
  fileprivate mutating func inspect(_ path: FieldPath, in record: ByteView) -> [InspectedValue] {
    guard let number = program.pathNumbers[path] else { return [] }
    guard isCSV || paths[number].isRepeated else {
      let place = FaultTrace.Place(node: node(at: number), location: path.pointer(isCSV: false))
      return [inspected(value(number), at: place, in: record)]
    }
    return places(at: path, number).map { place in
      inspected(value(ofNode: place.node, path: number), at: place, in: record)
    }
  }

  /// The places at a path, without a node where a value is absent; empty behind `[*]` over no
  /// array.
  private mutating func places(at path: FieldPath, _ number: Int32) -> [FaultTrace.Place] {
    guard isCSV else {
      let root = table.node(at: FieldTree.root, in: lane)
      return places(along: path, from: 0, FaultTrace.Place(node: root, location: ""))
    }
    let rest = path.column.rest
    if path.columnPattern != nil { return cellPlaces(at: path) }
    let location = InstanceLocation.appending(path.column.name, to: "")
    if rest.isEmpty { return [FaultTrace.Place(node: node(at: number), location: location)] }
    let column = FieldPath(Array(path.steps.dropLast(rest.count)))
    guard let columnNumber = program.pathNumbers[column] else { return [] }
    _ = self.column(columnNumber)
    splitCell(columnNumber, lane)
    let root = FaultTrace.Place(node: partsRoot(columnNumber, lane), location: location)
    return places(along: path, from: column.steps.count, root)
  }

  /// - Parameter taken: how many steps of the path lead to the place.
  private mutating func places(
    along path: FieldPath, from taken: Int, _ place: FaultTrace.Place
  ) -> [FaultTrace.Place] {
    guard taken < path.steps.count else { return [place] }
    var place = place
    let way = FieldPath(Array(path.steps.prefix(taken)))
    if let number = program.pathNumbers[way], paths[number].insertsParts {
      place.node = partsRoot(ofNode: place.node, path: number)
    }
    let kind = place.node >= 0 ? table.nodes[place.node].kind : .absent
    let isArray = kind == .array || kind == .cell
    let found: [FaultTrace.Place] =
      switch path.steps[taken] {
      case .keyOrIndex(_, let index) where isArray: [element(index, of: place)]
      case .key(let name), .keyOrIndex(let name, _): [member(name, of: place)]
      case .index(let index): [element(index, of: place)]
      case .everyElement: children(of: place)
      case .everyMember: members(of: place)
      }
    return found.flatMap { places(along: path, from: taken + 1, $0) }
  }

  private mutating func member(
    _ name: String, of place: FaultTrace.Place
  ) -> FaultTrace.Place {
    FaultTrace.Place(
      node: memberNode(name, of: place.node),
      location: InstanceLocation.appending(name, to: place.location))
  }

  private mutating func element(_ index: Int, of place: FaultTrace.Place) -> FaultTrace.Place {
    let kind = place.node >= 0 ? table.nodes[place.node].kind : .absent
    return FaultTrace.Place(
      node: kind == .array || kind == .cell ? elementNode(index, of: place.node) : -1,
      location: InstanceLocation.appending(index, to: place.location))
  }

  /// CSV: the same in the cells of the columns that a path with `*` means.
  private mutating func cellPlaces(at path: FieldPath) -> [FaultTrace.Place] {
    let rest = path.column.rest
    let column = FieldPath(Array(path.steps.dropLast(rest.count)))
    guard let number = program.pathNumbers[column], paths[number].columnGroup >= 0 else {
      return []
    }
    return cells(of: paths[number].columnGroup, areSplit: !rest.isEmpty)
      .flatMap { places(along: path, from: column.steps.count, $0) }
  }

  private mutating func memberNode(_ name: String, of node: Int32) -> Int32 {
    guard node >= 0, table.nodes[node].kind == .object else { return -1 }
    let key = OwnedBytes(name)
    let state = withExtendedLifetime(key) {
      program.tree.keys.member(key.view, of: table.nodes[node].state)
    }
    guard state >= 0 else { return -1 }
    return states[state].isRepeated || isInserted(node)
      ? child(of: node, at: state) : table.node(at: state, in: lane)
  }

  private mutating func elementNode(_ index: Int, of node: Int32) -> Int32 {
    let state = program.tree.element(index, of: table.nodes[node].state)
    guard state >= 0 else { return -1 }
    if !states[state].isRepeated, !isInserted(node) { return table.node(at: state, in: lane) }
    guard states[table.nodes[node].state].everyElement >= 0 else {
      return child(of: node, at: state)
    }
    var child = table.firstChild(of: node)
    var position = 0
    while child >= 0, position < index {
      child = table.links[child].nextSibling
      position += 1
    }
    return child
  }

  private mutating func child(of node: Int32, at state: Int32) -> Int32 {
    var child = table.firstChild(of: node)
    while child >= 0, table.nodes[child].state != state { child = table.links[child].nextSibling }
    return child
  }

  // MARK: Showing

  private mutating func inspected(
    _ value: Value, at place: FaultTrace.Place, in record: ByteView
  ) -> InspectedValue {
    var result = InspectedValue.nothing
    result.location = place.location
    result.seenKind = value.kind
    result.seenText = value.isText ? value.bytes.text : nil
    let rawNode = shownNode(place.node)
    if rawNode >= 0 {
      let node = table.nodes[rawNode]
      result.kind = node.kind
      result.shown = ShownText.of(node).text
      if record.covers(node.bytes) {
        let start = record.position(of: node.bytes)
        result.range = start..<(start + node.bytes.count)
        result.isQuoted = start > 0 && record[start - 1] == Ascii.quote
      }
      if node.kind == .string || node.kind == .cell { result.text = text(of: node).text }
    }
    result.seen = seenText(of: value)
    result.isUnreadable = value.isUnreadable
    if value.kind == .array { result.elementCount = Int(value.count) }
    return result
  }

  private mutating func seenText(of value: Value) -> String {
    let maximum = ShownText.codepointsMaximum
    switch value.kind {
    case .absent: return "absent"
    case .null: return "null"
    case .true: return "true"
    case .false: return "false"
    case .string, .cell:
      return JSONText.quoted(value.bytes.prefix(codepoints: maximum).text)
    case .number: return value.bytes.prefix(codepoints: maximum).text
    case .array, .object:
      if isCSV, value.bytes.isEmpty { return "{}" }
      return jsonText(of: value).prefix(codepoints: maximum).text
    }
  }
}
