/// Sections: which records they are about, and which paths they read in their own way.
///
/// A path gets a number of its own in a section only where the section declares something else
/// below its first name. All other paths have the number that they have outside, so that columns
/// are read once for all sections, and equal statements are one instruction.
extension ProgramBuilder {
  /// The first steps of the paths that a section reads in its own way, by section.
  static func ownSteps(_ ruleSet: RuleSet) -> [Set<PathStep>] {
    ruleSet.sections.map { section in
      Set(
        section.declarations.filter { $0.value != ruleSet.declarations[$0.key] }
          .compactMap(\.key.steps.first))
    }
  }

  /// The section in whose way a path is read; nil if that is the way of all records.
  func reader(of path: FieldPath) -> SectionIndex? {
    guard let section, let first = path.steps.first, ownSteps[section.value].contains(first) else {
      return nil
    }
    return section
  }

  /// An expression together with the section in whose way it is read, if there is one.
  func read(_ expression: Expression) -> SectionExpression {
    var read = SectionExpression(expression: expression)
    guard let section else { return read }
    let asksForNames = if case .constraint(.onlyFields) = expression { true } else { false }
    if asksForNames || !ownSteps[section.value].isEmpty { read.section = section }
    return read
  }

  /// How the path is read in the section at hand.
  func declaration(of path: FieldPath) -> Declaration? {
    ruleSet.declaration(of: path, in: section)
  }

  /// The number of a path that has one in the section at hand.
  func knownNumber(of path: FieldPath) -> PathNumber? {
    lists.pathNumbers[NamedField(path, in: reader(of: path))]
  }

  /// CSV: the path of the cells that a section splits in its own way; nil: those that all split.
  ///
  /// A cell is split once, and its elements are put in its place in the table. A section that reads
  /// it in another way has cells of its own, at a place that no record of JSON has.
  func cellPath(of path: FieldPath) -> FieldPath? {
    guard let section = reader(of: path), case .key(let name)? = path.steps.first,
      splitSteps[section.value].contains(.key(name))
    else { return nil }
    return FieldPath([.key("\(name)\u{0}\(section.value)")] + path.steps.dropFirst())
  }

  /// The first steps of the paths into cells that a section reads in its own way, by section.
  static func splitSteps(_ ruleSet: RuleSet, _ ownSteps: [Set<PathStep>]) -> [Set<PathStep>] {
    ruleSet.sections.indices.map { index in
      let paths = ruleSet.fields.filter { $0.section?.value == index }.map(\.path)
      return Set(paths.filter { !$0.column.rest.isEmpty }.compactMap(\.steps.first))
        .intersection(ownSteps[index])
    }
  }

  mutating func buildSections() throws(ProgramError) {
    let pointers = ruleSet.sectionRecords
    for section in ruleSet.sections {
      var code = SectionCode(condition: -1)
      if let condition = section.condition {
        code.condition = try instruction(condition, ProgramBuilder.recordPath)
      }
      if let records = section.records, let set = pointers.firstIndex(of: records) {
        code.set = Int32(set)
      }
      sections.append(code)
    }
  }
}

/// A section, as the program runs it.
struct SectionCode: BitwiseCopyable {
  /// The instruction that is true of its records, or -1.
  var condition: Int32
  /// The set of its records in a JSON document, or -1.
  var set: Int32 = -1
}

/// The number of a section in a program; ``everyRecord`` stands for no section.
typealias SectionNumber = TableNumber<SectionKind>
package enum SectionKind {}

extension TableNumber<SectionKind> {
  static var everyRecord: Self { -1 }

  init(_ section: SectionIndex?) { self = section.map { Self($0.value) } ?? .everyRecord }
}

extension Program {
  /// The number of a path as a section reads it, or as it is read outside; nil if nothing reads it.
  func number(of path: FieldPath, in section: SectionIndex?) -> PathNumber? {
    section.flatMap { lists.pathNumbers[NamedField(path, in: $0)] }
      ?? lists.pathNumbers[NamedField(path)]
  }
}
