import Twins

@testable import BulkcheckCore

/// Makes texts of patterns from the plain syntax, with every kind of class, escape and count; a few
/// of them are not patterns at all.
struct RandomPattern {
  private var random: SeededGenerator

  init(seed: Int) { random = SeededGenerator(seed: seed) }

  mutating func next() -> PatternSource {
    let options = PatternSource.Option.allCases.filter { _ in random.oneIn(8) }
    var text = choice(depth: random.below(3))
    if random.oneIn(2) { text = "^" + text }
    if random.oneIn(2) { text += "$" }
    return PatternSource(text, options: Set(options))
  }

  private mutating func choice(depth: Int) -> String {
    let branches = random.oneIn(3) ? 1 + random.below(3) : 1
    return (0..<branches).map { _ in sequence(depth: depth) }.joined(separator: "|")
  }

  private mutating func sequence(depth: Int) -> String {
    (0..<random.below(5)).map { _ in atom(depth: depth) + quantifier() }.joined()
  }

  private mutating func quantifier() -> String {
    guard random.oneIn(2) else { return "" }
    let least = random.below(4)
    let counts = [
      "*", "+", "?", "{\(least)}", "{\(least),}", "{\(least),\(least + random.below(4))}",
      "{\(random.below(70))}", "{\(least),\(60 + random.below(70))}",
    ]
    return random.pick(counts) + (random.oneIn(6) ? "?" : "")
  }

  private mutating func atom(depth: Int) -> String {
    if depth > 0, random.oneIn(3) {
      return random.pick(["(", "(?:", "(?<n\(random.below(1000))>"]) + choice(depth: depth - 1)
        + ")"
    }
    switch random.below(8) {
    case 0: return bracketed()
    case 1:
      return random.pick(["\\d", "\\w", "\\s", "\\D", "\\W", "\\S", ".", "\\x61", "\\x{20}", "\\n"])
    case 2 where random.oneIn(2):
      return random.pick(["\\b", "\\B", "^", "$", "\\A", "\\z"])
    case 3:
      return random.pick(["\\.", "\\-", "\\/", "\\_", "\\t", "]", "}", "{x", "-", "\\$", "k"])
    default: return random.pick(["a", "b", "c", "0", "_", "s", "@", " ", "ab", "é"])
    }
  }

  private mutating func bracketed() -> String {
    let items = [
      "a", "z", "A", "-", "a-f", "0-9", "_", "\\d", "\\w", "\\S", "\\]", "\\-", "^", "[", ".",
      "+--", "\\x20-\\x7e", "\\b", "$", "k", "A-z", ",", "\\.-\\/", "\\s",
    ]
    let start = random.pick(["[", "[", "[^", "[]", "[^]", "[-"])
    return start + (0...random.below(4)).map { _ in random.pick(items) }.joined()
      + (random.oneIn(5) ? "-]" : "]")
  }
}
