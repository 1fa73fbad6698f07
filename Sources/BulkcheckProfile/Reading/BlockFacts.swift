internal import BulkcheckCore
internal import BulkcheckDocument

/// The facts that the constraints of one block say together: the material for finding that no value
/// can satisfy them.
struct BlockFacts {
  /// A limit and the constraint that gives it.
  struct Limit<Value> {
    var value: Value
    var keyword: Keyword
    var offset: Int
  }

  var types: [ValueType]?
  var isRequired = false
  /// The offset of `nullable: true`.
  var nullableOffset: Int?
  var lower: [Limit<Bound>] = []
  var upper: [Limit<Bound>] = []
  var earliest: [Limit<MomentBound>] = []
  var latest: [Limit<MomentBound>] = []
  /// The notation of the earliest and the latest.
  var notation: TemporalNotation?
  var shortest: [Limit<Int>] = []
  var longest: [Limit<Int>] = []
  var fewest: [Limit<Int>] = []
  var most: [Limit<Int>] = []
  var fewestMembers: [Limit<Int>] = []
  var mostMembers: [Limit<Int>] = []

  /// Takes note of a constraint; `statement` is nil for one that makes no rule.
  mutating func note(_ form: ConstraintForm, _ statement: Expression?) {
    let keyword = form.keyword
    if keyword == .nullable, form.operand == nil || form.operand?.boolean == true {
      nullableOffset = form.nameOffset
    }
    guard case .constraint(let constraint)? = statement else { return }
    func limit<Value>(_ value: Value) -> Limit<Value> {
      Limit(value: value, keyword: keyword, offset: form.nameOffset)
    }
    switch constraint {
    case .required: isRequired = true
    case .type(let types): self.types = types
    case .bounds(let low, let high):
      if let low { lower.append(limit(low)) }
      if let high { upper.append(limit(high)) }
    case .moments(let low, let high, let notation):
      if let low { earliest.append(limit(low)) }
      if let high { latest.append(limit(high)) }
      self.notation = notation
    case .length(let low, let high):
      if let low { shortest.append(limit(low)) }
      if let high { longest.append(limit(high)) }
    case .itemCount(let low, let high):
      if let low { fewest.append(limit(low)) }
      if let high { most.append(limit(high)) }
    case .memberCount(let low, let high):
      if let low { fewestMembers.append(limit(low)) }
      if let high { mostMembers.append(limit(high)) }
    default: break
    }
  }
}

extension ProfileReader {
  /// Complains about a block that contradicts itself (docs/reference/constraints.md#presence,
  /// docs/reference/constraints.md#numbers).
  mutating func check(_ facts: BlockFacts) {
    if facts.isRequired, let offset = facts.nullableOffset {
      complain(offset, .requiredAndNullable)
    }
    checkCounts(facts.shortest, facts.longest, about: "length")
    checkCounts(facts.fewest, facts.most, about: "number of elements")
    checkCounts(facts.fewestMembers, facts.mostMembers, about: "number of members")
    checkTimes(facts)
    let isInteger = facts.types == [.integer]
    for low in facts.lower {
      for high in facts.upper
      where !Self.isPossible(low.value, high.value, isInteger: isInteger) {
        complain(
          Swift.max(low.offset, high.offset),
          .impossibleBounds(
            low.keyword.rawValue, high.keyword.rawValue, about: isInteger ? "integer" : "number"))
      }
    }
  }

  private mutating func checkTimes(_ facts: BlockFacts) {
    guard let notation = facts.notation else { return }
    for low in facts.earliest {
      for high in facts.latest where !notation.admits(low.value, high.value) {
        complain(
          Swift.max(low.offset, high.offset),
          .impossibleBounds(
            low.keyword.rawValue, high.keyword.rawValue, about: notation.kind.rawValue))
      }
    }
  }

  private mutating func checkCounts(
    _ lower: [BlockFacts.Limit<Int>], _ upper: [BlockFacts.Limit<Int>], about: String
  ) {
    for low in lower {
      for high in upper where low.value > high.value {
        complain(
          Swift.max(low.offset, high.offset),
          .impossibleBounds(low.keyword.rawValue, high.keyword.rawValue, about: about))
      }
    }
  }

  /// Whether a number (or an integer) lies within both bounds.
  private static func isPossible(_ lower: Bound, _ upper: Bound, isInteger: Bool) -> Bool {
    let high = BigDecimal(upper.digits)
    if isInteger, let low = BigDecimal(lower.digits).nextInteger(exclusive: lower.isExclusive) {
      return upper.isExclusive ? low < high : low <= high
    }
    let low = BigDecimal(lower.digits)
    return lower.isExclusive || upper.isExclusive ? low < high : low <= high
  }
}
