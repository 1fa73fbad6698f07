import BulkcheckCore
import TestSupport
import Testing

@testable import BulkcheckArrow

/// Damaged files: whatever is wrong, there is a typed error or a table, and never a crash.
@Suite("Damaged Arrow data")
struct DamageTests {
  static let names = Suites.paths(below: "arrow").filter {
    $0.hasSuffix(".stream") || $0.hasSuffix(".arrow_file")
  }

  @Test("that is cut off is refused, wherever", .needsSuites, arguments: names)
  func cuts(name: String) throws {
    let bytes = try Suites.file("arrow/\(name)")
    let step = max(1, bytes.count / 16)
    for count in stride(from: 0, to: bytes.count, by: step) {
      for isStream in [false, true] {
        #expect(throws: ArrowError.self, "\(name), \(count) bytes") {
          try read(Array(bytes[..<count]), isStream: isStream)
        }
      }
    }
    if name.hasSuffix(".stream") {
      #expect(throws: ArrowError.self) { try read(bytes + [0], isStream: true) }
    }
  }

  @Test("in which bits are flipped never crashes", .needsSuites, arguments: names)
  func flips(name: String) throws {
    let bytes = try Suites.file("arrow/\(name)")
    for seed in RandomRun.seeds(8) {
      var random = SeededRandom(seed: UInt64(seed))
      var damaged = bytes
      // Most of it hits metadata, which lie at the start and at the end.
      let range = Bool.random(using: &random) ? 0..<min(bytes.count, 600) : bytes.indices
      for _ in 0..<Int.random(in: 1...3, using: &random) {
        let place = Int.random(in: range, using: &random)
        damaged[place] =
          Bool.random(using: &random)
          ? damaged[place] ^ 1 << UInt8.random(in: 0..<8, using: &random)
          : UInt8.random(in: 0...255, using: &random)
      }
      for isStream in [false, true] {
        do { try read(damaged, isStream: isStream) } catch is ArrowError {}
      }
    }
  }

  @Test(
    "that is something else is named",
    arguments: [
      ([UInt8]("FEA1".utf8) + [0, 0, 0, 0], ArrowError.Cause.featherV1),
      ([UInt8]("{\"a\": 1}\n".utf8), .notArrow), ([], .notArrow), ([UInt8]("PAR1".utf8), .notArrow),
      ([UInt8]("ARROW1\0\0".utf8), .noMagicAtEnd),
    ])
  func others(bytes: [UInt8], cause: ArrowError.Cause) {
    let error = #expect(throws: ArrowError.self) {
      try ArrowTable.read(bytes, isStream: false)
    }
    #expect(error?.cause == cause)
  }

  @Test("whose parts are longer than their buffers is refused, though nothing leads there")
  func sizes() throws {
    let bytes = try WrittenTable.changed("layouts.arrow") { batch in
      // The ints of a list, of which no list has the last ones.
      let list = try #require(batch.layout.columns.first { batch.layout.entries[$0].code == .list })
      batch.batch.nodes[list + 1].length += 1_000
    }
    let error = #expect(throws: ArrowError.self) {
      try ArrowTable.read(bytes, isStream: true)
    }
    guard case .buffer(.tooShort)? = error?.cause else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(error?.column == "list_")
  }

  @Test("whose runs have no order is refused at the first row, however many are loaded together")
  func runs() throws {
    let bytes = try WrittenTable.changed("layouts.arrow") { batch in
      let layout = batch.layout
      let runs = try #require(layout.columns.first { layout.entries[$0].code == .runEnds })
      // Its ends, of 32 bits, are behind the validity of their entry.
      let buffer = WrittenTable.firstBuffer(of: runs, in: batch) + 1
      #expect(batch.batch.buffers[buffer] == [5, 0, 0, 0, 6, 0, 0, 0, 20, 0, 0, 0, 24, 0, 0, 0])
      batch.batch.buffers[buffer][4] = 4
    }
    for slice in [1, 2, 5, 1_000] {
      var rows: [String] = []
      let error = #expect(throws: ArrowError.self) {
        try ArrowTable.read(bytes, isStream: false, slice: slice) { rows.append($0) }
      }
      #expect(error?.cause == .buffer(.offsets(row: 1)))
      #expect(rows.isEmpty)
    }
  }

  @Test("has the rows before the damage, however many are loaded together")
  func rowsBefore() throws {
    let bytes = try WrittenTable.changed("layouts.arrow") { batch in
      let layout = batch.layout
      let text = try #require(layout.columns.first { layout.entries[$0].type == .text(.offsets) })
      // The offset behind the text of row 9 decreases.
      batch.batch.buffers[WrittenTable.firstBuffer(of: text, in: batch) + 1][4 * 10] = 0
    }
    for slice in [1, 2, 5, 1_000] {
      for isStream in [false, true] {
        var count = 0
        let error = #expect(throws: ArrowError.self) {
          try ArrowTable.read(bytes, isStream: isStream, slice: slice) { _ in count += 1 }
        }
        #expect(error?.cause == .buffer(.offsets(row: 9)))
        #expect(count == 9)
      }
    }
  }

  @Test("that says it has no nulls, though it has some, is refused", arguments: [1, 5, 1_000])
  func hiddenNulls(slice: Int) throws {
    let bytes = try WrittenTable.changed("layouts.arrow") { batch in
      for node in batch.batch.nodes.indices { batch.batch.nodes[node].nullCount = 0 }
    }
    let error = #expect(throws: ArrowError.self) {
      try ArrowTable.read(bytes, isStream: true, slice: slice)
    }
    #expect(error?.cause == .batch(.hiddenNulls))
    #expect(error?.column != nil)
  }

  @Test("whose footer is damaged is refused in a pipe, too", arguments: [4, 12, 28, 36])
  func footers(offset: Int) throws {
    var bytes = try LayoutTests.bytes("orders.arrow")
    let tail = bytes.count - FileFooter.tailBytes
    let length = bytes[tail..<tail + 4].reversed().reduce(0) { $0 << 8 | Int($1) }
    for index in 0..<4 { bytes[tail - length + offset + index] ^= 0x55 }
    #expect(throws: ArrowError.self) { try ArrowTable.read(bytes, isStream: true) }
  }

  @Test("whose texts have other lengths in the metadata is refused")
  func textLengths() throws {
    var bytes = try LayoutTests.bytes("orders.arrows")
    let name = Array("\u{5}\0\0\0price\0".utf8)
    let place = try #require(
      bytes.indices.first { bytes[$0...].starts(with: name) })
    bytes[place] = 4
    let error = #expect(throws: ArrowError.self) { try ArrowTable.read(bytes, isStream: true) }
    #expect(error?.cause == .flatbuffer(.string))
  }

  private func read(_ bytes: [UInt8], isStream: Bool) throws {
    let intervals: Set<String> = ["f5", "f6", "f7"]
    _ = try ArrowTable.read(bytes, isStream: isStream, leaving: intervals, slice: 50)
  }
}
