/// A check of one value, ready to run: an opcode with operands in the program's pools. Trivial.
struct Leaf: BitwiseCopyable {
  // `expand --program` prints the names.
  enum Opcode: UInt8, BitwiseCopyable {
    // Presence: judge missing values too.
    case required, present, forbidden, notNull
    case type
    // Text.
    case length, codepoints, pattern, notPattern, containsText, startsWith, endsWith, format
    // Dates and times: a notation of their own, and limits.
    case temporal, moments
    case notEmpty
    // Number.
    case bounds, multipleOf
    // Choice.
    case oneOf, noneOf
    // The same with a set of any size.
    case listed, notListed
    // Array, object.
    case itemCount, uniqueItems, onlyFields, anyFields, memberCount, dependentRequired
    // A list of checks and changes.
    case chain
    // A closure; the second one also judges values that are missing, or that no single cell holds.
    case closure, closureOrMissing

    /// Whether a value is there, and of what type: what comes before all other rules of a field.
    var isGate: Bool {
      switch self {
      case .required, .present, .forbidden, .notNull, .type: true
      default: false
      }
    }
  }

  var code: Opcode
  /// The kinds of values that it is about; nil: all.
  var subject: ConstraintSubject?
  /// It is open on values of kinds that it is not about, and not false.
  var isOpenOnOthers = false
  var isLowerExclusive = false
  var isUpperExclusive = false
  /// The types of the field's own `type` list, on which the leaf is not applicable instead of
  /// false.
  var declared: TypeMask = []
  /// The operand's place in its pool, or a type mask, a format, …
  var operand: Int32 = -1
  /// The first of the ``ScaledBounds`` of bounds in the program, or -1.
  var scaled: Int32 = -1
  /// Limits of lengths and counts. Of `multipleOf`: the divisor is `minimum` × 10^-`maximum`; 0 if
  /// it is none of few digits.
  var minimum: Int = 0
  var maximum: Int = .max
  /// The section of an `additionalFields`, which knows other columns.
  var section = SectionNumber.everyRecord
}

/// The limits of a number.
struct BoundPair: BitwiseCopyable {
  var lower = Decimal(0)
  var upper = Decimal(0)
  var hasLower = false
  var hasUpper = false
}

/// The bounds of a number as integers, for each count of digits behind the point. A written decimal
/// is compared as the integer of its digits: 12.50 is in [0, 100] because 1250 is in [0, 10000].
struct ScaledBounds: BitwiseCopyable {
  /// Digits behind the point that a table covers: 0 ..< scales. Computed doubles are written with
  /// up to 17 digits.
  static let scales = 17

  var minimum: Int
  var maximum: Int
}

extension ProgramBuilder {
  /// The leaf of a constraint, its operands put into the pools.
  mutating func leaf(_ constraint: Constraint) throws(ProgramError) -> Leaf {
    var leaf = try compile(constraint)
    leaf.subject = constraint.subject
    if case .onlyFields = constraint { leaf.section = SectionNumber(section) }
    return leaf
  }

  private mutating func compile(_ constraint: Constraint) throws(ProgramError) -> Leaf {
    switch constraint {
    case .required: return Leaf(code: .required)
    case .present(let isWanted): return Leaf(code: isWanted ? .present : .forbidden)
    case .notNull: return Leaf(code: .notNull)
    case .type(let types): return Leaf(code: .type, operand: Int32(TypeMask(types).rawValue))
    case .length(let minimum, let maximum):
      return Leaf(code: .length, minimum: minimum ?? 0, maximum: maximum ?? .max)
    case .pattern(let source): return Leaf(code: .pattern, operand: try pattern(source))
    case .notPattern(let source): return Leaf(code: .notPattern, operand: try pattern(source))
    case .containsText(let part): return Leaf(code: .containsText, operand: text(part.text))
    case .startsWith(let prefix): return Leaf(code: .startsWith, operand: text(prefix.text))
    case .endsWith(let suffix): return Leaf(code: .endsWith, operand: text(suffix.text))
    case .format(let format):
      let position = Format.allCases.firstIndex(of: format) ?? 0
      return Leaf(code: .format, operand: Int32(position))
    case .temporal(let notation): return temporalLeaf(notation)
    case .instants(let lower, let upper, let notation):
      return try momentsLeaf(lower, upper, notation)
    case .notEmpty: return Leaf(code: .notEmpty)
    case .bounds(let lower, let upper): return try boundsLeaf(lower, upper)
    case .multipleOf(let digits):
      let divisor = try decimal(digits)
      multiples.append(divisor)
      var leaf = Leaf(code: .multipleOf, operand: Int32(multiples.count - 1))
      (leaf.minimum, leaf.maximum) = ProgramBuilder.smallDivisor(divisor)
      return leaf
    case .const(let literal): return choiceLeaf(.oneOf, [literal])
    case .oneOf(let literals):
      return listLeaf(.listed, literals) ?? choiceLeaf(.oneOf, literals)
    case .noneOf(let literals):
      return listLeaf(.notListed, literals) ?? choiceLeaf(.noneOf, literals)
    case .references(let reference): return listLeaf(.listed, reference.values)
    case .itemCount(let minimum, let maximum):
      return Leaf(code: .itemCount, minimum: minimum ?? 0, maximum: maximum ?? .max)
    case .uniqueItems: return Leaf(code: .uniqueItems)
    case .onlyFields(_, coversAll: true): return Leaf(code: .anyFields)
    case .onlyFields(let names, coversAll: false):
      guard namesMustBeLookedUp else { return Leaf(code: .onlyFields) }
      return Leaf(code: .onlyFields, operand: nameSet(names))
    case .memberCount(let minimum, let maximum):
      return Leaf(code: .memberCount, minimum: minimum ?? 0, maximum: maximum ?? .max)
    case .dependentRequired(let list):
      let number = lists.dependencyNumbers[constraint] ?? lists.dependencies.count
      if number == lists.dependencies.count { lists.dependencies.append(DependencyTable(list)) }
      lists.dependencyNumbers[constraint] = number
      return Leaf(code: .dependentRequired, operand: Int32(number))
    case .chain(let steps): return try chainLeaf(steps)
    case .unique: throw ProgramError(description: "unique must be alone in a rule")
    case .closure(let number):
      guard lists.closures.indices.contains(number) else {
        throw ProgramError(description: "a rule asks for closure \(number), which is not there")
      }
      let takesAll = lists.closures[number].takesMissing || !lists.closures[number].members.isEmpty
      return Leaf(code: takesAll ? .closureOrMissing : .closure, operand: Int32(number))
    }
  }

  /// The number of a set of names in ``nameSets``; makes it at first sight.
  mutating func nameSet(_ names: Set<ExactText>) -> Int32 {
    if let known = nameSetNumbers[names] { return known }
    let number = Int32(lists.nameSets.count)
    lists.nameSets.append(TextSet(names.sorted().map(\.text)))
    nameSetNumbers[names] = number
    return number
  }

  private mutating func boundsLeaf(_ lower: Bound?, _ upper: Bound?) throws(ProgramError) -> Leaf {
    var pair = BoundPair()
    if let lower {
      pair.lower = try decimal(lower.digits)
      pair.hasLower = true
    }
    if let upper {
      pair.upper = try decimal(upper.digits)
      pair.hasUpper = true
    }
    bounds.append(pair)
    var leaf = Leaf(code: .bounds, operand: Int32(bounds.count - 1))
    leaf.isLowerExclusive = lower?.isExclusive ?? false
    leaf.isUpperExclusive = upper?.isExclusive ?? false
    if let table = ProgramBuilder.scaled(pair, leaf) {
      leaf.scaled = Int32(scaledBounds.count)
      scaledBounds += table
    }
    return leaf
  }

  /// The bounds at each scale; nil if they do not fit.
  private static func scaled(_ pair: BoundPair, _ leaf: Leaf) -> [ScaledBounds]? {
    var table: [ScaledBounds] = []
    for scale in 0..<ScaledBounds.scales {
      var limits = ScaledBounds(minimum: .min, maximum: .max)
      if pair.hasLower {
        guard let lower = pair.lower.scaled(scale) else { return nil }
        limits.minimum = lower.isExact && !leaf.isLowerExclusive ? lower.floor : lower.floor + 1
      }
      if pair.hasUpper {
        guard let upper = pair.upper.scaled(scale) else { return nil }
        limits.maximum = upper.isExact && leaf.isUpperExclusive ? upper.floor - 1 : upper.floor
      }
      table.append(limits)
    }
    return table
  }

  /// A divisor of few digits as digits and scale; 0 for others.
  private static func smallDivisor(_ divisor: Decimal) -> (digits: Int, scale: Int) {
    for scale in 0...9 {
      guard let scaled = divisor.scaled(scale) else { break }
      if scaled.isExact, scaled.floor > 0, scaled.floor < 1_000_000_000 {
        return (scaled.floor, scale)
      }
    }
    return (0, 0)
  }

  /// The number, its digits kept alive by the program.
  private mutating func decimal(_ digits: String) throws(ProgramError) -> Decimal {
    guard let decimal = OwnedDecimal(digits) else {
      throw ProgramError(description: "\(digits) is not a number")
    }
    lists.numbers.append(decimal)
    return decimal.value
  }
}
