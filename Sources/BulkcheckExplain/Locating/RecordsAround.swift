internal import Bulkcheck
internal import BulkcheckCore
package import BulkcheckInput

/// The inputs of a check, and the one that has the record to explain.
package struct CheckedInputs: Sendable {
  /// The inputs in the order of the check; each can be read any number of times.
  package var locations: [InputLocation]
  /// The place in ``locations`` of the one that has the record.
  package var position: Int
  /// The number of records to which the check was limited.
  package var limit: Int?

  package init(_ locations: [InputLocation], position: Int = 0, limit: Int? = nil) {
    self.locations = locations
    self.position = position
    self.limit = limit
  }

  var location: InputLocation { locations[position] }
}

/// Another record that decides about the one at hand.
struct OtherRecord {
  /// `first`, `previous`
  var label: String
  /// The place of its input among those of the check.
  var input: Int
  var record: FoundRecord
}

/// The outcomes of rules that ask for other records, on one record: found by runs of the same check
/// over the same inputs.
struct RecordsAround {
  /// How a rule fails because of another record.
  struct Failure {
    var message: String
    /// The values at fault, if they are some of several.
    var sample: Sample?
    /// nil where it is that there is no such record.
    var other: OtherRecord?
  }

  /// The outcome of a rule about the order of records.
  enum Order {
    case follows, passedOver
    case fails(Failure)
  }

  /// The outcomes of rules about pairs of records, by rule.
  private(set) var outcomes: [Int: Outcome] = [:]
  /// The failures by rule.
  private(set) var failures: [Int: Failure] = [:]
  /// The outcomes of rules about order, by their positions among rules about the table.
  private(set) var orders: [Int: Order] = [:]
  /// Why the rules that find no failure cannot be sure of that.
  private(set) var trouble: String?

  private let check: Check
  private let inputs: CheckedInputs

  init(_ found: FoundRecord, in inputs: CheckedInputs, as check: Check) {
    self.check = check.with { options in
      options.samplesMaximum = 0
      options.reading.limit = nil
      options.watched = WatchedRecord(input: inputs.position, record: found.record - 1)
    }
    self.inputs = inputs
    let rules = check.ruleSet
    guard found.fault == nil, rules.asksForOtherRecords else { return }
    let earlier = run(upTo: inputs.position, limit: nil)
    let before = earlier.total + found.record - 1
    // Whether there is what a record refers to is known at the end.
    let whole =
      rules.inputReference == nil
      ? run(upTo: inputs.position + 1, limit: before + 1)
      : run(upTo: inputs.locations.count, limit: inputs.limit)
    trouble = whole.inputs.lazy.compactMap(\.failure).first
    outcomes = whole.lateOutcomes
    for (rule, sample) in whole.lateFailures {
      failures[rule] = Failure(
        message: sample.message, sample: rules.rules[rule].isAboutSeveral ? sample : nil,
        other: sample.first.flatMap { other($0.name, at: $0) })
    }
    guard rules.tableRules.contains(where: { $0.isRun && $0.isAboutOrder }) else { return }
    findOrders(
      before: run(upTo: inputs.position + 1, limit: before),
      after: rules.inputReference == nil
        ? whole : run(upTo: inputs.position + 1, limit: before + 1))
  }

  /// A record is out of order if there is one more with it than without it.
  private mutating func findOrders(before: RunSummary, after: RunSummary) {
    for (index, rule) in check.ruleSet.tableRules.enumerated() where rule.isRun {
      guard let after = after.orders[index] else { continue }
      let before = before.orders[index]
      if after.outOfOrder > before?.outOfOrder ?? 0 {
        orders[index] = .fails(
          Failure(
            message: after.message ?? "",
            other: after.beforeLast.flatMap { other("previous", at: $0) }))
      } else {
        orders[index] = after.passedOver > before?.passedOver ?? 0 ? .passedOver : .follows
      }
    }
  }

  private func run(upTo end: Int, limit: Int?) -> RunSummary {
    guard end > 0, limit != 0 else { return RunSummary() }
    return check.with { $0.reading.limit = limit }.run(Array(inputs.locations[..<end]))
  }

  private func other(_ label: String, at place: FirstOccurrence) -> OtherRecord? {
    guard inputs.locations.indices.contains(place.input),
      let record = try? RecordFinder.find(
        place.isRecord ? .record(place.number) : .line(place.number),
        in: inputs.locations[place.input], as: check)
    else { return nil }
    return OtherRecord(label: label, input: place.input, record: record)
  }
}

extension Rule {
  /// Whether it is judged at several values of a record.
  fileprivate var isAboutSeveral: Bool { paths.contains(where: \.leadsToSeveral) }
}
