import Bulkcheck
import BulkcheckCore
import BulkcheckInput
import Testing
import Twins

/// Damage to a JSON document, which no run may take for a pass.
struct DocumentDamage {
  let check: Check
  /// Ends with a line feed behind its last bracket.
  let document: String
  let ways: [Way]

  /// Whether a run finds anything wrong with the text of a document.
  static func isRefused(_ check: Check, _ bytes: [UInt8], _ way: Way) -> Bool {
    let summary = Judging.summary(check, [.bytes(bytes, name: "input")], way)
    #expect((summary.inputs[0].failure == nil) == summary.inputs[0].complete)
    return summary.inputs[0].failure != nil || summary.malformed > 0
  }

  /// Each cut but those behind the last bracket is no verdict.
  func expectCutsToBeNoVerdict() {
    let bytes = Array(document.utf8)
    for cut in 0...bytes.count {
      for way in ways {
        let summary = Judging.summary(check, [.bytes(Array(bytes[..<cut]), name: "input")], way)
        #expect((summary.inputs[0].failure == nil) == (cut >= bytes.count - 1), "\(cut), \(way)")
      }
    }
  }

  /// Each flipped bit is noticed where the text is not JSON any more.
  func expectFlipsToBeNoticed() {
    var bytes = Array(document.utf8)
    for bit in 0..<bytes.count * 8 {
      bytes[bit / 8] ^= 1 << UInt8(bit % 8)
      let owner = OwnedBytes(bytes)
      let isDamaged = withExtendedLifetime(owner) { JSONDiagnosis.fault(in: owner.view) != nil }
      // Where the name of the member with the records has changed, there are none.
      for way in ways where isDamaged {
        #expect(Self.isRefused(check, bytes, way), "bit \(bit), \(way)")
      }
      bytes[bit / 8] ^= 1 << UInt8(bit % 8)
    }
  }
}
