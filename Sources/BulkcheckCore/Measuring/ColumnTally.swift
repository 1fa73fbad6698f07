/// The columns that one chunk, or a run, finds of the names that a rule about columns lists.
package struct ColumnFindings: Hashable, Sendable {
  /// Records.
  package var judged = 0
  /// Names were looked at: those of a record, or of a header.
  package var hasNames = false
  /// Listed names that one of them lacks, in the order of the list.
  package var missing: [String] = []
  /// Others, the first ones.
  package var further: [String] = []
  /// Names that a header has more than once, where it may not, the first ones.
  package var twice: [String] = []
  package var isOutOfOrder = false

  package init() {}
}

/// Compares the names of records, or of headers, with those that a rule lists.
final class ColumnTally {
  let names: [String]
  let match: ColumnMatch
  /// The states of the listed names, if these alone decide; otherwise empty.
  let states: [[Int32]]
  private let owned: [OwnedBytes]
  /// The places of names that are too many to be compared one by one.
  private let numbers: [[UInt8]: Int]
  /// The number of the last record that had each name.
  private var seen: [Int]
  private var record = 0
  private var isMissing: [Bool]
  private(set) var judged = 0
  private var hasNames = false
  private(set) var further: [String] = []
  private var twice: [String] = []
  /// The names of `further` as bytes.
  private var furtherBytes: [OwnedBytes] = []
  private(set) var isOutOfOrder = false

  static let furtherMaximum = 5
  private static let comparedMaximum = 32

  init(_ names: [String], _ match: ColumnMatch, states: [[Int32]] = []) {
    self.names = names
    self.match = match
    self.states = states
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
    judged = 0
    guard hasNames else { return }
    hasNames = false
    record = 0
    for index in seen.indices {
      seen[index] = -1
      isMissing[index] = false
    }
    if !further.isEmpty {
      further = []
      furtherBytes = []
    }
    twice = []
    isOutOfOrder = false
  }

  /// The columns that have been found.
  var findings: ColumnFindings {
    var findings = ColumnFindings()
    findings.judged = judged
    findings.hasNames = hasNames
    findings.missing = names.indices.filter { isMissing[$0] }.map { names[$0] }
    findings.further = further
    findings.twice = twice
    findings.isOutOfOrder = isOutOfOrder
    return findings
  }

  func count(records: Int) { judged += records }

  /// Records with names have been looked at.
  func noteNames() { hasNames = true }

  func noteMissing(_ number: Int) { isMissing[number] = true }

  /// Looks at the keys of an object.
  func judge(_ object: ByteView, _ arena: inout ByteArena) {
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
      guard met.insert(ExactText(name)).inserted else {
        noteTwice(name)
        continue
      }
      ByteView.withUTF8(of: name) { note($0, &look) }
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

  private func noteTwice(_ name: String) {
    guard match.admitsOnlyListed, twice.count < ColumnTally.furtherMaximum,
      !twice.contains(where: { $0.isExactly(name) })
    else { return }
    twice.append(name)
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
    guard further.count < ColumnTally.furtherMaximum else { return }
    for bytes in furtherBytes where bytes.view.equals(name) { return }
    further.append(name.text)
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
    hasNames = true
    let lacksNames = look.found < names.count
    if lacksNames, match != .superset, match != .partial || look.found == 0 {
      for number in names.indices where seen[number] != record { isMissing[number] = true }
    }
    if match == .exact, !look.isInOrder, !lacksNames, !look.hasFurther { isOutOfOrder = true }
    record += 1
  }
}
