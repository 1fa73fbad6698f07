/// Compares the names of records, or of headers, with those that a rule lists.
final class ColumnTally: Tally {
  private let fact: ColumnFact
  private let names: [String]
  private let match: ColumnMatch
  /// The section whose records it sees.
  private let section: SectionNumber
  /// The states of the listed names, if these alone decide; otherwise empty.
  private let states: [[StateNumber]]
  private let owned: [OwnedBytes]
  /// The places of names that are too many to be compared one by one.
  private let numbers: [[UInt8]: Int]
  /// The number of the last record that had each name.
  private var seen: [Int]
  private var record = 0
  private var isMissing: [Bool]
  /// The findings, apart from the names that are missing.
  private var found = ColumnFindings()
  /// The further names as bytes.
  private var furtherBytes: [OwnedBytes] = []

  private static let comparedMaximum = 32

  init(_ fact: ColumnFact, _ code: ColumnCode) {
    self.fact = fact
    names = code.names
    match = code.match
    section = code.section
    states = code.states
    owned = names.map { OwnedBytes($0) }
    let isLong = names.count > ColumnTally.comparedMaximum
    numbers =
      isLong
      ? Dictionary(
        names.enumerated().map { (Array($0.element.utf8), $0.offset) },
        uniquingKeysWith: { first, _ in first })
      : [:]
    seen = [Int](repeating: -1, count: names.count)
    isMissing = [Bool](repeating: false, count: names.count)
  }

  func clear() {
    let hadNames = found.hasNames
    found = ColumnFindings()
    guard hadNames else { return }
    record = 0
    for index in seen.indices {
      seen[index] = -1
      isMissing[index] = false
    }
    furtherBytes = []
  }

  var findings: ColumnFindings {
    var findings = found
    findings.missing = names.indices.filter { isMissing[$0] }.map { names[$0] }
    return findings
  }

  func note(_ evaluator: inout Evaluator) {
    let objects = evaluator.lanes(of: section)
    if objects.isEmpty { return }
    found.judged += objects.count
    // In CSV the header says it, once.
    if evaluator.isCSV { return }
    guard states.isEmpty else { return noteStates(objects, &evaluator) }
    for lane in objects {
      let position = evaluator.values.positions[lane]
      judge(evaluator.values.chunk[max(0, position.start)..<position.end], &evaluator.values.arena)
    }
  }

  func merge(_ chunk: MergedChunk) { fact.add(findings) }

  /// Notes which of the listed names are missing: those without a value in the table.
  private func noteStates(_ objects: Lanes, _ evaluator: inout Evaluator) {
    found.hasNames = true
    var named = Lanes.none
    for number in states.indices {
      var having = Lanes.none
      for state in states[number] { having |= evaluator.values.table.present[state] }
      named |= having
      if match == .subset, !(objects - having).isEmpty { isMissing[number] = true }
    }
    if match == .partial, !(objects - named).isEmpty {
      for number in states.indices { isMissing[number] = true }
    }
  }

  /// Looks at the keys of an object.
  private func judge(_ object: ByteView, _ arena: inout ByteArena) {
    var cursor = JSONCursor(object)
    guard cursor.take(Ascii.openBrace) else { return }
    var look = Look()
    while let key = cursor.nextKey() {
      note(JSONString.unescape(key, into: &arena), &look)
      _ = cursor.takeValue()
    }
    finish(look)
  }

  /// Looks at the names of a header.
  func judge(header: [String]) {
    var look = Look()
    var met: Set<ExactText> = []
    for name in header {
      if met.insert(ExactText(name)).inserted {
        ByteView.withUTF8(of: name) { note($0, &look) }
      } else if match.admitsOnlyListed {
        ColumnFindings.add([name], to: &found.twice)
      }
    }
    finish(look)
  }

  /// One record.
  private struct Look {
    /// The name that comes next if all are in order.
    var next = 0
    var found = 0
    var isInOrder = true
    var hasFurther = false
  }

  /// A name that comes again is the same member.
  private func note(_ name: ByteView, _ look: inout Look) {
    if let number = number(of: name, look.next) {
      if seen[number] != record { note(number, &look) }
      return
    }
    look.isInOrder = false
    guard match.admitsOnlyListed else { return }
    look.hasFurther = true
    guard found.further.count < ColumnFindings.shownMaximum else { return }
    for bytes in furtherBytes where bytes.view.equals(name) { return }
    found.further.append(name.text)
    furtherBytes.append(OwnedBytes(name))
  }

  /// The place of a name in the list; nil if it is not listed.
  @inline(__always)
  private func number(of name: ByteView, _ next: Int) -> Int? {
    if next < owned.count, owned[next].view.equals(name) { return next }
    if !numbers.isEmpty { return numbers[name.array] }
    return owned.firstIndex { $0.view.equals(name) }
  }

  private func note(_ number: Int, _ look: inout Look) {
    if number != look.next { look.isInOrder = false }
    look.next = number + 1
    if seen[number] != record {
      seen[number] = record
      look.found += 1
    }
  }

  private func finish(_ look: Look) {
    found.hasNames = true
    let lacksNames = look.found < names.count
    if lacksNames, match != .superset, match != .partial || look.found == 0 {
      for number in names.indices where seen[number] != record { isMissing[number] = true }
    }
    if match == .exact, !look.isInOrder, !lacksNames, !look.hasFurther { found.isOutOfOrder = true }
    record += 1
  }
}
