/// A source of random choices that gives the same ones for the same seed (SplitMix64).
///
/// A fuzzer gives bytes instead, one for each choice, so that the change of a byte changes one
/// choice. Behind the last byte follow the choices of one seed.
package struct SeededGenerator: RandomNumberGenerator {
  private var choices: ArraySlice<UInt8> = []
  private var state: UInt64

  package init(seed: Int) {
    state = UInt64(truncatingIfNeeded: seed) &* 0xD134_2543_DE82_EF95 &+ 1
  }

  package init(choices: [UInt8]) {
    self.choices = choices[...]
    state = 1
  }

  package mutating func next() -> UInt64 {
    if let choice = choices.popFirst() { return mixed((UInt64(choice) &+ 1) &* Self.step) }
    state &+= Self.step
    return mixed(state)
  }

  private static let step: UInt64 = 0x9E37_79B9_7F4A_7C15

  private func mixed(_ value: UInt64) -> UInt64 {
    var mixed = (value ^ (value >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }

  package mutating func below(_ count: Int) -> Int {
    if count <= 256, let choice = choices.popFirst() { return Int(choice) % count }
    return Int.random(in: 0..<count, using: &self)
  }

  /// True once in `count` times.
  package mutating func oneIn(_ count: Int) -> Bool { below(count) == 0 }

  package mutating func pick<Element>(_ elements: [Element]) -> Element {
    elements[below(elements.count)]
  }
}
