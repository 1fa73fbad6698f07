import Bulkcheck
import BulkcheckArrow
import BulkcheckCore
import BulkcheckInput
import BulkcheckProfile
import Twins

/// A table gives the same rows however many of them are loaded together. Each is a JSON object
/// whose members are its cells. Rows that are written as a table give the same rows again, and
/// several threads report the same as one.
enum ArrowTarget {
  /// So many rows are enough: damaged tables can have billions without a byte.
  private static let rowsMaximum = 3_000
  private static let cellBytesMaximum = 1 << 14
  private static let bytesMaximum = 1 << 24

  static func finding(in input: inout FuzzBytes) -> String? {
    let isStream = input.pick([false, true])
    let rows = input.pick([1, 3, 7])
    let bytes = input.rest()
    let whole = read(bytes, isStream: isStream, rows: rowsMaximum)
    if let finding = whole.finding { return finding }
    let parts = read(bytes, isStream: isStream, rows: rows)
    if let finding = parts.finding { return finding }
    if whole.error != parts.error {
      return "\(rows) rows at once: \(describe(parts.error)); all: \(describe(whole.error))"
    }
    if whole.lines != parts.lines {
      return "\(rows) rows at once: \(parts.lines.count) lines; all: \(whole.lines.count)"
    }
    if let finding = writingFinding(bytes, isStream: isStream, every: rows, whole) {
      return finding
    }
    return whole.isWhole ? parallelFinding(bytes) : nil
  }

  private static func describe(_ error: ArrowError?) -> String {
    error?.description ?? "no error"
  }

  // MARK: Rows

  private struct Table {
    /// Nil: the row is malformed.
    var lines: [[UInt8]?] = []
    var error: ArrowError?
    var finding: String?
    /// All rows have been read, unless there is an error.
    var isWhole = true
  }

  private static func read(_ bytes: [UInt8], isStream: Bool, rows: Int) -> Table {
    var table = Table()
    do throws(ArrowError) {
      try read(isStream ? PipedBytes(bytes) : ArrowMemory(bytes), rows: rows, into: &table)
    } catch {
      precondition(!error.description.isEmpty)
      table.error = error
    }
    return table
  }

  private static func read(
    _ bytes: any ArrowBytes, rows count: Int, into table: inout Table
  ) throws(ArrowError) {
    let reader = try ArrowReader(bytes, bytesMaximum: bytesMaximum)
    let columns = reader.wantedColumns
    let names = reader.schema.fields.map(\.name)
    var worker = ArrowRows(cellBytesMaximum: cellBytesMaximum, bytesMaximum: bytesMaximum)
    var arena = ByteArena()
    while let batch = try reader.nextBatch() {
      var row = 0
      while row < batch.rowCount {
        guard table.lines.count < rowsMaximum else {
          table.isWhole = false
          return
        }
        let end = min(row + count, batch.rowCount, row + rowsMaximum - table.lines.count)
        let loaded = try worker.load(batch, rows: row..<end, columns: columns)
        for row in loaded {
          arena.reset()
          arena.begin()
          worker.writeRecord(row, columns: columns, into: &arena)
          let line = arena.finish().array
          if let damage = worker.damage { throw damage }
          guard worker.cellFault == nil else {
            table.lines.append(nil)
            continue
          }
          table.lines.append(line)
          if table.finding == nil {
            table.finding = finding(in: line, row, zip(columns, names), &worker)
          }
        }
        row = loaded.upperBound
      }
    }
  }

  /// Whether a line is no JSON, or says something else than the cells of its row.
  private static func finding(
    in line: [UInt8], _ row: Int, _ columns: Zip2Sequence<[Int], [String]>,
    _ worker: inout ArrowRows
  ) -> String? {
    if let fault = JSONParserTarget.fault(of: line), fault.kind != .depth {
      return "row \(row): \(fault.detail): \(String(decoding: line, as: UTF8.self))"
    }
    var cells = ByteArena()
    var members: [UInt8] = [UInt8(ascii: "{")]
    for (index, (column, name)) in columns.enumerated() {
      if index > 0 { members.append(UInt8(ascii: ",")) }
      members += Array("\(JSONText.quoted(name)):".utf8)
      let cell = worker.cell(column, row, into: &cells)
      members += cell.kind == .string ? quoted(cell.bytes.array) : cell.bytes.array
    }
    members.append(UInt8(ascii: "}"))
    return members == line ? nil : "row \(row): \(String(decoding: members, as: UTF8.self))"
  }

  private static func quoted(_ text: [UInt8]) -> [UInt8] {
    var arena = ByteArena()
    arena.begin()
    ByteView.with(text) { arena.append(quoted: $0) }
    return arena.finish().array
  }

  // MARK: Written tables

  /// Whether one row of so many, written as a table, is not read as the same row again.
  private static func writingFinding(
    _ bytes: [UInt8], isStream: Bool, every step: Int, _ table: Table
  ) -> String? {
    for form in [ArrowTableWriter.Form.file, .stream] {
      guard let written = write(bytes, isStream: isStream, every: step, as: form) else { continue }
      guard table.error == nil else { continue }
      let found = read(written, isStream: form == .stream, rows: rowsMaximum)
      if let error = found.error { return "a table was written that is damaged: \(error)" }
      let chosen = stride(from: 0, to: table.lines.count, by: step).map { table.lines[$0] }
      if found.lines != chosen { return "a table was written with other rows" }
    }
    return nil
  }

  /// Nil if the table is damaged, or cannot be written in this form.
  private static func write(
    _ bytes: [UInt8], isStream: Bool, every step: Int, as form: ArrowTableWriter.Form
  ) -> [UInt8]? {
    var written: [UInt8] = []
    do throws(ArrowError) {
      let reader = try ArrowReader(
        isStream ? PipedBytes(bytes) : ArrowMemory(bytes), bytesMaximum: bytesMaximum)
      let gatherer = ArrowRowGatherer(bytesMaximum: bytesMaximum)
      let writer = try ArrowTableWriter(reader.tableSchema(), form: form)
      var first = 0
      while first < rowsMaximum, let batch = try reader.nextBatch() {
        let count = min(batch.rowCount, rowsMaximum - first)
        let rows = (0..<count).filter { (first + $0) % step == 0 }
        try writer.write(gatherer.gather(batch, rows: rows)) { written.append($0) }
        first += count
      }
      writer.finish { written.append($0) }
      return written
    } catch {
      return nil
    }
  }

  // MARK: Reports

  private static let check: Check = {
    let text =
      #"{"bulkcheck":1,"records":{"min":0},"fields":{"*":{"required":true,"maxLength":3}}}"#
    guard let profile = try? Judging.profile(text), let check = try? Judging.check(profile.ruleSet)
    else { preconditionFailure("the profile above has no mistake") }
    return check
  }()

  private static func parallelFinding(_ bytes: [UInt8]) -> String? {
    let way = Way(recordBytesMaximum: 1 << 16, format: .arrow)
    var other = way
    other.threads = 3
    other.chunkBytes = 64
    let expected = Judging.report(check, bytes, way)
    let actual = Judging.report(check, bytes, other)
    return expected == actual ? nil : "3 threads: \(difference(expected, actual))"
  }
}
