internal import BulkcheckCore

/// The surroundings of a constraint block.
struct BlockContext {
  enum Area {
    case fields, rules
  }

  var area: Area
  /// The value's place, from the record's root.
  var path: FieldPath
  /// Whether `type`, `normalize` and `separator` in it are declarations: under `fields`, outside
  /// combinators. Elsewhere `type` is a check like any other, and the others are mistakes.
  var declares: Bool
  /// The value is the name of a member, which is at no place.
  var isAboutNames = false

  /// The context of a block for the names of members.
  static let names = BlockContext(
    area: .rules, path: FieldPath(), declares: false, isAboutNames: true)

  /// The context of an operand for the same value.
  var operand: BlockContext {
    BlockContext(area: area, path: path, declares: false, isAboutNames: isAboutNames)
  }

  /// The context of a block for a part of the value.
  func inner(_ path: FieldPath, declares: Bool? = nil) -> BlockContext {
    BlockContext(
      area: area, path: path, declares: declares ?? self.declares, isAboutNames: isAboutNames)
  }
}

/// A block under `fields` whose constraints are rules of their own.
struct ScopeContext {
  var index: ScopeIndex
  var path: FieldPath
  /// The beginning of the derived ids of its rules.
  var idPrefix: String
  /// Inherited by its rules.
  var labels: [String]
}
