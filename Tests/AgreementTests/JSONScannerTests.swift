import BulkcheckCore
import Foundation
import Testing

/// The scanner against the plain parser, and both against Foundation's where that is as strict.
@Suite struct JSONScannerTests {
  static let seeds: [String] = [
    "{\"a\":1,\"b\":[true,false,null],\"c\":{\"d\":\"e\\u00e9\\ud83d\\ude00\\n\"}}",
    "[0,-1.5e+10,2E-3,\"\",{},[],\"\\\\\\\"\\/\"]", "\"é漢😀\"",
    "{\"\\u0061\":{\"a\":[{\"a\":1}]},\"a\":[1,[2]]}",
    " { \"a\" : [ 1 , 2 ] , \"b\" : \"x\" } \r", "-0.0", "true",
    "{\"a\":\"aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaé\"}",
  ]
  static let pieces: [String] = [
    "\"", "\\", "{", "}", "[", "]", ":", ",", " ", "1", "0", "-", ".", "e", "+", "t", "true",
    "null", "\\u", "\\ud800",
    "\\udc00", "00e9", "\u{1}", "\u{7f}", "é", "\r", "\t", "a", "\\n", "\\x", "\u{feff}",
  ]

  private func mutated(_ random: inout SeededGenerator) -> [UInt8] {
    var bytes = Array(random.pick(Self.seeds).utf8)
    for _ in 0..<random.below(4) {
      let position = random.below(bytes.count + 1)
      switch random.below(4) {
      case 0 where position < bytes.count: bytes.remove(at: position)
      case 1 where position < bytes.count: bytes[position] = UInt8(random.below(256))
      case 2: bytes = Array(bytes[..<position])
      default: bytes.insert(contentsOf: Array(random.pick(Self.pieces).utf8), at: position)
      }
    }
    return bytes.filter { $0 != 10 }
  }

  /// Whether the scanner accepts the record.
  private func accepts(_ bytes: [UInt8], _ tree: FieldTree, _ kernel: ScanKernel) -> Bool {
    let owner = OwnedBytes(bytes + [10])
    return withExtendedLifetime(owner) {
      var scanner = JSONScanner(tree: tree, kernel: kernel)
      var table = ColumnTable(stateCount: tree.stateCount)
      scanner.begin(owner.view)
      return scanner.scanRecord(from: 0, into: &table) != .malformed
    }
  }

  @Test("the scanner and the plain parser accept the same records")
  func agree() {
    let paths = [
      FieldPath([.key("a")]), FieldPath([.key("a"), .everyElement, .key("a")]),
      FieldPath([.key("b"), .index(0)]),
    ]
    let trees = [FieldTree(named: paths), FieldTree(named: [])]
    for seed in RandomRun.seeds(6000) {
      var random = SeededGenerator(seed: seed)
      let bytes = mutated(&random)
      if bytes.allSatisfy({ [32, 9, 13].contains($0) }) { continue }
      let owner = OwnedBytes(bytes)
      let fault = withExtendedLifetime(owner) { JSONDiagnosis.fault(in: owner.view) }
      for tree in trees {
        for kernel in ScanKernel.available {
          #expect(
            accepts(bytes, tree, kernel) == (fault == nil),
            "seed \(seed), \(kernel): \(String(decoding: bytes, as: UTF8.self).debugDescription) \(bytes), \(String(describing: fault))"
          )
        }
      }
      if fault == nil { checkFoundationReads(bytes, seed) }
    }
  }

  /// What is well-formed Foundation reads too. (Not the other way round: it takes a comma before a
  /// closing bracket.)
  private func checkFoundationReads(_ bytes: [UInt8], _ seed: Int) {
    // It takes a NUL byte for another encoding and refuses numbers beyond a double.
    let text = String(decoding: bytes, as: UTF8.self)
    let mayBeLarge = text.lowercased().contains("e") && text.contains(where: \.isNumber)
    if bytes.contains(0) || mayBeLarge { return }
    let value = try? JSONSerialization.jsonObject(with: Data(bytes), options: .fragmentsAllowed)
    #expect(value != nil, "seed \(seed): \(text.debugDescription)")
  }
}
