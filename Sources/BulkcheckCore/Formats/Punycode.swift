/// Punycode (RFC 3492).
enum Punycode {
  /// The code points, or nil if the text is not Punycode. Quadratic in the length, which is at most
  /// 59 in a label.
  static func decode(_ text: ByteView) -> [Unicode.Scalar]? {
    var output: [Unicode.Scalar] = []
    var position = 0
    if let delimiter = text.lastIndex(of: UInt8(ascii: "-"), from: 0) {
      for index in 0..<delimiter {
        guard text[index] < 0x80 else { return nil }
        output.append(Unicode.Scalar(text[index]))
      }
      position = delimiter + 1
    }
    guard position < text.count else { return nil }
    var codepoint = 128
    var place = 0
    var bias = 72
    while position < text.count {
      let oldPlace = place
      guard let delta = takeNumber(text, at: &position, bias: bias) else { return nil }
      // No overflow: `takeNumber` limits delta to 2^31.
      place += delta
      let count = output.count + 1
      bias = adapt(place - oldPlace, count: count, isFirst: oldPlace == 0)
      codepoint += place / count
      place %= count
      guard codepoint <= 0x10FFFF, let scalar = Unicode.Scalar(UInt32(codepoint)) else {
        return nil
      }
      output.insert(scalar, at: place)
      place += 1
    }
    return output
  }

  /// The Punycode of a label; nil if it is longer than `maximum` bytes. Quadratic in the number of
  /// code points. Each takes at least one byte.
  static func encode(_ scalars: [Unicode.Scalar], maximum: Int) -> [UInt8]? {
    guard scalars.count <= maximum else { return nil }
    var output = scalars.filter(\.isASCII).map { UInt8($0.value) }
    var done = output.count
    if done > 0 { output.append(UInt8(ascii: "-")) }
    let basic = done
    var codepoint = 128
    var delta = 0
    var bias = 72
    while done < scalars.count {
      let next = scalars.lazy.map { Int($0.value) }.filter { $0 >= codepoint }.min() ?? codepoint
      // No overflow: both factors are small.
      delta += (next - codepoint) * (done + 1)
      codepoint = next
      for scalar in scalars {
        if scalar.value < codepoint { delta += 1 }
        guard scalar.value == codepoint else { continue }
        append(delta, to: &output, bias: bias)
        bias = adapt(delta, count: done + 1, isFirst: done == basic)
        delta = 0
        done += 1
      }
      delta += 1
      codepoint += 1
    }
    return output.count <= maximum ? output : nil
  }

  /// A number in the variable-length form of RFC 3492 section 3.3.
  private static func append(_ number: Int, to output: inout [UInt8], bias: Int) {
    var rest = number
    var base = 36
    while true {
      let threshold = base <= bias ? 1 : min(26, base - bias)
      let isLast = rest < threshold
      let digit = isLast ? rest : threshold + (rest - threshold) % (36 - threshold)
      output.append(UInt8(digit < 26 ? 0x61 + digit : 0x30 + digit - 26))
      if isLast { return }
      rest = (rest - threshold) / (36 - threshold)
      base += 36
    }
  }

  /// A number in the variable-length form of RFC 3492 section 3.3.
  private static func takeNumber(_ text: ByteView, at position: inout Int, bias: Int) -> Int? {
    var number = 0
    var weight = 1
    var base = 36
    while position < text.count {
      let byte = text[position]
      position += 1
      guard byte.isLetterOrDigit else { return nil }
      let digit = byte.isDigit ? byte.digitValue + 26 : Int((byte | 0x20) - 0x61)
      number += digit * weight
      guard number < 1 << 31 else { return nil }
      let threshold = base <= bias ? 1 : min(26, base - bias)
      if digit < threshold { return number }
      weight *= 36 - threshold
      guard weight < 1 << 40 else { return nil }
      base += 36
    }
    return nil
  }

  private static func adapt(_ delta: Int, count: Int, isFirst: Bool) -> Int {
    var delta = isFirst ? delta / 700 : delta / 2
    delta += delta / count
    var base = 0
    while delta > 455 {
      delta /= 35
      base += 36
    }
    return base + 36 * delta / (delta + 38)
  }
}
