package import BulkcheckArrow
package import BulkcheckCore
internal import CLibrary

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

  /// The cause of the error. Offsets count stored (compressed) bytes from 0, members count from 1.
  package enum Cause: Hashable, Sendable {
    case cannotOpen(errorNumber: Int32)
    case isDirectory
    /// A folder whose files cannot be found out.
    case cannotList
    /// A folder in which no file has the suffix of a format, besides those that are left out.
    case hasNoFiles
    /// A packed file that is not read, by itself or once it is decompressed.
    case archive(Archive, inside: InputCompression)
    /// A file of Parquet that no program reads.
    case parquet(ParquetFile.Refusal)
    /// The program that reads it failed, or cannot be started.
    case reader(ReaderFault)
    /// A JSON document that is a profile, which would be its only record.
    case isProfile
    /// A pipe or a device where only a regular file is read.
    case isNoRegularFile
    case readFailed(errorNumber: Int32)
    /// The caller asked to stop while nothing arrived.
    case interrupted
    /// The file was cut off while it was read.
    case shrank(bytesRead: Int, bytesAtStart: Int)
    case outOfMemory
    /// The C library of the system has no converter for the encoding.
    case noEncoding(TextEncoding)
    /// The text is of this encoding, which neither a byte-order mark nor anybody says.
    case unmarked(TextEncoding)
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
    /// Zstandard data cannot be read; the place is that of the frame, or the end.
    case zstd(ZstdFault, offset: Int)
    /// The rows of an Arrow table cannot be read, or not all of them.
    case arrow(ArrowError)
    /// The records of a JSON document cannot be read, or not all of them.
    case document(JSONDocumentFault, DocumentPosition)
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

extension InputError: CustomStringConvertible {
  /// The sentence for people: place, reason, remedy.
  package var description: String {
    "\(path == "-" ? "standard input" : path): \(reason)"
  }

  /// The sentence without the path.
  package var reason: String {
    switch cause {
    case .cannotOpen(ENOENT) where looksLikePattern:
      "no such file: the shell expands patterns, but found no matching file (or the pattern is in "
        + "quotes)"
    case .cannotOpen(let errorNumber):
      "cannot be opened: \(Self.systemReason(errorNumber))"
    case .isDirectory:
      "is a folder; name a file in it"
    case .cannotList:
      "is a folder that cannot be listed; check its permissions"
    case .hasNoFiles:
      "is a folder without a file to check: it holds no other name that ends in "
        + FormatDetection.suffixesText + ", or in .parquet"
    case .isProfile:
      ContentHint.profileHint
    case .archive(let archive, let compression):
      archive.reason(inside: compression)
    case .parquet(let refusal):
      refusal.reason
    case .reader(let fault):
      fault.reason
    case .isNoRegularFile:
      "is a pipe or a device; name a regular file"
    case .readFailed(let errorNumber):
      "cannot be read to its end: \(Self.systemReason(errorNumber))"
    case .interrupted:
      "was not read to its end because the run was interrupted"
    case .shrank(let bytesRead, let bytesAtStart):
      "was cut off while it was read: it ended after \(Self.grouped(bytesRead)) of "
        + "\(Self.grouped(bytesAtStart)) bytes; check it again when it is no longer being written"
    case .outOfMemory:
      "not enough memory to decompress it"
    case .noEncoding(let encoding):
      "this system's C library cannot decode \(encoding.rawValue) (iconv -l lists what it can); "
        + "convert the file to UTF-8 elsewhere"
    case .unmarked(let encoding):
      "this looks like UTF-16 without a byte-order mark: use --encoding \(encoding.rawValue)"
    case .zstd(let fault, let offset):
      fault.reason(at: Self.grouped(offset))
    case .arrow(let error): error.description
    case .document(let fault, let position):
      fault.reason(at: position)
    default:
      gzipReason
    }
  }

  private var looksLikePattern: Bool { path.contains { "*?[".contains($0) } }

  private var gzipReason: String {
    let refetch = "fetch or compress the file again"
    return switch cause {
    case .gzipTruncated(let storedBytes):
      "the gzip data ends in the middle of a member (after \(Self.grouped(storedBytes)) stored "
        + "bytes); the file was probably cut off while it was copied: fetch it again"
    case .gzipCorrupt(let offset, .notGzip):
      "no gzip header at stored byte \(Self.grouped(offset)): \(refetch)"
    case .gzipCorrupt(let offset, let detail):
      "the gzip data is corrupt at about stored byte \(Self.grouped(offset)) "
        + "(\(detail.description)): \(refetch)"
    case .gzipChecksum(let member, let offset):
      "the data of gzip member \(Self.grouped(member)) does not match its checksum (at stored "
        + "byte \(Self.grouped(offset))), so it was changed after it was compressed: \(refetch)"
    case .gzipLength(let member, let offset):
      "the data of gzip member \(Self.grouped(member)) does not have the length that is recorded "
        + "at stored byte \(Self.grouped(offset)): \(refetch)"
    case .gzipTrailingGarbage(let offset):
      "the bytes after the gzip data, from stored byte \(Self.grouped(offset)) on, are neither "
        + "gzip nor zero padding; cut them off, or \(refetch)"
    default: ""
    }
  }

  private static func systemReason(_ errorNumber: Int32) -> String {
    switch errorNumber {
    case ENOENT: "no such file; check the path"
    case EACCES: "permission denied; check the permissions of the file and its folders"
    case EMFILE: "too many files are open; raise the limit with ulimit -n"
    case EIO: "the device reported an input/output error; check the disk or the network share"
    default:
      Environment.message(ofError: errorNumber)
    }
  }

  private static func grouped(_ number: Int) -> String { DigitText.grouped(number) }
}

extension InputError.GzipFault {
  /// The fault in a few words.
  package var description: String {
    switch self {
    case .notGzip: "no gzip header"
    case .compressionMethod(let method): "unknown compression method \(method)"
    case .reservedFlags(let flags): "reserved header flags 0x\(String(flags, radix: 16)) are set"
    case .headerChecksum: "the header does not match its checksum"
    case .invalidBlock: "invalid block"
    case .invalidSymbol: "invalid code"
    case .invalidDistance: "a reference to before the start of the data"
    case .engine(let code): "inflate error \(code)"
    }
  }
}
