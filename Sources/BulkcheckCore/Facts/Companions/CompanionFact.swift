/// The values that failures come with: how often each value of a few fields occurs, and how often
/// it comes with the failures of each rule.
///
/// Workers keep a set of records for each value, and one for the failures of each rule
/// (``CompanionTally``). At the end of a chunk, the failures of a rule with a value are the bits
/// that both sets share. Over the records 0 to 3,
///
///     shop = "A"        1100
///     shop = "B"        0011
///     price.minimum     0111 fails    1 failure with "A", 2 with "B"
///
/// A field with too many values is given up for good. A chunk has no more values than the input, so
/// this does not depend on how the input is cut. The fields are the first ones of the profile that
/// have one value in a record and are never masked.
///
/// A block of a partial result is a row of entries. First come the fields in their order: whether
/// each is given up, and otherwise its values with their records. Then come the failures of each
/// rule, with the values in the same order. Failures of `unique` rules are left out: a merge finds
/// them again, when the records are gone. The sums are in a partial result in any case, because the
/// merged report may be an HTML page.
final class CompanionFact: Fact {
  struct Field {
    let path: FieldPath
    /// The different values of the run so far.
    let values = FailureTable()
    /// Records whose value is absent or null, and behind them those with each value.
    var records = [0]
    /// By rule: how many of its failures have each value.
    var failures: [Int: [Int]] = [:]

    /// The value at a place as JSON text; nil of those that are absent or null.
    func text(_ place: Int) -> String? {
      guard place > 0, case .text(let text) = values.entries[place - 1].value else { return nil }
      return text
    }

    /// The failures of a rule with each value up to now.
    func failures(of rule: Int) -> [Int] {
      let sums = failures[rule] ?? []
      return sums + [Int](repeating: 0, count: records.count - sums.count)
    }

    /// The places at which the counts of a chunk belong; nil if the run has too many values.
    mutating func places(of entries: [FailureTable.Entry]) -> [Int]? {
      var places = [0]
      for entry in entries {
        if let place = values.index(of: entry.hash) {
          places.append(place + 1)
          continue
        }
        guard values.entries.count < CompanionFact.valuesMaximum else { return nil }
        var kept = entry
        if case .node(let node) = entry.value { kept.value = .text(ShownText.of(node).text) }
        values.append(kept)
        records.append(0)
        places.append(values.entries.count)
      }
      return places
    }
  }

  /// Fewer than the bits of ``givenUp``.
  private static let fieldsMaximum = 32
  /// A field with more different values is given up.
  static let valuesMaximum = 32
  /// A field with a longer value is given up, too.
  static let bytesMaximum = 64

  let blockKinds: [PartialBlock.Kind] = [.companions]
  /// A bit for each field with too many values.
  private(set) var givenUp: UInt64 = 0
  private let program: Program
  /// The path numbers of the fields.
  let paths: [PathNumber]
  private var fields: [Field]
  /// By field of the partial result that is added: the places of its values, nil if the field is
  /// given up.
  private var replayed: [Int: [Int]?] = [:]

  init(_ program: Program) {
    self.program = program
    let places = [true, false].map { MaskedLocation(record: program.ruleSet, isCSV: $0) }
    let open = program.listedPaths.filter { listed in
      // A section's field is absent from all other records, which says nothing.
      listed.path != ProgramBuilder.recordPath && listed.field.section == nil
        && places.allSatisfy { $0.advanced(by: listed.field.path).masking == .none }
    }
    let noted = open.prefix(CompanionFact.fieldsMaximum)
    paths = noted.map(\.path)
    fields = noted.map { Field(path: $0.field.path) }
  }

  private func giveUp(_ field: Int) { givenUp |= 1 << UInt64(field) }

  private func isGivenUp(_ field: Int) -> Bool { givenUp >> UInt64(field) & 1 != 0 }

  func makeTallies() -> [any Tally] { [CompanionTally(self)] }

  /// Adds a chunk.
  func add(_ tally: CompanionTally) {
    let counts = tally.counts
    var start = 0
    for index in fields.indices {
      if tally.isGivenUp(index) {
        giveUp(index)
        continue
      }
      let entries = tally.fields[index].values.entries
      let end = start + entries.count + 1
      if !isGivenUp(index), let places = fields[index].places(of: entries) {
        for (place, count) in zip(places, counts[start..<end]) {
          fields[index].records[place] += count
        }
        for (rule, counts) in tally.failures {
          var sums = fields[index].failures(of: rule)
          for (place, count) in zip(places, counts[start..<end]) { sums[place] += count }
          fields[index].failures[rule] = sums
        }
      } else {
        giveUp(index)
      }
      start = end
    }
  }

  func report(to summary: inout RunSummary) {
    for rule in summary.rules.indices {
      summary.rules[rule].companions = counts(of: rule, failed: summary.rules[rule].counts.failed)
    }
  }

  /// Counts what the failures of a rule come with in fields that the rule itself does not judge.
  ///
  /// - Parameter failed: its failures. Those that are found when the records are gone are not
  ///   counted: nothing is said of such a rule.
  private func counts(of rule: Int, failed: Int) -> [CompanionCount] {
    guard failed > 0 else { return [] }
    let judged = program.ruleSet.rules[rule].judgedPaths
    var found: [CompanionCount] = []
    for (index, field) in fields.enumerated() where !isGivenUp(index) {
      guard let counts = field.failures[rule], counts.reduce(0, +) == failed,
        !judged.contains(where: { $0.isRelated(to: field.path) })
      else { continue }
      let total = field.records.reduce(0, +)
      for (place, count) in counts.enumerated() where count > 0 {
        found.append(
          CompanionCount(
            field: field.path, value: field.text(place), failures: count,
            records: field.records[place], recordsTotal: total))
      }
    }
    return found
  }

  // MARK: Partial results

  private enum Entry {
    static let field: UInt8 = 0, failures: UInt8 = 1
  }

  func write(_ write: @escaping (PartialBlock) -> Void) {
    let entries = PartialEntries(.companions, write)
    for (index, field) in fields.enumerated() {
      entries.add { encoder in
        encoder.add(Entry.field)
        encoder.add(isGivenUp(index))
        if isGivenUp(index) { return }
        encoder.add(field.records[0])
        encoder.add(field.values.entries.count)
        for (place, entry) in field.values.entries.enumerated() {
          encoder.add(entry.hash)
          encoder.add(field.text(place + 1) ?? "null")
          encoder.add(field.records[place + 1])
        }
      }
    }
    for (index, field) in fields.enumerated() where !isGivenUp(index) {
      for rule in field.failures.keys.sorted() where !program.tables.rules[rule].isUnique {
        entries.add { encoder in
          encoder.add(Entry.failures)
          encoder.add(index)
          encoder.add(rule)
          encoder.add(field.failures(of: rule))
        }
      }
    }
    entries.finish()
  }

  func replay(_ block: PartialBlock, _ replay: Replay) throws(PartialDamage) {
    var decoder = PartialDecoder(block.bytes)
    while !decoder.isAtEnd {
      switch try decoder.read() as UInt8 {
      case Entry.field: try replayField(&decoder, replay.records)
      case Entry.failures: try replayFailures(&decoder)
      default: throw PartialDamage()
      }
    }
  }

  /// Each field has to have come.
  func endReplay() throws(PartialDamage) {
    guard replayed.count == fields.count else { throw PartialDamage() }
    replayed = [:]
  }

  private func replayField(
    _ decoder: inout PartialDecoder, _ recordsMaximum: Int
  ) throws(PartialDamage) {
    let index = replayed.count
    guard index < fields.count else { throw PartialDamage() }
    replayed[index] = .some(nil)
    if try decoder.read() { return giveUp(index) }
    var records: [Int] = [try decoder.read()]
    var entries: [FailureTable.Entry] = []
    for _ in 0..<(try decoder.number(below: CompanionFact.valuesMaximum + 1)) {
      let hash: UInt64 = try decoder.read()
      let text = try decoder.jsonText()
      entries.append(FailureTable.Entry(hash: hash, count: 0, value: .text(text), record: 0))
      records.append(try decoder.read())
    }
    guard !isGivenUp(index), let places = fields[index].places(of: entries) else {
      return giveUp(index)
    }
    replayed[index] = places
    for (place, count) in zip(places, records) {
      fields[index].records[place] = try PartialDecoder.total(fields[index].records[place], count)
    }
    var total = 0
    for count in fields[index].records { total = try PartialDecoder.total(total, count) }
    guard total <= recordsMaximum else { throw PartialDamage() }
  }

  private func replayFailures(_ decoder: inout PartialDecoder) throws(PartialDamage) {
    let index = try decoder.number(below: fields.count)
    let rule = try decoder.number(below: program.ruleCount)
    var counts: [Int] = []
    try decoder.code(&counts, atMost: CompanionFact.valuesMaximum + 1)
    guard let places = replayed[index] else { throw PartialDamage() }
    // Too many values in all, though not in this result.
    guard let places else { return }
    guard places.count == counts.count, !program.tables.rules[rule].isUnique else {
      throw PartialDamage()
    }
    var sums = fields[index].failures(of: rule)
    for (place, count) in zip(places, counts) {
      sums[place] = try PartialDecoder.total(sums[place], count)
      guard sums[place] <= fields[index].records[place] else { throw PartialDamage() }
    }
    fields[index].failures[rule] = sums
  }
}

extension Rule {
  /// The paths whose values the rule judges: those of its condition are left out.
  fileprivate var judgedPaths: [FieldPath] {
    guard scope == nil, case .when(_, let then, let otherwise) = expression else { return paths }
    var (paths, names): ([FieldPath], [FieldPath]) = ([], [])
    for part in [then, otherwise].compactMap({ $0 }) {
      part.collectPaths(from: FieldPath(), [], &paths, &names)
    }
    return paths
  }
}

extension FieldPath {
  /// Whether one of both leads to the other or to a part of it, the record itself apart.
  fileprivate func isRelated(to other: FieldPath) -> Bool {
    !steps.isEmpty && zip(steps, other.steps).allSatisfy { $0 == $1 || $0.mayMeet($1) }
  }
}
