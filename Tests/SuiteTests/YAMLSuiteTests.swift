import BulkcheckCore
import BulkcheckDocument
import TestSupport
import Testing

/// yaml-test-suite: each case has the value of its JSON, or is refused.
@Suite("yaml-test-suite")
struct YAMLSuiteTests {
  struct Case {
    var id: String
    var yaml: String
    /// nil: it must be refused.
    var json: DocumentNode?
    /// How libyaml 0.2.5 differs from the suite: `refuses`, `accepts` or `differs`.
    var libyaml: String?
  }

  private static let kind = Document.Kind("file", content: "a value", nestingMaximum: 128)

  private func cases() throws -> [Case] {
    try Suites.file("yaml/cases.jsonl").split(separator: 10).map { line in
      let root = try Document(SourceText(Array(line)), kind: Self.kind).root
      return Case(
        id: root["id"]?.text ?? "", yaml: root["yaml"]?.text ?? "",
        json: root["expect"]?.text == "value" ? root["json"] : nil,
        libyaml: root["libyaml"]?.text)
    }
  }

  private func read(_ yaml: String) -> Result<DocumentNode, DocumentFault> {
    do throws(DocumentFault) {
      return .success(
        try Document(SourceText(Array(yaml.utf8)), kind: Self.kind, language: .yaml).root)
    } catch {
      return .failure(error)
    }
  }

  /// Cases in which libyaml 0.2.5 does not do what YAML says, as docs/conformance.md lists them.
  static let refused = [
    "2LFX", "2SXE", "4ABK", "4MUZ/0", "4MUZ/1", "4MUZ/2", "58MP", "5MUD", "5T43", "6BCT", "6CA3",
    "6LVF", "96NN/0", "DBG4", "DK3J", "DK95/0", "DK95/3", "DK95/4", "FP8R", "HM87/0", "K3WX",
    "Q5MG", "R4YG", "VJP3/1", "Y79Y/1", "Y79Y/10",
  ]
  static let accepted = ["CVW2", "DK95/1", "QB6E", "S98Z", "SU5Z", "Y79Y/3", "YJV2"]
  static let different = ["652Z", "HM87/1", "L24T/1"]

  @Test("each case has its value, or is refused", .needsSuites)
  func suite() throws {
    let cases = try cases()
    #expect(cases.count == 259)
    var refused: [String] = []
    var accepted: [String] = []
    var different: [String] = []
    for example in cases {
      switch (read(example.yaml), example.json) {
      case (.success(let value), let expected?):
        if !Self.isSame(value, expected) { different.append(example.id) }
      case (.success, nil): accepted.append(example.id)
      case (.failure, .some): refused.append(example.id)
      case (.failure(let fault), nil): #expect(!fault.complaint.message.isEmpty)
      }
    }
    #expect(refused == Self.refused)
    #expect(accepted == Self.accepted)
    #expect(different == Self.different)
    // What the suite says of libyaml.
    for (found, word) in [(refused, "refuses"), (accepted, "accepts"), (different, "differs")] {
      let known = cases.filter { $0.libyaml == word }.map(\.id)
      #expect(Set(known).isSuperset(of: found), "\(word): \(found.filter { !known.contains($0) })")
    }
  }

  private static func isSame(_ left: DocumentNode, _ right: DocumentNode) -> Bool {
    switch (left.kind, right.kind) {
    case (.null, .null): true
    case (.boolean(let left), .boolean(let right)): left == right
    case (.number(let left), .number(let right)): BigDecimal(left) == BigDecimal(right)
    case (.text(let left), .text(let right)): left.isExactly(right)
    case (.array(let left), .array(let right)):
      left.count == right.count && zip(left, right).allSatisfy(isSame)
    case (.object(let left), .object(let right)):
      left.count == right.count
        && left.allSatisfy { member in
          right.named(member.name).map { isSame(member.value, $0.value) } ?? false
        }
    default: false
    }
  }
}
