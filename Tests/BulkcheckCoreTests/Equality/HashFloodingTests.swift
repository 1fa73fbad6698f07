import Testing

@testable import BulkcheckCore

/// Data cannot be made so that its values fall into one place of a table: the places depend on
/// numbers drawn at random for each process.
@Suite("Hashes under attack")
struct HashFloodingTests {
  /// Texts that have one place of 256 under a seed, as an attacker who knew it would choose them.
  private func colliding(seed: UInt64, place: UInt64) -> [String] {
    (0..<100_000).map { "key-\($0)" }.filter { text in
      withView(text) { ByteHash.hash($0, seed: seed) } & 255 == place
    }
  }

  @Test("texts that collide under one seed are spread under another", arguments: 1...5)
  func seeds(number: UInt64) {
    let texts = colliding(seed: 1, place: 7)
    #expect(texts.count > 300)
    var counts = [Int](repeating: 0, count: 256)
    for text in texts {
      let place = withView(text) { ByteHash.hash($0, seed: number &* 0x9e37_79b9_7f4a_7c15) } & 255
      counts[Int(place)] += 1
    }
    #expect(counts.max() ?? 0 < 12)
    #expect(counts.count { $0 > 0 } > 150)
  }

  @Test("no well-formed text holds the bytes that would make the seed of no effect")
  func annihilation() {
    for word in ByteHash.annihilatingWords {
      let bytes = (0..<8).map { UInt8(truncatingIfNeeded: word >> (8 * UInt64($0))) }
      // A first byte of a longer character is followed by what continues none: wrong wherever it
      // stands.
      let isBroken = zip(bytes, bytes.dropFirst()).contains { first, second in
        first >= 0xC2 && second & 0xC0 != 0x80
      }
      #expect(isBroken)
    }
  }

  @Test("the seed is drawn for each process, and is not a number in the program")
  func processSeed() {
    #expect(ByteHash.processSeed != 0)
    #expect(Fingerprint(text: .empty) != Fingerprint.null)
  }
}
