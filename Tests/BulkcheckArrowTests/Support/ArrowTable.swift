import BulkcheckCore
import Twins

@testable import BulkcheckArrow

/// The rows of an Arrow input as the mapping writes them: the whole way of the module.
enum ArrowTable {
  /// A row that cannot be written, or the objects of all rows that can.
  struct Rows {
    var rows: [String] = []
    var faults: [ArrowCellFault] = []
  }

  static func read(
    _ bytes: [UInt8], isStream: Bool, leaving left: Set<String> = [], slice: Int = 3,
    nanIsNull: Bool = false, bytesMaximum: Int = 1 << 26, _ take: (String) -> Void = { _ in }
  ) throws -> Rows {
    let source: any ArrowBytes = isStream ? PipedBytes(bytes) : ArrowMemory(bytes)
    let reader = try ArrowReader(source, bytesMaximum: bytesMaximum)
    let wanted = reader.schema.fields.map { !left.contains($0.name) }
    reader.want(wanted)
    let columns = wanted.indices.filter { wanted[$0] }
    var worker = ArrowRows(
      cellBytesMaximum: 1 << 20, bytesMaximum: bytesMaximum, nanIsNull: nanIsNull)
    var arena = ByteArena()
    var found = Rows()
    while let batch = try reader.nextBatch() {
      // Those of damaged files can have billions of rows without a byte.
      let end = min(batch.rowCount, 10_000)
      var row = 0
      while row < end {
        let rows = try worker.load(batch, rows: row..<min(row + slice, end), columns: columns)
        for row in rows {
          arena.reset()
          arena.begin()
          worker.writeRecord(row, columns: columns, into: &arena)
          let text = arena.finish().text
          try found.take(text, &worker)
          take(text)
          let compact = nanIsNull ? text.replacing(": null", with: ":null") : text
          try checkCells(row, columns, compact, &worker)
        }
        row = rows.upperBound
      }
    }
    return found
  }

  /// Checks that cells, which rules see, say what the text of the row says.
  private static func checkCells(
    _ row: Int, _ columns: [Int], _ text: String, _ worker: inout ArrowRows
  ) throws {
    guard worker.cellFault == nil, case .object(let members) = try JSONTreeReader.read(text) else {
      return
    }
    var arena = ByteArena()
    for (column, member) in zip(columns, members) {
      let cell = worker.cell(column, row, into: &arena)
      let value: JSONTree =
        cell.kind == .string
        ? .string(cell.bytes.text) : try JSONTreeReader.read(cell.bytes.text)
      guard value == member.value else {
        throw Difference(column: column, row: row, cell: "\(value)", member: "\(member.value)")
      }
    }
  }

  struct Difference: Error {
    var column: Int
    var row: Int
    var cell: String
    var member: String
  }
}

extension ArrowTable.Rows {
  fileprivate mutating func take(_ text: String, _ worker: inout ArrowRows) throws {
    if let damage = worker.damage { throw damage }
    if let fault = worker.cellFault { faults.append(fault) } else { rows.append(text) }
  }
}
