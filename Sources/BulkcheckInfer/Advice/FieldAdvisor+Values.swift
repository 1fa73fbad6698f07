internal import BulkcheckCore
internal import BulkcheckReport

/// Rules about the content of texts.
extension FieldAdvisor {
  /// The formats in the order in which they are tried: the narrowest first.
  private static let formats: [Format] = [
    .uuid, .dateTime, .date, .time, .email, .uri, .ipv4, .ipv6, .phone, .iban, .lei, .isbn, .ean,
    .luhn, .duration, .hostname, .base64, .jsonPointer,
  ]
  /// Words may have these by chance.
  private static let wideFormats: Set<Format> = [.hostname, .base64, .jsonPointer, .ipv6]
  /// One number in ten has the check digit of these by chance, so they take as many different ones.
  private static let checkedFormats: Set<Format> = [.iban, .lei, .isbn, .ean, .luhn]
  /// Less so if they have lengths and more of their own than a check digit.
  static let checkedMinimum = 5
  /// More different values are not a choice.
  private static let choicesMaximum = 64
  /// Fewer texts may be of the same length by chance.
  private static let fixedLengthMinimum = 30
  /// So many different texts of one length, at least as long, were cut off, or are as long as they
  /// may be.
  private static let cutTextsMinimum = 20
  /// Fewer of 64 kinds are a few texts that repeat.
  private static let cutKindsMinimum = 12

  // MARK: Texts

  func text(_ facts: FieldFacts) -> [DraftRule] {
    let texts = facts.texts
    // An empty cell is a missing value, not a text.
    let empty = facts.isCSV ? 0 : texts.empty
    let count = texts.count + empty
    guard texts.count > 0 else { return [] }
    var rules: [DraftRule] = []
    if let format = format(texts, empty, count, facts.column?.type) {
      rules.append(format)
      if !format.isNearMiss, !format.isComment {
        return rules + letters(format, texts, count) + instants(format, facts)
      }
    }
    let growth = Growth.of(facts, isUnique: false)
    if facts.onlyType == .string, growth == .none,
      let choice = choice(texts, empty, count, hasDictionary: facts.column?.hasDictionary == true)
    {
      rules.append(choice)
      if !choice.isNearMiss, !choice.isComment { return rules }
    }
    // A near miss of a format or a choice says more than a pattern that all exceptions fit.
    var fixesLength = false
    let saysMore = rules.contains(where: \.isNearMiss) || facts.nearlyTyped != nil
    let found = saysMore ? nil : InferredPattern.of(texts, growth)
    if let found {
      let exceptions = found.exceptions + empty
      if exceptions == 0 || isNearMiss(exceptions, of: count) {
        rules.append(
          DraftRule("pattern", JSONText.quoted(found.pattern), exceptions: exceptions, of: count))
        fixesLength = exceptions == 0 && found.fixesLength
      }
    }
    // Lengths of the exceptions would say nothing.
    if fixesLength || rules.contains(where: { $0.keyword == "format" && !$0.isComment }) {
      return rules
    }
    // Where a pattern holds, no text is empty.
    let isMatched = rules.contains { $0.keyword == "pattern" && !$0.isNearMiss }
    let limits = lengths(texts, empty, count, isCSV: facts.isCSV)
      .filter { !isMatched || $0.keyword != "notEmpty" }
      .filter { !InferredPattern.mayGetLonger(texts, growth) || $0.keyword == "notEmpty" }
    // `notEmpty` is about arrays and objects too.
    let isMixed = facts.types.contains { $0.type == .array || $0.type == .object }
    return rules + limits.filter { !isMixed || $0.keyword != "notEmpty" }
  }

  private func format(
    _ texts: TextSummary, _ empty: Int, _ count: Int, _ type: ColumnType?
  ) -> DraftRule? {
    if type == .time, texts.exceptionsToLocalTime == 0 {
      return DraftRule("format", "\"time\"", of: count, note: "the column has no offsets")
    }
    var nearest: DraftRule?
    for format in FieldAdvisor.formats {
      guard let misfits = texts.exceptions(to: format) else { continue }
      if FieldAdvisor.wideFormats.contains(format), texts.count < FieldAdvisor.valuesMinimum {
        continue
      }
      if FieldAdvisor.checkedFormats.contains(format),
        misfits > 0 || texts.values?.count ?? .max < minimum(format)
      {
        continue
      }
      // A pointer may be empty.
      let rule = DraftRule(
        "format", "\"\(format.rawValue)\"", exceptions: misfits + empty, of: count)
      if !rule.isNearMiss { return rule }
      if isNearer(rule, than: nearest, of: count) { nearest = rule }
    }
    if let found = notation(texts, empty, count) { return found }
    guard let misfits = texts.exceptionsToLocalDateTime else { return nearest }
    var local = DraftRule("format", "\"date-time\"", exceptions: misfits + empty, of: count)
    local.notation = "local"
    return !local.isNearMiss || isNearer(local, than: nearest, of: count) ? local : nearest
  }

  /// Fewer different values have the check digits of a format by chance.
  private func minimum(_ format: Format) -> Int {
    format == .luhn ? FieldAdvisor.valuesMinimum : FieldAdvisor.checkedMinimum
  }

  /// Fewer texts are of a notation by chance.
  private static let notationMinimum = 5

  /// Dates that are not written as RFC 3339 has them. Where the data do not show whether the day or
  /// the month comes first, a person has to decide.
  private func notation(_ texts: TextSummary, _ empty: Int, _ count: Int) -> DraftRule? {
    guard empty == 0, texts.count >= FieldAdvisor.notationMinimum, let found = texts.notation,
      let pattern = found.notation.pattern
    else { return nil }
    let format = "\"\(found.notation.kind.rawValue)\""
    var rule = DraftRule("format", format, of: count)
    if let other = found.swapped?.pattern {
      rule = DraftRule(
        "format", format,
        note: "day or month first? \(other.text) reads all values as well", isComment: true)
    }
    rule.notation = pattern.text
    return rule
  }

  private func isNearer(_ rule: DraftRule, than other: DraftRule?, of count: Int) -> Bool {
    guard let exceptions = rule.exceptions else { return false }
    return isNearMiss(exceptions, of: count) && exceptions < other?.exceptions ?? .max
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

  /// - Parameter hasDictionary: the values are chosen from a list, so fewer of them show that it is
  ///   whole.
  private func choice(
    _ texts: TextSummary, _ empty: Int, _ count: Int, hasDictionary: Bool
  ) -> DraftRule? {
    guard var values = texts.values, count >= FieldAdvisor.valuesMinimum else { return nil }
    if empty > 0 {
      let place = values.firstIndex { $0.count < empty } ?? values.count
      values.insert((text: "", count: empty), at: place)
    }
    if values.count == 1 {
      return constant(JSONText.quoted(values[0].text), of: count)
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
    let timesMinimum = hasDictionary ? 3 : 10
    guard values.count <= FieldAdvisor.choicesMaximum, count >= timesMinimum * values.count else {
      return nil
    }
    let rarest = values[values.count - 1].count
    var note = "the rarest occurs \(Figures.counted(rarest, "time"))"
    if Completeness.isLikely(values.map(\.count)) {
      return DraftRule("enum", list(values.map(\.text)), of: count, note: note)
    }
    note += " in \(Figures.grouped(count)), so there may be more"
    return DraftRule("enum", list(values.map(\.text)), note: note, isComment: true)
  }

  private func list(_ texts: [String]) -> String {
    let sorted = texts.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
    return "[" + sorted.map { JSONText.quoted($0) }.joined(separator: ", ") + "]"
  }

  /// Lengths that are the same for all texts, or end at one that many have. How long words and
  /// sentences are is chance.
  private func lengths(
    _ texts: TextSummary, _ empty: Int, _ count: Int, isCSV: Bool
  ) -> [DraftRule] {
    let (least, most) = (texts.lengthMinimum, texts.lengthMaximum)
    if least == most, empty == 0, count >= FieldAdvisor.fixedLengthMinimum, texts.areDifferent {
      let always = "always \(Figures.counted(most, "character"))"
      return [DraftRule("length", "[\(most), \(most)]", note: always)]
    }
    var rules: [DraftRule] = []
    // An empty cell is a missing value.
    if empty == 0, !isCSV {
      rules.append(DraftRule("notEmpty", "true", of: count))
    } else if empty > 0, isNearMiss(empty, of: count) {
      rules.append(DraftRule("notEmpty", "true", exceptions: empty, of: count))
    }
    if texts.lengthMaximumCount >= FieldAdvisor.cutTextsMinimum,
      most >= FieldAdvisor.cutTextsMinimum, texts.values == nil,
      texts.longestKindCount >= FieldAdvisor.cutKindsMinimum
    {
      let cut = Figures.counted(texts.lengthMaximumCount, "string")
      rules.append(DraftRule("maxLength", "\(most)", note: "\(cut) of exactly this length"))
    }
    return rules
  }
}

/// Finds out which of the words that may stand for missing values do so.
enum MissingWordSearch {
  /// Their numbers: words in columns whose other cells are numbers (nearly all of them), booleans
  /// or of one narrow format.
  static func words(in tree: borrowing SummaryTree) -> Set<Int> {
    var found: Set<Int> = []
    for node in tree.children(of: SummaryTree.root) {
      let summary = tree.fields[node]
      guard let words = summary.missingWords, isPlainlyTyped(summary) else { continue }
      for index in MissingWords.all.indices where words[index] > 0 { found.insert(index) }
    }
    return found
  }

  private static func isPlainlyTyped(_ summary: FieldSummary) -> Bool {
    let texts = summary.texts
    guard texts.count > 0 else { return false }
    let others = texts.count - summary.numbers.count
    if others * FieldAdvisor.nearMissShare <= texts.count { return true }
    if summary.true + summary.false == texts.count { return true }
    if texts.exceptionsToLocalDateTime == 0 || texts.notation != nil { return true }
    return [Format.date, .dateTime, .time, .uuid, .ipv4, .email]
      .contains { texts.exceptions(to: $0) == 0 }
  }
}

/// Values among others that are so much rarer that they are probably mistakes.
enum Strays {
  /// How many of the counts, sorted from the greatest down, are those of strays. Strays are at most
  /// one in `share` of the total together, and each is ten times as rare as any other value.
  static func count(_ counts: [Int], of total: Int, share: Int) -> Int {
    var found = 0
    var sum = 0
    for index in counts.indices.dropFirst().reversed() {
      sum += counts[index]
      if sum * share > total { break }
      if counts[index - 1] >= 10 * counts[index] { found = counts.count - index }
    }
    return found
  }

  /// How many of the first counts are those of numbers far out. They are at most one in 200 of the
  /// total together, and each is ten times as rare as the first one after them.
  static func outer(_ counts: [Int], of total: Int) -> Int {
    var found = 0
    var sum = 0
    var greatest = 0
    for index in counts.indices {
      if index > 0, counts[index] >= 10 * greatest { found = index }
      sum += counts[index]
      greatest = max(greatest, counts[index])
      if sum * 200 > total { break }
    }
    return found
  }
}
