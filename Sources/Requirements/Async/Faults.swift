/// The places of the failures that synchronous parts have found, as seen from a value.
///
/// An asynchronous check is not made for a value that is known to be bad. A failure at the value or
/// inside it says so. One at another part, or at the whole around it, does not:
///
/// ```
/// failures at           "username" is   "email" is   the whole is
/// email                 asked about     passed over  passed over
/// (the whole)           asked about     asked about  passed over
/// ```
struct Faults: Sendable {
  /// No failures.
  static let none = Faults(paths: [])

  private let paths: [ArraySlice<ValuePath.Component>]

  private init(paths: [ArraySlice<ValuePath.Component>]) { self.paths = paths }

  /// The places of the reasons.
  init(_ reasons: [Reason]) { paths = reasons.map { $0.path.components[...] } }

  /// Whether nothing is known against the value.
  var isEmpty: Bool { paths.isEmpty }

  /// The failures at the part with this path or inside it, as seen from there.
  func inside(_ path: ValuePath) -> Faults {
    if paths.isEmpty || path.isEmpty { return self }
    return Faults(
      paths: paths.filter { $0.starts(with: path.components) }
        .map { $0.dropFirst(path.components.count) })
  }

  /// The failures at the elements of a collection, by position, as seen from there.
  func ofElements() -> [Int: Faults] {
    var found: [Int: [ArraySlice<ValuePath.Component>]] = [:]
    for path in paths {
      if case .index(let position)? = path.first {
        found[position, default: []].append(path.dropFirst())
      }
    }
    return found.mapValues { Faults(paths: $0) }
  }
}
