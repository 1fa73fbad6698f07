/// Adds up what failures come with.
final class CompanionState {
  struct Field {
    let path: FieldPath
    /// The different values of the run so far.
    let values = FailureTable()
    /// Records whose value is absent or null, and behind them those with each value.
    var records = [0]
    /// The counts of values among the failures of each rule.
    var failures: [Int: [Int]] = [:]

    /// The value at a place as JSON text; nil of those that are absent or null.
    func text(_ place: Int) -> String? {
      guard place > 0, case .text(let text) = values.entries[place - 1].value else { return nil }
      return text
    }
  }

  /// A bit for each field with too many values.
  private(set) var givenUp: UInt64 = 0
  let program: Program
  var fields: [Field]
  /// The duplicates of the chunk at hand.
  private var duplicates: [Int: RecordBits] = [:]
  /// Partial results are added: the records of duplicates are gone.
  var isReplay = false
  /// The positions of the values of a partial result's fields, while it is added; nil for fields
  /// that are given up.
  var replayed: [Int: [Int]?] = [:]

  init(_ program: Program) {
    self.program = program
    fields = CompanionFields.of(program).map { Field(path: $0.field) }
  }

  deinit { for bits in duplicates.values { bits.deallocate() } }

  /// Notes a failure that only the merge finds, in the chunk that is added.
  func noteDuplicate(_ rule: Int, _ ordinal: Int) {
    if !isReplay { duplicates[rule, default: RecordBits()].insert(ordinal) }
  }

  /// Adds a chunk, after its duplicates.
  func add(_ statistics: ChunkStatistics) {
    guard let chunk = statistics.companions else { return }
    let added = duplicates.filter { !$0.value.isEmpty }.map { ($0.key, chunk.counts(of: $0.value)) }
    let counts = chunk.counts
    let failures = chunk.failures.map { (Int($0.rule), $0.counts) } + added
    var start = 0
    for index in fields.indices where !chunk.isGivenUp(index) {
      let entries = chunk.fields[index].values.entries
      let end = start + entries.count + 1
      if let places = places(of: entries, in: index) {
        for (place, count) in zip(places, counts[start..<end]) {
          fields[index].records[place] += count
        }
        for (rule, counts) in failures {
          add(counts[start..<end], at: places, of: rule, to: index)
        }
      } else {
        giveUp(index)
      }
      start = end
    }
    for index in fields.indices where chunk.isGivenUp(index) { giveUp(index) }
    for rule in duplicates.keys { duplicates[rule]?.clear() }
  }

  func giveUp(_ field: Int) { givenUp |= 1 << UInt64(field) }

  func isGivenUp(_ field: Int) -> Bool { givenUp >> UInt64(field) & 1 != 0 }

  /// The positions of a chunk's counts; nil if the run has too many values.
  func places(of entries: [FailureTable.Entry], in field: Int) -> [Int]? {
    guard !isGivenUp(field) else { return nil }
    var places = [0]
    for entry in entries {
      let table = fields[field].values
      if let place = table.index(of: entry.hash) {
        places.append(place + 1)
        continue
      }
      guard table.entries.count < CompanionFields.valuesMaximum else { return nil }
      var kept = entry
      if case .node(let node) = entry.value { kept.value = .text(ShownText.of(node).text) }
      table.append(kept)
      fields[field].records.append(0)
      places.append(table.entries.count)
    }
    return places
  }

  private func add(_ counts: ArraySlice<Int>, at places: [Int], of rule: Int, to field: Int) {
    var sums = failures(of: rule, in: field)
    for (place, count) in zip(places, counts) { sums[place] += count }
    fields[field].failures[rule] = sums
  }

  /// The failures of a rule with each value up to now.
  func failures(of rule: Int, in field: Int) -> [Int] {
    let sums = fields[field].failures[rule] ?? []
    return sums + [Int](repeating: 0, count: fields[field].records.count - sums.count)
  }

  /// The values that the failures of a rule come with, in fields that the rule itself does not
  /// judge.
  ///
  /// - Parameter failed: its failures. Those that are found when the records are gone are not
  ///   counted: nothing is said of such a rule.
  func counts(of rule: Int, failed: Int) -> [CompanionCount] {
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
