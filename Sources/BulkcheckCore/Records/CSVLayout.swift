/// Which columns of a CSV input the program reads, and where their cells go.
package final class CSVLayout: Sendable {
  /// A column to capture.
  struct Target: BitwiseCopyable {
    /// A range of ``CSVLayout/states``.
    var first: Int32 = 0
    var count: Int32 = 0
  }

  package let columnCount: Int
  /// The names of the columns.
  package let header: [String]
  /// The first column with the name of each column.
  let firstPlaces: [Int]
  let targets: Storage<Target>
  let states: Storage<StateNumber>
  /// The state of each column that exactly one state reads, ``FieldTree/none`` for those that none
  /// reads, otherwise -2.
  let singleStates: Storage<StateNumber>
  /// The cells of a row that are kept.
  let cellCount: Int32
  /// Each column once, in the order of the header, with the place of its value: as in JSON, the
  /// last one of a name.
  let columns: [(position: Int, name: String)]
  /// Columns that no path of the profile means, for `additionalFields`.
  package let hasOtherColumns: Bool
  let otherColumns: [(position: Int, name: String)]
  /// Their names, as bytes.
  let otherNames: [OwnedBytes]
  /// The columns whose cells no state takes.
  let unreadColumns: [(position: Int, name: String)]
  package let dialect: CSVDialect
  /// Parts of ``dialect`` that each row asks for.
  let hasOrdinaryRows: Bool
  let cellLinesUnnoticed: Int
  /// The numbers of rows that are not records, from 1, ascending.
  let commentRows: [Int]
  /// The rows at the end of the input that are not records.
  package let footerRows: Int
  /// A record with more bytes is malformed.
  package let recordBytesMaximum: Int

  /// The layout of input that is not CSV.
  static let none = CSVLayout(
    header: [], readers: [], knownNames: ColumnNames(),
    dialect: CSVDialect(delimiter: Ascii.comma), recordBytesMaximum: 0)

  /// - Parameters:
  ///   - header: the names of the columns.
  ///   - readers: the name of each column that is read, with the state that takes its cells.
  ///   - knownNames: names that some path of the profile means.
  ///   - commentRows: the numbers of rows that are not records.
  ///   - footerRows: how many rows at the end are not records.
  package init(
    header: [String], readers: [(name: String, state: StateNumber)], knownNames: ColumnNames,
    dialect: CSVDialect, commentRows: [Int] = [], footerRows: Int = 0, recordBytesMaximum: Int
  ) {
    columnCount = header.count
    self.header = header
    self.dialect = dialect
    hasOrdinaryRows = dialect.hasOrdinaryRows
    cellLinesUnnoticed = dialect.cellLinesUnnoticed
    self.commentRows = commentRows
    self.footerRows = footerRows
    self.recordBytesMaximum = recordBytesMaximum
    let names = header.map { ExactText($0) }
    var byName: [ExactText: [StateNumber]] = [:]
    for reader in readers { byName[ExactText(reader.name), default: []].append(reader.state) }
    var firstPosition: [ExactText: Int] = [:]
    let firstPlaces = names.enumerated().map { position, name in
      if let first = firstPosition[name] { return first }
      firstPosition[name] = position
      return position
    }
    self.firstPlaces = firstPlaces
    var lastPosition: [ExactText: Int] = [:]
    for (position, name) in names.enumerated() { lastPosition[name] = position }
    var flat: [StateNumber] = []
    var targets = [Target](repeating: Target(), count: header.count)
    for (position, name) in names.enumerated() where lastPosition[name] == position {
      let states = byName[name] ?? []
      targets[position] = Target(first: Int32(flat.count), count: Int32(states.count))
      flat += states
    }
    self.targets = Storage(targets, padding: Target())
    states = Storage(flat, padding: -1)
    singleStates = Storage(
      targets.map { $0.count == 1 ? flat[Int($0.first)] : $0.count == 0 ? FieldTree.none : -2 },
      padding: FieldTree.none)
    cellCount = Int32(flat.count)
    columns = header.enumerated().compactMap { position, name in
      guard firstPlaces[position] == position else { return nil }
      return (position: lastPosition[names[position]] ?? position, name: name)
    }
    otherColumns = columns.filter { !knownNames.contains($0.name) }
    otherNames = otherColumns.map { OwnedBytes($0.name) }
    hasOtherColumns = !otherColumns.isEmpty
    unreadColumns = header.enumerated().filter { position, _ in
      byName[names[position]] == nil && lastPosition[names[position]] == position
    }.map { (position: $0, name: $1) }
  }

  /// The layout of the same rows, footers included, that keeps no cell.
  var ofAllRows: CSVLayout {
    CSVLayout(
      header: header, readers: [], knownNames: ColumnNames(), dialect: dialect,
      commentRows: commentRows, recordBytesMaximum: recordBytesMaximum)
  }

  deinit {
    targets.deallocate()
    states.deallocate()
    singleStates.deallocate()
  }
}
