/// A generator that gives the same numbers for the same seed (SplitMix64).
///
/// Other test targets compile this file by a symbolic link.
struct SeededGenerator: RandomNumberGenerator {
  private var state: UInt64

  init(seed: Int) { state = UInt64(truncatingIfNeeded: seed) &* 0xD134_2543_DE82_EF95 &+ 1 }

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }

  mutating func below(_ count: Int) -> Int { Int.random(in: 0..<count, using: &self) }

  /// True once in `count` times.
  mutating func oneIn(_ count: Int) -> Bool { below(count) == 0 }

  mutating func pick<Element>(_ elements: [Element]) -> Element { elements[below(elements.count)] }
}
