/// Finds the ways to values of one JSON text: any number of them, in any order.
///
/// The text is read once, from its beginning to the last value asked for. On the way the finder
/// leaves marks: a position, and the containers that are open there. A way is found by reading on
/// from the last mark before the value, so it costs a few thousand bytes however long the text is.
/// Marks lie farther apart where containers lie deeper, so together they take little more memory
/// than the text.
struct WayFinder {
  fileprivate struct Container {
    var key: ByteView?
    /// The position of the element, or -1 in an object.
    var index: Int
  }

  fileprivate struct Mark {
    var position: Int
    var containers: [Container]
    var expectsKey: Bool
  }

  private static let bytesBetweenMarks = 4096
  private static let bytesForContainer = 64

  private let json: ByteView
  private var marks: [Mark]

  /// - Parameter json: well-formed, and there as long as the finder is asked.
  init(_ json: ByteView) {
    self.json = json
    marks = [Mark(position: JSONCursor(json).position, containers: [], expectsKey: false)]
  }

  /// The way to the value at a place.
  ///
  /// - Parameter target: where the value begins; of a text, behind its quote.
  mutating func steps(to target: Int) -> [InstanceLocation.Step] {
    let first = marks.partition(at: target)
    var mark = marks[max(0, first - 1)]
    let isLast = first == marks.count
    var cursor = JSONCursor(json, at: mark.position)
    while cursor.position < target, cursor.position < json.count {
      if isLast { leaveMark(at: cursor.position, mark) }
      switch cursor.byte {
      case Ascii.openBrace: mark.open(index: -1, &cursor)
      case Ascii.openBracket: mark.open(index: 0, &cursor)
      case Ascii.closeBrace, Ascii.closeBracket:
        _ = mark.containers.popLast()
        cursor.advance()
      case Ascii.comma: mark.next(&cursor)
      case Ascii.quote:
        // The text itself begins behind its quote.
        if !mark.expectsKey, cursor.position + 1 >= target { return mark.steps }
        mark.takeText(&cursor)
      case Ascii.colon: cursor.advance()
      default: _ = cursor.takeScalar()
      }
    }
    return mark.steps
  }

  private mutating func leaveMark(at position: Int, _ mark: Mark) {
    let distance = position - (marks.last?.position ?? 0)
    let depth = mark.containers.count
    guard distance >= WayFinder.bytesBetweenMarks,
      distance >= depth * WayFinder.bytesForContainer
    else { return }
    marks.append(
      Mark(position: position, containers: mark.containers, expectsKey: mark.expectsKey))
  }
}

extension WayFinder.Mark {
  fileprivate mutating func open(index: Int, _ cursor: inout JSONCursor) {
    containers.append(WayFinder.Container(index: index))
    expectsKey = index < 0
    cursor.advance()
  }

  fileprivate mutating func next(_ cursor: inout JSONCursor) {
    cursor.advance()
    guard let last = containers.indices.last else { return }
    expectsKey = containers[last].index < 0
    if !expectsKey { containers[last].index += 1 }
  }

  fileprivate mutating func takeText(_ cursor: inout JSONCursor) {
    let text = cursor.takeString()
    guard expectsKey, let last = containers.indices.last else { return }
    containers[last].key = text
    expectsKey = false
  }

  fileprivate var steps: [InstanceLocation.Step] {
    containers.compactMap { container in
      container.index >= 0 ? .element(container.index) : container.key.map { .member($0) }
    }
  }
}

extension [WayFinder.Mark] {
  /// The number of marks that do not lie behind a place.
  fileprivate func partition(at target: Int) -> Int {
    indices.partitioningIndex { self[$0].position > target }
  }
}
