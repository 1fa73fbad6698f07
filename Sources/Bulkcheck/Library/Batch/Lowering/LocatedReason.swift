internal import BulkcheckCore
internal import Requirements

/// The reason of a failure, with the place at which its path begins.
struct LocatedReason: Sendable {
  let reason: Reason
  /// The path of the value; nil if the failure names the place of the part.
  private let place: FieldPath?

  /// The reason that a decoded value at the place gives.
  init(told reason: Reason, at place: FieldPath) {
    self.reason = reason
    self.place = place
  }

  /// The reason that all values at the place have which fail the part.
  init(known reason: Reason, of part: Outline, at place: RequirementLocation) {
    if place.path.leadsToSeveral || part.hasManyPlaces {
      var reason = reason
      reason.path = ValuePath()
      self.reason = reason
      self.place = nil
    } else {
      self.reason = reason
      self.place = place.path
    }
  }

  /// The JSON Pointer of the part that failed.
  ///
  /// - Parameter value: that of the value that the failure shows: of several the one that failed,
  ///   or one around it.
  func location(near value: String?, isCSV: Bool) -> String? {
    guard let place else { return value }
    // What is behind a computed property has no place in the data.
    let parts = reason.path.components.prefix { component in
      if case .key(let name) = component { !name.hasPrefix("(") } else { true }
    }
    if !place.leadsToSeveral {
      return FieldPath(place.steps + parts.map(\.step)).pointer(isCSV: isCSV)
    }
    guard let value else { return nil }
    let depth = value.utf8.count { $0 == UInt8(ascii: "/") }
    let rest = isCSV ? [] : place.steps.dropFirst(depth)
    // Which of several elements it is, is not known.
    if rest.contains(where: \.isToEvery) { return value }
    return value + FieldPath(rest + parts.map(\.step)).pointer(isCSV: false)
  }
}

extension ValuePath.Component {
  fileprivate var step: PathStep {
    switch self {
    case .key(let name): .key(name)
    case .index(let position): .index(position)
    }
  }
}
