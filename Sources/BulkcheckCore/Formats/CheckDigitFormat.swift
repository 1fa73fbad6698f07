/// The formats that have check digits, each in one pass over the bytes.
enum CheckDigitFormat {
  // MARK: ISO 7064, modulo 97-10

  /// Digits and capitals, the last two of which are check digits.
  static func matchesMod97(_ text: ByteView) -> Bool {
    text.count >= 3 && text[text.count - 2].isDigit && text[text.count - 1].isDigit
      && remainder(of: text) == 1
  }

  /// ISO 17442: the 20 characters of a legal entity identifier.
  static func matchesLEI(_ text: ByteView) -> Bool { text.count == 20 && matchesMod97(text) }

  /// ISO 13616, in electronic form: the length is that of the country in the IBAN registry. The
  /// first four characters, with the check digits, count as if they stood at the end.
  static func matchesIBAN(_ text: ByteView) -> Bool {
    guard text.count >= IBANCountries.lengthMinimum,
      IBANCountries.length(text[0], text[1]) == text.count, text[2].isDigit, text[3].isDigit,
      let rest = remainder(of: text[4..<text.count])
    else { return false }
    return remainder(of: text[0..<4], behind: rest) == 1
  }

  /// The remainder that digits and capitals leave when divided by 97, `A` read as 10 and `Z` as 35;
  /// nil if there is another character.
  ///
  /// - Parameter rest: the remainder of what is in front.
  @inline(__always)
  private static func remainder(of text: ByteView, behind rest: Int = 0) -> Int? {
    var rest = rest
    for index in 0..<text.count {
      let byte = text[index]
      if byte.isDigit {
        rest = (rest * 10 + byte.digitValue) % 97
      } else if byte.isCapital {
        rest = (rest * 100 + 10 + Int(byte - UInt8(ascii: "A"))) % 97
      } else {
        return nil
      }
    }
    return rest
  }

  // MARK: Modulo 10 and 11

  /// A GTIN of 8, 12, 13 or 14 digits: from the right they weigh 1 and 3 in turn.
  static func matchesEAN(_ text: ByteView) -> Bool {
    guard text.count == 8 || (12...14).contains(text.count) else { return false }
    var sum = 0
    for index in 0..<text.count {
      guard text[index].isDigit else { return false }
      sum += text[index].digitValue * ((text.count - index) & 1 == 1 ? 1 : 3)
    }
    return sum % 10 == 0
  }

  /// ISO/IEC 7812-1 annex B: from the right, every second digit is doubled. Zeros alone are no
  /// number.
  static func matchesLuhn(_ text: ByteView) -> Bool {
    guard text.count >= 2 else { return false }
    var sum = 0
    for index in 0..<text.count {
      guard text[index].isDigit else { return false }
      let digit = text[index].digitValue
      let isDoubled = (text.count - index) & 1 == 0
      // The digits of a product are added up: 14 counts as 5.
      sum &+= isDoubled ? digit * 2 - (digit > 4 ? 9 : 0) : digit
    }
    return sum > 0 && sum % 10 == 0
  }

  /// ISO 2108: 10 characters, the last of which may be an `X`, or 13 digits that begin with 978 or
  /// 979. A single hyphen or blank may stand between any two.
  static func matchesISBN(_ text: ByteView) -> Bool {
    guard text.count >= 10, text.count <= 25 else { return false }
    var count = 0
    var prefix = 0
    // Each digit is added to the first, and the first to the second: of 10 digits, the first weighs
    // 10 there and the last 1.
    var (sum, sumOfSums, sum13) = (0, 0, 0)
    var isBehindSeparator = true
    for index in 0..<text.count {
      let byte = text[index]
      if byte == Ascii.minus || byte == Ascii.space {
        guard !isBehindSeparator else { return false }
        isBehindSeparator = true
        continue
      }
      // An X is the last character of ten.
      let isTen = byte == UInt8(ascii: "X") && count == 9 && index + 1 == text.count
      guard byte.isDigit || isTen else { return false }
      let digit = isTen ? 10 : byte.digitValue
      if count < 3 { prefix = prefix * 10 + digit }
      sum += digit
      sumOfSums += sum
      sum13 += digit * (count & 1 == 0 ? 1 : 3)
      count += 1
      isBehindSeparator = false
    }
    guard !isBehindSeparator else { return false }
    if count == 10 { return sumOfSums % 11 == 0 }
    return count == 13 && (prefix == 978 || prefix == 979) && sum13 % 10 == 0
  }
}

extension UInt8 {
  @inline(__always)
  fileprivate var isCapital: Bool { self >= UInt8(ascii: "A") && self <= UInt8(ascii: "Z") }
}

/// The lengths of IBANs by country: the registry of SWIFT, release 101.
enum IBANCountries {
  /// By length, which countries have it.
  static let byLength: [(length: Int, countries: String)] = [
    (15, "NO"),
    (16, "BE"),
    (18, "DK FI FK FO GL NL SD"),
    (19, "MK SI"),
    (20, "AT BA EE KZ LT LU MN XK"),
    (21, "CH HR LI LV"),
    (22, "BG BH CR DE GB GE IE ME RS VA"),
    (23, "AE GI IL IQ OM SO TL"),
    (24, "AD CZ ES MD PK RO SA SE SK TN VG"),
    (25, "LY PT ST"),
    (26, "IS TR"),
    (27, "BI DJ FR GR IT MC MR SM"),
    (28, "AL AZ BY CY DO GT HN HU LB NI PL SV"),
    (29, "BR EG PS QA UA"),
    (30, "JO KW MU YE"),
    (31, "MT SC"),
    (32, "LC"),
    (33, "RU"),
  ]

  static let lengthMinimum = 15

  /// The lengths by the two letters of the country, 0 where it has none. Never freed: there is one
  /// for the process.
  private static let lengths: Storage<UInt8> = {
    let lengths = Storage<UInt8>(capacity: 26 * 26, repeating: 0)
    for (length, countries) in byLength {
      for country in countries.split(separator: " ") {
        let letters = Array(country.utf8)
        lengths[place(letters[0], letters[1])] = UInt8(length)
      }
    }
    return lengths
  }()

  private static func place(_ first: UInt8, _ second: UInt8) -> Int {
    Int(first - UInt8(ascii: "A")) * 26 + Int(second - UInt8(ascii: "A"))
  }

  /// The length of the IBANs of a country; 0 if the registry does not have it.
  @inline(__always)
  static func length(_ first: UInt8, _ second: UInt8) -> Int {
    first.isCapital && second.isCapital ? Int(lengths[place(first, second)]) : 0
  }
}
