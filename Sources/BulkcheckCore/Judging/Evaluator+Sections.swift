/// Sections: the condition of each is asked once for each batch, before all rules. Its rules are
/// asked about the lanes in which it is true.
///
/// That the rules of a section do not apply elsewhere is not noted rule by rule. The records of the
/// section are counted, and reports compute the rest (``RunAccumulator``). So a section without a
/// record in the batch costs its condition, and a branch for each of its blocks and entries.
///
/// Where a match limit leaves the condition open, all rules of the section fail.
extension Evaluator {
  /// Finds the records of each section.
  mutating func openSections() {
    let record = values.column(ProgramBuilder.recordPath)
    var outside = values.objects
    for number in 0..<SectionNumber(tables.sectionCount) {
      let answer = judge(tables.sections[number], record)
      let open = answer.limited | answer.unreadable
      sections[number] = SectionLanes(records: answer.yes, open: open)
      outside -= answer.yes | open
      counters.count(number, records: answer.yes.count, open: open.count)
    }
    if !outside.isEmpty { failBuiltIn(.noSection, outside) }
  }

  /// The records that belong to a section.
  private mutating func judge(_ section: SectionCode, _ record: ColumnNumber) -> Answer {
    var asked = values.objects
    if section.set >= 0 {
      for lane in asked where values.set(of: lane) != Int(section.set) { asked -= Lanes(lane) }
    }
    guard section.condition >= 0, !asked.isEmpty else { return Answer(yes: asked, no: .none) }
    return judge(section.condition, record, asked)
  }

  /// The sections to which the only record of the batch belongs. Nothing is counted.
  mutating func sectionsOfOnlyRecord() -> [SectionNumber] {
    shared.clear()
    let record = values.column(ProgramBuilder.recordPath)
    var found: [SectionNumber] = []
    for number in 0..<SectionNumber(tables.sectionCount) {
      let answer = judge(tables.sections[number], record)
      if !answer.yes.isEmpty { found.append(number) }
    }
    return found
  }

  /// The lanes of the records that rules of a section are asked about.
  @inline(__always)
  mutating func lanes(of section: SectionNumber) -> Lanes {
    section == .everyRecord ? values.objects : sections[section].records
  }

  /// The lanes in which it is not known whether the record belongs to a section.
  @inline(__always)
  mutating func openLanes(of section: SectionNumber) -> Lanes {
    section == .everyRecord ? .none : sections[section].open
  }

  /// Whether a section has no record in the batch.
  @inline(__always)
  mutating func isEmpty(_ section: SectionNumber) -> Bool {
    section != .everyRecord && (sections[section].records | sections[section].open).isEmpty
  }
}

/// CSV: the columns that no path of a section means, nor one outside of sections.
struct OtherColumns {
  /// In the order of the header, with the places of their values.
  var columns: [(position: Int, name: String)]
  var names: [OwnedBytes]
}

extension Evaluator {
  /// Finds the columns of an input that sections do not know. To be called when ``BatchValues``
  /// has its layout.
  mutating func findOtherColumns() {
    let layout = values.layout
    otherColumns = program.lists.sectionColumns.map { known in
      let columns = layout.columns.filter { !known.contains($0.name) }
      return OtherColumns(columns: columns, names: columns.map { OwnedBytes($0.name) })
    }
  }

  /// CSV: the columns that the section of a rule does not know.
  mutating func unknownColumns(of rule: RuleNumber) -> OtherColumns {
    let section = tables.rules[rule].section
    return section == .everyRecord
      ? OtherColumns(columns: values.layout.otherColumns, names: values.layout.otherNames)
      : otherColumns[Int(section)]
  }
}

/// The records of a section in a batch.
struct SectionLanes: BitwiseCopyable {
  var records = Lanes.none
  /// A match limit left it open whether the record belongs to the section.
  var open = Lanes.none
}
