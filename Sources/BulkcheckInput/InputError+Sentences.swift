internal import BulkcheckCore
internal import CLibrary

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
      "is a directory; name the files in it"
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
