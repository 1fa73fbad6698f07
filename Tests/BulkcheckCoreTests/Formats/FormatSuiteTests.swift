import BulkcheckCore
import Foundation
import Testing

/// The cases of the JSON Schema Test Suite, where it lies beside the checkout (or where
/// `BULKCHECK_SUITES` says).
@Suite("JSON Schema Test Suite")
struct FormatSuiteTests {
  static let folder = ThirdPartySuites.folder("jsonschema/JSON-Schema-Test-Suite/tests")
  static let drafts = ["draft4", "draft6", "draft7", "draft2019-09", "draft2020-12"]

  private struct Group: Decodable {
    struct Schema: Decodable { let format: String }

    let schema: Schema
    let tests: [Case]
  }

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
    .enabled(if: folder != nil, "the suite is not beside the checkout"), arguments: drafts)
  func agreement(_ draft: String) throws {
    let folder = try #require(FormatSuiteTests.folder).appending(path: "\(draft)/optional/format")
    let files = try FileManager.default.contentsOfDirectory(atPath: folder.path)
    #expect(files.count >= 7)
    for file in files {
      let data = try Data(contentsOf: folder.appending(path: file))
      for group in try JSONDecoder().decode([Group].self, from: data) {
        let format = Format(inSchema: group.schema.format)
        #expect((format == nil) == (file == "unknown.json"), "\(file)")
        for test in group.tests {
          // A format says nothing about values that are not texts.
          guard let text = test.text, let format else { continue }
          withView(text) { view in
            #expect(
              FormatChecker.matches(format, view) == test.valid,
              "\(file), \(test.description): \(text)")
          }
        }
      }
    }
  }
}
