/// A pattern as a deterministic automaton: two loads for each byte of a text, however many branches
/// the pattern has.
///
/// Each step of a ``ClassPattern`` takes time whatever the text is. So a pattern with many of them,
/// such as that of a date, becomes this form of the same tree if it begins with `^` and has no
/// other place inside. ``PatternStates`` makes at most 128 states from the positions in the pattern
/// at which a character may have been read. For a small one, `^-?[0-9]+$`, they are:
///
///     class     -       0…9      other    end
///     start     minus   digits   never    never
///     minus     never   digits   never    never
///     digits    never   digits   never    matched
///
/// `-7` goes from `start` to `minus`, `digits` and `matched`. The three final states (``Final``)
/// come first in the table and lead to themselves, so a text is left at the first of them. One of
/// these is `undecided`, for a character beyond ASCII that may be a member of a class: PCRE2
/// decides then.
///
/// A step waits for the state before it. Four texts are therefore matched side by side.
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

  /// Whether four texts match, side by side: each step waits for the state before, and for none of
  /// another text. See ``matches(_:)``.
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
