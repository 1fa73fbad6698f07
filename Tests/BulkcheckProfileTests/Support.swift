import BulkcheckCore
import BulkcheckDocument
import BulkcheckProfile

/// Reads a profile text.
func read(_ text: String) throws(ProfileMistakes) -> ParsedProfile {
  try ParsedProfile.read(Array(text.utf8), fileName: "p.json")
}

/// The mistakes of a profile text; none if it has none.
func mistakes(_ text: String) -> [Mistake] {
  do {
    _ = try read(text)
    return []
  } catch {
    return error.mistakes
  }
}

/// A profile with this text under `fields`.
func fields(_ text: String) -> String { #"{"bulkcheck":1,"fields":"# + text + "}" }

/// A profile with this text under `rules`.
func rules(_ text: String) -> String { #"{"bulkcheck":1,"rules":"# + text + "}" }

extension RuleSet {
  func rule(_ id: String) -> Rule? { rules.first { $0.id == id } }
}
