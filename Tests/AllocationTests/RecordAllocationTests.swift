import BulkcheckCore
import BulkcheckProfile
import CAllocationCount
import Testing

/// Good records cost no allocation once a worker is warm.
@Suite(.enabled(if: canCountAllocations)) struct RecordAllocationTests {
  private static let profile = """
    {"bulkcheck":1,"records":{"min":0},
     "fields":{
      "id":{"type":"integer","required":true,"range":[0,1000000]},
      "name":{"type":"string","minLength":1,"normalize":["trim","lowercase"],"pattern":"^[a-zé ]+$"},
      "plan":{"enum":["free","pro","team"]}, "price":{"type":"number","multipleOf":0.01},
      "when":{"type":"string","format":"date"}, "gone":{"notEmpty":true},
      "phone":{"chain":["digits",{"length":[3,11]},{"mask":"XXX-X"}]}%NESTED%},
     "rules":[{"id":"both","when":{"plan":{"const":"pro"}},"then":{"price":{"required":true}}},
      {"id":"one","any":[{"id":{"minimum":5}},{"name":{"contains":"e"}},{"price":{"maximum":1000}}]},
      {"id":"order","compare":["id","<=","price"],"severity":"info","tolerance":"100%"},
      {"id":"sum","compare":["id * 2 + length(name)",">=","price - 100.5"]}]}
    """

  private func profile(_ text: String) throws -> ParsedProfile {
    try ParsedProfile.read(Array(text.utf8), fileName: "profile.json", loadReference: nil)
  }

  private func allocations(
    _ program: Program, _ reading: RecordReading, _ line: String, _ count: Int,
    _ document: DocumentRecords?
  ) -> Int {
    let text = (0..<count).map { _ in line + "\n" }.joined()
    let owner = OwnedBytes(Array(text.utf8) + [10])
    let accumulator = RunAccumulator(
      program: program, samplesMaximum: 5,
      keys: SeenKeys.Plan(bytesMaximum: 1 << 20, folder: "/tmp"))
    let statistics = accumulator.makeStatistics()
    var worker = ChunkWorker(program: program, recordBytesMaximum: 1 << 20)
    worker.prepare(reading)
    return withExtendedLifetime(owner) {
      var task = ChunkTask(bytes: owner.view[0..<text.utf8.count], isFinal: true)
      task.records = document
      _ = worker.judge(task, into: statistics)
      let before = bulkcheck_allocation_count()
      _ = worker.judge(task, into: statistics)
      let after = bulkcheck_allocation_count()
      #expect(statistics.records == count)
      return after - before
    }
  }

  /// A chunk may allocate, but its records may not: twice as many records must cost the same. A few
  /// allocations more or less don't come from records: an array has room for as many elements as
  /// fit its block of memory, and malloc sometimes gives a larger block than was asked for.
  ///
  /// - Parameter document: where so many records stand in a document.
  private func expectNoAllocation(
    _ program: Program, _ reading: RecordReading, _ line: String,
    document: (_ count: Int) -> DocumentRecords? = { _ in nil }
  ) {
    let once = allocations(program, reading, line, 200, document(200))
    let twice = allocations(program, reading, line, 400, document(400))
    #expect(abs(twice - once) < 10, "200 records: \(once), 400 records: \(twice)")
  }

  @Test("a JSON line costs no allocation")
  func jsonl() throws {
    let nested = """
      , "map":{"minProperties":2,"propertyNames":{"pattern":"^[a-z]+$"}},
      "tags":{"type":"array","maxItems":3,"uniqueItems":true,
        "items":{"type":"string","notEmpty":true}},
      "o":{"fields":{"k":{"required":true,"minLength":2}}}, "list[*].n":{"minimum":1}
      """
    let text = Self.profile.split(separator: "%NESTED%").joined(separator: nested)
    let program = try Program(profile(text).ruleSet)
    let line = """
      {"id":7,"name":" Zoé\\u00e9 ","plan":"pro","price":12.50,"when":"2024-02-29","phone":"12-34",\
      "tags":["a","b"],"o":{"k":"\\u0061bc","z":[1,{}]},"list":[{"n":1},{"n":2.5}],\
      "map":{"a":1,"\\u0062":2,"c":{}},"other":{"x":"y"}}
      """
    expectNoAllocation(program, .json, line)
  }

  @Test("the key of a record costs no allocation", arguments: [false, true])
  func keys(isMap: Bool) throws {
    let constraint =
      isMap ? #""pattern":"^[a-z]+[0-9]+$""# : #""type":"integer","multipleOf":1000"#
    let text = #"""
      {"bulkcheck":1,"records":{"min":0},"input":{"records":"/a/*/*"},"fields":{
        "$key":{"required":true,\#(constraint)},"$key[0]":{"const":"outer"}},
       "rules":[{"id":"sum","compare":["\#(isMap ? "length($key)" : "$key") + 8",">","id"]}]}
      """#
    let program = try Program(profile(text).ruleSet)
    let line = #"{"id":7}"#
    expectNoAllocation(program, .json, line) { count in
      let records = DocumentRecords()
      let outer = records.append([records.append(name: Array("outer".utf8))])
      let container = records.append(
        DocumentRecords.Container(
          pointer: "/a/outer", kind: isMap ? .object : .array, suffix: "", keys: outer))
      for index in 0..<count {
        let start = index * (line.utf8.count + 1)
        records.append(
          DocumentRecords.Place(
            start: start, end: start + line.utf8.count, line: index, column: 0,
            container: container,
            key: isMap
              ? records.append(name: Array("name\(index)".utf8))
              : DocumentRecords.Key(index: index * 1000),
            set: 0))
      }
      return records
    }
  }

  @Test("a look-up among many values costs no allocation")
  func references() throws {
    var builder = ValueSetBuilder()
    for number in 0..<10_000 {
      let text = OwnedBytes("serial-number-\(number)")
      try builder.insert(.string, text.view)
      let digits = OwnedBytes("\(number).5")
      try builder.insert(.number, digits.view)
    }
    let loaded = LoadedReference(values: builder.finish(), sha256: "")
    let text = #"""
      {"bulkcheck":1,"records":{"min":0},"fields":{
        "a":{"references":{"file":"f","column":"c"}}, "b":{"references":{"file":"f","column":"c"}},
        "l":{"items":{"references":{"file":"f","column":"c"}}}}}
      """#
    let profile = try ParsedProfile.read(Array(text.utf8), fileName: "p.json") {
      (request) throws(ReferenceLoadingError) in loaded
    }
    let program = try Program(profile.ruleSet)
    let line =
      #"{"a":"serial-number-77","b":12.50,"l":["serial-number-9999","s\u0065rial-number-1"]}"#
    expectNoAllocation(program, .json, line)
  }

  @Test("a look-up of a combination costs no allocation", arguments: [false, true])
  func combinations(isCSV: Bool) throws {
    let text = #"""
      {"bulkcheck":1,"records":{"min":0},"rules":[
        {"id":"r","references":{"fields":["a","b","c"],"file":"f","columns":["x","y","z"]}}]}
      """#
    let profile = try ParsedProfile.read(Array(text.utf8), fileName: "p.json") {
      (request) throws(ReferenceLoadingError) in LoadedReference(.combinations(.none), sha256: "")
    }
    let program = try Program(profile.ruleSet)
    let layout = CSVLayout(
      header: ["a", "b", "c"], readers: program.lists.columns,
      knownNames: program.lists.knownColumns,
      dialect: CSVDialect(delimiter: 44), recordBytesMaximum: 1 << 20)
    let reading = isCSV ? RecordReading.csv(layout) : .json
    let line = isCSV ? "7,true,x" : #"{"a":7,"b":true,"c":"x"}"#
    expectNoAllocation(program, reading, line)
  }

  @Test("names at fault cost no allocation", arguments: [false, true])
  func names(isCSV: Bool) throws {
    let text = #"""
      {"bulkcheck":1,"records":{"min":0},"fields":{"id":{"type":"integer"},
        "o":{"dependentRequired":{"a":["b","c"],"another-name":["a"]}}},"additionalFields":false}
      """#
    let program = try Program(profile(text).ruleSet)
    let layout = CSVLayout(
      header: ["id", "name", "o", "a longer name"], readers: program.lists.columns,
      knownNames: program.lists.knownColumns, dialect: CSVDialect(delimiter: 44),
      recordBytesMaximum: 1 << 20)
    let line =
      isCSV
      ? "7,x,,y" : #"{"id":7,"name":"x","o":{"a":1,"b":2,"z":[3]},"a longer n\u0061me":"y"}"#
    expectNoAllocation(program, isCSV ? .csv(layout) : .json, line)
  }

  @Test("a CSV row costs no allocation")
  func csv() throws {
    let nested =
      ", \"tags\":{\"type\":\"array\",\"separator\":\";\",\"items\":{\"type\":\"string\",\"notEmpty\":true}}"
    let text = Self.profile.split(separator: "%NESTED%").joined(separator: nested)
    let program = try Program(profile(text).ruleSet)
    let layout = CSVLayout(
      header: ["id", "name", "plan", "price", "when", "phone", "tags", "other"],
      readers: program.lists.columns, knownNames: program.lists.knownColumns,
      dialect: CSVDialect(delimiter: 44), recordBytesMaximum: 1 << 20)
    let line = "7,\" Zoé \"\"\",free,12.50,2024-02-29,12-34,a;b,\"x,y\""
    expectNoAllocation(program, .csv(layout), line)
  }
}
