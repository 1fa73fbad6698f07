/// What the random generators of profiles and records take their choices from: here the fuzzer's
/// bytes, one a choice.
///
/// It has the interface of the one in `AgreementTests`, whose generators are compiled into this
/// module too. Behind the last byte numbers follow that are the same for all inputs, so that a
/// change of a byte changes one choice.
struct SeededGenerator: RandomNumberGenerator {
  private var bytes: ArraySlice<UInt8>
  private var state: UInt64 = 1

  init(_ bytes: [UInt8]) { self.bytes = bytes[...] }

  mutating func next() -> UInt64 {
    if let byte = bytes.popFirst() { return mixed(UInt64(byte) &+ 1) }
    state &+= 1
    return mixed(state &* 0x9E37_79B9_7F4A_7C15)
  }

  /// SplitMix64's last step: the library's shuffling reads the high bits.
  private func mixed(_ value: UInt64) -> UInt64 {
    var mixed = value &* 0x9E37_79B9_7F4A_7C15
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }

  mutating func below(_ count: Int) -> Int {
    if count > 256 { return Int(next() % UInt64(count)) }
    if let byte = bytes.popFirst() { return Int(byte) % count }
    return Int(next() % UInt64(count))
  }

  /// True once in `count` times.
  mutating func oneIn(_ count: Int) -> Bool { below(count) == 0 }

  mutating func pick<Element>(_ elements: [Element]) -> Element { elements[below(elements.count)] }
}
