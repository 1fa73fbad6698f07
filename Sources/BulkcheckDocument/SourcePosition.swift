/// A line and a column in a document, both from 1; columns count code points.
package struct SourcePosition: Hashable, Sendable, Comparable {
  package var line: Int
  package var column: Int

  package init(line: Int, column: Int) {
    self.line = line
    self.column = column
  }

  package static func < (left: Self, right: Self) -> Bool {
    (left.line, left.column) < (right.line, right.column)
  }
}
