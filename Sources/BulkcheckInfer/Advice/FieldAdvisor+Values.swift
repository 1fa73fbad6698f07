internal import BulkcheckCore
internal import BulkcheckReport

/// Rules about the content of texts and numbers.
extension FieldAdvisor {
  /// In the order in which they are tried: the narrowest first.
  private static let formats: [Format] = [
    .uuid, .dateTime, .date, .time, .email, .uri, .ipv4, .ipv6, .phone, .duration, .hostname,
    .base64, .jsonPointer,
  ]
  /// Words may have these by chance.
  private static let wideFormats: Set<Format> = [.hostname, .base64, .jsonPointer, .ipv6]
  /// More different values are no choice.
  private static let choicesMaximum = 64

  // MARK: Texts

  func text(_ facts: FieldFacts) -> [DraftRule] {
    let texts = facts.texts
    // An empty cell is a missing value, not a text.
    let empty = facts.isCSV ? 0 : texts.empty
    let count = texts.count + empty
    guard texts.count > 0 else { return [] }
    var rules: [DraftRule] = []
    if let format = format(texts, empty, count) {
      rules.append(format)
      if !format.isNearMiss { return rules + letters(format, texts, count) }
    }
    if facts.onlyType == .string, let choice = choice(texts, empty, count) {
      rules.append(choice)
      if !choice.isNearMiss { return rules }
    }
    // A near miss of a format or a choice says more than a pattern that all exceptions fit.
    var fixesLength = false
    let saysMore = rules.contains { $0.isNearMiss } || facts.nearlyTyped != nil
    let found = saysMore ? nil : InferredPattern.of(texts)
    if let found {
      let exceptions = found.exceptions + empty
      if exceptions == 0 || isNearMiss(exceptions, of: count) {
        rules.append(
          DraftRule("pattern", JSONText.quoted(found.pattern), exceptions: exceptions, of: count))
        fixesLength = exceptions == 0 && found.fixesLength
      }
    }
    // Lengths of the exceptions would say nothing.
    if fixesLength || rules.contains(where: { $0.keyword == "format" }) { return rules }
    // Where a pattern holds, no text is empty.
    let isMatched = rules.contains { $0.keyword == "pattern" && !$0.isNearMiss }
    let limits = lengths(texts, empty, count).filter { !isMatched || $0.keyword != "notEmpty" }
    // `notEmpty` is about arrays and objects too.
    let isMixed = facts.types.contains { $0.type == .array || $0.type == .object }
    return rules + limits.filter { !isMixed || $0.keyword != "notEmpty" }
  }

  private func format(_ texts: TextSummary, _ empty: Int, _ count: Int) -> DraftRule? {
    var nearest: (format: Format, exceptions: Int)?
    for format in FieldAdvisor.formats {
      guard let misfits = texts.exceptions(to: format) else { continue }
      if FieldAdvisor.wideFormats.contains(format), texts.count < FieldAdvisor.valuesMinimum {
        continue
      }
      // A pointer may be empty.
      let exceptions = misfits + empty
      if exceptions == 0 { return DraftRule("format", "\"\(format.rawValue)\"", of: count) }
      if isNearMiss(exceptions, of: count), exceptions < nearest?.exceptions ?? .max {
        nearest = (format, exceptions)
      }
    }
    guard let nearest else { return nil }
    return DraftRule(
      "format", "\"\(nearest.format.rawValue)\"", exceptions: nearest.exceptions, of: count)
  }

  /// A UUID may be written in either case; one source mostly keeps to one.
  private func letters(_ format: DraftRule, _ texts: TextSummary, _ count: Int) -> [DraftRule] {
    guard format.value == "\"uuid\"", count >= FieldAdvisor.valuesMinimum else { return [] }
    let sets = texts.countsByCharacterSet.map(\.set)
    if sets.allSatisfy({ $0 & ShapeRun.upper == 0 }) {
      return [DraftRule("notPattern", "\"[A-Z]\"", of: count, note: "always in lower case")]
    }
    if sets.allSatisfy({ $0 & ShapeRun.lower == 0 }) {
      return [DraftRule("notPattern", "\"[a-z]\"", of: count, note: "always in upper case")]
    }
    return []
  }

  private func choice(_ texts: TextSummary, _ empty: Int, _ count: Int) -> DraftRule? {
    guard var values = texts.values, count >= FieldAdvisor.valuesMinimum else { return nil }
    if empty > 0 {
      let place = values.firstIndex { $0.count < empty } ?? values.count
      values.insert((text: "", count: empty), at: place)
    }
    if values.count == 1 {
      return DraftRule("const", JSONText.quoted(values[0].text), of: count)
    }
    let strays = count >= 1000 ? Strays.count(values.map(\.count), of: count, share: 100) : 0
    let frequent = values.count - strays
    if frequent < values.count, frequent > 1, frequent <= FieldAdvisor.choicesMaximum {
      let exceptions = values[frequent...].reduce(0) { $0 + $1.count }
      let shown = values[frequent...].prefix(3).map { JSONText.quoted($0.text) }
      return DraftRule(
        "enum", list(values[..<frequent].map(\.text)), exceptions: exceptions, of: count,
        note: "such as \(shown.joined(separator: ", "))")
    }
    // What was seen once among many is a sign that there is more to be seen (Good and Turing's
    // estimate).
    let once = values.count { $0.count == 1 }
    guard values.count <= FieldAdvisor.choicesMaximum, count >= 10 * values.count,
      once * 1000 <= count
    else { return nil }
    return DraftRule("enum", list(values.map(\.text)), of: count)
  }

  private func list(_ texts: [String]) -> String {
    let sorted = texts.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
    return "[" + sorted.map { JSONText.quoted($0) }.joined(separator: ", ") + "]"
  }

  private func lengths(_ texts: TextSummary, _ empty: Int, _ count: Int) -> [DraftRule] {
    let (least, most) = (texts.lengthMinimum, texts.lengthMaximum)
    let seen =
      "seen \(Figures.grouped(empty > 0 ? 0 : least)) to \(Figures.counted(most, "character"))"
    guard count >= FieldAdvisor.valuesMinimum else {
      return empty == 0 ? [DraftRule("notEmpty", "true", of: count)] : []
    }
    if least == most, empty == 0 {
      let always = "always \(Figures.counted(most, "character"))"
      return [DraftRule("length", "[\(most), \(most)]", note: always)]
    }
    var rules: [DraftRule] = []
    if empty == 0 {
      rules.append(
        least > 1 && count >= 1000
          ? DraftRule("minLength", "\(least)", note: seen)
          : DraftRule("notEmpty", "true", of: count))
    } else if isNearMiss(empty, of: count) {
      rules.append(DraftRule("notEmpty", "true", exceptions: empty, of: count))
    }
    return rules + [DraftRule("maxLength", rounded(most, of: count), note: seen)]
  }

  // MARK: Numbers

  func numbers(_ facts: FieldFacts, mayBeIdentifier: Bool) -> [DraftRule] {
    let numbers = facts.summary.numbers
    let isTyped = facts.types.contains { $0.type == .integer || $0.type == .number }
    guard isTyped, numbers.hasLimits, numbers.longNumbers == 0 else { return [] }
    let (least, most) = (numbers.minimum, numbers.maximum)
    let seen = "seen \(RoundedNumber.text(least)) to \(RoundedNumber.text(most))"
    if Decimal.compare(least, most) == 0 {
      guard facts.types.count == 1, numbers.count >= FieldAdvisor.valuesMinimum else { return [] }
      return [DraftRule("const", RoundedNumber.text(least), of: numbers.count)]
    }
    let digits = precision(numbers.count)
    let lower =
      isNearZero(least, most) ? "0" : RoundedNumber.text(least, digits: digits, up: false)
    if mayBeIdentifier {
      return [DraftRule("minimum", lower, note: seen + "; no two are the same, so they may grow")]
    }
    let upper = RoundedNumber.text(most, digits: digits, up: true)
    guard facts.types.count == 1, let usual = usualRange(facts.summary, lower, upper) else {
      return [DraftRule("range", "[\(lower), \(upper)]", note: seen)]
    }
    return [
      DraftRule("minimum", lower, note: seen), DraftRule("maximum", upper, note: seen), usual,
    ]
  }

  /// The range without the few numbers that lie far out, as a near miss; nil if there are none.
  private func usualRange(_ summary: FieldSummary, _ lower: String, _ upper: String) -> DraftRule? {
    let count = summary.numbers.count
    guard count >= 1000, let buckets = summary.numberBuckets?.buckets else { return nil }
    let counts = buckets.map(\.count)
    let below = Strays.outer(counts, of: count)
    let above = Strays.outer(counts.reversed(), of: count)
    guard below + above > 0, below + above < buckets.count else { return nil }
    let kept = buckets[below..<(buckets.count - above)]
    guard let first = kept.first, let last = kept.last else { return nil }
    let exceptions =
      counts.prefix(below).reduce(0, +) + counts.suffix(above).reduce(0, +)
    // A bucket of a single whole number ends with it.
    let isWhole = summary.numbers.integers == count
    let end = isWhole && Decimal.compare(last.upper, Decimal(100)) < 0 && !last.lower.isNegative
    let low = below > 0 ? RoundedNumber.text(first.lower) : lower
    let high = above > 0 ? RoundedNumber.text(end ? last.lower : last.upper) : upper
    return DraftRule("range", "[\(low), \(high)]", exceptions: exceptions, of: count)
  }

  /// Not negative, and less than a hundredth of the greatest number.
  private func isNearZero(_ least: Decimal, _ most: Decimal) -> Bool {
    guard !least.isNegative, !least.isZero else { return false }
    return Decimal.compare(least.movedPoint(by: 2), most) < 0
  }
}
