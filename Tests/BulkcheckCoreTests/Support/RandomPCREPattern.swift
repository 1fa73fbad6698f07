import Twins

/// Makes patterns of what only PCRE2 matches, with texts to try them on: lookaround, back
/// references, atomic and conditional groups, possessive and lazy quantifiers, empty branches. Some
/// are not patterns at all.
struct RandomPCREPattern {
  private var random: SeededGenerator
  private var groupCount = 0

  init(seed: Int) { random = SeededGenerator(seed: seed) }

  mutating func next() -> String {
    groupCount = 0
    return choice(depth: 3)
  }

  mutating func nextText() -> String {
    let parts = ["a", "b", "c", "1", "2", " ", "é", "\n", "ab"]
    return (0..<random.below(9)).map { _ in random.pick(parts) }.joined()
  }

  private mutating func choice(depth: Int) -> String {
    var branches = [sequence(depth: depth)]
    while random.oneIn(3) { branches.append(sequence(depth: depth)) }
    return branches.joined(separator: "|")
  }

  private mutating func sequence(depth: Int) -> String {
    (0..<random.below(4)).map { _ in item(depth: depth) }.joined()
  }

  private mutating func item(depth: Int) -> String {
    if depth > 0, random.oneIn(3) { return group(depth: depth - 1) }
    if groupCount > 0, random.oneIn(8) {
      return "\\\(1 + random.below(groupCount))" + quantifier()
    }
    if random.oneIn(15) { return random.pick(["^", "$", "\\b", "\\B"]) }
    let atoms = [
      "a", "b", "c", "1", "\\w", "\\d", ".", "[ab]", "[^a]", "[a-z]", "\\W", "é", "\\p{L}",
      "\\s", "\\R", "\\h", "ab",
    ]
    return random.pick(atoms) + quantifier()
  }

  private mutating func group(depth: Int) -> String {
    switch random.below(6) {
    case 0: return random.pick(["(?=", "(?!"]) + choice(depth: depth) + ")"
    case 1: return random.pick(["(?<=", "(?<!"]) + random.pick(["a", "\\w", "1b", "ab|1"]) + ")"
    case 2 where groupCount > 0: return "(?(1)a|b)" + quantifier()
    case 3: return "(?>" + choice(depth: depth) + ")" + quantifier()
    case 4: return "(?:" + choice(depth: depth) + ")" + quantifier()
    default:
      groupCount += 1
      return "(" + choice(depth: depth) + ")" + quantifier()
    }
  }

  private mutating func quantifier() -> String {
    guard random.oneIn(2) else { return "" }
    return random.pick(["*", "+", "?", "{2}", "{1,2}", "{0,2}", "{2,}"])
      + random.pick(["", "", "?", "+"])
  }
}
