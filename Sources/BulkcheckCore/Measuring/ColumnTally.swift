/// What one chunk, or a run, finds of the names that a rule about columns lists.
package struct ColumnFindings: Hashable, Sendable {
  /// Records.
  package var judged = 0
  /// Names were looked at: those of a record, or of a header.
  package var hasNames = false
  /// Listed names that one of them lacks, in the order of the list.
  package var missing: [String] = []
  /// Others, the first ones.
  package var further: [String] = []
  package var isOutOfOrder = false

  package init() {}
}

/// Compares the names of records, or of headers, with those that a rule lists.
final class ColumnTally {
  let names: [String]
  let match: ColumnMatch
  private let owned: [OwnedBytes]
  private let numbers: [[UInt8]: Int]
  /// The number of the last record that had each name.
  private var seen: [Int]
  private var record = 0
  private var isMissing: [Bool]
  private(set) var judged = 0
  private var hasNames = false
  private(set) var further: [String] = []
  private(set) var isOutOfOrder = false

  static let furtherMaximum = 5

  init(_ names: [String], _ match: ColumnMatch) {
    self.names = names
    self.match = match
    owned = names.map { OwnedBytes($0) }
    numbers = Dictionary(
      names.enumerated().map { (Array($0.element.utf8), $0.offset) },
      uniquingKeysWith: { first, _ in first })
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
    further = []
    isOutOfOrder = false
  }

  /// What has been found.
  var findings: ColumnFindings {
    var findings = ColumnFindings()
    findings.judged = judged
    findings.hasNames = hasNames
    findings.missing = names.indices.filter { isMissing[$0] }.map { names[$0] }
    findings.further = further
    findings.isOutOfOrder = isOutOfOrder
    return findings
  }

  func count(records: Int) { judged += records }

  /// Looks at the keys of an object.
  func judge(_ object: ByteView, _ arena: inout ByteArena) {
    var cursor = JSONCursor(object)
    guard cursor.take(Ascii.openBrace) else { return }
    var look = Look()
    while cursor.byte == Ascii.quote {
      let raw = cursor.takeString()
      if look.next < owned.count, owned[look.next].view.equals(raw) {
        noteMember(look.next, &look)
      } else {
        let name = JSONString.unescape(raw, into: &arena).array
        if let number = numbers[name] { noteMember(number, &look) } else { note(name, &look) }
      }
      _ = cursor.take(Ascii.colon)
      _ = cursor.takeValue()
      _ = cursor.take(Ascii.comma)
    }
    finish(look)
  }

  /// Looks at the names of a header.
  func judge(header: [String]) {
    var look = Look()
    for name in header { note(Array(name.utf8), &look) }
    finish(look)
  }

  /// One record.
  private struct Look {
    /// The name that comes next if all are in order.
    var next = 0
    var found = 0
    var isInOrder = true
    var further: [String] = []
  }

  private func note(_ name: [UInt8], _ look: inout Look) {
    if let number = numbers[name] { return note(number, &look) }
    look.isInOrder = false
    guard match == .exact || match == .equal || match == .superset,
      look.further.count < ColumnTally.furtherMaximum
    else { return }
    look.further.append(String(decoding: name, as: UTF8.self))
  }

  /// A key that comes again is the same member.
  private func noteMember(_ number: Int, _ look: inout Look) {
    if seen[number] != record { note(number, &look) }
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
    for name in look.further where further.count < ColumnTally.furtherMaximum {
      if !further.contains(name) { further.append(name) }
    }
    if match == .exact, !look.isInOrder, !lacksNames, look.further.isEmpty { isOutOfOrder = true }
    record += 1
  }
}
