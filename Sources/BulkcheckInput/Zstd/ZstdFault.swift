extension InputError {
  /// Why Zstandard data cannot be read. Frames count from 1.
  package enum ZstdFault: Hashable, Sendable {
    /// The data ends inside a frame.
    case truncated
    /// The input does not begin with a frame.
    case noFrame
    /// The library's reason.
    case corrupt(String)
    case checksum(frame: Int)
    /// The frame needs the dictionary of this number.
    case dictionary(frame: Int, UInt32)
    /// The frame needs a window of so many bytes, which is more than are allowed.
    case window(frame: Int, UInt64, maximum: Int)
    /// After the last frame stands something that is no frame.
    case trailingGarbage
    /// The command was built without libzstd.
    case notBuiltIn
  }
}

extension InputError.ZstdFault {
  /// The sentence for people, without the path.
  ///
  /// - Parameter offset: of the frame, or where the data ends, among the stored bytes.
  func reason(at offset: String) -> String {
    let refetch = "fetch or compress the file again"
    return switch self {
    case .truncated:
      "the Zstandard data ends in the middle of a frame (after \(offset) stored bytes); the file "
        + "was probably cut off while it was copied: fetch it again"
    case .noFrame: "no Zstandard frame at stored byte \(offset): \(refetch)"
    case .corrupt(let detail):
      "the Zstandard frame at stored byte \(offset) is corrupt (\(detail)): \(refetch)"
    case .checksum(let frame):
      "the data of Zstandard frame \(frame) (at stored byte \(offset)) does not match its "
        + "checksum, so it was changed after it was compressed: \(refetch)"
    case .dictionary(let frame, let number):
      "Zstandard frame \(frame) needs dictionary \(number), and dictionaries are not supported: "
        + "decompress the file with zstd -dc -D DICTIONARY, and pipe it in"
    case .window(let frame, let bytes, let maximum):
      "Zstandard frame \(frame) needs a window of \(Self.size(bytes)), and "
        + "\(Self.size(UInt64(maximum))) are allowed: to spend that much memory, give "
        + "--max-window \(Self.option(bytes))"
    case .trailingGarbage:
      "the bytes after the Zstandard data, from stored byte \(offset) on, are no frame; cut them "
        + "off, or \(refetch)"
    case .notBuiltIn:
      "is Zstandard data, which this command was built without: pipe it through zstdcat"
    }
  }

  private static func size(_ bytes: UInt64) -> String {
    bytes < 1 << 20 ? "\(bytes) bytes" : "\((bytes + (1 << 20) - 1) >> 20) MiB"
  }

  private static func option(_ bytes: UInt64) -> String {
    "\((bytes + (1 << 20) - 1) >> 20)MiB"
  }
}
