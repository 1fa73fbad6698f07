import BulkcheckCore

/// Bytes of a text that stay for the time of a test.
func withView<Result>(_ text: String, _ body: (ByteView) throws -> Result) rethrows -> Result {
  let owner = OwnedBytes(text)
  return try withExtendedLifetime(owner) { try body(owner.view) }
}

func withViews<Result>(
  _ a: String, _ b: String, _ body: (ByteView, ByteView) throws -> Result
) rethrows -> Result {
  try withView(a) { viewA in try withView(b) { viewB in try body(viewA, viewB) } }
}

/// A generator that gives the same numbers for the same seed (SplitMix64).
struct SeededGenerator: RandomNumberGenerator {
  private var state: UInt64
  init(seed: UInt64) { state = seed }
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
