/// The checks of single values.
///
/// A leaf is named by its number and read in place: handing the record itself from function to
/// function cost more than most checks do.
extension Evaluator {
  /// A leaf's answer: undecided on a missing value; false on a kind that it is not about, unless
  /// the field's `type` list names that kind (SEMANTICS 3).
  mutating func check(_ leaf: Int32, _ value: Value) -> Truth {
    if value.isMissing { return checkMissing(leaf, value) }
    switch leaves[leaf].code {
    case .required, .notNull, .present: return .true
    case .forbidden: return .false
    case .type: return Truth(hasType(TypeMask(rawValue: UInt8(leaves[leaf].operand)), value))
    case .length:
      guard value.isText else { return mismatch(leaf, value) }
      let length = TextLength.measure(value.bytes, lengthUnit)
      return Truth(length >= leaves[leaf].minimum && length <= leaves[leaf].maximum)
    case .pattern:
      guard value.isText else { return mismatch(leaf, value) }
      return Truth(matches(leaves[leaf].operand, value.bytes), finds: true)
    case .notPattern:
      guard value.isText else { return mismatch(leaf, value) }
      return Truth(matches(leaves[leaf].operand, value.bytes), finds: false)
    case .containsText, .startsWith, .endsWith, .format:
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
      if leaves[leaf].hasWholeBounds, let whole = value.bytes.smallInteger {
        return Truth(whole >= leaves[leaf].minimum && whole <= leaves[leaf].maximum)
      }
      return checkNumber(leaf, value)
    case .multipleOf: return checkNumber(leaf, value)
    case .oneOf: return Truth(isChoice(leaves[leaf].operand, value))
    case .noneOf: return Truth(!isChoice(leaves[leaf].operand, value))
    case .listed: return Truth(isListed(leaves[leaf].operand, value.kind, value.bytes))
    case .notListed: return Truth(!isListed(leaves[leaf].operand, value.kind, value.bytes))
    case .itemCount:
      if value.kind == .array {
        return Truth(
          Int(value.count) >= leaves[leaf].minimum && Int(value.count) <= leaves[leaf].maximum)
      }
      return checkArray(leaf, value)
    case .uniqueItems: return checkArray(leaf, value)
    case .onlyFields: return checkNames(leaf, value)
    case .chain: return checkChain(leaves[leaf].operand, value)
    case .closure, .closureOrMissing: return checkClosure(leaf, value)
    }
  }

  @inline(never)
  private mutating func checkNumber(_ leaf: Int32, _ value: Value) -> Truth {
    guard value.kind == .number || value.kind == .cell, let number = Decimal.parse(value.bytes)
    else {
      return mismatch(leaf, value)
    }
    return Truth(leaves[leaf].code == .bounds ? isInside(leaf, number) : isMultiple(leaf, number))
  }

  private mutating func checkNames(_ leaf: Int32, _ value: Value) -> Truth {
    guard value.kind == .object else { return mismatch(leaf, value) }
    if value.hasOtherKeys { return .false }
    if isCSV || leaves[leaf].operand < 0 { return .true }
    let names = program.nameSets[Int(leaves[leaf].operand)]
    return Truth(JSONValue.hasOnlyKeys(value.bytes, &arena) { names.contains($0) })
  }

  private mutating func checkMissing(_ leaf: Int32, _ value: Value) -> Truth {
    if value.isUnreadable { return checkUnreadable(leaf, value) }
    return switch leaves[leaf].code {
    case .required: .false
    case .present: Truth(value.kind != .absent)
    case .forbidden: Truth(value.kind == .absent)
    case .notNull: value.kind == .absent ? .undecided : .false
    case .closureOrMissing: checkClosure(leaf, value)
    default: .undecided
    }
  }

  /// Nobody knows the value, but perhaps that its key is there.
  private mutating func checkUnreadable(_ leaf: Int32, _ value: Value) -> Truth {
    switch leaves[leaf].code {
    case .present where value.kind == .null: .true
    case .forbidden where value.kind == .null: .false
    default: .unreadable
    }
  }

  @inline(never)
  private mutating func mismatch(_ leaf: Int32, _ value: Value) -> Truth {
    leaves[leaf].declared.includes(value) ? .notApplicable : .false
  }

  private mutating func hasType(_ types: TypeMask, _ value: Value) -> Bool {
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

  @inline(never)
  mutating func checkText(_ leaf: Int32, _ text: ByteView) -> Bool {
    let operand = leaves[leaf].operand
    switch leaves[leaf].code {
    case .containsText: return text.contains(textViews[operand])
    case .startsWith: return text.hasPrefix(textViews[operand])
    case .endsWith: return text.hasSuffix(textViews[operand])
    case .format: return FormatChecker.matches(Format.allCases[Int(operand)], text)
    default: return false
    }
  }

  @inline(__always)
  mutating func matches(_ pattern: Int32, _ text: ByteView) -> PatternMatcher.Answer {
    // The fast form is asked here, so that not all of the code is copied for it.
    if let fast = patternCodes[pattern].classPattern, let isMatched = fast.matches(text) {
      return isMatched ? .matched : .notMatched
    }
    return matchesGenerally(pattern, text)
  }

  @inline(never)
  private mutating func matchesGenerally(
    _ pattern: Int32, _ text: ByteView
  ) -> PatternMatcher.Answer {
    if pattern == limitedPattern, text.isSame(as: limitedText) { return .limitExceeded }
    let outcome = matcher.firstMatch(patternCodes[pattern], text)
    if outcome == .limitExceeded {
      limitedPattern = pattern
      limitedText = text
    }
    return outcome
  }

  // MARK: Numbers and choices

  private mutating func isInside(_ leaf: Int32, _ number: Decimal) -> Bool {
    let place = leaves[leaf].operand
    if bounds[place].hasLower {
      let order = Decimal.compare(number, bounds[place].lower)
      if order < 0 || order == 0 && leaves[leaf].isLowerExclusive { return false }
    }
    if bounds[place].hasUpper {
      let order = Decimal.compare(number, bounds[place].upper)
      if order > 0 || order == 0 && leaves[leaf].isUpperExclusive { return false }
    }
    return true
  }

  private mutating func isMultiple(_ leaf: Int32, _ number: Decimal) -> Bool {
    number.isMultiple(of: program.multiples[leaves[leaf].operand])
  }

  @inline(__always)
  private mutating func isChoice(_ place: Int32, _ value: Value) -> Bool {
    if value.kind == .string { return choices[place].texts.contains(value.bytes) }
    return isOtherChoice(place, value)
  }

  @inline(never)
  private mutating func isOtherChoice(_ place: Int32, _ value: Value) -> Bool {
    let table = choices[place]
    if table.contains(value) { return true }
    guard table.hasContainers else { return false }
    if value.isCell || value.kind == .cell && isArrayCell(value) {
      return isChoice(value, in: table)
    }
    guard value.kind == .array || value.kind == .object else { return false }
    return table.containsContainer(value.bytes, &arena)
  }

  /// A call, to keep the loops over checks small.
  @inline(never)
  mutating func isListed(_ place: Int32, _ kind: ValueKind, _ text: ByteView) -> Bool {
    valueTables[place].contains(kind, text)
  }

  // MARK: Arrays

  @inline(never)
  private mutating func checkArray(_ leaf: Int32, _ value: Value) -> Truth {
    guard value.kind == .array || value.kind == .cell && isArrayCell(value) else {
      return mismatch(leaf, value)
    }
    if leaves[leaf].code == .itemCount {
      let count = value.kind == .array ? Int(value.count) : cellElementCount(value)
      return Truth(count >= leaves[leaf].minimum && count <= leaves[leaf].maximum)
    }
    return Truth(JSONValue.uniqueItems(jsonText(of: value), &arena, &items))
  }

  // MARK: Chains

  /// Checks and changes in order; the first check that fails ends the chain (SEMANTICS 24). A check
  /// that does not apply to the value's kind fails nothing.
  @inline(never)
  private mutating func checkChain(_ chain: Int32, _ value: Value) -> Truth {
    var current = value
    var result = Truth.true
    for index in program.chains[Int(chain)] {
      let step = changes[index]
      if step.code == .check {
        result = result.and(check(step.operand, current))
        if result == .false { return .false }
      } else if current.isText {
        guard let changed = changed(current.bytes, step) else { return .unreadable }
        current.bytes = changed
      }
    }
    return result
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
      return matcher.replaceAll(
        patternCodes[change.operand], in: text, with: textViews[change.text],
        &arena)
    case .setDefault, .check: return text
    }
  }
}
