/// The place at which a key occurred first, or of another record that decides about one.
package struct FirstOccurrence: Hashable, Sendable {
  /// The number of the input in the run, from 0.
  package var input: Int
  /// The line from 1, as ``Sample/line``. Of a JSON document, in which a line may have any number
  /// of records, and of an input without lines, the number of the record.
  package var number: Int
  package var isRecord: Bool
  /// It is the record before one in its group, and not the first one with a key.
  package var isPrevious = false

  package init(input: Int, number: Int, isRecord: Bool) {
    self.input = input
    self.number = number
    self.isRecord = isRecord
  }

  /// Whether it comes before another one in the order of the inputs.
  func isBefore(_ other: FirstOccurrence) -> Bool {
    (input, number) < (other.input, other.number)
  }

  /// The word for the record in JSON.
  package var name: String { isPrevious ? "previous" : "first" }

  /// The word for the number in JSON.
  package var word: String { isRecord ? "record" : "line" }
}

/// A record that rules over several records are asked about.
package struct WatchedRecord: Hashable, Sendable {
  /// The number of the input in the run, from 0.
  package var input: Int
  /// The record from 0, malformed ones counted.
  package var record: Int

  package init(input: Int, record: Int) {
    self.input = input
    self.record = record
  }
}
