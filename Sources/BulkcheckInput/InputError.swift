/// Why an input cannot be read, or cannot be read to its end.
package struct InputError: Error, Hashable, Sendable {
  /// The path as it was given; standard input is `-`.
  package let path: String
  package let cause: Cause

  package init(path: String, cause: Cause) {
    self.path = path
    self.cause = cause
  }

  /// Nothing is wrong with the input.
  package var isInterruption: Bool { cause == .interrupted }

  /// What went wrong. Offsets count stored (compressed) bytes from 0, members count from 1.
  package enum Cause: Hashable, Sendable {
    case cannotOpen(errorNumber: Int32)
    case isDirectory
    /// A pipe or a device where only a regular file is read.
    case isNoRegularFile
    case readFailed(errorNumber: Int32)
    /// The caller asked to stop while nothing arrived.
    case interrupted
    /// The file was cut off while it was read.
    case shrank(bytesRead: Int, bytesAtStart: Int)
    case outOfMemory
    /// The data ends inside a member.
    case gzipTruncated(storedBytes: Int)
    /// The header or the compressed data breaks the format at about this offset.
    case gzipCorrupt(offset: Int, detail: GzipFault)
    /// The member's data does not match the CRC-32 at this offset.
    case gzipChecksum(member: Int, offset: Int)
    /// The member's length does not match the one noted at this offset.
    case gzipLength(member: Int, offset: Int)
    /// After the last member stands something that is neither a member nor zero padding.
    case gzipTrailingGarbage(offset: Int)
  }

  /// In what way gzip data is damaged.
  package enum GzipFault: Hashable, Sendable {
    case notGzip
    case compressionMethod(UInt8)
    case reservedFlags(UInt8)
    case headerChecksum
    case invalidBlock
    case invalidSymbol
    case invalidDistance
    /// The inflate engine stopped for another reason (its code).
    case engine(Int32)
  }
}
