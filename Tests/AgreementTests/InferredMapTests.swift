import BulkcheckCore
import BulkcheckInfer
import BulkcheckInput
import BulkcheckReport
import FuzzTargets
import TestSupport
import Testing
import Twins

/// Objects that are maps are drafted by one `*`, and others are not, however the input is cut.
@Suite struct InferredMapTests {
  /// The draft, which is the same in each way of reading, and holds.
  private func draft(
    _ lines: [String], paths: Int = 1000, hashes: Int = 4 << 20, _ comment: String = ""
  ) throws -> String {
    let bytes = Array(lines.joined(separator: "\n").utf8)
    let text = try #require(
      InferredData.profile(
        of: bytes, .jsonl, threads: 1, chunkBytes: 1 << 20, paths: paths, hashesMaximum: hashes))
    for (threads, chunkBytes) in [(1, 200), (3, 900)] {
      let other = InferredData.profile(
        of: bytes, .jsonl, threads: threads, chunkBytes: chunkBytes, paths: paths,
        hashesMaximum: hashes)
      #expect(
        other == text,
        "\(threads) threads, \(chunkBytes) bytes, \(comment)\n\(difference(text, other ?? ""))")
    }
    #expect(InferredData.holds(text, bytes, .jsonl, comment))
    return text
  }

  /// The names of record `number`, and whether they make a map.
  struct Names: Sendable, CustomTestStringConvertible {
    var testDescription: String
    var isMap: Bool
    var members: @Sendable (Int) -> String

    init(_ name: String, isMap: Bool, _ members: @escaping @Sendable (Int) -> String) {
      (testDescription, self.isMap, self.members) = (name, isMap, members)
    }
  }

  static let names = [
    Names("identifiers", isMap: true) { #""A\#($0 * 7 % 90)-\#($0)":\#($0 % 5)"# },
    Names("days", isMap: true) {
      #""20\#(10 + $0 % 80)-01-\#(10 + $0 % 19)":1.5,"2009-1\#($0 % 3)-\#(10 + $0 % 7)":2"#
    },
    Names("codes of a long list", isMap: true) {
      #""c\#($0 * 31 % 140)":"x","c\#($0 * 17 % 140)":"y""#
    },
    Names("objects", isMap: true) { #""u\#($0)":{"amount":\#($0),"code":"EUR"}"# },
    Names("lists", isMap: true) { #""u\#($0)":[\#($0),{"n":1}],"w\#($0)":[]"# },
    Names("a constant set", isMap: false) { number in
      (0..<120).map { #""f\#($0)":\#(number % 3)"# }.joined(separator: ",")
    },
    Names("optional members", isMap: false) { number in
      (0..<30).filter { number * ($0 + 3) % 11 < 4 }.map { #""o\#($0)":1"# }.joined(separator: ",")
    },
    Names("values of several types", isMap: false) {
      #""k\#($0)":\#($0 % 3 == 0 ? "1" : "\"x\"")"#
    },
    Names("a name that most have", isMap: false) {
      #""sum":\#($0),"k\#($0)":\#($0)"#
    },
    Names("objects of different shapes", isMap: false) {
      #""k\#($0)":{"a\#($0)":1,"b\#($0)":2}"#
    },
  ]

  @Test("objects whose names are many and vary are maps, and others are not", arguments: names)
  func kinds(_ names: Names) throws {
    let text = try draft((0..<150).map { #"{"id":\#($0),"m":{\#(names.members($0))},"z":"q"}"# })
    let isMap = text.contains(#""m.*": {"#)
    #expect(isMap == names.isMap, "\(text)")
    #expect(text.contains(#""z": {"#), "\(text)")
  }

  @Test("a map has the rules that all names and all values keep")
  func rules() throws {
    let lines = (0..<200).map {
      #"{"prices":{"AB\#(1000 + $0)":\#($0).25,"XY\#(1000 + $0)":2.5}}"#
    }
    let text = try draft(lines)
    for rule in [
      #"      "propertyNames": { "pattern": "^[A-Z]{2}[0-9]{4}$" },  // 400 names, which vary"#,
      "    // 400 members: 400 values\n    \"prices.*\": {\n      \"type\": \"number\",",
      "      \"required\": true,\n      \"range\": { \"value\": [0, ",
    ] {
      #expect(text.contains(rule), "\(rule)\n\(text)")
    }
    #expect(!text.contains("AB1"), "\(text)")
  }

  @Test("maps with more names than the limit of paths do not push out other fields")
  func crowds() throws {
    let lines = (0..<140).map { number in
      let members = (0..<9).map { #""k\#(number * 9 + $0)":{"n":\#(number),"t":["x"]}"# }
      let late = number == 130 ? #","late":{"x":1}"# : ""
      return #"{"m":{\#(members.joined(separator: ","))},"id":"i\#(number)"\#(late)}"#
    }
    for (paths, hashes) in [(60, 4 << 20), (1000, 300)] {
      let text = try draft(lines, paths: paths, hashes: hashes, "\(paths) paths, \(hashes) hashes")
      #expect(text.contains(#""m.*": {"#) && text.contains(#""late": {"#), "\(text)")
      #expect(!text.contains("--max-paths") && text.contains("1,260 members"), "\(text)")
    }
  }

  @Test("a key that occurs twice in a map is found as elsewhere")
  func duplicates() throws {
    let lines = (0..<120).map { number in
      let twice = number % 40 == 7 ? #","k\u006b\#(number)":3,"\#(number)":4"# : ""
      return #"{"m":{"kk\#(number)":1,"\#(number)":2\#(twice)},"n":{"a":{"kk\#(number)":{}}}}"#
    }
    for paths in [25, 30, 1000] {
      let text = try draft(lines, paths: paths)
      let setting = #""duplicate-key": { "severity": "warning", "tolerance": 3 },"#
      #expect(text.contains(setting), "\(text)")
      #expect(text.contains(#""m.*": {"#), "\(text)")
    }
  }

  /// Maps in lists, in other maps, beside members of other types, that fill up in any record.
  @Test("random maps are drafted alike, however they are read")
  func random() throws {
    var failures = 0
    for seed in RandomRun.seeds(6) where failures < 2 {
      var random = SeededGenerator(seed: seed)
      let hasMaps = seed % 2 == 0
      let lines = (0..<random.pick([8, 30, 60])).map { _ in
        hasMaps
          ? InferredMapTests.maps(&random) : InferredMapTests.object(&random, depth: 0)
      }
      let paths = random.pick([30, 60, 150, 1000])
      let hashes = random.pick([40, 300, 4 << 20])
      do {
        _ = try draft(lines, paths: paths, hashes: hashes, "seed \(seed), \(paths) paths")
      } catch {
        failures += 1
        throw error
      }
    }
  }

  /// A record with maps in maps and in lists, in any order.
  private static func maps(_ random: inout SeededGenerator) -> String {
    var members = [
      "\"a\":" + map(&random, 3000) { "\($0.below(99))" },
      "\"b\":"
        + map(&random, 900) { random in
          "{\"x\":\(random.below(9)).5,\"m\":" + map(&random, 500) { "\"t\($0.below(300))\"" } + "}"
        },
      "\"l\":[" + map(&random, 400) { "[\($0.below(9))]" } + "]",
    ]
    if random.oneIn(3) { members.append("\"z\(random.below(15))\":" + value(&random, depth: 1)) }
    if random.oneIn(5) { members.remove(at: random.below(3)) }
    members.shuffle(using: &random)
    return "{\(members.joined(separator: ","))}"
  }

  private static func map(
    _ random: inout SeededGenerator, _ names: Int, _ value: (inout SeededGenerator) -> String
  ) -> String {
    let members = (0..<random.pick([0, 1, 3, 9])).map { _ in
      "\"\(random.pick(["k", "é-", "x"]))\(random.below(names))\":\(value(&random))"
    }
    return "{\(members.joined(separator: ","))}"
  }

  private static func object(_ random: inout SeededGenerator, depth: Int) -> String {
    let count = random.pick([0, 1, 3, 8])
    let members = (0..<count).map { _ -> String in
      let name =
        random.pick([true, false])
        ? random.pick(["a", "b", "c", "d", "list"])
        : "\(random.pick(["k", "x\\u0041", "é"]))\(Int.random(in: 0..<60, using: &random))"
      return "\"\(name)\":\(value(&random, depth: depth))"
    }
    return "{\(members.joined(separator: ","))}"
  }

  private static func value(_ random: inout SeededGenerator, depth: Int) -> String {
    switch Int.random(in: 0..<(depth < 4 ? 8 : 4), using: &random) {
    case 0: "null"
    case 1: "\(Int.random(in: -5..<100, using: &random))"
    case 2: "\"t\(Int.random(in: 0..<300, using: &random))\""
    case 3: "true"
    case 4: "[\(value(&random, depth: depth + 1)),\(value(&random, depth: depth + 1))]"
    default: object(&random, depth: depth + 1)
    }
  }
}
