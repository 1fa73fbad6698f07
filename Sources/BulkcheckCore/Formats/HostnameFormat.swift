/// RFC 1123 section 2.1: labels of 1 to 63 letters, digits and hyphens, no hyphen at their ends,
/// joined by dots; at most 253 characters. A label that begins with `xn--` must be a valid A-label
/// (see ``InternationalLabel``).
enum HostnameFormat {
  static func matches(_ text: ByteView) -> Bool {
    text.count <= 253 && labelsMatch(text, checksALabels: true)
  }

  /// The grammar without the limit of the whole length.
  static func labelsMatch(_ text: ByteView, checksALabels: Bool) -> Bool {
    let hyphen = UInt8(ascii: "-")
    var start = 0
    var position = 0
    while true {
      while position < text.count, ASCIISet.hostname.contains(text[position]) { position += 1 }
      guard position > start, position - start <= 63, text[start] != hyphen,
        text[position - 1] != hyphen
      else { return false }
      if checksALabels, isALabel(text[start..<position]),
        !InternationalLabel.isValid(text[start..<position])
      {
        return false
      }
      if position == text.count { return true }
      guard text[position] == UInt8(ascii: ".") else { return false }
      position += 1
      start = position
    }
  }

  static func isALabel(_ label: ByteView) -> Bool {
    label.count >= 4 && label[2] == UInt8(ascii: "-") && label[3] == UInt8(ascii: "-")
      && label[0].isLetter(UInt8(ascii: "x")) && label[1].isLetter(UInt8(ascii: "n"))
  }
}
