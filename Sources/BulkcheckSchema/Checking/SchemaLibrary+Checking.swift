internal import BulkcheckCore
internal import BulkcheckDocument
internal import BulkcheckProfile

/// Checks the values of keywords, as the metaschemas do.
extension SchemaLibrary {
  /// Resolves all references, first those that a place reaches, and looks at each place once.
  mutating func readAll(from root: Int) {
    reach(from: root)
    isBeyondReach = true
    var cursor = 0
    while cursor < places.count {
      if let members = places[cursor].node.members {
        if !documents[places[cursor].document].isBuiltIn {
          check(members, of: cursor)
          noteKeywords(members, of: cursor)
          notePatterns(members, of: cursor)
        }
        if !places[cursor].isReached { readReferences(of: cursor, members) }
      }
      cursor += 1
    }
    noteRepetitions()
  }

  private mutating func check(_ members: [DocumentMember], of place: Int) {
    let meaning = meaning(of: place)
    let document = places[place].document
    for member in members {
      guard let facts = KeywordFacts.named(member.name, in: meaning.dialect) else { continue }
      guard meaning.vocabularies.contains(facts.vocabulary) else { continue }
      let check = KeywordCheck(dialect: meaning.dialect, keyword: member.name)
      for (offset, complaint) in check.complaints(facts.form, member.value, beside: members) {
        complain(document, offset, complaint)
      }
    }
  }
}
