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
