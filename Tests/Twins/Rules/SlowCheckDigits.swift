import BulkcheckCore

/// The formats with check digits, by the sums that their standards show, digit by digit.
enum SlowCheckDigits {
  static func matches(_ format: Format, _ text: String) -> Bool {
    let letters = Array(text.unicodeScalars)
    switch format {
    case .iban: return isIBAN(letters)
    case .lei: return letters.count == 20 && isMod97(letters)
    case .mod97: return isMod97(letters)
    case .isbn: return isISBN(letters)
    case .ean:
      guard let digits = digits(letters), [8, 12, 13, 14].contains(digits.count) else {
        return false
      }
      return sum(digits.reversed(), weights: [1, 3]) % 10 == 0
    case .luhn:
      guard let digits = digits(letters), digits.count >= 2, digits.contains(where: { $0 > 0 })
      else { return false }
      let products = digits.reversed().enumerated().map { $0 % 2 == 0 ? $1 : 2 * $1 }
      return products.reduce(0) { $0 + $1 / 10 + $1 % 10 } % 10 == 0
    default: preconditionFailure("\(format) has no check digits")
    }
  }

  private static func digits(_ letters: [Unicode.Scalar]) -> [Int]? {
    letters.allSatisfy(SlowFormat.isDigit) ? letters.map { Int($0.value) - 48 } : nil
  }

  private static func sum(_ digits: some Sequence<Int>, weights: [Int]) -> Int {
    digits.enumerated().reduce(0) { $0 + $1.1 * weights[$1.0 % weights.count] }
  }

  /// The number that digits and capitals spell, long-divided by 97.
  private static func remainder(_ letters: [Unicode.Scalar]) -> Int? {
    let spelled = letters.map { letter -> String? in
      if SlowFormat.isDigit(letter) { return String(letter) }
      return ("A"..."Z").contains(letter) ? String(letter.value - 55) : nil
    }
    guard !spelled.contains(nil) else { return nil }
    return spelled.compactMap { $0 }.joined()
      .reduce(0) { ($0 * 10 + ($1.wholeNumberValue ?? 0)) % 97 }
  }

  private static func isMod97(_ letters: [Unicode.Scalar]) -> Bool {
    letters.count > 2 && letters.suffix(2).allSatisfy(SlowFormat.isDigit) && remainder(letters) == 1
  }

  private static func isIBAN(_ letters: [Unicode.Scalar]) -> Bool {
    guard let length = lengths[String(String.UnicodeScalarView(letters.prefix(2)))],
      letters.count == length
    else { return false }
    return isMod97(Array(letters[4...]) + Array(letters[..<4]))
  }

  private static func isISBN(_ letters: [Unicode.Scalar]) -> Bool {
    let groups = SlowFormat.parts(letters.map { $0 == " " ? "-" : $0 }, "-")
    guard !groups.contains(where: \.isEmpty) else { return false }
    var plain = groups.flatMap { $0 }
    let endsInTen = plain.count == 10 && plain.last == "X"
    if endsInTen { plain.removeLast() }
    guard var digits = digits(plain) else { return false }
    if endsInTen { digits.append(10) }
    if digits.count == 10 { return sum(digits, weights: Array((1...10).reversed())) % 11 == 0 }
    return digits.count == 13 && digits.starts(with: [9, 7]) && digits[2] >= 8
      && sum(digits, weights: [1, 3]) % 10 == 0
  }

  /// A few countries of the registry.
  static let lengths = [
    "NO": 15, "BE": 16, "DK": 18, "NL": 18, "AT": 20, "CH": 21, "DE": 22, "GB": 22, "SE": 24,
    "FR": 27, "MT": 31, "RU": 33, "LC": 32,
  ]
}
