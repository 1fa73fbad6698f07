package import BulkcheckCore

/// Files of Parquet, recognised by their first bytes. A program reads them
/// (``InputReaders/parquetReader()``).
package enum ParquetFile {
  /// The program that `pip install "bulkcheck[parquet]"` brings.
  static let command = "bulkcheck-parquet"

  private static let suffix = ".parquet"
  private static let magic = Array("PAR1".utf8)

  /// How many bytes ``begins(_:path:)`` looks at.
  static let peekBytes = 1024

  /// Whether a path names such a file.
  static func hasSuffix(_ path: String) -> Bool { path.lowercased().hasSuffix(suffix) }

  /// Whether a content is such a file. A line of text that begins with `PAR1`, such as a header of
  /// CSV, is none.
  static func begins(_ content: ByteView, path: String) -> Bool {
    guard content.count >= magic.count, magic.indices.allSatisfy({ content[$0] == magic[$0] })
    else { return false }
    let end = min(content.count, peekBytes)
    guard !hasSuffix(path), let lineEnd = (0..<end).first(where: { Ascii.isLineEnd(content[$0]) })
    else { return true }
    return (magic.count..<lineEnd).contains {
      content[$0] < Ascii.space && content[$0] != Ascii.tab
    }
  }

  /// Why a file of Parquet is not read.
  package enum Refusal: Hashable, Sendable {
    /// The program is not installed.
    case noReader
    /// Programs are not called.
    case readersAreOff
    /// It comes as a stream, and its end would have to be read first.
    case stream
    /// It is none of the inputs of a command, such as a file that rules look values up in.
    case notAnInput
    case compressed(InputCompression)

    private static let pipe = "duckdb … | bulkcheck --input-format arrow -"

    /// The sentence for people. It names no file, so that it is the same for all of a kind.
    var reason: String {
      switch self {
      case .noReader:
        "this is a Parquet file: pip install \"bulkcheck[parquet]\" brings \(ParquetFile.command), "
          + "which reads it; or try \(Self.pipe)"
      case .readersAreOff:
        "this is a Parquet file, and --no-readers keeps \(ParquetFile.command) from being called: "
          + "leave it out, or try \(Self.pipe)"
      case .stream:
        "this is a Parquet file, which is not read as a stream: name the file, or try "
          + Self.pipe
      case .notAnInput:
        "this is a Parquet file, which is not read here: export it as CSV or JSONL"
      case .compressed(let compression):
        "this is a Parquet file inside \(compression.rawValue): decompress it first"
      }
    }
  }
}
