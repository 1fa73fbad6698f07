internal import BulkcheckCore

/// Paths by their steps, with a value for each place: what is known of the beginnings of a path is
/// found in one walk.
struct PathTree<Value> {
  /// A place in the tree.
  struct Place: Hashable {
    fileprivate let index: Int
  }

  private struct Edge: Hashable {
    let place: Place
    let step: PathStep
  }

  private var values: [Value]
  private var edges: [Edge: Place] = [:]

  init(_ root: Value) { values = [root] }

  var root: Place { Place(index: 0) }

  subscript(place: Place) -> Value {
    get { values[place.index] }
    // In place: a copy of a set of names for each name took seconds.
    _modify { yield &values[place.index] }
  }

  /// The place one step on, if there is one.
  func place(_ step: PathStep, from place: Place) -> Place? {
    edges[Edge(place: place, step: step)]
  }

  /// The place one step on, made with this value if there is none.
  mutating func addStep(_ step: PathStep, from place: Place, _ value: Value) -> Place {
    let edge = Edge(place: place, step: step)
    if let known = edges[edge] { return known }
    let new = Place(index: values.count)
    values.append(value)
    edges[edge] = new
    return new
  }
}
