/// RFC 5890 section 2.3.2.3: a hostname whose labels may be U-labels, that is, have letters beyond
/// ASCII. A-labels are read as the labels that they encode.
///
/// Covered and not covered is what ``InternationalLabel`` says; the Bidi rule is covered here.
enum InternationalHostname {
  /// Octets of a name whose labels are all A-labels or ASCII.
  private static let octetsMaximum = 253
  private static let labelMaximum = 63

  static func matches(_ text: ByteView) -> Bool {
    if text.isASCII {
      // Of ASCII alone, only A-labels ask for more than a hostname does.
      guard HostnameFormat.matches(text) else { return false }
      if !hasALabel(text) { return true }
    }
    // A character takes four bytes at most, and one octet at least.
    guard text.count <= 4 * octetsMaximum else { return false }
    var labels: [[Unicode.Scalar]] = []
    var octets = -1
    for part in parts(of: text) {
      guard let label = Label(part) else { return false }
      octets += label.octets + 1
      labels.append(label.scalars)
    }
    guard octets <= octetsMaximum else { return false }
    return !labels.contains(where: BidiRule.isRightToLeft) || labels.allSatisfy(BidiRule.holds)
  }

  /// Whether there may be an A-label in a hostname.
  private static func hasALabel(_ text: ByteView) -> Bool {
    var position = 0
    while let hyphen = text.firstIndex(of: UInt8(ascii: "-"), from: position) {
      if hyphen >= 2, HostnameFormat.isALabel(text[(hyphen - 2)..<text.count]) { return true }
      position = hyphen + 1
    }
    return false
  }

  /// The labels. RFC 3490 section 3.1 has four characters between them.
  private static func parts(of text: ByteView) -> [ByteView] {
    var parts: [ByteView] = []
    var start = 0
    var position = 0
    while position < text.count {
      let (scalar, length) = text.scalar(at: position)
      switch scalar {
      case 0x2E, 0x3002, 0xFF0E, 0xFF61:
        parts.append(text[start..<position])
        start = position + length
      default: break
      }
      position += length
    }
    return parts + [text[start..<text.count]]
  }

  /// A label that is valid.
  private struct Label {
    /// The label that an A-label encodes.
    var scalars: [Unicode.Scalar] = []
    /// Its length in the form of ASCII characters alone.
    var octets = 0

    init?(_ text: ByteView) {
      if text.isASCII {
        guard HostnameFormat.labelsMatch(text, checksALabels: true) else { return nil }
        octets = text.count
        if HostnameFormat.isALabel(text) {
          guard decode(text[4..<text.count]) else { return nil }
        } else {
          scalars = text.array.map { Unicode.Scalar($0) }
        }
      } else {
        scalars = Array(text.text.unicodeScalars)
        // A U-label has no capitals; nothing else of ASCII is allowed but what a hostname has.
        guard !scalars.contains(where: { ("A"..."Z").contains($0) }),
          let encoded = Punycode.encode(scalars, maximum: labelMaximum - 4),
          InternationalLabel.isValid(scalars)
        else { return nil }
        octets = encoded.count + 4
      }
    }

    /// RFC 5891 section 5.4: it must be the Punycode of the label that it encodes.
    private mutating func decode(_ text: ByteView) -> Bool {
      let small = text.array.map { (0x41...0x5A).contains($0) ? $0 | 0x20 : $0 }
      let owner = OwnedBytes(small)
      guard let decoded = withExtendedLifetime(owner, { Punycode.decode(owner.view) }) else {
        return false
      }
      scalars = decoded
      return Punycode.encode(decoded, maximum: labelMaximum) == small
    }
  }
}
