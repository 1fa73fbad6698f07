import BulkcheckCore
import Foundation
import Testing

@testable import BulkcheckArrow

/// The tables of `Tables`, which pyarrow has written, with the rows that its values mean.
@Suite("Arrow tables of every layout")
struct LayoutTests {
  static let folder = URL(filePath: #filePath).deletingLastPathComponent()
    .appending(path: "Tables")

  static func bytes(_ name: String) throws -> [UInt8] {
    Array(try Data(contentsOf: folder.appending(path: name)))
  }

  @Test(
    "are the rows that their values mean",
    arguments: [
      ("layouts.arrow", "layouts.jsonl"), ("layouts-lz4.arrow", "layouts.jsonl"),
      ("layouts-zstd.arrows", "layouts.jsonl"), ("layouts-v4.arrows", "layouts.jsonl"),
      ("delta.arrows", "delta.jsonl"), ("orders.arrow", "orders.jsonl"),
      ("orders.arrows", "orders.jsonl"),
      // What these versions of Polars wrote is less aligned than it should be.
      ("polars-0.20.31.arrows", "polars.jsonl"), ("polars-1.0.0.arrows", "polars.jsonl"),
      // Integers of 128 bits, which only Polars has.
      ("polars-2.1.0.arrows", "wide.jsonl"),
    ])
  func values(table: String, rows: String) throws {
    let expected = try String(decoding: Self.bytes(rows), as: UTF8.self).split(separator: "\n")
      .map { try JSONTreeReader.read(String($0)) }
    for isStream in [false, true] {
      for slice in [1, 5, 1_000] {
        let found = try ArrowTable.read(Self.bytes(table), isStream: isStream, slice: slice)
        #expect(found.faults.isEmpty)
        try #require(found.rows.count == expected.count)
        for (row, tree) in zip(found.rows, expected) {
          try #require(try JSONTreeReader.read(row) == tree)
        }
      }
    }
  }

  @Test("that are damaged never crash")
  func damage() throws {
    for name in ["layouts.arrow", "layouts-lz4.arrow", "layouts-zstd.arrows", "delta.arrows"] {
      let bytes = try Self.bytes(name)
      for seed in 1...60 {
        var random = SeededRandom(seed: UInt64(seed))
        var damaged = bytes
        for _ in 0..<3 {
          damaged[Int.random(in: damaged.indices, using: &random)] ^=
            1 << UInt8.random(in: 0..<8, using: &random)
        }
        for isStream in [false, true] {
          do { _ = try ArrowTable.read(damaged, isStream: isStream) } catch is ArrowError {}
        }
      }
    }
  }

  @Test("have NaN as null where that is asked for")
  func nan() throws {
    let found = try ArrowTable.read(
      Self.bytes("orders.arrow"), isStream: false, nanIsNull: true)
    // A space tells it from what is null in the table.
    #expect(
      found.rows.map { $0.hasSuffix(#""ratio": null}"#) } == [false, true, false, false, false])
    #expect(found.rows[4].hasSuffix(#""ratio":null}"#))
    #expect(found.rows[3].hasSuffix(#""ratio":"Infinity"}"#))
  }

  @Test("are decompressed as Arrow 0.17 has compressed them")
  func earlyCompression() throws {
    let reader = try ArrowReader(ArrowMemory(Self.bytes("orders.arrow")))
    let batch = try #require(try reader.nextBatch())
    var rows = try ArrowRowGatherer().gather(batch, rows: [0, 1, 4])
    // A prefix of -1 says that the bytes behind it are as they are.
    let prefix = [UInt8](repeating: 0xFF, count: 8)
    rows.batch.buffers = rows.batch.buffers.map { $0.isEmpty ? [] : prefix + $0 }
    let expected = try ArrowTable.read(Self.bytes("orders.arrow"), isStream: false).rows
    for (name, isKnown) in [("ZSTD", true), ("lz4", true), ("BROTLI", false)] {
      var bytes: [UInt8] = []
      let writer = try ArrowTableWriter(reader.tableSchema(), form: .stream)
      try writer.write(rows) { bytes.append($0) }
      let batchBytes = ArrowMessageBytes.batch(rows.batch)
      let place = try #require(bytes.indices.last { bytes[$0...].starts(with: batchBytes) })
      bytes.replaceSubrange(
        place..<place + batchBytes.count, with: Self.early(rows.batch, compression: name))
      writer.finish { bytes.append($0) }
      if isKnown {
        #expect(
          try ArrowTable.read(bytes, isStream: true).rows == [0, 1, 4].map { expected[$0] })
      } else {
        let error = #expect(throws: ArrowError.self) {
          try ArrowTable.read(bytes, isStream: true)
        }
        #expect(error?.cause == .compression(.notBuiltIn("BROTLI")))
      }
    }
  }

  /// The metadata of a batch as Arrow 0.17 wrote them.
  private static func early(_ batch: GatheredBatch, compression: String) -> [UInt8] {
    let plain = Array(ArrowMessageBytes.batch(batch)[8...])
    let bodyBytes = batch.buffers.reduce(0) { $0 + ArrowMessageBytes.padded($1.count) }
    var flat = FlatBuilder()
    let message = flat.table([
      .short(0, 3), .byte(1, 3), .offset(2), .long(3, bodyBytes), .offset(4),
    ])
    flat.lead(from: 0, to: message.position)
    flat.lead(from: message.fields[4], to: flat.vector(count: 1))
    let element = flat.bytes.count
    flat.append(0, width: 4)
    let pair = flat.table([.offset(0), .offset(1)])
    flat.lead(from: element, to: pair.position)
    for (field, text) in ["ARROW:experimental_compression", compression].enumerated() {
      flat.lead(from: pair.fields[field], to: flat.vector(count: text.utf8.count))
      for byte in text.utf8 { flat.append(Int(byte), width: 1) }
      flat.append(0, width: 1)
    }
    // The batch of the plain message: its root leads to a table whose field 2 leads to it.
    let root = ByteView.with(plain) { view in
      try? FlatTable(rootOf: view).table(2)?.position
    }
    flat.lead(from: message.fields[2], to: flat.append(plain) + (root.flatMap { $0 } ?? 0))
    flat.pad()
    return ArrowMessageBytes.framed(flat.bytes)
  }

  @Test("are refused where a batch needs more memory than is allowed", arguments: [true, false])
  func memory(isStream: Bool) throws {
    let name = isStream ? "layouts-zstd.arrows" : "layouts-lz4.arrow"
    let error = #expect(throws: ArrowError.self) {
      try ArrowTable.read(Self.bytes(name), isStream: isStream, bytesMaximum: 4_000)
    }
    guard case .tooLarge(_, maximum: 4_000)? = error?.cause else {
      Issue.record("\(String(describing: error))")
      return
    }
    // The text of this one fits, row by row.
    #expect(throws: Never.self) {
      try ArrowTable.read(
        Self.bytes("layouts.arrow"), isStream: false, slice: 1, bytesMaximum: 20_000)
    }
  }

  @Test("are not read where their columns are not wanted")
  func unwanted() throws {
    let bytes = try Self.bytes("months.arrow")
    #expect(throws: ArrowError.self) { try ArrowTable.read(bytes, isStream: false) }
    #expect(try ArrowTable.read(bytes, isStream: false, leaving: ["months"]).rows.count == 5)
  }
}

/// Random numbers that a seed repeats (SplitMix64).
struct SeededRandom: RandomNumberGenerator {
  private var state: UInt64

  init(seed: UInt64) { state = seed }

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var value = state
    value = (value ^ value >> 30) &* 0xBF58_476D_1CE4_E5B9
    value = (value ^ value >> 27) &* 0x94D0_49BB_1331_11EB
    return value ^ value >> 31
  }
}
