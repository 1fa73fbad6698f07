/// RFC 1123 section 2.1: labels of 1 to 63 letters, digits and hyphens, no hyphen at their ends, joined by dots; at most 253
/// characters. A label that begins with `xn--` must be a valid A-label (see ``InternationalLabel``).
enum HostnameFormat {
  static func matches(_ text: ByteView) -> Bool {
    text.count <= 253 && labelsMatch(text, checksALabels: true)
  }

  /// The grammar without the limit of the whole length.
  static func labelsMatch(_ text: ByteView, checksALabels: Bool) -> Bool {
    var start = 0
    while true {
      let end = text.firstIndex(of: UInt8(ascii: "."), from: start) ?? text.count
      let label = text[start..<end]
      guard labelMatches(label) else { return false }
      if checksALabels, isALabel(label), !InternationalLabel.isValid(label) { return false }
      if end == text.count { return true }
      start = end + 1
    }
  }

  private static func labelMatches(_ label: ByteView) -> Bool {
    guard label.count >= 1, label.count <= 63 else { return false }
    let hyphen = UInt8(ascii: "-")
    guard label[0] != hyphen, label[label.count - 1] != hyphen else { return false }
    for index in 0..<label.count {
      let byte = label[index]
      guard byte.isLetterOrDigit || byte == hyphen else { return false }
    }
    return true
  }

  private static func isALabel(_ label: ByteView) -> Bool {
    label.count >= 4 && label[2] == UInt8(ascii: "-") && label[3] == UInt8(ascii: "-")
      && label[0] | 0x20 == UInt8(ascii: "x") && label[1] | 0x20 == UInt8(ascii: "n")
  }
}
