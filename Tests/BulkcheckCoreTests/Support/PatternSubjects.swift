import Twins

@testable import BulkcheckCore

/// Texts to try a pattern on: such as have its shape, and such as nearly have.
struct PatternSubjects {
  private let tree: PatternTree
  private var random: SeededGenerator
  /// Characters to put into a text; grows by those that the pattern's own texts are made of.
  private var alphabet: [Unicode.Scalar] = [
    "a", "Z", "0", "_", "-", " ", "\n", "é", "\u{212A}", "\u{17F}", "k", "S", "漢", "😀", "\u{0}",
  ]

  init(_ tree: PatternTree, seed: Int) {
    self.tree = tree
    random = SeededGenerator(seed: seed)
  }

  mutating func next() -> [UInt8] {
    var scalars: [Unicode.Scalar] = []
    if !random.oneIn(10) { append(tree, to: &scalars) }
    alphabet += scalars.prefix(20)
    if alphabet.count > 100 { alphabet.removeFirst(20) }
    if !random.oneIn(3) {
      for _ in 0...random.below(3) { mutate(&scalars) }
    }
    if random.oneIn(8) { lengthen(&scalars) }
    var text = String.UnicodeScalarView()
    text.append(contentsOf: scalars.prefix(90))
    return Array(String(text).utf8)
  }

  private mutating func append(_ tree: PatternTree, to scalars: inout [Unicode.Scalar]) {
    switch tree {
    case .member(let members): scalars.append(member(of: members))
    case .sequence(let parts): for part in parts { append(part, to: &scalars) }
    case .choice(let branches): append(random.pick(branches), to: &scalars)
    case .repeated(let body, let least, let most):
      let extra = random.oneIn(6) ? 30 : 3
      let turns = random.below(min(most ?? .max, least + extra) - least + 1) + least
      for _ in 0..<turns where scalars.count < 100 { append(body, to: &scalars) }
    case .place: break
    }
  }

  private mutating func member(of members: PatternTree.Members) -> Unicode.Scalar {
    if members.isWide, random.oneIn(40) { return random.pick(["é", "漢", "😀", "\u{212A}"]) }
    // A member at the border of a range, or any.
    var byte = UInt8(random.below(128))
    let goesOn = random.oneIn(2)
    for _ in 0..<256 {
      let isMember = members.set.contains(byte)
      if isMember, !goesOn || !members.set.contains((byte + 1) & 127) {
        return Unicode.Scalar(byte)
      }
      byte = (byte + 1) & 127
    }
    return members.set.contains(byte) ? Unicode.Scalar(byte) : "é"
  }

  private mutating func mutate(_ scalars: inout [Unicode.Scalar]) {
    let place = random.below(scalars.count + 1)
    switch random.below(6) {
    case 0: scalars.insert(random.pick(alphabet), at: place)
    case 1: scalars.insert(Unicode.Scalar(UInt8(random.below(128))), at: place)
    case 2 where place < scalars.count: scalars.remove(at: place)
    case 3 where place < scalars.count:
      // Beside it, or in the other case.
      let code = scalars[place].value ^ random.pick([1, 32])
      scalars[place] = Unicode.Scalar(code) ?? "x"
    case 4: scalars.removeLast(min(scalars.count, random.below(4)))
    default: scalars.insert(contentsOf: scalars[place...].prefix(4), at: place)
    }
  }

  /// To about the length at which texts are no longer decided by classes, or where the second half
  /// begins.
  private mutating func lengthen(_ scalars: inout [Unicode.Scalar]) {
    let length = random.pick([31, 32, 33, 62, 63, 64, 65])
    let place = random.below(scalars.count + 1)
    let filler = random.oneIn(2) && place < scalars.count ? scalars[place] : random.pick(alphabet)
    if scalars.count < length {
      scalars.insert(
        contentsOf: Array(repeating: filler, count: length - scalars.count), at: place)
    }
  }
}
