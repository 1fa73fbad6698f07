/// The type of a column of a table, or of a part of one, as far as it says more than the JSON of
/// its values does.
package indirect enum ColumnType: Hashable, Sendable {
  /// The JSON says it all.
  case plain
  case integer(isUnsigned: Bool)
  /// Numbers with so many digits behind the point.
  case decimal(scale: Int)
  /// Floats, among which NaN is written as a text, or as null behind a space.
  case float
  /// Timestamps without a zone, which are texts.
  case localDateTime
  /// Times, which are texts.
  case time
  case list(ColumnType)
  /// Objects whose members are these: of two with one name, the last one counts.
  case object([ColumnField])
  /// Objects with any members.
  case map(ColumnType)

  /// Whether it, or a part of it, is a time.
  fileprivate var hasTimes: Bool {
    switch self {
    case .plain, .integer, .decimal, .float: false
    case .localDateTime, .time: true
    case .list(let part), .map(let part): part.hasTimes
    case .object(let fields): fields.contains(where: \.type.hasTimes)
    }
  }
}

/// A column of a table, or a field of a structure.
package struct ColumnField: Hashable, Sendable {
  package var name: String
  package var type: ColumnType
  package var isNullable: Bool
  /// The values are in a dictionary.
  package var hasDictionary: Bool

  package init(
    _ name: String, _ type: ColumnType, isNullable: Bool = true, hasDictionary: Bool = false
  ) {
    self.name = name
    self.type = type
    self.isNullable = isNullable
    self.hasDictionary = hasDictionary
  }
}

/// Marks the values of a batch of rows that mean more than their JSON says, by the types of their
/// columns (``Node/Flags/isLocalTime``, ``Node/Flags/isNaN``).
///
/// Rows come as cells, or as lines of JSON. A value that a row has once lies in the column of its
/// state, so whole columns are marked. Parts of lists are reached from the value around them, by
/// their types, since one state can stand for elements of several columns:
///
///     at    timestamp              column of the state of at
///     log   list<struct<at: …>>    the list in the column of log, its parts, their member at
///
/// NaN is marked only where it is counted, in columns.
struct ColumnMarks: ~Copyable {
  private var times: [StateNumber] = []
  private var floats: [StateNumber] = []
  /// Values in columns whose parts are linked, and some of these are times.
  private var containers: [(state: StateNumber, type: Parts)] = []
  private var arena = ByteArena()

  /// The way from a value to those of its parts that are times.
  private indirect enum Parts {
    case none, time
    case each(Parts)
    /// Members in the order of the columns.
    case members([(name: OwnedBytes, parts: Parts)])
  }

  /// Nil if there is nothing to mark.
  init?(_ columns: [ColumnField], _ tree: FieldTree) {
    add(.object(columns), at: FieldTree.root, isLinked: false, tree)
    if times.isEmpty, floats.isEmpty, containers.isEmpty { return nil }
  }

  // MARK: Finding the places

  /// - Parameter isLinked: a container around the value has been added, from which times are found.
  private mutating func add(
    _ type: ColumnType, at state: StateNumber, isLinked: Bool, _ tree: FieldTree
  ) {
    switch type {
    case .plain, .integer, .decimal: return
    case .float: floats.append(state)
    case .localDateTime, .time: if !isLinked { times.append(state) }
    case .list, .object, .map:
      let links = tree.states[state].linksChildren
      if links, !isLinked, type.hasTimes { containers.append((state, ColumnMarks.parts(type))) }
      for (next, part) in ColumnMarks.columns(type, below: state, tree) {
        add(part, at: next, isLinked: isLinked || links, tree)
      }
    }
  }

  /// The parts of a value that are in columns: their states and types.
  private static func columns(
    _ type: ColumnType, below state: StateNumber, _ tree: FieldTree
  ) -> [(StateNumber, ColumnType)] {
    let below = (state.value + 1..<max(state.value + 1, tree.states[state].lastDescendant.value))
      .map { StateNumber($0) }
      .filter { tree.states[$0].parent == state && !tree.states[$0].isRepeated }
    switch type {
    case .plain, .integer, .decimal, .float, .localDateTime, .time: return []
    case .list(let element):
      return below.filter { tree.states[$0].isElement }.map { ($0, element) }
    case .map(let member):
      return below.filter { !tree.states[$0].isElement }.map { ($0, member) }
    case .object(let fields):
      var types: [StateNumber: ColumnType] = [:]
      for field in fields {
        let name = OwnedBytes(field.name)
        types[withExtendedLifetime(name) { tree.keys.member(name.view, of: state) }] = field.type
      }
      return below.compactMap { next in types[next].map { (next, $0) } }
    }
  }

  private static func parts(_ type: ColumnType) -> Parts {
    switch type {
    case .plain, .integer, .decimal, .float: return .none
    case .localDateTime, .time: return .time
    case .list(let part), .map(let part): return part.hasTimes ? .each(parts(part)) : .none
    case .object(let fields):
      guard type.hasTimes else { return .none }
      // Of two members with one name, the last one is in the table.
      var last: [[UInt8]: Int] = [:]
      for (index, field) in fields.enumerated() { last[Array(field.name.utf8)] = index }
      return .members(
        last.values.sorted().map { (OwnedBytes(fields[$0].name), parts(fields[$0].type)) })
    }
  }

  // MARK: Marking

  /// Marks the values of the records of a batch.
  mutating func mark(_ table: inout ColumnTable) {
    for state in times {
      for lane in table.present[state] {
        table.markTime(table.node(at: state, in: lane))
      }
    }
    for state in floats {
      for lane in table.present[state] {
        let node = table.node(at: state, in: lane)
        if table.nodes[node].isWrittenNaN { table.nodes[node].flags.insert(.isNaN) }
      }
    }
    for (state, type) in containers {
      arena.reset()
      for lane in table.present[state] {
        markParts(of: table.node(at: state, in: lane), type, &table)
      }
    }
  }

  private mutating func markParts(
    of number: NodeNumber, _ type: Parts, _ table: inout ColumnTable
  ) {
    switch type {
    case .none: return
    case .time: table.markTime(number)
    case .each(let part):
      var child = table.firstChild(of: number)
      while child >= 0 {
        markParts(of: child, part, &table)
        child = table.links[child].nextSibling
      }
    case .members(let members):
      var child = table.firstChild(of: number)
      var place = 0
      while child >= 0 {
        let key = table.key(of: child, &arena)
        if let found = ColumnMarks.member(key, of: members, from: place) {
          markParts(of: child, members[found].parts, &table)
          place = found + 1
        }
        child = table.links[child].nextSibling
      }
    }
  }

  /// Members come in the order of the columns, so one is looked for behind the one before.
  private static func member(
    _ key: ByteView, of members: [(name: OwnedBytes, parts: Parts)], from place: Int
  ) -> Int? {
    for index in place..<members.count where members[index].name.view.equals(key) { return index }
    for index in 0..<place where members[index].name.view.equals(key) { return index }
    return nil
  }
}

extension Node {
  /// NaN as the rows of tables are written: a text, or null behind a space.
  fileprivate var isWrittenNaN: Bool {
    kind == .string ? bytes.equals(ByteView("NaN")) : isNaNNull
  }
}

extension ColumnTable {
  @inline(__always)
  fileprivate func markTime(_ number: NodeNumber) {
    if nodes[number].kind == .string { nodes[number].flags.insert(.isLocalTime) }
  }

  /// The key of a linked member.
  fileprivate func key(of number: NodeNumber, _ arena: inout ByteArena) -> ByteView {
    let raw = rawKey(of: number)
    return links[number].keyIsEscaped
      ? JSONString.unescape(escaped: raw, into: &arena) : raw
  }
}
