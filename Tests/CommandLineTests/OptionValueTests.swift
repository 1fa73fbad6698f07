import Foundation
import Testing

@testable import Bulkcheck
@testable import BulkcheckCLI

@Suite("Values of options", .waitsForCommands)
struct OptionValueTests {
  @Test(
    "a number of bytes takes binary suffixes",
    arguments: [
      ("1", 1), ("64K", 65_536), ("64k", 65_536), ("2M", 2 << 20), ("1G", 1 << 30), ("", nil),
      ("K", nil), ("3x", nil), ("1.5M", nil), ("9223372036854775807", Int.max),
      ("9223372036854775808", nil), ("9223372036854775807K", nil), ("-1K", -1024),
      ("512MB", 512_000_000), ("2GiB", 2 << 30), ("1kb", 1000), ("3KiB", 3072),
      ("1GB", 1_000_000_000),
      ("1B", nil), ("1MI", nil),
    ] as [(String, Int?)])
  func bytes(text: String, value: Int?) { #expect(ByteCount(argument: text)?.value == value) }

  @Test("a fixture's difference treats both sides as sets")
  func difference() {
    #expect(FixtureDifference(expected: ["b", "a", "a"], actual: ["a", "b"]).isEmpty)
    let difference = FixtureDifference(expected: ["b", "a"], actual: ["c", "a"])
    #expect(
      "\(difference)" == """
            a  failed as expected
          - b  expected to fail, did not
          + c  failed, not expected to
        """)
  }

  @Test("the size of all inputs is known only if all are files")
  func totalSize() throws {
    let folder = try Tool.folder()
    let files = ["p.json", "a.jsonl"].map { folder.appending(path: $0).path }
    #expect(InputFiles.totalSize(files) == 32 + 3)
    #expect(InputFiles.totalSize(files + ["/dev/null"]) == nil)
    #expect(InputFiles.totalSize(files + ["-"]) == nil)
    #expect(InputFiles.totalSize([folder.path]) == nil)
  }

  @Test("progress fits a line, with and without a known size")
  func progress() {
    #expect(
      ProgressLine.text(1_310_000_000, of: 3_100_000_000, 12_401_877, seconds: 1)
        == "42 %   1.31 GB of 3.10 GB   1.3 GB/s   2.0 s left   12,401,877 records")
    #expect(
      ProgressLine.text(1_310_000_000, of: nil, 12_401_877, seconds: 0)
        == "1.31 GB   0 B/s   12,401,877 records")
  }
}
