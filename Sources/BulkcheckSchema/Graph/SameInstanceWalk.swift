/// A walk along the edges that stay at the same value, to find circles and how deep they lead.
struct SameInstanceWalk {
  struct Edge {
    var target: Int
    /// The place of the reference that the edge is; nil for other edges.
    var reference: (document: Int, offset: Int, keyword: String)?
  }

  /// One reference of each circle.
  private(set) var circles: [(document: Int, offset: Int, keyword: String)] = []
  /// The longest way in edges.
  private(set) var depth = 0
  /// The node at which the longest way begins.
  private(set) var deepest = 0

  private enum State { case new, open, done }

  private struct Step {
    var node: Int
    var edges: [Edge]
    var next = 0
  }

  /// - Parameter edges: those of a node; asked for once for each.
  init(count: Int, edges: (Int) -> [Edge]) {
    var states = [State](repeating: .new, count: count)
    var depths = [Int](repeating: 0, count: count)
    var steps: [Step] = []
    for start in 0..<count where states[start] == .new {
      states[start] = .open
      steps.append(Step(node: start, edges: edges(start)))
      while let last = steps.last {
        let position = steps.count - 1
        guard last.next < last.edges.count else {
          states[last.node] = .done
          steps.removeLast()
          if let above = steps.last {
            depths[above.node] = Swift.max(depths[above.node], depths[last.node] + 1)
          }
          continue
        }
        steps[position].next += 1
        let target = last.edges[last.next].target
        switch states[target] {
        case .new:
          states[target] = .open
          steps.append(Step(node: target, edges: edges(target)))
        case .open: noteCircle(steps, to: target)
        case .done: depths[last.node] = Swift.max(depths[last.node], depths[target] + 1)
        }
      }
      if depths[start] > depth {
        depth = depths[start]
        deepest = start
      }
    }
  }

  /// Notes the last reference of a circle: the walk has come back to an open node.
  private mutating func noteCircle(_ steps: [Step], to target: Int) {
    for step in steps.reversed() {
      if let reference = step.edges[step.next - 1].reference {
        return circles.append(reference)
      }
      if step.node == target { return }
    }
  }
}
