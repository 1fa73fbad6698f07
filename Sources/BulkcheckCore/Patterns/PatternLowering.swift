internal import CBulkcheckScan
internal import PatternSyntax

/// Makes the steps of a ``ClassPattern`` from a tree.
///
/// `^[0-9a-f]{4}-[a-z]+$`: as long as the way from the start has a fixed length, no step is needed:
/// the classes say which positions must be theirs (`required`: the first four hexadecimal, the
/// fifth a hyphen). Steps begin behind, here with the marker at 5, and the last run is one with the
/// end: at least one letter up to the end.
struct PatternLowering {
  typealias Unsupported = PatternTree.Unsupported

  private(set) var classes: [bulkcheck_class] = []
  private(set) var steps: [bulkcheck_step] = []
  /// The bytes that must be at fixed positions near the start.
  private(set) var literal = [(byte: UInt8, blind: UInt8)](repeating: (0, 0), count: 32)
  private(set) var literalPositions: UInt32 = 0
  private var indices: [ASCIISet: UInt8] = [:]
  /// Whether a text that is not ASCII may be judged wrongly.
  private(set) var needsASCII = false
  private var depth = 0

  /// Beyond this PCRE2 is often faster: it gives up at the first byte that does not fit, while
  /// steps are all run. In the patterns of published schemas, on texts of which half match, a class
  /// took about 1.2 ns, a step 2.8, a group that is repeated another 7; nine in ten of the patterns
  /// that cost more than this were faster on PCRE2.
  static let costStandard = 28
  private let costMaximum: Int
  private var cost: Int {
    let loops = steps.count { $0.code == UInt8(BULKCHECK_STEP_AGAIN.rawValue) }
    return classes.count + 2 * steps.count + 5 * loops
  }
  private static let textMaximum = Int(BULKCHECK_PATTERN_TEXT_MAXIMUM)

  /// The lengths of texts that are judged, the answer for longer ones, the first marker.
  private(set) var lengthMinimum = 0
  private(set) var lengthMaximum = textMaximum
  private(set) var beyond = BULKCHECK_UNDECIDED
  private(set) var start: UInt64 = 1
  /// How the pattern is judged, and the longest text that may match where that is not by steps.
  private(set) var form = BULKCHECK_FORM_STEPS
  private(set) var formMaximum = Int.max
  /// The number of bytes at the text's end that are looked at, if a match has a fixed length and
  /// ends with the text; otherwise 0.
  private(set) var tailLength = 0

  /// A higher cost is for tests; the limit of 250 keeps the way back of a loop within a byte.
  init(
    _ tree: PatternTree, costMaximum: Int = PatternLowering.costStandard
  ) throws(Unsupported) {
    self.costMaximum = min(costMaximum, 250)
    var parts = tree.parts[...]
    var isAtStart = parts.first == .place(.textStart)
    while parts.first == .place(.textStart) { parts.removeFirst() }
    let isAtEnd = parts.last == .place(.textEnd)
    while parts.last == .place(.textEnd) { parts.removeLast() }
    if !isAtStart { PatternLowering.shorten(&parts, atEnd: false) }
    if !isAtEnd { PatternLowering.shorten(&parts, atEnd: true) }

    let whole = PatternTree.sequence(Array(parts))
    guard whole.lengthMinimum <= Self.textMaximum else { throw Unsupported() }
    lengthMinimum = max(whole.lengthMinimum, 1)
    if !isAtStart, isAtEnd, whole.lengthMinimum > 0, whole.lengthMaximum == whole.lengthMinimum,
      !whole.hasPlaces
    {
      tailLength = whole.lengthMinimum
      isAtStart = true
    }
    findForm(parts, isAtStart: isAtStart, isAtEnd: isAtEnd)
    if isAtStart {
      start = 1 << takeFixed(&parts)
    } else {
      start = .max
    }
    try appendEnd(parts, isAtEnd: isAtEnd)
    guard cost <= costMaximum else { throw Unsupported() }

    if let most = whole.lengthMaximum, isAtStart, most <= Self.textMaximum {
      if isAtEnd, !needsASCII {
        lengthMaximum = max(most, lengthMinimum)
        beyond = BULKCHECK_NOT_MATCHED
      } else if !isAtEnd, !whole.looksBehind {
        beyond = BULKCHECK_CUT
      }
    }
  }

  /// `[abc]` and `^[abc]{2,9}$` ask for members of one class and nothing else. The steps are made
  /// all the same: they know the answer for a text without bytes.
  private mutating func findForm(
    _ parts: ArraySlice<PatternTree>, isAtStart: Bool, isAtEnd: Bool
  ) {
    guard parts.count == 1, isAtStart == isAtEnd else { return }
    let (members, most): (PatternTree.Members, Int?)
    switch parts.first {
    case .member(let single) where !isAtStart: (members, most) = (single, nil)
    case .repeated(.member(let single), 1, 1) where !isAtStart: (members, most) = (single, nil)
    case .repeated(.member(let repeated), _, let count) where isAtStart:
      (members, most) = (repeated, count)
    default: return
    }
    // It is the first one.
    guard (try? index(of: members)) == 0 else { return }
    form = isAtStart ? BULKCHECK_FORM_ALL : BULKCHECK_FORM_ANY
    formMaximum = most ?? .max
  }

  /// Shortens the parts at an end at which a match may begin or end anywhere: no part there needs
  /// to go on for longer than it must.
  private static func shorten(_ parts: inout ArraySlice<PatternTree>, atEnd: Bool) {
    while let part = atEnd ? parts.last : parts.first, case .repeated(let body, let least, _) = part
    {
      if atEnd { parts.removeLast() } else { parts.removeFirst() }
      if least == 0 { continue }
      let shorter = PatternTree.repeated(body, least, least)
      if atEnd { parts.append(shorter) } else { parts.insert(shorter, at: parts.startIndex) }
      return
    }
  }

  /// Turns the parts of fixed length at the start into what the classes require; returns their
  /// length.
  private mutating func takeFixed(_ parts: inout ArraySlice<PatternTree>) -> Int {
    var length = 0
    while let part = parts.first {
      let members: PatternTree.Members
      var least = 1
      var most: Int? = 1
      switch part {
      case .member(let single): members = single
      case .repeated(.member(let repeated), let low, let high):
        (members, least, most) = (repeated, low, high)
      default: return length
      }
      // The shortest text has room for what is required; see the guard in the initialiser.
      if least > 0 {
        guard require(members, length..<(length + least)) else { return length }
        length += least
      }
      parts.removeFirst()
      if most == least { continue }
      parts.insert(
        .repeated(.member(members), 0, most.map { $0 - least }), at: parts.startIndex)
      return length
    }
    return length
  }

  /// Notes what must be at some places; returns whether there was room for it.
  private mutating func require(_ members: PatternTree.Members, _ places: Range<Int>) -> Bool {
    if places.upperBound <= literal.count, let literal = members.set.literal {
      for place in places {
        self.literal[place] = literal
        literalPositions |= 1 << UInt32(place)
      }
      if members.isWide { needsASCII = true }
      return true
    }
    guard let index = try? index(of: members) else { return false }
    let bits = (UInt64(1) << UInt64(places.count)) - 1
    classes[Int(index)].required |= bits << UInt64(places.lowerBound)
    return true
  }

  private mutating func appendEnd(_ parts: ArraySlice<PatternTree>, isAtEnd: Bool)
    throws(Unsupported)
  {
    if isAtEnd, case .repeated(.member(let members), let least, let most) = parts.last {
      for part in parts.dropLast() { try append(part) }
      try append(BULKCHECK_STEP_ACCEPT_TAIL, members)
      let longest = min(most ?? .max, Self.textMaximum)
      // Bit 63 - k for each of the counts k.
      steps[steps.count - 1].counts =
        least > longest ? 0 : UInt64.max >> UInt64(least) & UInt64.max << UInt64(63 - longest)
      return
    }
    for part in parts { try append(part) }
    try append(isAtEnd ? BULKCHECK_STEP_ACCEPT_END : BULKCHECK_STEP_ACCEPT)
  }

  // MARK: Steps

  private mutating func append(_ tree: PatternTree) throws(Unsupported) {
    switch tree {
    case .member(let members): try appendOne(members)
    case .sequence(let parts): for part in parts { try append(part) }
    case .choice(let branches):
      try nested { (lowering) throws(Unsupported) in
        try lowering.append(BULKCHECK_STEP_BRANCHES)
        for (number, branch) in branches.enumerated() {
          if number > 0 { try lowering.append(BULKCHECK_STEP_NEXT) }
          try lowering.append(branch)
        }
        try lowering.append(BULKCHECK_STEP_JOIN)
      }
    case .repeated(.member(let members), let least, let most):
      try appendRun(members, least, most)
    case .repeated(let body, let least, let most): try appendRepetition(body, least, most)
    case .place(let place): try append(place)
    }
  }

  private mutating func nested(
    _ body: (inout PatternLowering) throws(Unsupported) -> Void
  ) throws(Unsupported) {
    depth += 1
    guard depth <= Int(BULKCHECK_PATTERN_DEPTH_MAXIMUM) else { throw Unsupported() }
    try body(&self)
    depth -= 1
  }

  private mutating func appendOne(_ members: PatternTree.Members) throws(Unsupported) {
    let index = try index(of: members)
    if let last = steps.last {
      let end = steps.count - 1
      switch bulkcheck_step_code(UInt32(last.code)) {
      case BULKCHECK_STEP_ONE:
        steps[end].code = UInt8(BULKCHECK_STEP_ROW.rawValue)
        steps[end].low = 2
        steps[end].classes = (last.class_index, index, 0, 0)
        return
      case BULKCHECK_STEP_ROW where last.low < 4:
        if last.low == 2 { steps[end].classes.2 = index } else { steps[end].classes.3 = index }
        steps[end].low += 1
        return
      case BULKCHECK_STEP_SOME:
        steps[end].code = UInt8(BULKCHECK_STEP_SOME_ONE.rawValue)
        steps[end].classes.0 = index
        return
      default: break
      }
    }
    try append(BULKCHECK_STEP_ONE, members)
  }

  private mutating func appendRun(
    _ members: PatternTree.Members, _ least: Int, _ most: Int?
  ) throws(Unsupported) {
    guard least <= Self.textMaximum else { return try append(BULKCHECK_STEP_NEVER) }
    if let most, most - least < Self.textMaximum {
      switch (least, most) {
      case (_, 0): break
      case (0, 1): try append(BULKCHECK_STEP_OPTIONAL, members)
      case (1, 1): try appendOne(members)
      case (_, least): try append(BULKCHECK_STEP_EXACTLY, members, low: least)
      default: try append(BULKCHECK_STEP_BETWEEN, members, low: least, high: most)
      }
      return
    }
    if least == 1 { return try append(BULKCHECK_STEP_SOME, members) }
    if least > 1 { try append(BULKCHECK_STEP_EXACTLY, members, low: least) }
    try append(BULKCHECK_STEP_ANY, members)
  }

  private mutating func appendRepetition(
    _ body: PatternTree, _ least: Int, _ most: Int?
  ) throws(Unsupported) {
    // More turns than the text has bytes are as good as any number of turns.
    let isBounded = most.map { $0 - least < Self.textMaximum } ?? false
    let copies = isBounded ? least : max(least - 1, 0)
    // Each copy makes a step at least.
    guard copies <= costMaximum else { throw Unsupported() }
    for _ in 0..<copies { try append(body) }
    guard isBounded, let most else {
      return try nested { (lowering) throws(Unsupported) in
        let loop = lowering.steps.count
        try lowering.append(least == 0 ? BULKCHECK_STEP_LOOP_OR_NONE : BULKCHECK_STEP_LOOP)
        try lowering.append(body)
        let distance = lowering.steps.count - loop
        try lowering.append(BULKCHECK_STEP_AGAIN, low: distance)
      }
    }
    for _ in least..<most {
      try nested { (lowering) throws(Unsupported) in
        try lowering.append(BULKCHECK_STEP_MAYBE)
        try lowering.append(body)
        try lowering.append(BULKCHECK_STEP_JOIN)
      }
    }
  }

  private mutating func append(_ place: PatternPlace) throws(Unsupported) {
    switch place {
    case .textStart: try append(BULKCHECK_STEP_TEXT_START)
    case .textEnd: try append(BULKCHECK_STEP_TEXT_END)
    case .lineStart: try append(BULKCHECK_STEP_LINE_START, PatternTree.Members(.lineFeed))
    case .lineEnd: try append(BULKCHECK_STEP_LINE_END, PatternTree.Members(.lineFeed))
    case .wordBoundary: try append(BULKCHECK_STEP_WORD_BOUNDARY, PatternTree.Members(.word))
    case .noWordBoundary:
      // Between the bytes of a character it would hold too.
      needsASCII = true
      try append(BULKCHECK_STEP_NO_WORD_BOUNDARY, PatternTree.Members(.word))
    }
  }

  private mutating func append(
    _ code: bulkcheck_step_code, _ members: PatternTree.Members? = nil, low: Int = 0, high: Int = 0
  ) throws(Unsupported) {
    guard steps.count < costMaximum else { throw Unsupported() }
    var step = bulkcheck_step()
    step.code = UInt8(code.rawValue)
    if let members { step.class_index = try index(of: members) }
    step.low = UInt8(low)
    step.high = UInt8(high)
    if code == BULKCHECK_STEP_EXACTLY || code == BULKCHECK_STEP_BETWEEN {
      step.counts = shifts(low)
    }
    steps.append(step)
  }

  /// How runs of a length are found: by the run of 1, 2, 4 … and at last the difference; see
  /// `bulkcheck_step.counts`.
  private func shifts(_ length: Int) -> UInt64 {
    var shifts: UInt64 = 0
    var place: UInt64 = 0
    var have = 1
    while have < length {
      let more = min(have, length - have)
      shifts |= UInt64(more) << place
      place += 8
      have += more
    }
    return shifts
  }

  private mutating func index(of members: PatternTree.Members) throws(Unsupported) -> UInt8 {
    if members.isWide { needsASCII = true }
    if let index = indices[members.set] { return index }
    guard classes.count < Int(BULKCHECK_PATTERN_CLASS_MAXIMUM) else { throw Unsupported() }
    let index = UInt8(classes.count)
    classes.append(bulkcheck_class(members.set))
    indices[members.set] = index
    return index
  }
}

extension PatternTree {
  /// Whether it asks where in the text it is.
  fileprivate var hasPlaces: Bool {
    switch self {
    case .member: false
    case .sequence(let parts), .choice(let parts): parts.contains(where: \.hasPlaces)
    case .repeated(let body, _, _): body.hasPlaces
    case .place: true
    }
  }

  /// Whether it matters what is behind the longest match: an end of the text, a line or a word.
  fileprivate var looksBehind: Bool {
    switch self {
    case .member: false
    case .sequence(let parts), .choice(let parts): parts.contains(where: \.looksBehind)
    case .repeated(let body, _, _): body.looksBehind
    case .place(let place): place != .textStart
    }
  }
}
