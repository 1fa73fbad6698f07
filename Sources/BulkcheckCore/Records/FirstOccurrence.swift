/// The place at which a key occurred first.
package struct FirstOccurrence: Hashable, Sendable {
  /// The number of the input in the run, from 0.
  package var input: Int
  /// The line from 1, as ``Sample/line``.
  package var line: Int

  package init(input: Int, line: Int) {
    self.input = input
    self.line = line
  }
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
