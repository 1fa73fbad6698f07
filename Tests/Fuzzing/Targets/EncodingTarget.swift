import BulkcheckCore
import BulkcheckInput
import BulkcheckProfile
import Twins

/// A text is read alike in any pieces, its bytes are counted and written again as they were, and
/// any number of threads report the same.
enum EncodingTarget {
  /// So much of a text is enough.
  private static let storedBytesMaximum = 600

  static func finding(in input: inout FuzzBytes) -> String? {
    let encoding = TextEncoding.allCases[Int(input.byte()) % TextEncoding.allCases.count]
    let size = input.pick([1 << 16, 1, 100, 777])
    let stored = Array(input.rest().prefix(storedBytesMaximum))
    guard let codec = TextCodec(encoding), let whole = open(stored, encoding),
      let pieces = open(stored, encoding), whole.encoding == encoding
    else { return nil }
    let text = CompressedReading.read(whole.source, size: 1 << 20).bytes
    if text != CompressedReading.read(pieces.source, size: size).bytes {
      return "\(encoding): pieces of \(size) give another text"
    }
    let count = ByteView.with(text) { codec.storedCount(of: $0) }
    // What has several codes is written with the usual one, which is as long.
    if count != stored.count { return "\(encoding): \(count) bytes counted of \(stored.count)" }
    return parallelFinding(stored, encoding)
  }

  private static func open(_ stored: [UInt8], _ encoding: TextEncoding) -> OpenedInput? {
    try? OpenedInput(MemorySource(stored), name: "fuzz.txt", encoding: .named(encoding))
  }

  private static func parallelFinding(_ stored: [UInt8], _ encoding: TextEncoding) -> String? {
    for format in [InputFormat.jsonl, .csv] {
      let way = Way(format: format, encoding: .named(encoding))
      var other = way
      other.threads = 3
      other.chunkBytes = 64
      guard let expected = try? Judging.report(CompressedReading.ruleSet, stored, way),
        let actual = try? Judging.report(CompressedReading.ruleSet, stored, other)
      else { return "the rules cannot be run" }
      if expected != actual { return "3 threads: \(difference(expected, actual))" }
    }
    return nil
  }
}
