/// How the values of a `unique` rule come to its keys.
enum UniqueValues {
  case asWritten
  /// `normalize` changes them, or may insert what they are parts of; or texts of CSV are read as
  /// numbers, by their own type or by that of the column to which they refer.
  case changed
  /// They are never shown.
  case masked

  init(of rule: RuleNumber, _ program: Program, isCSV: Bool) {
    let start = program.tables.rules[rule].partStart
    let parts = start..<start + program.tables.rules[rule].partCount
    if parts.contains(where: { program.hides(program.tables.partPaths[$0], isCSV: isCSV) }) {
      self = .masked
    } else {
      let isChanged = parts.contains {
        let path = program.tables.paths[program.tables.partPaths[$0]]
        if path.changeCount > 0 || path.around >= 0 { return true }
        guard isCSV else { return false }
        return path.typeList.isEmpty ? program.refersToInput(rule) : path.types != .string
      }
      self = isChanged ? .changed : .asWritten
    }
  }
}
