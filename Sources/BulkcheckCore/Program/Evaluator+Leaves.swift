/// The checks of single values.
extension Evaluator {
  /// A leaf's answer: undecided on a missing value; false on a kind that it is not about, unless the field's `type` list
  /// names that kind (SEMANTICS 3).
  mutating func check(_ leaf: Leaf, _ value: Value) -> Truth {
    if value.isMissing { return checkMissing(leaf, value) }
    switch leaf.code {
    case .required, .notNull: return .true
    case .present: return .true
    case .forbidden: return .false
    case .type: return Truth(hasType(TypeMask(rawValue: UInt8(leaf.operand)), value))
    case .length, .pattern, .notPattern, .containsText, .startsWith, .endsWith, .format:
      guard value.isText else { return mismatch(leaf, value) }
      return Truth(checkText(leaf, value.bytes))
    case .notEmpty:
      switch value.kind {
      case .string, .cell: return Truth(value.bytes.count > 0)
      case .array, .object: return Truth(value.count > 0)
      default: return mismatch(leaf, value)
      }
    case .bounds:
      guard value.kind == .number || value.kind == .cell else { return mismatch(leaf, value) }
      if leaf.hasWholeBounds, let whole = value.bytes.smallInteger {
        return Truth(whole >= leaf.minimum && whole <= leaf.maximum)
      }
      return checkNumber(leaf, value)
    case .multipleOf: return checkNumber(leaf, value)
    case .oneOf: return Truth(isChoice(leaf, value))
    case .noneOf: return Truth(!isChoice(leaf, value))
    case .itemCount, .uniqueItems: return checkArray(leaf, value)
    case .onlyFields: return checkNames(leaf, value)
    case .chain: return checkChain(leaf, value)
    }
  }

  @inline(never)
  private func checkNumber(_ leaf: Leaf, _ value: Value) -> Truth {
    guard value.kind == .number || value.kind == .cell, let number = Decimal.parse(value.bytes) else {
      return mismatch(leaf, value)
    }
    return Truth(leaf.code == .bounds ? isInside(leaf, number) : isMultiple(leaf, number))
  }

  private mutating func checkNames(_ leaf: Leaf, _ value: Value) -> Truth {
    guard value.kind == .object else { return mismatch(leaf, value) }
    if value.hasOtherKeys { return .false }
    if isCSV || leaf.operand < 0 { return .true }
    let names = program.nameSets[Int(leaf.operand)]
    return Truth(JSONValue.hasOnlyKeys(value.bytes, &arena) { names.contains($0) })
  }

  private func checkMissing(_ leaf: Leaf, _ value: Value) -> Truth {
    switch leaf.code {
    case .required: .false
    case .present: Truth(value.kind != .absent)
    case .forbidden: Truth(value.kind == .absent)
    case .notNull: value.kind == .absent ? .undecided : .false
    default: .undecided
    }
  }

  @inline(__always)
  private func mismatch(_ leaf: Leaf, _ value: Value) -> Truth {
    leaf.declared.rawValue != 0 && leaf.declared.includes(value) ? .notApplicable : .false
  }

  private func hasType(_ types: TypeMask, _ value: Value) -> Bool {
    guard value.kind == .cell else { return types.includes(value) }
    // A cell without a declared type: has every type that it reads as.
    if types.contains(.string) { return true }
    if types.contains(.boolean), value.bytes.isWord("true") || value.bytes.isWord("false") {
      return true
    }
    if types.contains(.array), isArrayCell(value) { return true }
    guard types.contains(.number) || types.contains(.integer),
      let number = Decimal.parse(value.bytes)
    else { return false }
    return types.contains(.number) || number.isInteger
  }

  // MARK: Text

  private mutating func checkText(_ leaf: Leaf, _ text: ByteView) -> Bool {
    switch leaf.code {
    case .length: return hasLength(leaf, text)
    case .pattern: return matches(leaf.operand, text) == .matched
    case .notPattern: return matches(leaf.operand, text) == .notMatched
    case .containsText: return text.contains(textViews[leaf.operand])
    case .startsWith: return text.hasPrefix(textViews[leaf.operand])
    case .endsWith: return text.hasSuffix(textViews[leaf.operand])
    case .format: return FormatChecker.matches(Format.allCases[Int(leaf.operand)], text)
    default: return false
    }
  }

  @inline(__always)
  private func hasLength(_ leaf: Leaf, _ text: ByteView) -> Bool {
    let length = TextLength.measure(text, program.lengthUnit)
    return length >= leaf.minimum && length <= leaf.maximum
  }

  @inline(__always)
  private mutating func matches(_ pattern: Int32, _ text: ByteView) -> PatternMatcher.Outcome {
    let outcome = matcher.match(patternCodes[pattern], text)
    if outcome == .limitExceeded { reachedLimit = true }
    return outcome
  }

  // MARK: Numbers and choices

  @inline(__always)
  private func isInside(_ leaf: Leaf, _ number: Decimal) -> Bool {
    let pair = bounds[leaf.operand]
    if pair.hasLower {
      let order = Decimal.compare(number, pair.lower)
      if order < 0 || order == 0 && leaf.isLowerExclusive { return false }
    }
    if pair.hasUpper {
      let order = Decimal.compare(number, pair.upper)
      if order > 0 || order == 0 && leaf.isUpperExclusive { return false }
    }
    return true
  }

  private func isMultiple(_ leaf: Leaf, _ number: Decimal) -> Bool {
    number.isMultiple(of: program.multiples[leaf.operand])
  }

  @inline(__always)
  private mutating func isChoice(_ leaf: Leaf, _ value: Value) -> Bool {
    let table = choices[leaf.operand]
    if table.contains(value) { return true }
    guard table.hasContainers else { return false }
    guard value.kind == .array || value.kind == .object || value.kind == .cell && isArrayCell(value)
    else { return false }
    return table.containsContainer(jsonText(of: value), &arena)
  }

  // MARK: Arrays

  private mutating func checkArray(_ leaf: Leaf, _ value: Value) -> Truth {
    guard value.kind == .array || value.kind == .cell && isArrayCell(value) else {
      return mismatch(leaf, value)
    }
    if leaf.code == .itemCount {
      let count = value.kind == .array ? Int(value.count) : cellElementCount(value)
      return Truth(count >= leaf.minimum && count <= leaf.maximum)
    }
    return Truth(JSONValue.uniqueItems(jsonText(of: value), &arena, &items))
  }

  // MARK: Chains

  /// Checks and changes in order; the first check that fails ends the chain (SEMANTICS 24). A check that does not apply
  /// to the value's kind fails nothing.
  private mutating func checkChain(_ leaf: Leaf, _ value: Value) -> Truth {
    var current = value
    for index in program.chains[Int(leaf.operand)] {
      let step = changes[index]
      if step.code == .check {
        var check = leaves[step.operand]
        check.declared = leaf.declared
        if self.check(check, current) == .false { return .false }
      } else if current.isText {
        guard let changed = changed(current.bytes, step) else { return .false }
        current.bytes = changed
      }
    }
    return .true
  }

  /// The text after one change; nil if a pattern reached its limit.
  mutating func changed(_ text: ByteView, _ change: ChangeCode) -> ByteView? {
    switch change.code {
    case .trim: return TextChanges.trim(text)
    case .lowercase: return TextChanges.lowercase(text, &arena)
    case .uppercase: return TextChanges.uppercase(text, &arena)
    case .collapseWhitespace: return TextChanges.collapseWhitespace(text, &arena)
    case .digits: return TextChanges.digits(text, &arena)
    case .mask: return TextChanges.mask(text, mask: textViews[change.text], &arena)
    case .replace:
      let replaced = matcher.replaceAll(
        patternCodes[change.operand], in: text, with: textViews[change.text],
        &arena)
      if replaced == nil { reachedLimit = true }
      return replaced
    case .setDefault, .check: return text
    }
  }
}
