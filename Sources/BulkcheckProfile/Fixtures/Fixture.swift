/// A record inside a profile and the exact set of rules that fail on it
/// (docs/reference/profile.md#tests).
package struct Fixture: Hashable, Sendable {
  /// What its author calls it.
  package var name: String?
  /// One line of JSON, as a JSONL input would hold it.
  package var record: String
  /// The ids of rules and built-in rules, in the order given.
  package var fails: [String]
  /// Of the profile, from 1.
  package var line: Int
}
