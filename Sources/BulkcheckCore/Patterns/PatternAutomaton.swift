/// A pattern as a deterministic automaton: two loads for each byte of a text, however many branches
/// the pattern has.
///
/// For anchored patterns that are too large to be a ``ClassPattern``, such as those of dates. It
/// gives up where a character beyond ASCII may be a member of a class; PCRE2 decides then.
struct PatternAutomaton: BitwiseCopyable, Sendable {
  /// States with one answer for all that follows; the others are larger.
  enum Final {
    static let never: UInt16 = 0
    static let matched: UInt16 = 1
    static let undecided: UInt16 = 2
    static let count = 3
  }

  /// The class of each byte.
  private let classes: Storage<UInt8>
  /// By state and class the next state. States are numbers of rows, times the length of a row.
  private let next: Storage<UInt16>
  private let start: UInt16
  /// The first state that is not final.
  private let firstOpen: UInt16
  /// The class that stands for the end of the text.
  private let end: Int

  /// Nil if the pattern is not anchored or has too many states.
  init?(_ tree: PatternTree) {
    guard let states = try? PatternStates(tree) else { return nil }
    let width = states.classCount
    classes = Storage(states.classes, padding: 0)
    next = Storage(states.rows.flatMap { $0.map { $0 * UInt16(width) } }, padding: 0)
    start = states.start * UInt16(width)
    firstOpen = UInt16(Final.count * width)
    end = width - 1
  }

  /// Whether the pattern is found in the text, which must be valid UTF-8; nil if that is not
  /// decided here.
  @inline(__always)
  func matches(_ text: ByteView) -> Bool? { answer(of: start, from: 0, text) }

  /// As ``matches(_:)``, for four texts side by side: each step waits for the state before, and for
  /// none of another text.
  @inline(__always)
  func matches(
    _ a: ByteView, _ b: ByteView, _ c: ByteView, _ d: ByteView
  ) -> (a: Bool?, b: Bool?, c: Bool?, d: Bool?) {
    var (atA, atB, atC, atD) = (start, start, start, start)
    let common = min(min(a.count, b.count), min(c.count, d.count))
    var position = 0
    // A final state leads to itself.
    while position < common {
      atA = next[Int(atA) &+ Int(classes[Int(a[position])])]
      atB = next[Int(atB) &+ Int(classes[Int(b[position])])]
      atC = next[Int(atC) &+ Int(classes[Int(c[position])])]
      atD = next[Int(atD) &+ Int(classes[Int(d[position])])]
      position &+= 1
    }
    return (
      answer(of: atA, from: common, a), answer(of: atB, from: common, b),
      answer(of: atC, from: common, c), answer(of: atD, from: common, d)
    )
  }

  /// Goes on from a state at a position of a text.
  @inline(__always)
  private func answer(of state: UInt16, from position: Int, _ text: ByteView) -> Bool? {
    var state = state
    var position = position
    while position < text.count, state >= firstOpen {
      state = next[Int(state) &+ Int(classes[Int(text[position])])]
      position &+= 1
    }
    state = next[Int(state) &+ end]
    if state == Final.never { return false }
    return Int(state) == Int(Final.matched) &* (end &+ 1) ? true : nil
  }

  /// No copy may be used afterwards.
  func deallocate() {
    classes.deallocate()
    next.deallocate()
  }
}
