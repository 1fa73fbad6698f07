internal import BulkcheckDocument

/// A name after `--only` or `--skip` that no rule has
/// (docs/reference/command-line.md#selecting-rules).
package struct SelectionError: Error, Hashable, Sendable, CustomStringConvertible {
  package var name: String
  package var suggestion: String?

  package var description: String {
    let what = name.hasPrefix("label:") ? "no rule has the label" : "no rule has the id"
    let shown = name.hasPrefix("label:") ? String(name.dropFirst(6)) : name
    return "\(what) \(Complaint.quoted(shown))"
      + (suggestion.map { ": did you mean \(Complaint.quoted($0))?" } ?? "")
  }
}
