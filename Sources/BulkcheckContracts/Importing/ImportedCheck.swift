package import BulkcheckDocument

/// One check of another tool, and what becomes of it in a profile.
package struct ImportedCheck {
  /// A part of a profile.
  package enum Part {
    /// A constraint in the block of a field.
    case field(
      column: String, keyword: String, value: DocumentNode, attributes: [DocumentMember])
    /// An entry of `rules`. It gets an id that begins with the hint.
    case rule(hint: String, members: [DocumentMember])
    /// An entry of `table`. It gets an id that begins with the hint.
    case table(hint: String, members: [DocumentMember])

    /// The statements in SQL of an entry, and the conditions.
    var statements: [String] {
      let words = ["sql", "when", "then", "where"]
      return entry.members.filter { words.contains($0.name) }.compactMap(\.value.text)
    }

    /// The part as an entry without an id, and the list that it belongs to.
    var entry: (list: List, members: [DocumentMember]) {
      switch self {
      case .rule(_, let members): return (.rules, members)
      case .table(_, let members): return (.table, members)
      case .field(let column, let keyword, let value, let attributes):
        if keyword == "unique" {
          let paths = DocumentNode.texts([ProfilePath.column(column)], at: value.offset)
          return (.rules, [DocumentMember("unique", paths)] + attributes)
        }
        let block = DocumentNode.object(
          [ProfilePath.columnOperand(column): .object([keyword: value], at: value.offset)],
          at: value.offset)
        return (.rules, [DocumentMember("all", .list([block], at: value.offset))] + attributes)
      }
    }
  }

  /// The lists of a profile that entries stand in.
  enum List { case rules, table }

  /// How much of a check the profile enforces.
  package enum Extent: String, Sendable {
    case exact, partly, notEnforced
  }

  /// The offset of the check's own words.
  package let offset: Int
  /// The column whose block shows what is left over.
  package var column: String?
  package var parts: [Part] = []
  package var leftovers: [Leftover] = []
  /// The column that the check takes for a date because its bounds are dates.
  package var datedColumn: String?
  /// Sentences for readers of the profile, though everything is enforced.
  package var remarks: [String] = []

  package init(at offset: Int, column: String? = nil) {
    self.offset = offset
    self.column = column
  }

  package var extent: Extent {
    if leftovers.isEmpty { return .exact }
    return parts.isEmpty ? .notEnforced : .partly
  }

  /// Takes everything back that was carried over.
  package mutating func refuse(_ sentence: String, at place: Int? = nil) {
    parts = []
    datedColumn = nil
    leftovers = [Leftover(offset: place ?? offset, sentence: sentence)]
  }
}
