import BulkcheckCore
import Foundation

/// A record is accepted by us if and only if Foundation's parser accepts it, except for known
/// differences.
package enum JSONParserTarget {
  static func finding(in input: inout FuzzBytes) -> String? {
    // One record: line feeds are blanks to the other parser.
    finding(input.rest().map { $0 == 10 ? 32 : $0 })
  }

  package static func finding(_ record: [UInt8]) -> String? {
    let fault = fault(of: record)
    let value = try? JSONSerialization.jsonObject(with: Data(record), options: .fragmentsAllowed)
    if fault == nil, value == nil, !isBeyondDouble(record) {
      return "well-formed, but Foundation refuses it"
    }
    if let fault, value != nil, !isKnown(record, fault) {
      return "Foundation accepts it, but: \(fault)"
    }
    return nil
  }

  static func fault(of record: [UInt8]) -> RecordFault? {
    let owner = OwnedBytes(record)
    return withExtendedLifetime(owner) { JSONDiagnosis.fault(in: owner.view) }
  }

  /// Foundation refuses numbers that no double can hold; here numbers of any size are exact.
  private static func isBeyondDouble(_ record: [UInt8]) -> Bool {
    let numbers = record.split { !(48...57).contains($0) && !Array("+-.eE".utf8).contains($0) }
    return numbers.contains { digits in
      guard let value = Double(String(decoding: digits, as: UTF8.self)) else { return false }
      // What is too small is refused too.
      let isZero = digits.prefix { $0 | 0x20 != 0x65 }.allSatisfy { !(49...57).contains($0) }
      return value.isInfinite || value == 0 && !isZero
    }
  }

  /// Whether the record is one that Foundation takes beyond RFC 8259 in UTF-8.
  private static func isKnown(_ record: [UInt8], _ fault: RecordFault) -> Bool {
    // UTF-8, UTF-16 and UTF-32 with a byte-order mark, and the latter two told by their NUL bytes.
    let marks: [[UInt8]] = [[0xEF, 0xBB, 0xBF], [0xFE, 0xFF], [0xFF, 0xFE], [0, 0, 0xFE, 0xFF]]
    if record.contains(0) || marks.contains(where: record.starts(with:)) { return true }
    // A comma behind the last element or member.
    if fault.kind == .syntax { return hasCommaBeforeClosingBracket(record) }
    return false
  }

  private static func hasCommaBeforeClosingBracket(_ record: [UInt8]) -> Bool {
    let dense = record.filter { ![32, 9, 13].contains($0) }
    return zip(dense, dense.dropFirst()).contains { $0 == 44 && ($1 == 93 || $1 == 125) }
  }
}
