import Foundation
import TestSupport
import Testing

/// The examples in the doc comments of the libraries compile as written.
@Suite("Examples in doc comments")
struct CommentExampleTests {
  /// Declarations that all examples take for granted.
  private static let surroundings = """
    import Bulkcheck
    import ClassTripRules
    import Foundation
    import Observation
    import Requirements

    struct Item: Decodable, Sendable { var price = 0.0 }
    struct Order: Decodable, Sendable {
      var items: [Item] = [], amount = 0.0, email: String?, country = "", shop = ""
      var isBusiness = false, taxNumber = "", birthYear = 0
    }
    struct Trip: Decodable, Sendable { var start = 0, end = 0 }
    struct Category: Decodable, Sendable { var id = 0, parent: Int? }
    struct Request { var body: [UInt8] = [] }
    let request = Request()
    func respond(_ status: Int, _ body: String) {}
    enum CurrencyCode: String, Decodable { case eur, usd }
    struct Row { var json: String }
    struct Service: Sendable {
      func insert(_ values: some Any) async throws {}
      func write(_ value: some Any, _ more: Any...) {}
      func isAvailable(_ name: String) async throws -> Bool { true }
    }
    let (store, database, api) = (Service(), Service(), Service())
    let (output, rejects) = (Service(), Service())
    func reject(_ value: some Any, _ failures: some Any) {}
    func log(_ value: some Any, _ failures: some Any) {}
    func save(_ value: some Any) {}
    func show(_ value: some Any) {}
    let isStrict = true
    let isFree = AsyncRequirement<String> { _ in .confirmed }
    let noDigit = Reason(message: "At least one digit")
    """

  private static let user = """
    struct User: Codable, Sendable {
      var firstName = "", lastName = "", email = ""
      var phone: String?, age: Int?
    }
    """

  /// Declarations that the examples of a file take for granted besides.
  private static let parameters = [
    "Bulkcheck/Library/Batch/BatchValidator.swift": "validator: BatchValidator<User>",
    "Bulkcheck/Library/Batch/Decoding/DecodingStrategies.swift": "requirement: Requirement<User>",
    "Bulkcheck/Library/Batch/Documents/Requirement+Documents.swift":
      "requirement: Requirement<User>",
    "Bulkcheck/Library/Batch/Documents/RequirementDocument.swift":
      "requirement: Requirement<User>",
    "Bulkcheck/Library/Decode/BatchValidator+Decode.swift": "validator: BatchValidator<User>",
    "Bulkcheck/Library/Decode/Failures.swift": "failures: BatchValidator<User>.Failures",
    "Bulkcheck/Library/Profile.swift": "profile: Profile",
    "Bulkcheck/Library/ProfileValidator.swift": "validator: ProfileValidator, rows: [Row]",
    "Bulkcheck/Library/Stream/RecordBatches.swift": "validator: ProfileValidator",
    "Bulkcheck/Partials/PartialResult.swift": "profile: Profile",
    "BulkcheckReport/Baseline/Baseline.swift": "bytes: [UInt8]",
    "BulkcheckReport/ReportFormat.swift": "report: Report",
    "Requirements/Async/AsyncRequirement+Time.swift": "isAvailable: AsyncRequirement<String>",
    "Requirements/Async/AsyncRequirement+When.swift": "isRegistered: AsyncRequirement<String>",
    "Requirements/Async/AsyncRequirement.swift": "isAvailable: AsyncRequirement<String>",
    "Requirements/Core/MessageProvider.swift": "reason: Reason",
    "Requirements/Partial/Partial+Validation.swift": "partial: Partial<User>",
    "Requirements/Referee/Referee.swift": "teacher: inout Referee",
  ]

  @Test("the compiler takes those of the libraries")
  func libraries() throws {
    let modules = ["Bulkcheck", "BulkcheckReport", "Requirements", "RequirementsPatterns"]
    let examples = try modules.flatMap { try CommentExample.all(ofModule: $0) }
    #expect(examples.count >= 40)
    #expect(Self.parameters.keys.allSatisfy { file in examples.contains { $0.file == file } })
    try compile(examples, beside: Self.surroundings + "\n" + Self.user) {
      try Compiler.messages($0)
    }
  }

  @Test("the compiler takes those of the documents' spellings")
  func compatibility() throws {
    let examples = try CommentExample.all(ofModule: "RequirementsCompatibility")
    #expect(examples.count >= 3)
    try compile(examples, beside: "import RequirementsCompatibility\n" + Self.surroundings) {
      try Compiler.messages($0)
    }
  }

  @Test("the compiler takes those of the macros", .enabled(if: Compiler.hasMacros))
  func macros() throws {
    let examples = try CommentExample.all(ofModule: "RequirementsMacros")
    #expect(examples.count >= 5)
    try compile(examples, beside: Self.surroundings) { try Compiler.check($0).messages }
  }

  private func compile(
    _ examples: [CommentExample], beside surroundings: String,
    _ compiler: (String) throws -> [Compiler.Message]
  ) throws {
    var lines = surroundings.components(separatedBy: "\n")
    var starts: [(line: Int, example: CommentExample)] = []
    for (number, example) in examples.enumerated() {
      starts.append((lines.count + 1, example))
      lines += example.declaration(number: number, of: Self.parameters[example.file] ?? "")
    }
    for message in try compiler(lines.joined(separator: "\n")) where message.kind == "error" {
      let start = try #require(starts.last { $0.line <= message.line })
      Issue.record("\(start.example), line \(message.line - start.line): \(message.text)")
    }
  }
}
