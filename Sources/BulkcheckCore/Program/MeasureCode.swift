/// A table rule that measures, compiled.
package struct MeasureCode: BitwiseCopyable, Sendable {
  package var measure = Measure.count
  /// The kind of values that an extreme is one of, and their reader.
  var time = TemporalReading(kind: .numbers, reader: nil)
  package var isRun = true
  /// The section whose records are measured.
  var section = SectionNumber.everyRecord
  /// The measured path, and the walk that leads there; -1 if there is none.
  var path: PathNumber = -1
  var walk: Int32 = -1
  /// The instruction that tells the records to measure, or -1.
  var condition: Int32 = -1
  /// The paths of the groups, in `partPaths`.
  var groupStart: Int32 = 0
  package var groupCount: Int32 = 0
  /// The declared types of the field, if it has any.
  var types: TypeMask = []
  var kind: MeasuredType { time.kind }
  /// The place of the reference whose values have to occur, in ``Program/coverages``; else -1.
  package var coverage: Int32 = -1

  /// Numbers are added up.
  var isSum: Bool { measure == .sum || measure == .mean || measure == .stddev }
  /// Values are told apart.
  var isDistinct: Bool { measure == .distinct || measure == .duplicates }
  var isLength: Bool { measure == .minLength || measure == .maxLength }
  var isExtreme: Bool { measure == .min || measure == .max }
}

extension ProgramBuilder {
  /// Paths and conditions of the rules about the table.
  mutating func buildMeasures() throws(ProgramError) {
    defer { section = nil }
    for (index, rule) in ruleSet.tableRules.enumerated() {
      section = rule.section
      if rule.isRun, case .sorted(let order) = rule.statement {
        let times = order.keys.map { key in key.kind.map { timeReading($0, key.notation) } }
        orderRules.append(
          OrderCode(
            index: index, section: SectionNumber(rule.section), order: order, times: times,
            paths: order.keys.map { number(of: $0.path) },
            groupPaths: order.groups.map { number(of: $0) }))
      }
      var code = MeasureCode()
      code.isRun = rule.isRun
      code.section = SectionNumber(rule.section)
      switch rule.statement {
      case .measure(let measurement) where rule.isRun: try compile(measurement, into: &code)
      case .covers(let coverage) where rule.isRun: try compile(coverage, into: &code)
      default: code.isRun = false
      }
      measures.append(code)
    }
  }

  private mutating func timeReading(
    _ kind: MeasuredType, _ notation: TemporalNotation?
  ) -> TemporalReading {
    TemporalReading(kind: kind, reader: notation.map { readers[Int(reader($0))] })
  }

  private mutating func compile(
    _ measurement: Measurement, into code: inout MeasureCode
  ) throws(ProgramError) {
    code.measure = measurement.measure
    code.time = timeReading(measurement.kind, measurement.notation)
    if let path = measurement.path {
      code.path = number(of: path)
      code.types = paths[Int(code.path)].types
      if path.leadsToSeveral { code.walk = walk(path, from: FieldPath(), isRelative: false) }
    }
    if let condition = measurement.condition {
      code.condition = try instruction(condition, ProgramBuilder.recordPath)
    }
    let groups = measurement.groups.map { number(of: $0) }
    code.groupStart = Int32(partPaths.count)
    code.groupCount = Int32(groups.count)
    partPaths += groups
  }

  /// Values that are there are measured, and looked up in the reference.
  private mutating func compile(
    _ coverage: Coverage, into code: inout MeasureCode
  ) throws(ProgramError) {
    var measurement = Measurement(.present)
    measurement.path = coverage.path
    try compile(measurement, into: &code)
    code.coverage = Int32(lists.coverages.count)
    lists.coverages.append(coverage.reference.values)
  }

  /// The paths that table rules read.
  func tablePaths(_ names: inout [FieldPath]) -> [FieldPath] {
    var paths: [FieldPath] = []
    for rule in ruleSet.tableRules {
      paths += rule.paths
      if case .measure(let measurement) = rule.statement, let condition = measurement.condition {
        condition.collectPaths(from: FieldPath(), lists.closures, &paths, &names)
      }
      names += rule.columnPaths
    }
    return paths
  }

  /// The rules about columns that are run.
  var columnRules: [ColumnCode] {
    ruleSet.tableRules.enumerated().compactMap { index, rule in
      guard rule.isRun, case .columns(let names, let match) = rule.statement else { return nil }
      let states = rule.columnPaths.map { tree.states(of: $0) }
      return ColumnCode(
        index: index, section: SectionNumber(rule.section), names: names, match: match,
        states: states.contains { $0.isEmpty } ? [] : states)
    }
  }
}

/// A rule about the order of records.
struct OrderCode: Sendable {
  /// Its place among the rules about the table.
  let index: Int
  /// The section whose records it is about.
  let section: SectionNumber
  let order: SortOrder
  /// For each key how its dates or times are read, if it is about such.
  let times: [TemporalReading?]
  /// The path numbers of the keys, and of the values by which records are grouped.
  let paths: [PathNumber]
  let groupPaths: [PathNumber]

  var keys: [SortKey] { order.keys }
  var strictly: Bool { order.isStrict }
}

/// A rule about columns.
struct ColumnCode: Sendable {
  /// Its place among the rules about the table.
  let index: Int
  /// The section whose records it is about.
  let section: SectionNumber
  let names: [String]
  let match: ColumnMatch
  /// The states of the names, if these alone decide and are not too many; otherwise empty.
  let states: [[StateNumber]]
}

extension TableRule {
  /// Listed names whose states the field tree is to have, so that the scanner finds them.
  ///
  /// None if what else a record has decides too.
  var columnPaths: [FieldPath] {
    guard isRun, case .columns(let names, let match) = statement,
      match == .subset || match == .partial, names.count <= TableRule.columnPathsMaximum
    else { return [] }
    return names.map { FieldPath([.key($0)]) }
  }

  private static let columnPathsMaximum = 256
}
