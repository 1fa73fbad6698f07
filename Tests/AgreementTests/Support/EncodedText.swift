import BulkcheckCore

/// Texts as they are stored in other encodings.
enum EncodedText {
  static func utf16(_ text: String, isBigEndian: Bool = false) -> [UInt8] {
    text.utf16.flatMap { unit -> [UInt8] in
      let (low, high) = (UInt8(unit & 0xFF), UInt8(unit >> 8))
      return isBigEndian ? [high, low] : [low, high]
    }
  }

  /// Without the characters that it does not have; 81 means nothing in windows-1252.
  static func latin(_ text: String) -> [UInt8] {
    text.unicodeScalars.map { $0.value < 0x100 ? UInt8($0.value) : 0x81 }
  }

  /// The bytes of a file with the text: UTF-16 begins with its mark.
  static func file(_ text: String, _ encoding: TextEncoding) -> [UInt8] {
    switch encoding {
    case .utf8: Array(text.utf8)
    case .utf16LE, .utf16BE: utf16("\u{FEFF}" + text, isBigEndian: encoding == .utf16BE)
    default: latin(text)
    }
  }

  /// The starts of lines, by the line ends of the format.
  static func lineStarts(
    _ stored: [UInt8], _ encoding: TextEncoding, _ format: InputFormat
  ) -> [Int] {
    let width = encoding.isUTF16 ? 2 : 1
    let units = stride(from: 0, to: stored.count - width + 1, by: width).map { place -> Int in
      guard width == 2 else { return Int(stored[place]) }
      let (first, second) = (Int(stored[place]), Int(stored[place + 1]))
      return encoding == .utf16BE ? first << 8 | second : second << 8 | first
    }
    // The record of the first line begins behind the mark.
    var starts = [units.first == 0xFEFF ? 2 : 0]
    for (index, unit) in units.enumerated() {
      let next = index + 1 < units.count ? units[index + 1] : -1
      let endsLine = unit == 0x0A || format == .csv && unit == 0x0D && next != 0x0A
      if endsLine { starts.append((index + 1) * width) }
    }
    return starts
  }
}
