/// How the characters of a text are bytes, by the name that reports have for it: an encoding of the
/// WHATWG's standard, or ISO-8859-1.
///
/// That standard takes ISO-8859-1 for windows-1252. Here it is itself, with control characters from
/// 0x80 to 0x9F. ISO-2022-JP is left out: the meaning of its bytes depends on those before them.
package enum TextEncoding: String, CaseIterable, Hashable, Sendable {
  case utf8 = "UTF-8"
  case utf16LE = "UTF-16LE"
  case utf16BE = "UTF-16BE"
  case iso8859Part1 = "ISO-8859-1"
  case iso8859Part2 = "ISO-8859-2"
  case iso8859Part3 = "ISO-8859-3"
  case iso8859Part4 = "ISO-8859-4"
  case iso8859Part5 = "ISO-8859-5"
  case iso8859Part6 = "ISO-8859-6"
  case iso8859Part7 = "ISO-8859-7"
  case iso8859Part8 = "ISO-8859-8"
  case iso8859Part10 = "ISO-8859-10"
  case iso8859Part13 = "ISO-8859-13"
  case iso8859Part14 = "ISO-8859-14"
  case iso8859Part15 = "ISO-8859-15"
  case iso8859Part16 = "ISO-8859-16"
  case windows874 = "windows-874"
  case windows1250 = "windows-1250"
  case windows1251 = "windows-1251"
  case windows1252 = "windows-1252"
  case windows1253 = "windows-1253"
  case windows1254 = "windows-1254"
  case windows1255 = "windows-1255"
  case windows1256 = "windows-1256"
  case windows1257 = "windows-1257"
  case windows1258 = "windows-1258"
  case ibm866 = "IBM866"
  case koi8R = "KOI8-R"
  case koi8U = "KOI8-U"
  case macintosh = "macintosh"
  case macCyrillic = "x-mac-cyrillic"
  case gbk = "GBK"
  case gb18030 = "gb18030"
  case big5 = "Big5"
  case eucJP = "EUC-JP"
  case shiftJIS = "Shift_JIS"
  case eucKR = "EUC-KR"

  /// The order of the bytes of UTF-16; nil for other encodings.
  package var isBigEndian: Bool? {
    switch self {
    case .utf16LE: false
    case .utf16BE: true
    default: nil
    }
  }

  package var isUTF16: Bool { isBigEndian != nil }
}

/// The encoding that an option or a profile names.
package enum EncodingChoice: Hashable, Sendable {
  /// UTF-16 in the order of bytes that the byte-order mark tells, or else the first characters.
  case utf16
  case named(TextEncoding)

  /// By a label of the WHATWG's standard, in any case; nil if it has none of that name that is
  /// read.
  package init?(label: String) {
    guard let choice = Self.labels[label.lowercased()] else { return nil }
    self = choice
  }

  /// The name by which messages and options have it.
  package var name: String {
    switch self {
    case .utf16: "UTF-16"
    case .named(let encoding): encoding.rawValue
    }
  }

  /// The names of all.
  package static var names: [String] { ["UTF-16"] + TextEncoding.allCases.map(\.rawValue) }
}
