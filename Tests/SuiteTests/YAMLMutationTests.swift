import FuzzTargets
import TestSupport
import Testing
import Twins

/// YAML with a few changes, so that it is nearly right: the property of the fuzz target holds.
@Suite("Changed YAML")
struct YAMLMutationTests {
  private static let texts = [
    "a: &a {b: [1, 'c'], \"d\\n\": ~}  # e\nf: *a\ng:\n  <<: *a\n  # h\n\n  i: !!str 1\n",
    "%YAML 1.2\n--- !!map\n? &k \"key\"\n: [~, .5, 1., +3, 0777, 0o17, no, ! 12]\n"
      + "'a': >-\n  b\n  c\n...\n",
    "- é: 1 # \u{2028}\n- - - [{}, {a}]\n  - ? b\n- \"\\0\\x07\\U0001F600\"\n- |2+\n   x\n\n# z\n",
    "bulkcheck: 1\nfields:\n  a: {pattern: '^\\d+$'}\ntests:\n- record: {a: \"1\"}\n  fails: []\n",
  ]
  private static let pieces: [String] = [
    ": ", "- ", "? ", "\n", " ", "\t", "#", " # x\n", "---\n", "...\n", "&a ", "*a", "<<: *a",
    "!!str ",
    "!!int ", "! ", "!<", "%TAG ! !\n", "|", ">-\n", "'", "\"", "\\", "{", "}", "[", "]", ",", "~",
    "0x1F",
    ".inf", "\u{85}", "\u{2029}", "\u{FEFF}", "\r", "\u{0}", "é", "<<", "\u{1F600}", "a: 1\n",
  ]

  @Test("has one mistake, or the same values in each language")
  func property() {
    for seed in RandomRun.seeds(1000) {
      var random = SeededGenerator(seed: seed)
      var bytes = Array(random.pick(Self.texts).utf8)
      for _ in 0...random.below(5) {
        let place = random.below(bytes.count + 1)
        switch random.below(4) {
        case 0, 1: bytes.insert(contentsOf: random.pick(Self.pieces).utf8, at: place)
        case 2: bytes.removeSubrange(place..<Swift.min(bytes.count, place + 1 + random.below(5)))
        default:
          let other = Array(random.pick(Self.texts).utf8)
          let start = random.below(other.count)
          bytes.insert(contentsOf: other[start...].prefix(1 + random.below(30)), at: place)
        }
      }
      let finding = FuzzTarget.yaml.finding(in: bytes)
      #expect(finding == nil, "seed \(seed): \(String(decoding: bytes, as: UTF8.self))")
    }
  }
}
