import Bulkcheck
import Testing

@Suite("Expressions that a header has as names")
struct OperandConflictTests {
  @Test(
    "are refused before the first record is read",
    arguments: [
      ("a + b", "a,b,a + b,c\n1,2,4,3\n", true), ("5", "a,5,c\n1,2,3\n", true),
      ("a + b", "a,b,c\n1,2,3\n", false), ("a + b", "{\"a + b\":1,\"a\":1,\"b\":2,\"c\":3}", false),
    ])
  func headers(_ operand: String, _ input: String, _ isRefused: Bool) throws {
    let profile = try Profile(
      text:
        #"{"bulkcheck": 1, "rules": [{"id": "r", "compare": ["c", "==", "\#(operand)"]}]}"#
    )
    let name = input.hasPrefix("{") ? "a.jsonl" : "a.csv"
    let report = try ProfileValidator(profile).validate(bytes: input.utf8, name: name)
    let failure = report.inputs.first?.failure
    #expect((failure != nil) == isRefused)
    #expect(report.exitCode == (isRefused ? 2 : 0))
    #expect(report.records.total == (isRefused ? 0 : 1))
    if isRefused { #expect(failure?.contains(#""\"\#(operand)\"""#) == true, "\(failure ?? "")") }
  }

  @Test("and so are those that the profile has as columns or as paths")
  func profiles() {
    for part in [
      #""input": {"csv": {"header": false, "columns": ["a", "a + b"]}}"#,
      #""fields": {"a + b": {"minimum": 1}}"#,
    ] {
      #expect(throws: ProfileError.self) {
        try Profile(
          text:
            #"{"bulkcheck": 1, \#(part), "rules": [{"id": "r", "compare": ["c", "<", "a + b"]}]}"#
        )
      }
    }
  }
}
