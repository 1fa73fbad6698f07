internal import BulkcheckCore

/// Files packed in a way that is not read, recognised by their first bytes.
///
/// None of these can be the beginning of a text: all have bytes that no text has.
package enum Archive: Hashable, Sendable, CaseIterable {
  case zip, spreadsheet, tar, xz, bzip2, sevenZip

  /// The archive that begins with these bytes; nil if none does.
  init?(_ content: ByteView) {
    if Self.starts(content, with: [0x50, 0x4b, 0x03, 0x04]) {
      self = Self.isSpreadsheet(content) ? .spreadsheet : .zip
    } else if Self.starts(content, with: [0x50, 0x4b, 0x05, 0x06]) {
      // Without a file in it.
      self = .zip
    } else if Self.starts(content, with: [0xfd, 0x37, 0x7a, 0x58, 0x5a, 0x00]) {
      self = .xz
    } else if Self.starts(content, with: [0x37, 0x7a, 0xbc, 0xaf, 0x27, 0x1c]) {
      self = .sevenZip
    } else if Self.isBzip2(content) {
      self = .bzip2
    } else if Self.isTar(content) {
      self = .tar
    } else {
      return nil
    }
  }

  private static func starts(
    _ content: ByteView, with bytes: [UInt8], at start: Int = 0
  ) -> Bool {
    content.count >= start + bytes.count
      && bytes.indices.allSatisfy { content[start + $0] == bytes[$0] }
  }

  /// The first file in a workbook is one of these, uncompressed name at byte 30.
  private static func isSpreadsheet(_ content: ByteView) -> Bool {
    ["[Content_Types].xml", "_rels/", "xl/", "docProps/", "mimetype"].contains {
      starts(content, with: Array($0.utf8), at: 30)
    }
  }

  /// `BZh`, the size of blocks, and the digits of pi before the first block, or of its root at the
  /// end of one that is empty.
  private static func isBzip2(_ content: ByteView) -> Bool {
    guard starts(content, with: Array("BZh".utf8)), content.count >= 4,
      (UInt8(ascii: "1")...UInt8(ascii: "9")).contains(content[3])
    else { return false }
    return starts(content, with: [0x31, 0x41, 0x59, 0x26, 0x53, 0x59], at: 4)
      || starts(content, with: [0x17, 0x72, 0x45, 0x38, 0x50, 0x90], at: 4)
  }

  /// The word in the header of the first file, whose fields before it end with zero bytes.
  private static func isTar(_ content: ByteView) -> Bool {
    guard starts(content, with: Array("ustar".utf8), at: 257) else { return false }
    return content[0..<257].firstIndex(of: 0) != nil
  }

  // MARK: Words

  private var name: String {
    switch self {
    case .zip: "a zip archive"
    case .spreadsheet: "a spreadsheet"
    case .tar: "a tar archive"
    case .xz: "xz data"
    case .bzip2: "bzip2 data"
    case .sevenZip: "a 7z archive"
    }
  }

  /// The command that writes what is packed to standard output; `FILE` stands for the input.
  private var command: String? {
    switch self {
    case .zip: "unzip -p FILE"
    case .spreadsheet: nil
    case .tar: "tar -xOf FILE NAME"
    case .xz: "xz -dc FILE"
    case .bzip2: "bzip2 -dc FILE"
    case .sevenZip: "7z x -so FILE"
    }
  }

  /// Why such an input cannot be read, and what to do. It names no file, so that it is the same for
  /// all of a kind.
  ///
  /// - Parameter compression: what the archive was found in.
  func reason(inside compression: InputCompression) -> String {
    let place = compression == .none ? "" : " inside \(compression.rawValue)"
    let what = "this is \(name)\(place), which is not read"
    guard let command else { return "this is \(name)\(place): export the sheet as CSV" }
    // tar finds out by itself how an archive is compressed.
    guard compression == .none || self == .tar else { return "\(what): decompress it first" }
    return "\(what): unpack it, or try \(command) | bulkcheck … -"
  }
}
