extension ProgramBuilder {
  /// The leaf of a constraint, its operands put into the pools.
  mutating func leaf(_ constraint: Constraint) throws(ProgramError) -> Leaf {
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
    case .moments(let lower, let upper, let notation):
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
      let number = dependencyNumbers[constraint] ?? dependencies.count
      if number == dependencies.count { dependencies.append(DependencyTable(list)) }
      dependencyNumbers[constraint] = number
      return Leaf(code: .dependentRequired, operand: Int32(number))
    case .chain(let steps): return try chainLeaf(steps)
    case .unique: throw ProgramError(description: "unique must be alone in a rule")
    case .closure(let number):
      guard closures.indices.contains(number) else {
        throw ProgramError(description: "a rule asks for closure \(number), which is not there")
      }
      let takesAll = closures[number].takesMissing || !closures[number].members.isEmpty
      return Leaf(code: takesAll ? .closureOrMissing : .closure, operand: Int32(number))
    }
  }

  /// The number of a set of names in ``nameSets``; makes it at first sight.
  mutating func nameSet(_ names: Set<ExactText>) -> Int32 {
    if let known = nameSetNumbers[names] { return known }
    let number = Int32(nameSets.count)
    nameSets.append(TextSet(names.sorted().map(\.text)))
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

  private mutating func listLeaf(_ code: Leaf.Opcode, _ values: ValueSet) -> Leaf {
    valueSets.append(values)
    return Leaf(code: code, operand: Int32(valueSets.count - 1))
  }

  /// Longer lists of choices are kept as a set, and so are those in which the small table, which
  /// looks at length and first bytes, would have to search: serial numbers.
  private static let tableChoicesMaximum = 1_000
  private static let likeChoicesMaximum = 8

  private static func needsSet(_ literals: [Literal]) -> Bool {
    if literals.count > tableChoicesMaximum { return true }
    var places: [[UInt64]: Int] = [:]
    for case .text(let text) in literals {
      places[[FieldTree.prefix(text.utf8), UInt64(text.utf8.count)], default: 0] += 1
    }
    return places.values.contains { $0 > likeChoicesMaximum }
  }

  /// The leaf of a long list of texts, numbers and booleans; nil for others.
  private mutating func listLeaf(_ code: Leaf.Opcode, _ literals: [Literal]) -> Leaf? {
    guard ProgramBuilder.needsSet(literals) else { return nil }
    var builder = ValueSetBuilder()
    for literal in literals {
      let (kind, text): (ValueKind, String)
      switch literal {
      case .text(let content): (kind, text) = (.string, content)
      case .number(let digits): (kind, text) = (.number, digits)
      case .boolean(let value): (kind, text) = (value ? .true : .false, "")
      case .null, .array, .object: return nil
      }
      let bytes = OwnedBytes(text)
      do throws(ValueSetBuilder.Full) {
        try builder.insert(kind, bytes.view)
      } catch {
        return nil
      }
      withExtendedLifetime(bytes) {}
    }
    return listLeaf(code, builder.finish())
  }

  private mutating func choiceLeaf(_ code: Leaf.Opcode, _ literals: [Literal]) -> Leaf {
    var choiceNumbers: [OwnedDecimal] = []
    var containers: [OwnedBytes] = []
    for literal in literals {
      switch literal {
      case .number(let digits): OwnedDecimal(digits).map { choiceNumbers.append($0) }
      case .array, .object: containers.append(OwnedBytes(literal.description))
      case .text, .boolean, .null: break
      }
    }
    choiceNumbers.sort { Decimal.compare($0.value, $1.value) < 0 }
    choices.append(ChoiceTable(literals, numbers: choiceNumbers, containers: containers))
    numbers += choiceNumbers
    texts += containers
    return Leaf(code: code, operand: Int32(choices.count - 1))
  }

  private mutating func chainLeaf(_ steps: [ChainStep]) throws(ProgramError) -> Leaf {
    var codes: [ChangeCode] = []
    for step in steps {
      switch step {
      case .change(let change): codes.append(try lower(change))
      case .check(let constraint):
        let leaf = try self.leaf(constraint)
        leaves.append(leaf)
        codes.append(ChangeCode(code: .check, operand: Int32(leaves.count - 1)))
      }
    }
    let start = Int32(changes.count)
    changes += codes
    chains.append(start..<Int32(changes.count))
    return Leaf(code: .chain, operand: Int32(chains.count - 1))
  }

  /// A change, its operands put into the pools.
  mutating func lower(_ change: Change) throws(ProgramError) -> ChangeCode {
    switch change {
    case .trim: return ChangeCode(code: .trim)
    case .lowercase: return ChangeCode(code: .lowercase)
    case .uppercase: return ChangeCode(code: .uppercase)
    case .collapseWhitespace: return ChangeCode(code: .collapseWhitespace)
    case .digits: return ChangeCode(code: .digits)
    case .replace(let source, let replacement):
      return ChangeCode(code: .replace, operand: try pattern(source), text: text(replacement.text))
    case .mask(let mask): return ChangeCode(code: .mask, text: text(mask.text))
    case .plainNumber: return ChangeCode(code: .plainNumber)
    case .word(let word, let other):
      return ChangeCode(code: .word, operand: text(other.text), text: text(word.text))
    case .default(let literal):
      var code = ChangeCode(code: .setDefault)
      switch literal {
      case .text(let content):
        code.text = text(content)
        code.kind = .string
      case .number(let digits):
        code.text = text(digits)
        code.kind = .number
      case .boolean(let value):
        code.text = text(value ? "true" : "false")
        code.kind = value ? .true : .false
      case .array:
        code.text = text(literal.description)
        code.kind = .array
      case .object:
        code.text = text(literal.description)
        code.kind = .object
      case .null:
        code.text = text("null")
        code.kind = .null
      }
      return code
    }
  }

  /// The number, its digits kept alive by the program.
  private mutating func decimal(_ digits: String) throws(ProgramError) -> Decimal {
    guard let decimal = OwnedDecimal(digits) else {
      throw ProgramError(description: "\(digits) is not a number")
    }
    numbers.append(decimal)
    return decimal.value
  }
}
