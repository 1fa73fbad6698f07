/// The truth of a statement about the values in a set of lanes
/// (docs/reference/constraints.md#values-of-another-kind, docs/reference/rules.md#truth,
/// docs/reference/outcomes.md#the-match-limit): ``Truth``, lane by lane. Where it says nothing it
/// is undecided.
///
/// A lane is in one of the sets at most.
struct Answer: BitwiseCopyable {
  var yes = Lanes.none
  var no = Lanes.none
  /// A pattern reached its match limit, so the statement is true or false, but it is not known
  /// which. Another part may decide the whole.
  var limited = Lanes.none
  /// A `replace` reached the match limit, so the value is not known. The rule fails, whatever its
  /// other parts say.
  var unreadable = Lanes.none
  /// Combinators take it as undecided.
  var notApplicable = Lanes.none

  @inline(__always)
  init() {}

  @inline(__always)
  init(yes: Lanes, no: Lanes) {
    self.yes = yes
    self.no = no
  }

  init(unreadable: Lanes) { self.unreadable = unreadable }

  init(limited: Lanes) { self.limited = limited }

  /// The answer of a check that is about some of the lanes only.
  @inline(__always)
  init(yes: Lanes, of about: Lanes, in lanes: Lanes) {
    self.yes = yes
    no = about - yes
    notApplicable = lanes - about
  }

  /// The answer with each set made another one.
  @inline(__always)
  func mapped(_ body: (Lanes) -> Lanes) -> Answer {
    var answer = self
    answer.yes = body(yes)
    answer.no = body(no)
    answer.limited = body(limited)
    answer.unreadable = body(unreadable)
    answer.notApplicable = body(notApplicable)
    return answer
  }

  /// The part of the answer that is about some lanes.
  @inline(__always)
  func within(_ lanes: Lanes) -> Answer { mapped { $0 & lanes } }

  /// How bad it is in a lane: of several answers about parts of a record the worst prevails. 0 if
  /// the lane does not fail.
  @inline(__always)
  func gravity(_ lane: Lane) -> Int {
    if unreadable.contains(lane) { return 3 }
    return no.contains(lane) ? 2 : limited.contains(lane) ? 1 : 0
  }

  /// Adds what is said of other lanes.
  @inline(__always)
  mutating func add(_ other: Answer) {
    yes |= other.yes
    no |= other.no
    limited |= other.limited
    unreadable |= other.unreadable
    notApplicable |= other.notApplicable
  }

  /// Adds the answer of one more part of an `all`: the worst prevails.
  @inline(__always)
  mutating func and(_ part: Answer) {
    unreadable |= part.unreadable
    no = (no | part.no) - unreadable
    limited = (limited | part.limited) - unreadable - no
    yes = (yes | part.yes) - unreadable - no - limited
  }

  /// The answer of `not` about this one.
  @inline(__always)
  var inverted: Answer {
    var answer = self
    answer.yes = no
    answer.no = yes
    answer.notApplicable = .none
    return answer
  }

  /// The answer with what is not applicable undecided.
  @inline(__always)
  var decided: Answer {
    var answer = self
    answer.notApplicable = .none
    return answer
  }

  /// Lanes that are neither true nor applicable nor undecided.
  @inline(__always)
  var failing: Lanes { no | limited | unreadable }

  mutating func insert(_ truth: Truth, _ lane: Lane) {
    switch truth {
    case .undecided: return
    case .true: yes |= Lanes(lane)
    case .false: no |= Lanes(lane)
    case .limited: limited |= Lanes(lane)
    case .unreadable: unreadable |= Lanes(lane)
    case .notApplicable: notApplicable |= Lanes(lane)
    }
  }
}

/// The outcomes of a rule on the records in a set of lanes (docs/reference/outcomes.md#outcomes);
/// every lane is in one of the sets.
struct Outcomes: BitwiseCopyable {
  var answer = Answer()
  var missing = Lanes.none
  var blocked = Lanes.none

  init() {}

  /// The outcomes of a rule that has been judged.
  @inline(__always)
  init(_ answer: Answer, in lanes: Lanes) {
    self.answer = answer
    missing = lanes - answer.yes - answer.failing - answer.notApplicable
  }

  /// One outcome in all lanes.
  init(_ outcome: Outcome, in lanes: Lanes) {
    switch outcome {
    case .missing: missing = lanes
    case .notApplicable: answer.notApplicable = lanes
    case .blocked: blocked = lanes
    case .failed: answer.no = lanes
    case .unreadable: answer.unreadable = lanes
    case .limited: answer.limited = lanes
    case .passed, .overridden: answer.yes = lanes
    }
  }

  /// Lanes in which the rule fails.
  @inline(__always)
  var failing: Lanes { answer.failing }

  /// The outcomes with each set made another one.
  @inline(__always)
  func mapped(_ body: (Lanes) -> Lanes) -> Outcomes {
    var outcomes = self
    outcomes.answer = answer.mapped(body)
    outcomes.missing = body(missing)
    outcomes.blocked = body(blocked)
    return outcomes
  }

  func within(_ lanes: Lanes) -> Outcomes { mapped { $0 & lanes } }

  /// Adds outcomes of the same rule at further elements: the strongest prevails
  /// (docs/reference/paths.md#several-elements).
  mutating func gather(_ other: Outcomes) {
    answer.unreadable |= other.answer.unreadable
    answer.no = (answer.no | other.answer.no) - answer.unreadable
    answer.limited = (answer.limited | other.answer.limited) - answer.unreadable - answer.no
    blocked = (blocked | other.blocked) - answer.failing
    answer.yes = (answer.yes | other.answer.yes) - blocked - answer.failing
    let judged = answer.yes | blocked | answer.failing
    answer.notApplicable = (answer.notApplicable | other.answer.notApplicable) - judged
    missing = (missing | other.missing) - judged - answer.notApplicable
  }
}

/// Outcomes that are kept for a batch by slot, with what failed by slot and lane.
struct KeptOutcomes<Failure: BitwiseCopyable> {
  let outcomes: Storage<Outcomes>
  private let failures: Storage<Failure>
  private let width: Int32

  init(count: Int, lanes: Int32, _ none: Failure, in memory: inout MemoryOwner) {
    outcomes = memory.own(Storage(capacity: count, repeating: Outcomes()))
    failures = memory.own(Storage(capacity: count * Int(lanes), repeating: none))
    width = lanes
  }

  @inline(__always)
  subscript(slot: Int32, lane: Lane) -> Failure {
    get { failures[slot &* width &+ lane] }
    nonmutating set { failures[slot &* width &+ lane] = newValue }
  }
}
