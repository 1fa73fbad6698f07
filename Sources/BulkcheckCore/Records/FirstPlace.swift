/// Where a key occurred first.
package struct FirstPlace: Hashable, Sendable {
  /// The number of the input in the run, from 0.
  package var input: Int
  /// From 1, as ``Sample/line``.
  package var line: Int

  package init(input: Int, line: Int) {
    self.input = input
    self.line = line
  }
}
