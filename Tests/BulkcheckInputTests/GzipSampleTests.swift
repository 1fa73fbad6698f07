import BulkcheckInput
import Foundation
import Testing

@Suite("Third-party gzip samples")
struct GzipSampleTests {
  @Test(
    "a sample decompresses to its plain twin, whatever the engine, read size and block size",
    .enabled(
      if: ThirdPartySuites.gzipFolder != nil,
      "skipped: there is no ../shared/suites/gzip beside the package"),
    arguments: ThirdPartySuites.gzipSamples)
  func sample(path: String) throws {
    let file = try #require(ThirdPartySuites.gzipFolder).appending(path: path)
    let stored = Array(try Data(contentsOf: file))
    // One sample is an empty file, which is a plain input.
    if stored.isEmpty { return }
    let reference = try inflate(stored, engine: .zlib, size: 1 << 16)
    // Some samples come without a plain twin: there the engines must agree.
    let expected = ThirdPartySuites.twin(of: file) ?? reference.bytes
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
