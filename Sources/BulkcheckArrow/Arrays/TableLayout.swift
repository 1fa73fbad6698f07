internal import BulkcheckCore

/// The columns of a schema with all their parts, in the order in which batches list them.
///
/// A column and each part of one is an *entry*. Those of the columns come first, each followed by
/// its parts. The values of dictionaries follow, since they come in batches of their own:
///
///     plan: dictionary of text    entry 0
///     tags: list of ints          entry 1, the ints 2
///     values of the dictionary    entry 3
///
/// Fields that name one dictionary share its values.
final class TableLayout: Sendable {
  struct Entry: Sendable {
    var code: CellCode
    var type: ArrowType
    /// The entries of the parts.
    var children: Range<Int> = 0..<0
    /// The dictionary in which the values are, or -1.
    var dictionary = -1
    var index: ArrowField.DictionaryUse?
    /// The key of a member of an object, as JSON text with its colon, among ``TableLayout/names``.
    var key: Range<Int> = 0..<0
    /// The parts of a batch that belong to this entry.
    var buffers = 0
    var hasVariadicBuffers = false
    /// Unions: the start of its parts among ``TableLayout/unions``.
    var union = 0
    /// Keys of maps: they can be keys of JSON objects.
    var isObjectKey = false
  }

  /// A key among ``TableLayout/names``.
  struct KeyText: BitwiseCopyable, Sendable {
    var start: Int32
    var count: Int32
  }

  struct Dictionary: Sendable {
    var id: Int
    var field: ArrowField
    /// The entries of its values.
    var entries: Range<Int> = 0..<0
  }

  let schema: ArrowSchema
  let entries: [Entry]
  /// The entry of each column.
  let columns: [Int]
  /// The entries of all columns, in the order of a batch.
  let columnEntries: Range<Int>
  let dictionaries: [Dictionary]
  /// The numbers of entries to which ``Entry/children`` leads.
  let children: Storage<Int32>
  /// The keys of members, one behind the other.
  let names: Storage<UInt8>
  /// The key of each entry, as ``Entry/key``.
  let keys: Storage<KeyText>
  /// The parts of unions by type number: 128 for each.
  let unions: Storage<Int32>

  init(_ schema: ArrowSchema) throws(ArrowError) {
    var builder = LayoutBuilder()
    try builder.add(schema)
    self.schema = schema
    entries = builder.entries
    columns = builder.columns
    columnEntries = 0..<builder.columnEntryCount
    dictionaries = builder.dictionaries
    children = Storage(builder.children, padding: -1)
    names = Storage(builder.names + [UInt8](repeating: 0, count: 64), padding: 0)
    keys = Storage(
      builder.entries.map { KeyText(start: Int32($0.key.lowerBound), count: Int32($0.key.count)) },
      padding: KeyText(start: 0, count: 0))
    unions = Storage(builder.unions, padding: -1)
  }

  deinit {
    children.deallocate()
    names.deallocate()
    keys.deallocate()
    unions.deallocate()
  }

  /// The dictionary of a number in messages; nil if there is none.
  func dictionary(id: Int) -> Int? { dictionaries.firstIndex { $0.id == id } }

  /// The dictionaries that the values of columns lie in.
  func dictionaries(of wanted: [Bool]) -> Set<Int> {
    var found: Set<Int> = []
    for (column, isWanted) in zip(columns, wanted) where isWanted { collect(column, into: &found) }
    return found
  }

  private func collect(_ entry: Int, into found: inout Set<Int>) {
    let dictionary = entries[entry].dictionary
    if dictionary >= 0, found.insert(dictionary).inserted {
      collect(dictionaries[dictionary].entries.lowerBound, into: &found)
    }
    for child in entries[entry].children { collect(Int(children[child]), into: &found) }
  }
}

/// The mapping of a type: how its values are read and written.
enum CellCode: UInt8, BitwiseCopyable, Sendable {
  /// Integers of 128 bits are decimals without digits behind the point.
  case null, bool, int, float, decimal
  case text, binary, fixedBinary, uuid
  case date, time, timestamp, duration, interval
  case list, fixedList, structure, map
  case union, runEnds, dictionary
}

/// Makes the entries of a ``TableLayout``.
private struct LayoutBuilder {
  var entries: [TableLayout.Entry] = []
  var columns: [Int] = []
  var columnEntryCount = 0
  var dictionaries: [TableLayout.Dictionary] = []
  var children: [Int32] = []
  var names: [UInt8] = []
  var unions: [Int32] = []

  mutating func add(_ schema: ArrowSchema) throws(ArrowError) {
    for field in schema.fields {
      do throws(ArrowError) {
        columns.append(try add(field))
      } catch {
        throw error.at(column: field.name)
      }
    }
    columnEntryCount = entries.count
    // Values of a dictionary may be in other ones, which are added meanwhile.
    var next = 0
    while next < dictionaries.count {
      let start = entries.count
      var values = dictionaries[next].field
      values.dictionary = nil
      _ = try add(values)
      dictionaries[next].entries = start..<entries.count
      next += 1
    }
  }

  private mutating func add(_ field: ArrowField) throws(ArrowError) -> Int {
    let number = entries.count
    var entry = TableLayout.Entry(code: LayoutBuilder.code(field), type: field.type)
    entry.isObjectKey = field.isObjectKey
    let keyStart = names.count
    JSONText.append(quoted: field.name, to: &names)
    names.append(Ascii.colon)
    entry.key = keyStart..<names.count
    if let use = field.dictionary {
      entry.code = .dictionary
      entry.index = use
      entry.buffers = 2
      entry.dictionary = try dictionary(use.id, field)
      entries.append(entry)
      return number
    }
    (entry.buffers, entry.hasVariadicBuffers) = LayoutBuilder.buffers(field.type)
    entries.append(entry)
    var parts: [Int32] = []
    for child in field.children { parts.append(Int32(try add(child))) }
    entries[number].children = children.count..<children.count + parts.count
    children += parts
    if case .union(_, let byType) = field.type {
      entries[number].union = unions.count
      unions += byType.map { $0 < 0 ? -1 : parts[Int($0)] }
    }
    return number
  }

  private mutating func dictionary(_ id: Int, _ field: ArrowField) throws(ArrowError) -> Int {
    if let known = dictionaries.firstIndex(where: { $0.id == id }) {
      guard dictionaries[known].field.hasValues(like: field) else {
        throw ArrowError(.dictionary(.shared(id)))
      }
      return known
    }
    dictionaries.append(TableLayout.Dictionary(id: id, field: field))
    return dictionaries.count - 1
  }

  private static func code(_ field: ArrowField) -> CellCode {
    switch field.type {
    case .null: .null
    case .bool: .bool
    case .int(bits: 128, _): .decimal
    case .int: .int
    case .float: .float
    case .decimal: .decimal
    case .text: .text
    case .binary: .binary
    case .fixedBinary: field.meaning == .uuid ? .uuid : .fixedBinary
    case .date: .date
    case .time: .time
    case .timestamp: .timestamp
    case .duration: .duration
    case .interval: .interval
    case .list: .list
    case .fixedList: .fixedList
    case .structure: .structure
    case .map: .map
    case .union: .union
    case .runEnds: .runEnds
    }
  }

  /// The buffers of a type since metadata V5.
  private static func buffers(_ type: ArrowType) -> (count: Int, hasVariadics: Bool) {
    switch type {
    case .null, .runEnds: (0, false)
    case .fixedList, .structure: (1, false)
    case .text(.views), .binary(.views): (2, true)
    case .text, .binary, .list(.views), .list(.largeViews): (3, false)
    case .union(let isDense, _): (isDense ? 2 : 1, false)
    default: (2, false)
    }
  }
}
