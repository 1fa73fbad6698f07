/// The position of a pairing in ``RuleSet/pairings``.
package struct PairingIndex: Hashable, Sendable {
  package var value: Int
  /// Both are elements of an array of one record.
  package var isOfElements: Bool
  package init(_ value: Int, isOfElements: Bool = false) {
    self.value = value
    self.isOfElements = isOfElements
  }
}

/// Which record a rule reads beside the one that it is about: another one that has the same values;
/// or, of an array, which element beside each.
///
/// Rules that ask for the same record share it.
package struct Pairing: Hashable, Sendable {
  /// The other record, among those with the same values.
  package enum Partner: Hashable, Sendable {
    /// The one that came last (docs/reference/rules.md#the-record-before).
    case previous
    /// The first one that has values at these paths, too
    /// (docs/reference/rules.md#one-value-for-each-key).
    case first(with: [FieldPath])
    /// The element before, in the same array
    /// (docs/reference/rules.md#the-element-before). The path leads to all elements; those that the
    /// rule names begin at one of them.
    case elementBefore(at: FieldPath)
  }

  package var partner: Partner
  /// Absolute paths, each to a single value; none: the record before, whatever it is.
  package var by: [FieldPath]
  /// Only records of this section are there; nil: all.
  package var section: SectionIndex?

  package init(_ partner: Partner = .previous, by: [FieldPath], section: SectionIndex?) {
    self.partner = partner
    self.by = by
    self.section = section
  }

  /// The paths at which a record has to have values to belong to a group.
  var required: [FieldPath] {
    if case .first(let paths) = partner { by + paths } else { by }
  }

  package var isWithFirst: Bool {
    if case .first = partner { true } else { false }
  }

  /// The path to the elements, if it is about these.
  package var elements: FieldPath? {
    if case .elementBefore(let path) = partner { path } else { nil }
  }
}
