internal import BulkcheckCore

/// Reads the schema of a message or footer (format/Schema.fbs of Apache Arrow).
struct SchemaReader {
  private var visits = FlatVisits()

  static func read(_ table: FlatTable) throws(ArrowError) -> ArrowSchema {
    var reader = SchemaReader()
    return try reader.schema(table)
  }

  private mutating func schema(_ table: FlatTable) throws(ArrowError) -> ArrowSchema {
    let endianness = try table.short(0)
    guard endianness == 0 || endianness == 1 else {
      throw ArrowError(.type(.endianness(endianness)))
    }
    try table.checkPairs(2)
    return ArrowSchema(
      fields: try fields(of: table, field: 1, depth: 1), isBigEndian: endianness == 1)
  }

  private mutating func fields(
    of table: FlatTable, field: Int, depth: Int
  ) throws(ArrowError) -> [ArrowField] {
    guard let vector = try table.vector(field, elementBytes: 4) else { return [] }
    guard depth <= ArrowSchema.depthMaximum || vector.count == 0 else {
      throw ArrowError(.flatbuffer(.depth))
    }
    var fields: [ArrowField] = []
    for index in 0..<vector.count {
      fields.append(try self.field(table.table(index, of: vector), depth: depth))
    }
    return fields
  }

  private mutating func field(_ table: FlatTable, depth: Int) throws(ArrowError) -> ArrowField {
    try visits.visit(table)
    let bytes = try table.string(0) ?? ByteView("")
    let name = bytes.text
    guard UTF8Check.faultOffset(in: bytes) == nil else {
      throw ArrowError(.nameEncoding, column: name)
    }
    do throws(ArrowError) {
      let number = Int(try table.byte(2))
      guard let parameters = try table.table(3) else {
        throw ArrowError(.flatbuffer(.missing(.type)))
      }
      let children = try fields(of: table, field: 5, depth: depth + 1)
      let type = try TypeReader(number, parameters, children).type()
      return ArrowField(
        name: name, type: type, isNullable: try table.bool(1), children: children,
        dictionary: try dictionary(table), meaning: try meaning(table, type))
    } catch {
      throw error.at(column: name)
    }
  }

  private func dictionary(_ table: FlatTable) throws(ArrowError) -> ArrowField.DictionaryUse? {
    guard let encoding = try table.table(4) else { return nil }
    var use = ArrowField.DictionaryUse(id: try encoding.long(0), indexBits: 32, isSigned: true)
    if let type = try encoding.table(1) {
      use.indexBits = try type.int(0)
      use.isSigned = try type.bool(1)
      guard [8, 16, 32, 64].contains(use.indexBits) else {
        throw ArrowError(.type(.parameter("an index of \(use.indexBits) bits")))
      }
    }
    return use
  }

  private func meaning(
    _ table: FlatTable, _ type: ArrowType
  ) throws(ArrowError) -> ArrowField.Meaning {
    switch (try table.value(of: "ARROW:extension:name", in: 6), type) {
    case ("arrow.uuid", .fixedBinary(bytes: 16)): return .uuid
    case ("arrow.json", .text): return .json
    default: return .storage
    }
  }
}

/// Reads the type of a field.
private struct TypeReader {
  private let number: Int
  private let table: FlatTable
  private let children: [ArrowField]

  init(_ number: Int, _ table: FlatTable, _ children: [ArrowField]) {
    self.number = number
    self.table = table
    self.children = children
  }

  func type() throws(ArrowError) -> ArrowType {
    let type = try declared()
    switch type {
    case .structure, .union: break
    case .list, .fixedList, .map: try expect(children: 1)
    case .runEnds: try expect(children: 2)
    default: try expect(children: 0)
    }
    if case .map = type { try checkMap() }
    if case .runEnds = type { try checkRunEnds() }
    return type
  }

  private func declared() throws(ArrowError) -> ArrowType {
    switch number {
    case 1: .null
    case 2: try integer()
    case 3: try float()
    case 4: .binary(.offsets)
    case 5: .text(.offsets)
    case 6: .bool
    case 7: try decimal()
    case 8: .date(bits: try one(of: table.short(0, default: 1), [32, 64], "a unit of dates"))
    case 9: try time()
    case 10:
      .timestamp(try unit(table.short(0)), hasZone: !(try table.string(1) ?? ByteView("")).isEmpty)
    case 11: try interval()
    case 12: .list(.offsets)
    case 13: .structure
    case 14: try union()
    case 15: .fixedBinary(bytes: try size(table.int(0)))
    case 16: .fixedList(count: try size(table.int(0)))
    case 17: .map
    case 18: .duration(try unit(table.short(0, default: 1)))
    case 19: .binary(.largeOffsets)
    case 20: .text(.largeOffsets)
    case 21: .list(.largeOffsets)
    case 22: .runEnds
    case 23: .binary(.views)
    case 24: .text(.views)
    case 25: .list(.views)
    case 26: .list(.largeViews)
    default: throw ArrowError(.type(.unknown(number)))
    }
  }

  private func integer() throws(ArrowError) -> ArrowType {
    let bits = try table.int(0)
    guard [8, 16, 32, 64, 128].contains(bits) else {
      throw parameter("an integer of \(bits) bits")
    }
    return .int(bits: bits, isSigned: try table.bool(1))
  }

  private func float() throws(ArrowError) -> ArrowType {
    .float(bits: try one(of: table.short(0), [16, 32, 64], "a precision"))
  }

  private func decimal() throws(ArrowError) -> ArrowType {
    let bits = try table.int(2, default: 128)
    guard [32, 64, 128, 256].contains(bits) else { throw parameter("a decimal of \(bits) bits") }
    return .decimal(bits: bits, precision: try table.int(0), scale: try table.int(1))
  }

  private func time() throws(ArrowError) -> ArrowType {
    let unit = try unit(table.short(0, default: 1))
    let bits = try table.int(1, default: 32)
    guard bits == (unit.rawValue <= 3 ? 32 : 64) else { throw parameter("a time of \(bits) bits") }
    return .time(unit, bits: bits)
  }

  private func interval() throws(ArrowError) -> ArrowType {
    let number = try table.short(0)
    guard let unit = ArrowType.IntervalUnit(rawValue: number) else {
      throw parameter("the unit \(number) of intervals")
    }
    return .interval(unit)
  }

  private func union() throws(ArrowError) -> ArrowType {
    let mode = try table.short(0)
    guard mode == 0 || mode == 1 else { throw parameter("the mode \(mode) of unions") }
    var found = [Int8](repeating: -1, count: 128)
    guard children.count <= found.count else { throw parameter("a union of over 128 types") }
    if let numbers = try table.vector(1, elementBytes: 4) {
      try expect(children: numbers.count)
      for index in 0..<numbers.count {
        let number = numbers.int(at: 4 * index)
        guard found.indices.contains(number), found[number] < 0 else {
          throw parameter("the type number \(number) of a union")
        }
        found[number] = Int8(index)
      }
    } else {
      for index in children.indices { found[index] = Int8(index) }
    }
    return .union(isDense: mode == 1, children: found)
  }

  private func checkMap() throws(ArrowError) {
    let entries = children[0]
    guard entries.type == .structure, entries.dictionary == nil, entries.children.count == 2 else {
      throw ArrowError(.type(.layout("the entries of a map are not pairs")))
    }
  }

  private func checkRunEnds() throws(ArrowError) {
    guard case .int(let bits, isSigned: true) = children[0].type,
      [16, 32, 64].contains(bits), children[0].dictionary == nil
    else { throw ArrowError(.type(.layout("ends of runs are integers of 16, 32 or 64 bits"))) }
  }

  private func expect(children count: Int) throws(ArrowError) {
    guard children.count == count else {
      throw ArrowError(.type(.children(expected: count, found: children.count)))
    }
  }

  private func unit(_ number: Int) throws(ArrowError) -> ArrowType.TimeUnit {
    guard (0...3).contains(number), let unit = ArrowType.TimeUnit(rawValue: 3 * number) else {
      throw parameter("the unit \(number) of times")
    }
    return unit
  }

  private func size(_ number: Int) throws(ArrowError) -> Int {
    guard number >= 0 else { throw parameter("a size of \(number)") }
    return number
  }

  private func one(of index: Int, _ choices: [Int], _ what: String) throws(ArrowError) -> Int {
    guard choices.indices.contains(index) else {
      throw parameter("\(what) with the number \(index)")
    }
    return choices[index]
  }

  private func parameter(_ detail: String) -> ArrowError { ArrowError(.type(.parameter(detail))) }
}
