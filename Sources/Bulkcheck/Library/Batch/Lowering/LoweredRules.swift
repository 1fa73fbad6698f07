internal import BulkcheckCore
internal import Requirements

/// A rule as the engine knows it; a `Rule` of `Requirements` is one between subjects.
typealias EngineRule = BulkcheckCore.Rule

/// A requirement as rules over bytes: the rule model of profiles, and the closures that it cannot
/// say.
struct LoweredRules: Sendable {
  var ruleSet: RuleSet
  var closures: [ClosureCheck]
  /// The columns that make up a record in CSV.
  var members: [ClosureCheck.Member]
  /// The further conditions under which a record can surely be decoded; nil if only decoding can
  /// show it.
  var decodability: [Expression]?
}

/// A place in a record that a part of a requirement is about.
struct RulePlace {
  /// From the record's root; empty for the record.
  var path = FieldPath()
  /// The Swift type of the value there, `Optional` included where a part sees the optional.
  var type: Any.Type
  /// What the type asked a decoder for; nil if it was not asked.
  var node: ProbeNode?
  /// As reasons name it; nil for elements, whose positions are not known here.
  var reasonPath: ValuePath? = ValuePath()

  /// The value may be missing, and fails where it is.
  var isDemanded = false

  /// Whether a part of the requirement sees nil here.
  var seesMissing: Bool { Unwrapping.isOptional(type) }

  /// Whether a built-in fails on a missing value too.
  var failsIfMissing: Bool { seesMissing || isDemanded }

  /// The same place for a part that sees the value alone.
  var unwrapped: RulePlace {
    var place = self
    place.type = Unwrapping.unwrapped(type)
    return place
  }

  /// How errors name it.
  var name: String { path.description }
}

/// What is said of the rules that a part of a requirement becomes.
struct RuleManner {
  var id: String?
  /// A template.
  var message: String?
  var reason: Reason?
  /// Tells why a value fails what the id was given to.
  var check: OpaqueCheck?
  var severity: Severity?
  var tolerance: Tolerance?
  var labels: [String] = []

  /// Whether the part becomes one rule, whatever it is made of.
  var isOneRule: Bool { id != nil || message != nil || reason != nil }
}
