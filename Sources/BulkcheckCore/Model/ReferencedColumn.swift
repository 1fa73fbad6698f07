/// The operand of `references`: the values of a column of another file.
package struct ReferencedColumn: Hashable, Sendable {
  /// The file as the profile writes it.
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
  /// The file as the profile writes it.
  package var file = ""
  package var column = ""
  /// The SHA-256 of the stored bytes, in hexadecimal digits.
  package var sha256 = ""
  /// Different values.
  package var count = 0
  /// The number that was asked for, as the document writes it.
  package var number: String?

  package init() {}

  package init(file: String, column: String, sha256: String, count: Int) {
    self.file = file
    self.column = column
    self.sha256 = sha256
    self.count = count
  }
}

/// The operand of `references` over several fields: combinations of columns of another file.
package struct ReferencedCombination: Hashable, Sendable {
  /// The shown names of the columns, in their order.
  package var fields: [FieldPath]
  /// The file as the profile writes it.
  package var file: String
  package var columns: [String]
  package var values: CombinationSet
  /// Takes the combinations of a reference file while it is read, instead of looking them up.
  package var collector: CombinationCollector?
  /// The types by which the collector's cells are read, part by part: a column may be named twice.
  package var cellTypes: [[ValueType]] = []

  package init(fields: [FieldPath], file: String, columns: [String], values: CombinationSet) {
    self.fields = fields
    self.file = file
    self.columns = columns
    self.values = values
  }

  /// The combination that the run over a reference file collects.
  package init(
    fields: [FieldPath], cellTypes: [[ValueType]], takenBy collector: CombinationCollector
  ) {
    self.init(fields: fields, file: "", columns: [], values: .none)
    self.cellTypes = cellTypes
    self.collector = collector
  }

  /// For listings and messages.
  package var place: String {
    (columns.count == 1 ? "column " : "columns ")
      + columns.map { JSONText.quoted($0) }.joined(separator: ", ") + " of \(file)"
  }
}

/// A reference to other records of the same input: combinations of fields that occur in columns.
package struct InputReference: Hashable, Sendable {
  package var fields: [FieldPath]
  /// The columns that the fields are compared with.
  package var columns: [FieldPath]
  /// The records that are referred to; nil: all.
  package var target: SectionIndex?
  /// The id of their section, if the profile names it; nil: it says `"file": "."`.
  package var targetID: String?

  package init(
    fields: [FieldPath], columns: [FieldPath], target: SectionIndex? = nil, targetID: String? = nil
  ) {
    self.fields = fields
    self.columns = columns
    self.target = target
    self.targetID = targetID
  }

  /// For listings and messages.
  package var place: String {
    let word = targetID == nil ? "column" : "field"
    return (columns.count == 1 ? word + " " : word + "s ")
      + columns.map { JSONText.quoted($0.description) }.joined(separator: ", ")
      + (targetID.map { " of section \(JSONText.quoted($0))" } ?? " of the input")
  }
}
