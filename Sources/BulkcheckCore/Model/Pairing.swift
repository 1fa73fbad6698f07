/// The position of a pairing in ``RuleSet/pairings``.
package struct PairingIndex: Hashable, Sendable {
  package var value: Int
  package init(_ value: Int) { self.value = value }
}

/// Which record a rule reads beside the one that it is about: the record before it that has the
/// same values (docs/reference/rules.md#the-record-before).
///
/// Rules that ask for the same record share it.
package struct Pairing: Hashable, Sendable {
  /// Absolute paths, each to a single value; none: the record before, whatever it is.
  package var by: [FieldPath]
  /// Only records of this section are there; nil: all.
  package var section: SectionIndex?

  package init(by: [FieldPath], section: SectionIndex?) {
    self.by = by
    self.section = section
  }
}
