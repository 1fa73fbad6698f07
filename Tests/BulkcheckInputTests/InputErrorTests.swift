import BulkcheckCore
import BulkcheckInput
import Foundation
import Testing

@Suite("Sentences of input errors")
struct InputErrorTests {
  @Test("an error names the place, the reason and the remedy")
  func sentences() {
    let cases: [(InputError.Cause, String)] = [
      (.cannotOpen(errorNumber: ENOENT), "cannot be opened: no such file; check the path"),
      (.cannotOpen(errorNumber: ELOOP), "cannot be opened: Too many levels of symbolic links"),
      (.isDirectory, "is a folder; name a file in it"),
      (.cannotList, "is a folder that cannot be listed; check its permissions"),
      (
        .hasNoFiles,
        "is a folder without a file to check: it holds no other name that ends in .jsonl, .ndjson, "
          + ".json, .csv, .tsv, .arrow, .arrows, .feather or .ipc, plain or with .gz or .zst, or in "
          + ".parquet"
      ),
      (
        .archive(.zip, inside: .none),
        "this is a zip archive, which is not read: unpack it, or try unzip -p FILE | bulkcheck … -"
      ),
      (
        .archive(.sevenZip, inside: .zstd),
        "this is a 7z archive inside zstd, which is not read: decompress it first"
      ),
      (
        .readFailed(errorNumber: EIO),
        "cannot be read to its end: the device reported an input/output error; "
          + "check the disk or the network share"
      ),
      (
        .gzipTruncated(storedBytes: 1234),
        "the gzip data ends in the middle of a member (after 1,234 stored bytes); "
          + "the file was probably cut off while it was copied: fetch it again"
      ),
      (
        .gzipCorrupt(offset: 1_000_000, detail: .invalidDistance),
        "the gzip data is corrupt at about stored byte 1,000,000 (a reference to before the start "
          + "of the data): fetch or compress the file again"
      ),
      (
        .gzipChecksum(member: 2, offset: 100),
        "the data of gzip member 2 does not match its checksum (at stored byte 100), "
          + "so it was changed after it was compressed: fetch or compress the file again"
      ),
      (
        .gzipLength(member: 1, offset: 12),
        "the data of gzip member 1 does not have the length that is recorded at stored byte 12: "
          + "fetch or compress the file again"
      ),
      (
        .gzipTrailingGarbage(offset: 0),
        "the bytes after the gzip data, from stored byte 0 on, are neither gzip nor zero padding; "
          + "cut them off, or fetch or compress the file again"
      ),
    ]
    for (cause, reason) in cases {
      #expect("\(InputError(path: "a.gz", cause: cause))" == "a.gz: \(reason)")
      #expect("\(InputError(path: "-", cause: cause))" == "standard input: \(reason)")
    }
  }
}
