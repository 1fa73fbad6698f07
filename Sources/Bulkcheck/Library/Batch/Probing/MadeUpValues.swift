/// Values for an unknown type: the plain ones first, then those that types which read text are
/// likely to accept.
enum MadeUpValues {
  /// The number of values to try in turn. The first is for types that take any text or number.
  static let count = texts.count + 1

  private static let texts: [(usual: String, varied: String)] = [
    ("1", "2"),
    ("6f1c2a30-8d3e-4b7a-9a51-0c2f8f6f7b11", "6f1c2a30-8d3e-4b7a-9a51-0c2f8f6f7b12"),
    ("2001-02-03T04:05:06Z", "2002-03-04T05:06:07Z"), ("2001-02-03", "2002-03-04"),
    ("04:05:06Z", "05:06:07Z"), ("a@example.com", "b@example.com"),
    ("https://a.example.com/", "https://b.example.com/"), ("a.example.com", "b.example.com"),
    ("+12025550123", "+12025550124"), ("192.0.2.1", "192.0.2.2"), ("1.5", "2.5"),
    ("true", "false"), ("US", "GB"), ("USD", "EUR"), ("en", "de"), ("#000000", "#FFFFFF"),
  ]

  private static let numbers: [(usual: Int, varied: Int)] = [
    (1, 2), (0, 1), (10, 20), (100, 200), (1000, 2000), (1_000_000, 2_000_000),
    (1_000_000_000, 1_000_000_001),
  ]

  // MARK: Telling values

  /// Values that many types change when they decode them. Some types trim, fold case, normalise,
  /// replace signs, cut, fill in or reformat texts, or take words for a missing value. Others take
  /// absolute values or clamp numbers.
  private static let telling: [(text: String, number: Int)] = [
    (
      "  Mixed CASE  text, 1,234.50 (e\u{301} \u{e9} \u{fb01})\t\n"
        + ##"!"#$%&'*+-./:;<=>?@[\]^_`{|}~ &amp; %41"##, -7
    ), ("", 0), ("-7", 1_000_003), (String(repeating: "Long ", count: 1000), -2_000_000_001),
    ("007", -1), ("N/A", 9999), ("null", 99),
  ]

  /// The number of telling values.
  static let tellingCount = telling.count

  /// A telling text, by its number.
  static func tellingText(_ number: Int) -> String { telling[number].text }

  /// A telling whole number, by its number.
  static func tellingNumber(_ number: Int) -> Int { telling[number].number }

  /// A fraction with more digits than any type keeps that rounds.
  static func tellingFraction(_ number: Int) -> Double { Double(telling[number].number) / 13 }

  /// A made-up text. In the first choice all slots have different texts, so that sets do not merge
  /// them.
  static func text(_ candidate: Int, slot: Int, isVaried: Bool) -> String {
    guard candidate > 0 else { return (isVaried ? "b" : "a") + "\(slot)" }
    let pair = texts[(candidate - 1) % texts.count]
    return isVaried ? pair.varied : pair.usual
  }

  /// A made-up whole number.
  static func number(_ candidate: Int, slot: Int, isVaried: Bool) -> Int {
    guard candidate > 0 else { return 2 + slot * 2 + (isVaried ? 1 : 0) }
    let pair = numbers[(candidate - 1) % numbers.count]
    return isVaried ? pair.varied : pair.usual
  }
}
