// STUB: the profile reader's files replace this one.
package import BulkcheckCore

package struct Fixture: Sendable {
  package var record: [UInt8]
  package var fails: [String]
  package var line: Int
  package var name: String?
}
package struct ProfileMistakes: Error, CustomStringConvertible {
  package var description: String
}
package struct SelectionError: Error, CustomStringConvertible {
  package var description: String
}
package struct Profile: Sendable {
  package var ruleSet: RuleSet
  package var name: String?
  package var sha256: String
  package var tests: [Fixture]
  package static func read(
    _ bytes: [UInt8], fileName: String
  ) throws(ProfileMistakes) -> Profile {
    if bytes.isEmpty { throw ProfileMistakes(description: "\(fileName):1:1: empty\n") }
    return Profile(
      ruleSet: RuleSet(), name: "users", sha256: String(repeating: "0", count: 64),
      tests: [Fixture(record: Array("{}".utf8), fails: ["a.required"], line: 3, name: nil)])
  }
}
extension RuleSet {
  package func selecting(only: [String], skip: [String]) throws(SelectionError) -> RuleSet {
    if only.contains("nope") { throw SelectionError(description: "no rule is called 'nope'") }
    return self
  }
}
package enum RuleListing {
  package static func text(_ ruleSet: RuleSet) -> String { "rules\n" }
}
