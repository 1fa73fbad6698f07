/// The columns that the header of an input names more than once; empty if there are none.
package struct RepeatedColumns: Hashable, Sendable {
  package struct Column: Hashable, Sendable {
    package var name = ""
    package var times = 0

    package init() {}

    init(name: String, times: Int) {
      self.name = name
      self.times = times
    }
  }

  /// The first ones, in the order of the header.
  package var first: [Column] = []
  package var count = 0
  /// A rule reads one of them.
  package var isRead = false
  /// The line on which the header begins; 0 in an input without lines.
  package var line = 1
  package var byteOffset = 0

  /// More are counted.
  package static let firstMaximum = 5

  package init() {}

  /// `the column "id" is named twice`.
  package var message: String {
    let names = first.map { ShownText.text($0.name).text }
    guard count > 1 else {
      let times = first.first?.times ?? 2
      return "the column \(names.first ?? "") is named \(times == 2 ? "twice" : "\(times) times")"
    }
    let more = count - first.count
    let list =
      more > 0
      ? names.joined(separator: ", ") + " and \(more) more"
      : names.dropLast().joined(separator: ", ") + " and " + (names.last ?? "")
    let isTwice = more == 0 && first.allSatisfy { $0.times == 2 }
    return "the columns \(list) are named \(isTwice ? "twice" : "more than once")"
  }

  /// The header as an example of what fails: it is not a record, so its number is 0.
  package func sample(input: Int) -> Sample {
    var sample = Sample()
    sample.input = input
    sample.line = line
    sample.byteOffset = byteOffset
    sample.messageParts = [message]
    let places = first.map {
      FailureLocation(instanceLocation: InstanceLocation.appending($0.name, to: ""), value: nil)
    }
    sample.instanceLocation = places.first?.instanceLocation
    if count > 1 {
      sample.places = places
      sample.morePlaces = count - places.count
    }
    return sample
  }
}

extension Program {
  /// The columns that a header names more than once.
  package func repeatedColumns(
    of header: [String], line: Int, byteOffset: Int
  ) -> RepeatedColumns {
    var repeated = RepeatedColumns()
    repeated.line = line
    repeated.byteOffset = byteOffset
    var times: [ExactText: Int] = [:]
    for name in header { times[ExactText(name), default: 0] += 1 }
    guard times.count < header.count else { return repeated }
    for name in header {
      guard let count = times.removeValue(forKey: ExactText(name)), count > 1 else { continue }
      repeated.count += 1
      if !repeated.isRead { repeated.isRead = reads(column: name) }
      if repeated.first.count < RepeatedColumns.firstMaximum {
        repeated.first.append(RepeatedColumns.Column(name: name, times: count))
      }
    }
    return repeated
  }

  /// The names by which paths, rules about columns and a schema speak of columns.
  package var columnSpellings: [String] {
    lists.columns.map(\.name) + lists.knownColumns.names.map(\.text).sorted()
      + columnRules.flatMap(\.names)
  }

  /// Whether a rule of the profile, a rule about columns or a schema speaks of a column.
  private func reads(column name: String) -> Bool {
    ruleSet.schema != nil || lists.knownColumns.contains(name)
      || columnRules.contains { rule in
        rule.match.admitsOnlyListed || rule.names.contains { $0.isExactly(name) }
      }
  }
}

extension RuleSet {
  /// How bad it is that headers name columns more than once: an error if a rule reads one of them,
  /// unless the profile says what it is.
  package func severity(ofRepeated inputs: [RepeatedColumns]) -> Severity {
    let settings = settings(of: .duplicateColumn)
    guard !settings.severityIsGiven, inputs.contains(where: { $0.count > 0 }),
      !inputs.contains(where: \.isRead)
    else { return settings.severity }
    return .warning
  }
}
