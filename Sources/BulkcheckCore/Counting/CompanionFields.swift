/// The fields whose values may come with failures: the first ones of the profile that have one
/// value in a record and are never masked.
package enum CompanionFields {
  /// Fewer than the bits of ``KnownFailures/fieldsGivenUp``.
  static let maximum = 32
  /// A field with more different values is given up.
  static let valuesMaximum = 32
  /// A field with a longer value is given up, too.
  static let bytesMaximum = 64

  /// In the order in which the profile mentions them.
  static func of(_ program: Program) -> [(path: Int32, field: FieldPath)] {
    let places = [true, false].map { MaskedPlace(record: program.ruleSet, isCSV: $0) }
    let open = program.listedPaths.filter { listed in
      listed.path != ProgramBuilder.recordPath
        && places.allSatisfy { $0.advanced(by: listed.field).masking == .none }
    }
    return Array(open.prefix(maximum))
  }
}

/// How often a value of a field comes with the failures of a rule, and how often it occurs at all.
package struct CompanionCount: Hashable, Sendable {
  package var field: FieldPath
  /// JSON text; nil: the field is absent or null.
  package var value: String?
  package var failures: Int
  /// Records of the run that have the value.
  package var records: Int
  /// Records of the run that are objects.
  package var recordsTotal: Int

  package init(
    field: FieldPath, value: String?, failures: Int, records: Int, recordsTotal: Int
  ) {
    self.field = field
    self.value = value
    self.failures = failures
    self.records = records
    self.recordsTotal = recordsTotal
  }
}
