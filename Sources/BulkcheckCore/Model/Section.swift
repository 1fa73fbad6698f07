/// The position of a section in ``RuleSet/sections``.
package struct SectionIndex: Hashable, Sendable, Comparable {
  package var value: Int
  package init(_ value: Int) { self.value = value }
  package static func < (left: Self, right: Self) -> Bool { left.value < right.value }
}

/// A part of a profile whose rules apply to some of the records
/// (docs/reference/sections.md#sections).
///
/// Its rules stand in ``RuleSet/rules`` and ``RuleSet/tableRules`` among the others, and its blocks
/// in ``RuleSet/scopes``; they name it.
package struct Section: Hashable, Sendable {
  package var id: String
  /// About the record: it belongs to the section where this is true; nil: where ``records`` says
  /// so.
  package var condition: Expression?
  /// The places of its records in a JSON document; nil: any. Records of other inputs do not belong
  /// to a section that has such places.
  package var records: RecordPointer?
  /// How the section reads the paths that it declares, with what the profile declares of them.
  package var declarations: [FieldPath: Declaration] = [:]

  package init(id: String, condition: Expression?, records: RecordPointer? = nil) {
    self.id = id
    self.condition = condition
    self.records = records
  }

  /// The beginning of the ids of its rules.
  package var idPrefix: String { Section.idPrefix(of: id) }

  /// The beginning of the ids of the rules of a section.
  package static func idPrefix(of id: String) -> String { id + "." }
}

/// A path that a profile names, of the records of a section or of all.
package struct NamedField: Hashable, Sendable {
  package var path: FieldPath
  /// nil: of all records.
  package var section: SectionIndex?

  package init(_ path: FieldPath, in section: SectionIndex? = nil) {
    self.path = path
    self.section = section
  }
}

extension Declaration {
  /// This declaration, with the parts that it lacks taken from another one.
  package func completed(by other: Declaration) -> Declaration {
    var whole = self
    whole.types = types ?? other.types
    if normalize.isEmpty { whole.normalize = other.normalize }
    whole.separator = separator ?? other.separator
    whole.booleanWords = booleanWords ?? other.booleanWords
    whole.numberForm = numberForm ?? other.numberForm
    whole.temporal = temporal ?? other.temporal
    return whole
  }
}

extension RuleSet {
  /// How a path is read in a section, or by what is in none.
  package func declaration(of path: FieldPath, in section: SectionIndex?) -> Declaration? {
    section.flatMap { sections[$0.value].declarations[path] } ?? declarations[path]
  }

  /// The built-in rules that can be run: without sections no record can be in none.
  package var builtInRules: [BuiltInRule] {
    BuiltInRule.allCases.filter { $0 != .noSection || !sections.isEmpty }
  }

  /// The places of the records of sections, each once, in the order of the profile.
  package var sectionRecords: [RecordPointer] {
    var found: [RecordPointer] = []
    for pointer in sections.compactMap(\.records) where !found.contains(pointer) {
      found.append(pointer)
    }
    return found
  }

  /// The id of a section.
  package func id(of section: SectionIndex?) -> String? { section.map { sections[$0.value].id } }

  /// Every path that the profile names, in order of first mention, each once.
  package var paths: [FieldPath] {
    var seen: Set<FieldPath> = []
    return fields.map(\.path).filter { seen.insert($0).inserted }
  }

  /// Names a path of all records, if it is not named.
  package mutating func name(_ path: FieldPath) {
    let field = NamedField(path)
    if !fields.contains(field) { fields.append(field) }
  }
}
