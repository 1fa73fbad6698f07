import BulkcheckCore
import Testing

@Suite("Names of files as texts")
struct PathTextTests {
  static let cases: [(bytes: [UInt8], shown: String)] = [
    (Array("plain/name.json".utf8), "plain/name.json"), (Array("é/日本.json".utf8), "é/日本.json"),
    ([0x63, 0xE9], #"c\xE9"#), ([0xE9, 0x80, 0x2F, 0xFF], #"\xE9\x80/\xFF"#),
    // Cut short, too long, a surrogate, above the last scalar.
    ([0xE2, 0x82], #"\xE2\x82"#), ([0xC0, 0xAF], #"\xC0\xAF"#),
    ([0xED, 0xA0, 0x80], #"\xED\xA0\x80"#), ([0xF4, 0x90, 0x80, 0x80], #"\xF4\x90\x80\x80"#),
    // What stands for bytes, as itself.
    ([0xF4, 0x8F, 0xBF, 0xA9, 0x41], #"\xF4\x8F\xBF\xA9A"#),
    ([0xF4, 0x8F, 0xBD, 0xBF], "\u{10FF7F}"), ([], ""),
  ]

  @Test("any bytes become a text that leads back to them", arguments: cases)
  func roundTrip(_ bytes: [UInt8], _ shown: String) {
    let text = PathText.text(bytes)
    #expect(PathText.name(text) == bytes.map { CChar(bitPattern: $0) } + [0])
    #expect(PathText.shown(text) == shown)
    #expect(PathText.hasStandIns(text) == (text != shown))
  }

  @Test("all texts of one byte and of two bytes differ")
  func distinct() {
    let pairs = (UInt8(1)...255).flatMap { first in (UInt8(1)...255).map { [first, $0] } }
    let names = pairs + (UInt8(1)...255).map { [$0] }
    #expect(Set(names.map { Array(PathText.text($0).utf8) }).count == names.count)
    #expect(
      names.allSatisfy {
        PathText.name(PathText.text($0)).dropLast().map { UInt8(bitPattern: $0) } == $0
      })
  }
}
