import BulkcheckCore
import Foundation
import PatternSyntax
import TestSupport
import Testing

@Suite("Patterns of other projects")
struct PatternSuiteTests {
  private enum Answer { case matched, notMatched, refused }

  private func answer(
    _ pattern: String, _ text: String, options: Set<PatternSource.Option> = []
  ) -> Answer {
    guard let pattern = try? Pattern(PatternSource(pattern, options: options)) else {
      return .refused
    }
    let owner = OwnedBytes(text)
    return withExtendedLifetime(owner) {
      PatternMatcher().match(pattern.code, owner.view) == .matched ? .matched : .notMatched
    }
  }

  // MARK: Schemas

  private struct SchemaPattern: Decodable { var pattern: String }

  @Test(
    "patterns of published schemas compile, except those of other dialects", .needsSuites,
    arguments: [("schemastore", 1277, 0), ("json-schema-corpus", 3222, 14)])
  func schemas(_ name: String, _ number: Int, _ refused: Int) throws {
    let bytes = try Suites.file("regex/schema-patterns/\(name).features.jsonl")
    let lines = bytes.split(separator: 10)
    #expect(lines.count == number)
    var failures: [String] = []
    for line in lines {
      let pattern = try JSONDecoder().decode(SchemaPattern.self, from: Data(line)).pattern
      do throws(PatternError) {
        _ = try Pattern(PatternSource(pattern))
      } catch {
        failures.append("\(pattern)  \(error.message)")
      }
    }
    #expect(failures.count == refused, "\(failures.joined(separator: "\n"))")
  }

  // MARK: JSON Schema

  private struct Group: Decodable {
    struct Schema: Decodable {
      var pattern: String?
      var patternProperties: [String: Anything]?
    }
    struct Case: Decodable {
      var description: String
      var text: String?
      var keys: [String]
      var valid: Bool
      enum Key: String, CodingKey { case description, data, valid }
      init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: Key.self)
        description = try container.decode(String.self, forKey: .description)
        text = try? container.decode(String.self, forKey: .data)
        keys = Array(((try? container.decode([String: Anything].self, forKey: .data)) ?? [:]).keys)
        valid = try container.decode(Bool.self, forKey: .valid)
      }
    }
    struct Anything: Decodable { init(from decoder: any Decoder) throws {} }
    var description: String
    var schema: Schema
    var tests: [Case]
  }

  /// `\s` is ASCII here (docs/reference/formats.md#patterns), Unicode White_Space in ECMAScript;
  /// the properties `Letter` and `digit` have no such names in PCRE2 10.42 (`L` and `Nd`): such a
  /// profile is refused.
  static let ecmaDeviations: Set<String> = [
    "^\\s$: latin-1 non-breaking-space matches",
    "^\\s$: zero-width whitespace matches",
    "^\\s$: paragraph separator matches (line terminator)",
    "^\\s$: EM SPACE matches (Space_Separator)",
    "^\\S$: latin-1 non-breaking-space does not match",
    "^\\S$: zero-width whitespace does not match",
    "^\\S$: paragraph separator does not match (line terminator)",
    "^\\S$: EM SPACE does not match (Space_Separator)",
    "\\p{Letter}cole: ascii character in json string",
    "\\p{Letter}cole: literal unicode character in json string",
    "\\p{Letter}cole: unicode character in hex format in string",
    "\\p{Letter}cole: unicode matching is case-sensitive",
    "^\\p{digit}+$: ascii digits",
    "^\\p{digit}+$: ascii non-digits",
    "^\\p{digit}+$: non-ascii digits (BENGALI DIGIT FOUR, BENGALI DIGIT TWO)",
  ]

  @Test(
    "ECMAScript patterns mean the same", .needsSuites,
    arguments: ["ecmascript-regex", "non-bmp-regex"])
  func ecmaScript(_ file: String) throws {
    let path = "jsonschema/JSON-Schema-Test-Suite/tests/draft2020-12/optional/\(file).json"
    let groups = try JSONDecoder().decode([Group].self, from: Data(try Suites.file(path)))
    var deviations: Set<String> = []
    for group in groups {
      guard let pattern = group.schema.pattern else { continue }
      for test in group.tests {
        guard let text = test.text else { continue }
        if answer(pattern, text) != (test.valid ? .matched : .notMatched) {
          deviations.insert("\(pattern): \(test.description)")
        }
      }
    }
    let expected = file == "ecmascript-regex" ? Self.ecmaDeviations : []
    #expect(deviations == expected)
  }

  // MARK: rust-lang/regex

  static let rustFiles = [
    "crazy", "empty", "flags", "leftmost-all", "misc", "multiline", "regression", "substring",
    "unicode", "word-boundary", "fowler/basic", "fowler/nullsubexpr", "fowler/repetition",
  ]

  /// `\w` and `\b` are ASCII here, and `\p{Lu}` keeps its case under `caseInsensitive`.
  static let rustDeviations: Set<String> = [
    "unicode/perl7", "unicode/wb-100", "unicode/wb-300",
    "word-boundary/unicode3", "word-boundary/unicode4",
  ]

  /// Settings that ask for another kind of search than ours.
  static let otherSearches = [
    "bounds", "anchored", "line-terminator", "search-kind", "match-kind", "utf8", "compiles",
    "unescape",
  ]

  @Test("rust-lang/regex, as far as the dialects agree", .needsSuites)
  func rust() throws {
    var deviations: Set<String> = []
    var judged = 0
    var refused = 0
    for file in Self.rustFiles {
      let toml = String(
        decoding: try Suites.file("regex/rust-regex/testdata/\(file).toml"), as: UTF8.self)
      for test in RegexCase.read(toml, file: file) {
        // `(?R)`, lines that end with CRLF, is a recursion in PCRE2.
        guard let pattern = test.pattern, !test.name.contains("crlf"),
          Self.otherSearches.allSatisfy({ test.settings[$0] == nil })
        else { continue }
        let options: Set<PatternSource.Option> =
          test.settings["case-insensitive"]?.hasPrefix("true") == true ? [.caseInsensitive] : []
        let found = answer(pattern, test.text, options: options)
        if found == .refused {
          refused += 1
          continue
        }
        judged += 1
        if found != (test.hasMatch ? .matched : .notMatched) { deviations.insert(test.name) }
      }
    }
    // Flags, properties and word boundaries that PCRE2 does not know are mistakes in a profile.
    #expect(refused == 78)
    #expect(judged == 329)
    #expect(
      deviations == Self.rustDeviations,
      "\(deviations.symmetricDifference(Self.rustDeviations).sorted().joined(separator: "\n"))")
  }
}
