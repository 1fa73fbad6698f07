package import BulkcheckCore

/// Records inside a profile and the exact set of rules that fail on them
/// (docs/reference/profile.md#tests).
package struct Fixture: Hashable, Sendable {
  package enum Subject: Hashable, Sendable {
    /// One line of JSON, as a JSONL input would hold it, judged alone.
    case record(String)
    /// Such lines, judged as one input, so that rules about the table and `unique` judge too.
    case table([String])
    /// The text of a JSON document, judged as one input.
    case document(String)
  }

  /// The name that its author gave it.
  package var name: String?
  package var subject: Subject
  /// The section to which the record has to belong; nil: any.
  package var section: SectionIndex?
  /// The ids of rules and built-in rules, in the order given.
  package var fails: [String]
  /// Its line in the profile, from 1.
  package var line: Int
}
