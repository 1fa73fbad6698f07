import BulkcheckCore
import Foundation
import Testing

/// The cases of the JSON Schema Test Suite, where it lies beside the checkout (or where
/// `BULKCHECK_SUITES` says).
@Suite("JSON Schema Test Suite")
struct FormatSuiteTests {
  static let folder = ThirdPartySuites.folder(
    "jsonschema/JSON-Schema-Test-Suite/tests/draft2020-12/optional/format")

  /// The suite has no cases for these.
  static let formats = Format.allCases.filter { $0 != .phone && $0 != .base64 }

  private struct Group: Decodable { let tests: [Case] }

  private struct Case: Decodable {
    let description: String
    let text: String?
    let valid: Bool

    private enum Key: String, CodingKey { case description, data, valid }

    init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: Key.self)
      description = try container.decode(String.self, forKey: .description)
      text = try? container.decode(String.self, forKey: .data)
      valid = try container.decode(Bool.self, forKey: .valid)
    }
  }

  @Test(
    "formats agree with the suite",
    .enabled(if: folder != nil, "the suite is not beside the checkout"),
    arguments: formats)
  func agreement(_ format: Format) throws {
    let folder = try #require(FormatSuiteTests.folder)
    let data = try Data(contentsOf: folder.appending(path: format.rawValue + ".json"))
    for group in try JSONDecoder().decode([Group].self, from: data) {
      for test in group.tests {
        // A format says nothing about values that are no texts.
        guard let text = test.text else { continue }
        withView(text) { view in
          #expect(FormatChecker.matches(format, view) == test.valid, "\(test.description): \(text)")
        }
      }
    }
  }
}
