import BulkcheckCore
import PatternSyntax
import Testing

@Suite("Patterns checked by their text")
struct PatternCheckTests {
  @Test(
    "wrong ones",
    arguments: [
      ("(", 0), ("a(b|c", 1), ("(?:a", 0), ("(?<name>a", 0), ("(?<=a", 0), ("a)", 1), ("())", 2),
      ("[", 0), ("[a", 0), ("x[^]a", 1), ("[]", 0), ("[a\\]", 0), ("[\\w.", 0), ("(?#a", 0),
      ("*a", 0), ("+", 0), ("a|?", 2), ("(*a", nil), ("(?:+)", 3), ("(?=*)", 3), ("{3}", 0),
      ("(|{2,})", 2), ("a{3,1}", 1), ("a{65536}", 1), ("a{1,99999999999999999999}", 1),
      ("[z-a]", 1), ("[}-!]", 1), ("[a9-0]", 2), ("a\\", 1), ("(?i:a", 0), ("(?P<n>(a)", 0),
      ("^[A-Z0-9._%+-]+@[A-Z0-9.-+\\.[A-Z]{2,}$", 23), ("^([A-Z0-9._%+-]+@$", 1),
    ] as [(String, Int?)])
  func wrong(_ pattern: String, _ offset: Int?) {
    #expect(PatternReader.mistake(in: pattern)?.byteOffset == offset)
  }

  @Test(
    "right ones, of which nothing may be said",
    arguments: [
      "", "a", "^$", "^[A-Z0-9._%+-]+@[A-Z0-9.-]+\\.[A-Z]{2,}$", "^\\+?\\d{10,15}$",
      "^https?://[^\\s/$.?#].[^\\s]*$", "[]a]", "[^]a]", "[a\\]b]", "[[:alpha:]]", "[[a]", "[a-]",
      "[-a]", "\\Q(\\E", "[\\Q]\\E]", "(?#(a)", "(?x) # (", "(*UTF)a", "a{,3}", "a{",
      "{", "a{1", "{a}", "x{0}", "a{65535}", "\\x{1F600}", "\\x{41}", "\\p{L}+", "[\\p{L}\\d]+",
      "(?<a>b)\\k<a>", "(?'a'b)\\k'a'", "(?P<a>b)(?P=a)(?P>a)", "(a)(?1)", "(?R)?", "(?(?=a)b|c)",
      "(a)?(?(1)b|c)", "(?i)a(?-i)b", "(?^i:a)", "(?|a|b)", "(?>a)", "a*+", "a*?",
      "\\c[", "\\cA", "\\(", "\\[", "(?<!a)b", "é[à-é]", "(?:)", "()*", "[+-a-Z]",
    ])
  func right(_ pattern: String) throws {
    _ = try Pattern(PatternSource(pattern))
    #expect(PatternReader.mistake(in: pattern) == nil)
  }

  /// Not every version of the engine agrees about these.
  @Test(arguments: [
    "^*", "\\b?", "a{2}{3}", "a**", "[\\w-z]", "{,3}", "a{ 2 }", "(?[a])", "[[.a.]]",
  ])
  func undecided(_ pattern: String) { #expect(PatternReader.mistake(in: pattern) == nil) }

  @Test(
    "what is called wrong is wrong for the engine", arguments: [1, 0x5eed_0000_0002] as [UInt64])
  func agreement(seed: UInt64) {
    let pieces = [
      "a", "z", "-", "0", "9", "(", ")", "[", "]", "{", "}", ",", "*", "+", "?", "|", "\\", "^",
      "$",
      "(?", "(?:", "(?<", ">", "=", "!", "<", "#", ":", "P", "x", "i", "Q", "E", "\\Q", "\\E",
      "{2,1}",
      "{1,2}", "[^", "[:", ":]", "é", "'", "(?i", "&", "R", "c", "p{", "k", "b", "(?(", "C", " ",
      "\n",
      "d", "g{", "n", "N", "o{", "u",
    ]
    var random = Xorshift(state: seed)
    for _ in 0..<20 { _ = random.next() }
    var refused = 0
    for _ in 0..<30_000 {
      let length = 1 + Int(random.next() % 10)
      let pattern = (0..<length).map { _ in pieces[Int(random.next() % UInt64(pieces.count))] }
        .joined()
      guard let mistake = PatternReader.mistake(in: pattern) else { continue }
      refused += 1
      let isRight = (try? Pattern(PatternSource(pattern))) != nil
      #expect(!isRight, "\(String(reflecting: pattern)): \(mistake.message), seed \(seed)")
      if isRight { return }
    }
    #expect(refused > 5_000)
  }

  private struct Xorshift: RandomNumberGenerator {
    var state: UInt64

    mutating func next() -> UInt64 {
      state ^= state << 13
      state ^= state >> 7
      state ^= state << 17
      return state
    }
  }
}
