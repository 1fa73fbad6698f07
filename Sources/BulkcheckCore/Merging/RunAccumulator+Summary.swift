/// The result of a run, made of what was counted.
extension RunAccumulator {
  /// Everything counted so far; inputs and timing are the caller's.
  package func summary() -> RunSummary {
    failReferences()
    var summary = RunSummary()
    summary.valid = valid - invalidByDuplicates
    summary.invalid = invalid + invalidByDuplicates
    summary.malformed = count(.malformed, .failed)
    summary.invalidOfInputs = invalidatedOfInputs
    for (input, count) in invalidOfInputs.enumerated() {
      RunAccumulator.add(count, of: input, to: &summary.invalidOfInputs)
    }
    let wellFormed = valid + invalid
    summary.invalidatedOfSets = invalidatedOfSets
    summary.rules = (0..<program.ruleCount).map { ruleStatistics($0, wellFormed) }
    summary.now = now
    summary.lateFailures = lateFailures
    summary.lateOutcomes = lateOutcomes
    summary.sections = program.ruleSet.sections.indices.map { records(in: SectionIndex($0)) }
    for (position, listed) in program.listedPaths.enumerated() {
      var field = FieldStatistics(field: listed.field)
      field.absent = fieldCounts[ChunkCounters.place(position, .absent)]
      field.null = fieldCounts[ChunkCounters.place(position, .null)]
      field.empty = fieldCounts[ChunkCounters.place(position, .empty)]
      field.nan = fieldCounts[ChunkCounters.place(position, .nan)]
      field.present =
        records(in: listed.field.section) - field.absent - field.null - field.empty
      summary.fields.append(field)
    }
    summary.unreadFields = unreadFields(summary)
    addBuiltIns(to: &summary, wellFormed)
    for fact in facts { fact.report(to: &summary) }
    return summary
  }

  /// The well-formed records that are objects.
  private var objects: Int {
    // `duplicate-key` is blocked on every record that is not an object, whether `not-an-object` is
    // run or not.
    valid + invalid - count(.duplicateKey, .blocked)
  }

  /// The paths that no record had (docs/reference/outcomes.md#evaluated-and-idle), as the profile
  /// mentions them; those of sections without a record are left out, and all if nothing was read.
  private func unreadFields(_ summary: RunSummary) -> [NamedField] {
    guard valid + invalid > 0 else { return [] }
    let read =
      summary.fields.filter { $0.null + $0.empty + $0.present > 0 }.map(\.field)
      + zip(program.namedWalks, walksFound).filter { $1 }.map { $0.0.field }
    let readFields = Set(read)
    return program.ruleSet.fields.filter { field in
      !readFields.contains(field) && field.section.map { summary.sections[$0.value] } != 0
    }
  }

  /// The well-formed records that are objects, of a section or all.
  func records(in section: SectionIndex?) -> Int {
    section.map { sectionCounts[ChunkCounters.place($0.value, .records)] } ?? objects
  }

  /// The well-formed records that are objects and that a rule is not asked about, because they do
  /// not belong to its section.
  func outside(_ rule: Int) -> Int {
    guard let section = program.ruleSet.rules[rule].section?.value else { return 0 }
    return SectionCount.allCases.reduce(objects) {
      $0 - sectionCounts[ChunkCounters.place(section, $1)]
    }
  }

  private func ruleStatistics(_ rule: Int, _ wellFormed: Int) -> RuleStatistics {
    var statistics = RuleStatistics()
    guard program.tables.rules[rule].isRun else { return statistics }
    statistics.counts.failed = count(rule, .failed) + duplicateCounts[rule]
    statistics.counts.missing = count(rule, .missing)
    statistics.counts.blocked = count(rule, .blocked) - unblockedCounts[rule]
    let outside = outside(rule)
    let pairing = Int(program.tables.rules[rule].pairing)
    let firsts = pairing >= 0 ? pairs[pairing].firstCount : 0
    let lateMissing = lateCounts[ChunkCounters.place(rule, .missing)]
    let lateOthers = firsts + lateCounts[ChunkCounters.place(rule, .notApplicable)]
    statistics.counts.missing += lateMissing
    statistics.counts.notApplicable = count(rule, .notApplicable) + outside + lateOthers
    statistics.counts.overridden = count(rule, .overridden)
    statistics.counts.passed =
      wellFormed - outside - lateMissing - lateOthers - duplicateCounts[rule]
      + unblockedCounts[rule]
      - RunAccumulator.outcomes.map { count(rule, $0) }.reduce(0, +)
    if program.ruleSet.rules[rule].expression.hasCountedCondition {
      let place = ChunkCounters.place(rule, ChunkCounters.partLeftOut)
      statistics.partLeftOut = counts[place] + lateCounts[place]
    }
    let duplicates = duplicateFindings[rule]
    statistics.samples = samples[rule]
    if let duplicates {
      let all = (samples[rule] + duplicates.samples).sorted {
        ($0.input, $0.record) < ($1.input, $1.record)
      }
      statistics.samples = Array(all.prefix(samplesMaximum))
    }
    let isExact = !known.isOverfull[rule] && duplicates?.isOverfull != true
    let entries = FailureTable.joined(known.values[rule], duplicates?.values).sorted {
      ($1.count, $0.input, $0.record) < ($0.count, $1.input, $1.record)
    }
    for entry in entries.prefix(RunAccumulator.topValuesMaximum) {
      guard case .text(let text) = entry.value else { continue }
      statistics.topValues.append(TopValue(value: text, count: entry.count, isExact: isExact))
    }
    if program.tables.rules[rule].isKeyword { statistics.places = failingPlaces(rule) }
    return statistics
  }

  private static let topValuesMaximum = 5

  private func failingPlaces(_ rule: Int) -> FailureLocations {
    let table = program.countedCount + rule
    let entries = known.values[table].entries.compactMap { entry -> FailureLocations.Place? in
      guard case .text(let text) = entry.value else { return nil }
      return FailureLocations.Place(location: JSONText.unquoted(text), records: entry.count)
    }
    return FailureLocations(entries, isExact: !known.isOverfull[table])
  }

  private func addBuiltIns(to summary: inout RunSummary, _ wellFormed: Int) {
    for rule in [BuiltInRule.malformed, .notAnObject, .duplicateKey, .noSection]
    where program.ruleSet.settings(of: rule).isRun {
      var statistics = RuleStatistics()
      statistics.counts.failed = count(rule, .failed)
      statistics.counts.blocked = rule == .noSection ? wellFormed - objects : count(rule, .blocked)
      statistics.counts.passed = wellFormed
      if rule == .malformed {
        statistics.kinds = kinds
      } else {
        statistics.counts.passed -= statistics.counts.failed + statistics.counts.blocked
      }
      statistics.samples = samples[Int(program.number(of: rule))]
      summary.builtIns[rule] = statistics
    }
  }
}

extension Expression {
  /// Whether it is counted how often its condition was decided with a part left out, or null.
  fileprivate var hasCountedCondition: Bool {
    switch self {
    case .when: true
    case .unique(let key): key.conditionIsStatement
    default: false
    }
  }
}
