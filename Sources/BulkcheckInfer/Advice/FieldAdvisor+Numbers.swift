internal import BulkcheckCore
internal import BulkcheckReport

/// Rules about numbers.
extension FieldAdvisor {
  func numbers(_ facts: FieldFacts, _ growth: Growth) -> [DraftRule] {
    let rules = rulesOfValues(facts, growth)
    return rules + rulesOfColumn(facts, beside: rules)
  }

  /// Last words of names of numbers that have the same limits at any time.
  private static let limited: Set<String> = [
    "age", "ages", "percent", "percentage", "pct", "rating", "score", "stars", "latitude",
    "longitude", "lat", "lon", "lng",
  ]

  private func mayDrift(_ facts: FieldFacts, _ growth: Growth) -> Bool {
    growth == .none && !FieldAdvisor.limited.contains(Growth.word(facts.name))
  }

  /// The rules that hold by the type of the column.
  private func rulesOfColumn(_ facts: FieldFacts, beside rules: [DraftRule]) -> [DraftRule] {
    let isLimited = rules.contains {
      !$0.isNearMiss && !$0.isComment && ["const", "range", "minimum"].contains($0.keyword)
    }
    guard let type = facts.column?.type, facts.values > 0 else { return [] }
    var rule: DraftRule
    switch type {
    case .integer(isUnsigned: true) where !isLimited:
      rule = DraftRule("minimum", "0", note: "the column is unsigned")
    case .decimal(let scale) where scale != 0 && !rules.contains(where: \.isConstant):
      let step = scale < 0 ? "1e\(-scale)" : "0." + String(repeating: "0", count: scale - 1) + "1"
      rule = DraftRule("multipleOf", step, note: "the scale of the column is \(scale)")
    default: return []
    }
    rule.isOfColumn = true
    return [rule]
  }

  private func rulesOfValues(_ facts: FieldFacts, _ growth: Growth) -> [DraftRule] {
    let numbers = facts.summary.numbers
    let isTyped = facts.types.contains { $0.type == .integer || $0.type == .number }
    guard isTyped, numbers.hasLimits, numbers.longNumbers == 0 else { return [] }
    let isConstant = Decimal.compare(numbers.minimum, numbers.maximum) == 0
    let seen =
      isConstant
      ? "always \(RoundedNumber.text(numbers.minimum))"
      : "seen \(RoundedNumber.text(numbers.minimum)) to \(RoundedNumber.text(numbers.maximum))"
    if case .cycle(let all) = growth, numbers.count >= FieldAdvisor.valuesMinimum {
      return [DraftRule("range", "[\(all.lowerBound), \(all.upperBound)]", note: seen)]
    }
    if isConstant, growth == .none {
      guard facts.types.count == 1, numbers.count >= FieldAdvisor.constantsMinimum else {
        return []
      }
      return [constant(RoundedNumber.text(numbers.minimum), of: numbers.count)]
    }
    if isConstant { return [] }
    if let flag = flag(numbers, facts, seen) { return [flag] }
    guard let limits = NumberLimits(facts.summary, isDated: isDated && mayDrift(facts, growth))
    else { return [] }
    let isUnsigned = facts.column?.type == .integer(isUnsigned: true)
    let lower = isUnsigned && limits.lower.isNegative ? "0" : RoundedNumber.text(limits.lower)
    let upper = RoundedNumber.text(limits.upper)
    switch growth {
    case .open, .periods, .versions:
      return [DraftRule("minimum", lower, note: seen + "; they may grow")]
    case .years:
      return [
        DraftRule("range", "[\(lower), \(Growth.yearNumbers.upperBound)]", note: seen + "; years")
      ]
    default: break
    }
    guard facts.types.count == 1, let usual = usualRange(facts.summary, lower, upper) else {
      return [DraftRule("range", "[\(lower), \(upper)]", note: seen)]
    }
    return [
      DraftRule("minimum", lower, note: seen), DraftRule("maximum", upper, note: seen), usual,
    ]
  }

  /// `{ "decimal": ",", "group": ".", "affixes": ["€"] }`
  func setting(of form: NumberForm) -> String {
    var parts: [String] = []
    if form.decimal == Ascii.comma { parts.append("\"decimal\": \",\"") }
    if !form.group.isEmpty { parts.append("\"group\": \(JSONText.quoted(form.group))") }
    if !form.affixes.isEmpty {
      let texts = form.affixes.map { JSONText.quoted($0) }.joined(separator: ", ")
      parts.append("\"affixes\": [\(texts)]")
    }
    if form.hasParentheses { parts.append("\"parentheses\": \"negative\"") }
    if form.isLenient { parts.append("\"lenient\": true") }
    return "{ \(parts.joined(separator: ", ")) }"
  }

  /// 0 and 1, which stand for a boolean.
  private func flag(_ numbers: NumberSummary, _ facts: FieldFacts, _ seen: String) -> DraftRule? {
    guard facts.onlyType == .integer, numbers.count >= FieldAdvisor.valuesMinimum,
      numbers.minimumCount + numbers.maximumCount == numbers.count,
      Decimal.compare(numbers.minimum, Decimal(0)) == 0,
      Decimal.compare(numbers.maximum, Decimal(1)) == 0
    else { return nil }
    return DraftRule("enum", "[0, 1]", note: seen)
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
}

/// Limits of dates and times, where they hold tomorrow.
extension FieldAdvisor {
  /// So many dates in the past and none in the future show that there are none in the future.
  private static let pastMinimum = 10
  private static let daySeconds = 86_400
  private static let yearSeconds = 365 * daySeconds + daySeconds / 4
  /// The earliest date has at least so much room before it.
  private static let roomMinimum = 5 * yearSeconds
  /// A limit with more room is the beginning of a century, any other that of a decade.
  private static let roomOfCenturies = 50 * yearSeconds
  private static let yearMinimum = 100
  private static let hourSeconds = 3600

  /// A lower limit with room, and one that excludes the future if no date is in it. There is no
  /// other upper limit: later data has later dates.
  func instants(_ format: DraftRule, _ facts: FieldFacts) -> [DraftRule] {
    if format.value == "\"time\"" { return times(facts) }
    if let found = facts.texts.notation, format.notation == found.notation.pattern?.text {
      return instants(of: found, facts)
    }
    let isDate = format.value == "\"date\""
    guard isDate || format.value == "\"date-time\"", facts.onlyType == .string,
      let instants = facts.texts.instants, instants.count >= FieldAdvisor.valuesMinimum
    else { return [] }
    let time = isDate ? "" : format.notation == nil ? "T00:00:00Z" : "T00:00:00"
    let lower = FieldAdvisor.firstYear(instants).map { "\"\(FieldAdvisor.year($0))-01-01\(time)\"" }
    let isPast =
      instants.count >= FieldAdvisor.pastMinimum && instants.maximum <= findings.now.seconds
    let upper = isPast ? (isDate ? "\"today+1d\"" : "\"now+1d\"") : nil
    let seen =
      "seen \(FieldAdvisor.text(instants.minimum, time)) to "
      + FieldAdvisor.text(instants.maximum, time) + (isPast ? ", all in the past" : "")
    return FieldAdvisor.limits(lower, upper, seen)
  }

  /// Limits in a notation of its own.
  private func instants(of found: FoundNotation, _ facts: FieldFacts) -> [DraftRule] {
    guard facts.onlyType == .string, facts.texts.count >= FieldAdvisor.valuesMinimum else {
      return []
    }
    func text(_ seconds: Int) -> String? {
      found.notation.text(nextTo: Instant(seconds: seconds), isLower: true, isExclusive: false)
    }
    let room = max(FieldAdvisor.roomMinimum, (found.maximum - found.minimum) / 2)
    var lower: String?
    if let year = FieldAdvisor.year(before: found.minimum, room) {
      let start = ByteView.withUTF8(of: "\(FieldAdvisor.year(year))-01-01") { Instant(date: $0) }
      // Two digits of a year reach back to 1969.
      lower = start.flatMap { text($0.seconds) }.flatMap { limit in
        found.notation.withReader { reader in
          ByteView.withUTF8(of: limit) { reader.instant($0)?.seconds ?? .max }
        } <= found.minimum ? JSONText.quoted(limit) : nil
      }
    }
    let isPast = found.maximum <= findings.now.seconds
    let upper = isPast ? (found.notation.kind == .date ? "\"today+1d\"" : "\"now+1d\"") : nil
    let seen =
      "seen \(text(found.minimum) ?? "") to \(text(found.maximum) ?? "")"
      + (isPast ? ", all in the past" : "")
    return FieldAdvisor.limits(lower, upper, seen)
  }

  /// Limits of numbers that are points in time, as date-times.
  func limits(ofNumbersFrom first: Int, to last: Int, count: Int) -> [DraftRule] {
    let room = max(FieldAdvisor.roomMinimum, (last - first) / 2)
    let lower = FieldAdvisor.year(before: first, room).map {
      "\"\(FieldAdvisor.year($0))-01-01T00:00:00Z\""
    }
    let isPast = count >= FieldAdvisor.pastMinimum && last <= findings.now.seconds
    let seen =
      "seen \(Instant(seconds: first).text) to \(Instant(seconds: last).text)"
      + (isPast ? ", all in the past" : "")
    return FieldAdvisor.limits(lower, isPast ? "\"now+1d\"" : nil, seen)
  }

  /// Times of day: whole hours, with room on both sides. Times that are nearly all around the clock
  /// have no limits.
  private func times(_ facts: FieldFacts) -> [DraftRule] {
    guard facts.onlyType == .string, let instants = facts.texts.instants,
      instants.count >= FieldAdvisor.valuesMinimum
    else { return [] }
    let hour = FieldAdvisor.hourSeconds
    let first = instants.minimum - FieldAdvisor.room(instants, before: true, atLeast: hour)
    let last = instants.maximum + FieldAdvisor.room(instants, before: false, atLeast: hour)
    let (from, to) = (max(0, first) / hour, (last + hour - 1) / hour)
    let seen =
      "seen \(FieldAdvisor.time(instants.minimum)) to \(FieldAdvisor.time(instants.maximum))"
    return FieldAdvisor.limits(
      from > 0 ? "\"\(FieldAdvisor.time(from * hour))\"" : nil,
      to < 24 ? "\"\(FieldAdvisor.time(to * hour))\"" : nil, seen)
  }

  private static func limits(_ lower: String?, _ upper: String?, _ seen: String) -> [DraftRule] {
    switch (lower, upper) {
    case (let lower?, let upper?): [DraftRule("range", "[\(lower), \(upper)]", note: seen)]
    case (let lower?, nil): [DraftRule("minimum", lower, note: seen)]
    case (nil, let upper?): [DraftRule("maximum", upper, note: seen)]
    case (nil, nil): []
    }
  }

  /// A time of day; the leap second at its end is the second before.
  private static func time(_ seconds: Int) -> String {
    let text = Instant(seconds: min(seconds, daySeconds - 1)).text
    return String(text.dropFirst(11))
  }

  /// How far the next instants may be before the earliest or after the latest one, by how they thin
  /// out; no farther than they are apart, unless that is too little.
  private static func room(
    _ instants: InstantSummary, before: Bool, atLeast minimum: Int
  ) -> Int {
    let range = instants.maximum - instants.minimum
    guard range > 0 else { return minimum }
    let stretches = before ? instants.stretchesBack : instants.stretches
    let tail = NumberTail(
      stretches: stretches.map {
        NumberTail.Stretch(
          lower: Double($0.nearest), upper: Double($0.farthest), count: $0.count)
      })
    // A few instants far out would ask for several times the room that all of them take.
    let reach = tail.reach - Double(range)
    return max(minimum, reach < Double(range) ? Int(reach) : range)
  }

  /// - Parameter time: how midnight is written behind a date.
  private static func text(_ seconds: Int, _ time: String) -> String {
    String(Instant(seconds: seconds).text.prefix(10 + time.utf8.count))
  }

  private static func year(_ year: Int) -> String {
    DigitText.padded("\(year)", to: 4)
  }

  /// The year that begins before all dates, with as much room as they thin out backwards.
  private static func firstYear(_ instants: InstantSummary) -> Int? {
    year(before: instants.minimum, room(instants, before: true, atLeast: roomMinimum))
  }

  /// The beginning of a decade or a century, with room before the earliest instant.
  private static func year(before minimum: Int, _ room: Int) -> Int? {
    let earliest = Instant(seconds: minimum - room).text
    guard let year = Int(earliest.prefix(4)), year >= yearMinimum else { return nil }
    let unit = room > roomOfCenturies ? 100 : 10
    return year / unit * unit
  }
}
