import BulkcheckCore
import Foundation
import TestSupport
import Testing

@testable import BulkcheckArrow

/// Rows that are written as a table again are the rows that were chosen.
@Suite("Arrow tables that are written")
struct WriterTests {
  static let tables = [
    "layouts.arrow", "layouts-lz4.arrow", "layouts-zstd.arrows", "layouts-v4.arrows",
    "delta.arrows", "orders.arrow", "orders.arrows",
  ]

  /// Which rows are kept.
  enum Choice: String, CaseIterable, Sendable {
    case all, none, some, few

    func keeps(_ random: inout SeededRandom) -> Bool {
      switch self {
      case .all: true
      case .none: false
      case .some: Bool.random(using: &random)
      case .few: Int.random(in: 0..<7, using: &random) == 0
      }
    }
  }

  @Test("have the rows that were chosen", arguments: tables, Choice.allCases)
  func rows(table: String, choice: Choice) throws {
    try check(LayoutTests.bytes(table), choice, name: table)
  }

  @Test(
    "have the rows of Arrow's integration files that were chosen, of both byte orders",
    .needsSuites, arguments: IntegrationFileTests.names)
  func integrationFiles(name: String) throws {
    let left = try IntegrationFileTests.columnsWithoutText(name)
    for ending in ["arrow_file", "stream"] {
      try check(
        Suites.file("arrow/\(name).\(ending)"), .some, leaving: left, name: "\(name).\(ending)")
    }
  }

  private func check(
    _ bytes: [UInt8], _ choice: Choice, leaving left: Set<String> = [], name: String
  ) throws {
    let before = try ArrowTable.read(bytes, isStream: false, leaving: left)
    try #require(before.faults.isEmpty)
    for form in [ArrowTableWriter.Form.file, .stream] {
      for seed in RandomRun.seeds(3) {
        let (written, kept) = try WrittenTable.bytes([bytes], form, choice, seed: UInt64(seed))
        for isStream in [false, true] {
          let after = try ArrowTable.read(written, isStream: isStream, leaving: left)
          #expect(after.faults.isEmpty)
          try #require(after.rows == kept.map { before.rows[$0] }, "\(name), \(form), seed \(seed)")
        }
        let schemas = try [bytes, written].map { try ArrowReader(ArrowMemory($0)).schema }
        #expect(schemas[0] == schemas[1])
      }
    }
  }

  @Test("replace a dictionary as a stream, and are refused as a file")
  func replaced() throws {
    let bytes = try LayoutTests.bytes("orders.arrows")
    let (written, _) = try WrittenTable.bytes([bytes, bytes], .stream, .all, seed: 1)
    let rows = try ArrowTable.read(bytes, isStream: true).rows
    #expect(try ArrowTable.read(written, isStream: true).rows == rows + rows)
    let error = #expect(throws: ArrowError.self) {
      try WrittenTable.bytes([bytes, bytes], .file, .all, seed: 1)
    }
    #expect(error?.cause == .dictionary(.replacedInFile(0)))
  }

  @Test("have the bytes of the schema that was read, made V5")
  func schema() throws {
    let before = try ArrowReader(ArrowMemory(LayoutTests.bytes("layouts-v4.arrows"))).tableSchema()
    for form in [ArrowTableWriter.Form.file, .stream] {
      var bytes: [UInt8] = []
      ArrowTableWriter(before, form: form).finish { bytes.append($0) }
      let after = try ArrowReader(ArrowMemory(bytes)).tableSchema()
      #expect(after.message == before.message)
    }
  }

  @Test("are refused where their rows need more memory than is allowed")
  func memory() throws {
    let reader = try ArrowReader(ArrowMemory(LayoutTests.bytes("layouts.arrow")))
    let batch = try #require(try reader.nextBatch())
    let error = #expect(throws: ArrowError.self) {
      try ArrowRowGatherer(bytesMaximum: 3_000).gather(batch, rows: Array(0..<batch.rowCount))
    }
    guard case .tooLarge(_, maximum: 3_000)? = error?.cause else {
      Issue.record("\(String(describing: error))")
      return
    }
  }

  @Test("are CSV if they are flat")
  func csv() throws {
    let reader = try ArrowReader(ArrowMemory(LayoutTests.bytes("orders.arrow")))
    let names = ["id", "plan", "price", "at", "ratio"]
    let flat = ArrowSchema(
      fields: reader.schema.fields.filter { names.contains($0.name) }, isBigEndian: false)
    #expect(try text(ArrowCSVLines.header(of: flat)) == "id,plan,price,at,ratio\n")
    let error = #expect(throws: ArrowError.self) {
      try ArrowCSVLines.header(of: reader.schema)
    }
    #expect(error == ArrowError(.notFlat, column: "tags"))
    let odd = ArrowSchema(
      fields: ["", "a,b", "c\"d", "e\nf", "g h"].map { name in
        ArrowField(
          name: name, type: .bool, isNullable: true, children: [], dictionary: nil,
          meaning: .storage)
      }, isBigEndian: false)
    #expect(
      try text(ArrowCSVLines.header(of: odd)) == "\"\",\"a,b\",\"c\"\"d\",\"e\nf\",g h\n")
    let batch = try #require(try reader.nextBatch())
    var lines: [UInt8] = []
    try ArrowCSVLines().append(batch, rows: [0, 2, 4], to: &lines)
    #expect(
      text(lines) == """
        1,free,1.50,2023-11-14T22:13:20Z,"[""a""]","{""age"":17}",0.1
        2,,-3.25,2023-11-16T22:13:20Z,,"{""age"":null}",0.5
        5,pro,2.00,2023-11-18T22:13:20Z,"[""c""]","{""age"":18}",

        """)
    let words = try ArrowReader(ArrowMemory(LayoutTests.bytes("delta.arrows")))
    lines = []
    let worker = ArrowCSVLines()
    while let batch = try words.nextBatch() {
      try worker.append(batch, rows: Array(0..<batch.rowCount), to: &lines)
    }
    #expect(
      text(lines) == """
        ä
        plain
        ""
        beyond twelve bytes
        ""
        "tab\tnl
        "

        """)
  }

  private func text(_ bytes: [UInt8]) -> String { String(decoding: bytes, as: UTF8.self) }

  @Test(
    "are what pyarrow takes of the same table",
    .enabled(if: WrittenTable.hasPyarrow, "needs python3 with pyarrow"))
  func pyarrow() throws {
    var inputs = try (Self.tables + ["months.arrow"]).map { try LayoutTests.bytes($0) }
    for name in IntegrationFileTests.names where Suites.isPresent {
      for ending in ["arrow_file", "stream"] {
        inputs.append(try Suites.file("arrow/\(name).\(ending)"))
      }
    }
    try WrittenTable.withFolder { try WrittenTable.compare(inputs, in: $0) }
  }

  @Test(
    "are what pyarrow takes of random tables",
    .enabled(if: WrittenTable.hasPyarrow, "needs python3 with pyarrow"))
  func random() throws {
    try WrittenTable.withFolder { folder in
      let seeds = RandomRun.seeds(60)
      let made = try WrittenTable.python(
        WrittenTable.generator, folder.path, "\(seeds[0])", "\(seeds.count)")
      try #require(made.code == 0, "\(made.text)")
      let inputs = try seeds.map {
        Array(try Data(contentsOf: folder.appending(path: "\($0).arrow")))
      }
      try WrittenTable.compare(inputs, in: folder)
    }
  }
}

/// Tables that are written, and pyarrow's view of them.
enum WrittenTable {
  /// A table with rows of inputs that have one schema, and the numbers of the rows among those of
  /// all inputs.
  static func bytes(
    _ inputs: [[UInt8]], _ form: ArrowTableWriter.Form, _ choice: WriterTests.Choice, seed: UInt64
  ) throws -> (bytes: [UInt8], rows: [Int]) {
    var random = SeededRandom(seed: seed)
    var bytes: [UInt8] = []
    var kept: [Int] = []
    var first = 0
    let gatherer = ArrowRowGatherer()
    let schema = try ArrowReader(ArrowMemory(inputs[0])).tableSchema()
    let writer = ArrowTableWriter(schema, form: form)
    for input in inputs {
      let reader = try ArrowReader(ArrowMemory(input))
      while let batch = try reader.nextBatch() {
        // A batch may be written in several pieces.
        var row = 0
        while row < batch.rowCount {
          let end = min(batch.rowCount, row + Int.random(in: 1...20, using: &random))
          let rows = (row..<end).filter { _ in choice.keeps(&random) }
          kept += rows.map { first + $0 }
          try writer.write(gatherer.gather(batch, rows: rows)) { bytes.append($0) }
          row = end
        }
        first += batch.rowCount
      }
    }
    writer.finish { bytes.append($0) }
    return (bytes, kept)
  }

  /// A stream of the first batch of a table, changed before it is written.
  static func changed(
    _ name: String, _ change: (inout ArrowGatheredRows) throws -> Void
  ) throws -> [UInt8] {
    let reader = try ArrowReader(ArrowMemory(LayoutTests.bytes(name)))
    let batch = try #require(try reader.nextBatch())
    var rows = try ArrowRowGatherer().gather(batch, rows: Array(0..<batch.rowCount))
    try change(&rows)
    var bytes: [UInt8] = []
    let writer = try ArrowTableWriter(reader.tableSchema(), form: .stream)
    try writer.write(rows) { bytes.append($0) }
    writer.finish { bytes.append($0) }
    return bytes
  }

  /// The number of the first buffer of an entry.
  static func firstBuffer(of entry: Int, in rows: ArrowGatheredRows) -> Int {
    let before = rows.layout.entries[..<entry]
    let views = before.count { $0.hasVariadicBuffers }
    return before.reduce(0) { $0 + $1.buffers }
      + rows.batch.variadicCounts[..<views].reduce(0, +)
  }

  static func withFolder(_ body: (URL) throws -> Void) throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    try body(folder)
  }

  /// Writes some rows of each table in both forms, and lets pyarrow compare them.
  static func compare(_ inputs: [[UInt8]], in folder: URL) throws {
    for (number, input) in inputs.enumerated() {
      for form in [ArrowTableWriter.Form.file, .stream] {
        let (written, kept) = try bytes([input], form, .some, seed: UInt64(number))
        let path = folder.appending(path: "\(number)-\(form)")
        try Data(input).write(to: path.appendingPathExtension("in"))
        try Data(written).write(to: path.appendingPathExtension("out"))
        try Data("\(kept)".utf8).write(to: path.appendingPathExtension("json"))
      }
    }
    let (code, text) = try python(comparison, folder.path)
    #expect(code == 0, "\(text)")
  }

  static let hasPyarrow = (try? python("import pyarrow").code) == 0

  /// Runs a script with the folder of the reference and further arguments.
  static func python(
    _ script: String, _ arguments: String...
  ) throws -> (code: Int32, text: String) {
    let process = Process()
    let output = Pipe()
    process.executableURL = URL(filePath: "/usr/bin/env")
    let reference = LayoutTests.folder.appending(path: "../../Reference").path
    process.arguments = ["python3", "-c", script, reference] + arguments
    process.standardOutput = output
    process.standardError = output
    try process.run()
    let text = output.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    return (process.terminationStatus, String(decoding: text, as: UTF8.self))
  }

  /// Makes random tables.
  static let generator = """
    import pathlib, sys
    sys.path.insert(0, sys.argv[1])
    from bulkcheck_arrow.tables import Draw, table
    from compare_arrow import write_pyarrow

    folder, first, count = pathlib.Path(sys.argv[2]), int(sys.argv[3]), int(sys.argv[4])
    for seed in range(first, first + count):
        draw = Draw(seed)
        write_pyarrow(draw, table(draw), folder / f"{seed}.arrow")
    """

  /// Compares each written table with the rows that pyarrow takes of its input. Values that are
  /// wrong in the input, such as decimals with too many digits, may be wrong in the output.
  static let comparison = """
    import json, pathlib, sys
    import pyarrow as pa
    sys.path.insert(0, sys.argv[1])
    from bulkcheck_arrow.mapping import json_text, json_value

    def read(path):
        data = path.read_bytes()
        open_ = pa.ipc.open_file if data.startswith(b"ARROW1") else pa.ipc.open_stream
        return open_(pa.BufferReader(data)).read_all()

    def is_valid(column):
        try:
            column.validate(full=True)
            return True
        except pa.ArrowInvalid:
            return False

    def text(scalar):
        try:
            return json_text(json_value(scalar))
        except Exception:
            # Intervals and far years have no JSON form.
            return repr(getattr(scalar, "value", scalar))

    wrong = []
    for path in sorted(pathlib.Path(sys.argv[2]).glob("*.in")):
        before, after = read(path), read(path.with_suffix(".out"))
        rows = json.loads(path.with_suffix(".json").read_text())
        if not after.schema.equals(before.schema, check_metadata=True):
            wrong.append(f"{path.name}: another schema")
        if after.num_rows != len(rows):
            wrong.append(f"{path.name}: {after.num_rows} rows instead of {len(rows)}")
            continue
        for number, field in enumerate(before.schema):
            one, other = before.column(number), after.column(number)
            if "month_interval" in str(field.type) or "day_time_interval" in str(field.type):
                # pyarrow has no class for these.
                continue
            if is_valid(one) and not is_valid(other):
                wrong.append(f"{path.name}: column {field.name} is not valid")
            elif any(text(one[row]) != text(other[place]) for place, row in enumerate(rows)):
                wrong.append(f"{path.name}: other values in {field.name}")
    print(*wrong, sep="\\n")
    sys.exit(bool(wrong))
    """
}
