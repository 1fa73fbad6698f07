import BulkcheckInput
import Foundation
import TestSupport
import Testing

@Suite("Third-party gzip samples")
struct GzipSampleTests {
  /// The compressed samples below `gzip`.
  static let samples = Suites.paths(below: "gzip").filter { path in
    [".gz", ".bgz", ".pgzf", ".pigz"].contains { path.hasSuffix($0) }
  }

  /// The decompressed twin of a sample: the same name without the suffix, or with `.txt` for it.
  private func twin(of sample: URL) -> [UInt8]? {
    let plain = sample.deletingPathExtension()
    return [plain, plain.appendingPathExtension("txt")].lazy
      .compactMap { try? Array(Data(contentsOf: $0)) }.first
  }

  @Test(
    "a sample decompresses to its plain twin, whatever the engine, read size and block size",
    .needsSuites, arguments: samples)
  func sample(path: String) throws {
    let file = try Suites.url("gzip/\(path)")
    let stored = Array(try Data(contentsOf: file))
    // One sample is an empty file, which is a plain input.
    if stored.isEmpty { return }
    let reference = try inflate(stored, engine: .zlib, size: 1 << 16)
    // Some samples come without a plain twin: there the engines must agree.
    let expected = twin(of: file) ?? reference.bytes
    let smallSize = expected.count < 50_000 ? 1 : 97
    let sizes = [(1 << 16, 1 << 18), (smallSize, 1 << 18), (1000, 7), (40_000, 4096)]
    for engine in InflateEngine.available {
      for (size, blockBytes) in sizes {
        let result = try inflate(stored, engine: engine, size: size, blockBytes: blockBytes)
        #expect(result.error == nil, "\(engine), \(size), \(blockBytes)")
        #expect(result.bytes == expected, "\(engine), \(size), \(blockBytes)")
      }
    }
  }
}
