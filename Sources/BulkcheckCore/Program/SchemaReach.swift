/// How often, and how deep, the subschemas of a graph may be asked.
///
/// A subschema may be asked about the same value on several ways, and the ways can multiply with
/// every level. Under
///
///     {"$ref": "#/$defs/a", "$defs": {"a": {"properties": {
///       "next": {"allOf": [{"$ref": "#/$defs/a"}, {"$ref": "#/$defs/a"}]}}}}}
///
/// `a` is asked twice about `/next`, four times about `/next/next`, and a thousand times ten levels
/// down. Answers about one value are then kept (``SchemaMemo``), which costs time and memory, so it
/// is done only where the graph calls for it: where more than ``waysMaximum`` ways lead from the
/// root through it. Ways are counted along all edges, in an order in which an edge leads down
/// unless it closes a circle. Where two edges of a subschema stay within one circle, as here, the
/// number has no bound. A circle that can be left at every turn counts for as many ways as a value
/// has levels.
///
/// The depth is the longest chain of subschemas that are applied to one value, each by the one
/// before.
struct SchemaReach {
  /// The subschemas that are applied one inside the other to one value, at most.
  private(set) var depth = 0
  /// A subschema may be asked about one value on so many ways that the answers are worth keeping.
  private(set) var usesMemo = false
  /// How many keywords apply each subschema.
  private(set) var uses: [Int32]

  /// So many subschemas may be applied to one value, one inside the other.
  static let depthMaximum = 1_000
  /// Answers are kept if there are more ways than this through the graph.
  private static let waysMaximum = 1e4
  /// So often a circle may be gone round: once for each level of a value.
  private static let turnsMaximum = Double(JSONScanner.depthMaximum)

  init(_ graph: SchemaGraph) {
    uses = [Int32](repeating: 0, count: graph.subschemas.count)
    func targets(_ of: (SchemaStatement) -> [SubschemaIndex]) -> [[Int]] {
      graph.subschemas.map { $0.keywords.flatMap { of($0.statement).map(\.value) } }
    }
    let inPlace = targets(\.targetsInPlace)
    let all = targets(\.targets)
    for part in all.joined() { uses[part] &+= 1 }
    let order = SchemaReach.order(inPlace, from: graph.subschemas.indices)
    var depths = [Int](repeating: 1, count: all.count)
    for number in order {
      for part in inPlace[number] { depths[number] = max(depths[number], depths[part] + 1) }
    }
    depth = depths.max() ?? 0
    usesMemo = SchemaReach.ways(all, roots: graph.roots.map(\.value)) > SchemaReach.waysMaximum
  }

  /// The number of ways from the roots to anywhere; infinite if two ways lead from one subschema
  /// back to it, so that their number doubles with every level of a value.
  private static func ways(_ edges: [[Int]], roots: [Int]) -> Double {
    let order = order(edges, from: roots)
    var rank = [Int](repeating: -1, count: edges.count)
    for (place, number) in order.enumerated() { rank[number] = place }
    let circle = circles(edges, order)
    var ways = [Double](repeating: 0, count: edges.count)
    for root in roots { ways[root] = 1 }
    var total = 0.0
    for number in order.reversed() {
      total += ways[number]
      let inside = edges[number].count { circle[$0] == circle[number] }
      if inside > 1 { return .infinity }
      // In this order all edges lead down except those that close a circle.
      for part in edges[number] where rank[part] < rank[number] {
        // Out of a circle a way leads with every turn.
        let turns = inside > 0 && circle[part] != circle[number] ? turnsMaximum : 1
        ways[part] += ways[number] * turns
      }
    }
    return total
  }

  /// A number for each strongly connected component, after Kosaraju: the same for all that lead to
  /// one another. -1 for those that are not in the order.
  private static func circles(_ edges: [[Int]], _ order: [Int]) -> [Int] {
    var back = [[Int]](repeating: [], count: edges.count)
    for number in order {
      for part in edges[number] { back[part].append(number) }
    }
    var circle = [Int](repeating: -1, count: edges.count)
    for start in order.reversed() where circle[start] < 0 {
      var open = [start]
      circle[start] = start
      while let number = open.popLast() {
        for part in back[number] where circle[part] < 0 {
          circle[part] = start
          open.append(part)
        }
      }
    }
    return circle
  }

  /// The numbers behind some, each behind those that it leads to, circles apart.
  private static func order(_ edges: [[Int]], from starts: some Sequence<Int>) -> [Int] {
    var seen = [Bool](repeating: false, count: edges.count)
    var order: [Int] = []
    var open: [(number: Int, next: Int)] = []
    for start in starts where !seen[start] {
      seen[start] = true
      open.append((start, 0))
      while let top = open.last {
        guard top.next < edges[top.number].count else {
          order.append(top.number)
          open.removeLast()
          continue
        }
        open[open.count - 1].next += 1
        let part = edges[top.number][top.next]
        if !seen[part] {
          seen[part] = true
          open.append((part, 0))
        }
      }
    }
    return order
  }
}
