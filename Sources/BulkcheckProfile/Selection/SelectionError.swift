internal import BulkcheckCore
internal import BulkcheckDocument

/// A name after `--only` or `--skip` that no rule has
/// (docs/reference/command-line.md#selecting-rules).
package struct SelectionError: Error, Hashable, Sendable, CustomStringConvertible {
  package var name: String
  /// The names that may have been meant, the likeliest first.
  package var suggestions: [String]

  package var description: String {
    let what = name.hasPrefix("label:") ? "no rule has the label" : "no rule has the id"
    let shown = name.hasPrefix("label:") ? String(name.dropFirst(6)) : name
    return "\(what) \(Complaint.quoted(shown))"
      + advice
  }

  private var advice: String {
    guard !suggestions.isEmpty else { return "" }
    var choices = suggestions.prefix(3).map(Complaint.quoted)
    let left = suggestions.count - choices.count
    if left > 0 { choices.append("one of \(left) more") }
    return ": did you mean \(choices.alternatives)?"
  }
}
