package import BulkcheckCore

/// Finds the delimiter of a CSV input that neither its profile nor its format names.
package enum DelimiterDetection {
  /// The most frequent of `,` `;` tab `|` outside quotes in the first line; the earlier one of
  /// equals, so `,` where there is none.
  ///
  /// `content` is the decompressed beginning of the input. A byte-order mark is skipped, and so are
  /// lines without a byte, since they are not records. A line ends at LF, CRLF or CR outside
  /// quotes; a quote opens or closes wherever it stands.
  package static func delimiter(firstLine content: ByteView) -> UInt8 {
    let candidates: [UInt8] = [0x2c, 0x3b, 0x09, 0x7c]
    var counts = [0, 0, 0, 0]
    var isQuoted = false
    var lineIsEmpty = true
    for index in content.indexAfterByteOrderMark..<content.count {
      let byte = content[index]
      if !isQuoted && (byte == UInt8(ascii: "\n") || byte == UInt8(ascii: "\r")) {
        if lineIsEmpty { continue }
        break
      }
      lineIsEmpty = false
      if byte == UInt8(ascii: "\"") {
        isQuoted.toggle()
      } else if !isQuoted, let candidate = candidates.firstIndex(of: byte) {
        counts[candidate] += 1
      }
    }
    var best = 0
    for index in 1..<counts.count where counts[index] > counts[best] { best = index }
    return candidates[best]
  }
}
