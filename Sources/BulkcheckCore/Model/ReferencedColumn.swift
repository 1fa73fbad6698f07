/// The operand of `references`: the values of a column of another file.
package struct ReferencedColumn: Hashable, Sendable {
  /// As the profile writes it.
  package var file: String
  package var column: String
  package var values: ValueSet

  package init(file: String, column: String, values: ValueSet) {
    self.file = file
    self.column = column
    self.values = values
  }

  /// For listings and messages: a set of millions is named, not written out.
  package var place: String {
    "column \(JSONText.quoted(column)) of \(file)"
  }
}

/// A file that rules refer to, as it was when the profile was read.
package struct ReferenceFile: Hashable, Sendable {
  /// As the profile writes it.
  package var file: String
  package var column: String
  /// Of the stored bytes, in hexadecimal digits.
  package var sha256: String
  /// Different values.
  package var count: Int

  package init(file: String, column: String, sha256: String, count: Int) {
    self.file = file
    self.column = column
    self.sha256 = sha256
    self.count = count
  }
}
