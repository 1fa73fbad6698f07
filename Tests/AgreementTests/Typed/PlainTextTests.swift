import BulkcheckCore
import Requirements
import TestSupport
import Testing
import Twins

/// Lengths, parts and choices of texts without the engine, against those of the engine.
@Suite("Plain texts") struct PlainTextTests {
  /// Pieces that join with what is beside them, and plain ones.
  private static let pieces = [
    "a", "b", "plain text", "\r", "\n", "\r\n", "e\u{301}", "\u{e9}", "\u{301}", "\u{0}", "👨‍👩‍👧",
    "🇩🇪", "🇩", "\u{200D}", "각", "\u{1100}", "\u{1161}", "\u{FE0F}", "क्षि", "\u{FFFD}",
  ]

  private static func text(_ random: inout SeededGenerator, _ maximum: Int) -> String {
    let isPlain = random.oneIn(3)
    return (0..<random.below(maximum)).map { _ in
      isPlain ? random.pick(["a", "bc", "plain"]) : random.pick(pieces)
    }.joined()
  }

  @Test("have as many Characters as Swift and the engine count")
  func lengths() {
    for seed in RandomRun.seeds(30_000) {
      var random = SeededGenerator(seed: seed)
      let text = Self.text(&random, 40)
      let count = text.count
      #expect(ByteView.withUTF8(of: text) { TextLength.graphemes($0) } == count)
      let near = max(0, count + random.below(5) - 2)
      let far = random.pick([0, near, near + random.below(4), 3 * near + 1, .max])
      for (minimum, maximum) in [(near, far), (near, nil), (nil, near), (0, near), (near, near)] {
        let expected = count >= minimum ?? 0 && count <= maximum ?? .max
        if CharacterLimits(minimum, maximum).holds(text) == expected { continue }
        Issue.record("seed \(seed): \(text.debugDescription), \(minimum ?? 0), \(maximum ?? .max)")
      }
    }
  }

  @Test("of a few million Characters are held to a limit without being counted")
  func longTexts() {
    let accents = String(repeating: "\u{e9}", count: 1_000_000)
    for text in [accents, "plain" + accents, String(repeating: "\r\n", count: 1_000_000)] {
      for _ in 0..<1000 where CharacterLimits(1, 20).holds(text) { Issue.record("holds") }
    }
    let accent = "e" + String(repeating: "\u{301}", count: 1000)
    #expect(CharacterLimits(1, 1).holds(accent) && !CharacterLimits(2, nil).holds(accent))
    #expect(!CharacterLimits(nil, -1).holds("") && !CharacterLimits(5, 2).holds("plain"))
    #expect(CharacterLimits(-1, .max).holds("") && CharacterLimits(nil, nil).holds(accents))
  }

  /// Few letters, so that parts occur and nearly occur.
  private static func letters(_ random: inout SeededGenerator, _ count: Int) -> String {
    let isOne = random.oneIn(4)
    return (0..<count).map { _ in
      isOne && !random.oneIn(20) ? "a" : random.pick(["a", "a", "b", "\u{e9}", "\u{301}"])
    }.joined()
  }

  @Test("have the parts that the engine finds")
  func parts() {
    var (found, missed) = (0, 0)
    for seed in RandomRun.seeds(30_000) {
      var random = SeededGenerator(seed: seed)
      let text = Self.letters(&random, random.oneIn(20) ? 600 : random.below(60))
      let part =
        random.oneIn(2)
        ? Self.slice(&random, text) : Self.letters(&random, random.below(random.oneIn(8) ? 60 : 8))
      let (owned, own) = (OwnedBytes(part), TextPart(part))
      let expected = withExtendedLifetime(owned) {
        ByteView.withUTF8(of: text) {
          [$0.contains(owned.view), $0.hasPrefix(owned.view), $0.hasSuffix(owned.view)]
        }
      }
      if expected[0] { found += 1 } else { missed += 1 }
      if [own.occurs(in: text), own.begins(text), own.ends(text)] == expected { continue }
      Issue.record("seed \(seed): \(part.debugDescription) in \(text.debugDescription)")
    }
    #expect(min(found, missed) > (found + missed) / 10 || RandomRun.hasOneSeed, "\(found)")
  }

  /// A part of the text, perhaps with its last letter changed.
  private static func slice(_ random: inout SeededGenerator, _ text: String) -> String {
    let scalars = Array(text.unicodeScalars)
    let start = random.below(scalars.count + 1)
    let end = start + random.below(scalars.count - start + 1)
    var part = String.UnicodeScalarView()
    part.append(contentsOf: scalars[start..<end])
    return String(part) + random.pick(["", "", "a", "b"])
  }

  @Test("of repeated letters are searched in linear time")
  func hostileTexts() {
    let half = String(repeating: "a", count: 100_000)
    let text = half + half
    for part in [half + "b", "b" + half, half + "b" + half, "a" + half + "ba", half + "ba"] {
      let own = TextPart(part)
      #expect(!own.occurs(in: text))
      #expect(own.occurs(in: text + part + text))
      #expect(own.occurs(in: text + part))
    }
    #expect(TextPart(half).occurs(in: text) && !TextPart(text + "a").occurs(in: text))
  }

  @Test("of a set are those that the engine has in it")
  func choices() {
    for seed in RandomRun.seeds(2000) {
      var random = SeededGenerator(seed: seed)
      let texts = (0..<random.pick([0, 1, 2, 3, 5, 40, 200])).map { number in
        random.oneIn(2) ? Self.text(&random, 6) : "choice number \(number)"
      }
      let (own, engine) = (TextSet(texts), TextChoices(texts))
      #expect(texts.allSatisfy { own.contains($0) })
      for _ in 0..<20 {
        let text = random.oneIn(2) ? Self.text(&random, 6) : "choice number \(random.below(400))"
        if own.contains(text) == engine.contains(text) { continue }
        Issue.record("seed \(seed): \(text.debugDescription) in \(texts)")
      }
    }
    #expect(!TextSet(["\u{e9}"]).contains("e\u{301}") && TextSet([""]).contains(""))
    #expect(!TextSet([]).contains("") && !TextSet(["a"]).contains("a\u{0}"))
  }
}
