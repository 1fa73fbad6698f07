/// Digits as people read them.
package enum DigitText {
  /// The number with a comma between groups of three digits.
  package static func grouped(_ number: Int) -> String {
    let digits = String(number.magnitude)
    var out = ""
    for (position, digit) in digits.enumerated() {
      if position > 0 && (digits.count - position) % 3 == 0 { out += "," }
      out.append(digit)
    }
    return number < 0 ? "-" + out : out
  }

  /// With zeros in front, so that there are so many digits at least.
  package static func padded(_ digits: String, to width: Int) -> String {
    String(repeating: "0", count: max(0, width - digits.utf8.count)) + digits
  }

  /// With a point before the last `decimals` digits, and zeros in front as far as they are needed.
  ///
  /// - Parameter trimmed: without zeros at the end of the decimals.
  package static func withPoint(_ digits: String, decimals: Int, trimmed: Bool = false) -> String {
    let filled = padded(digits, to: decimals + 1)
    var fraction = filled.suffix(decimals)
    while trimmed, fraction.last == "0" { fraction.removeLast() }
    return filled.dropLast(decimals) + (fraction.isEmpty ? "" : "." + fraction)
  }

  /// The bytes of a name as they stand in a URI.
  package static func percentEncoded(_ bytes: some Sequence<UInt8>) -> String {
    bytes.map { byte in
      Ascii.isAlphanumeric(byte) || "/-._~".utf8.contains(byte)
        ? String(Unicode.Scalar(byte))
        : "%" + padded(String(byte, radix: 16, uppercase: true), to: 2)
    }.joined()
  }
}

extension Set<String> {
  /// Takes a name that is still free: the start and the end, or both with the first number between
  /// them that makes it one, from `-2` on.
  package mutating func insertFree(_ start: String, end: String = "") -> String {
    var (name, number) = (start + end, 1)
    while !insert(name).inserted {
      number += 1
      name = "\(start)-\(number)\(end)"
    }
    return name
  }
}
