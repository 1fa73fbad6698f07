internal import BulkcheckCore
internal import Requirements

/// A place in a record that a part of a requirement is about.
struct RequirementLocation {
  /// The path from the record's root; empty for the record.
  var path = FieldPath()
  /// The Swift type of the value there, `Optional` included where a part sees the optional.
  var type: Any.Type
  /// The node that the probe found here; nil if the type was not asked.
  var node: ProbeNode?
  /// The path by which reasons name the place; nil for elements, whose positions are not known
  /// here.
  var reasonPath: ValuePath? = ValuePath()
  /// Whether the value may be missing in the data although its type is not optional. It then fails.
  var isDemanded = false

  /// Whether a part of the requirement sees nil here.
  var seesMissing: Bool { Optionals.isOptional(type) }

  /// Whether a built-in fails on a missing value too.
  var failsIfMissing: Bool { seesMissing || isDemanded }

  /// Whether a closure is asked about a missing value: about nil, or because the type takes null.
  var takesMissing: Bool { seesMissing || node?.takesNull ?? false }

  /// The place for a part that sees only the value, not the optional.
  var unwrapped: RequirementLocation {
    var place = self
    place.type = Optionals.unwrapped(type)
    return place
  }

  /// The name of the place in errors.
  var name: String { path.description }
}
