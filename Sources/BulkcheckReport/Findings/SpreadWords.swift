internal import BulkcheckCore

/// What to say of where the failures of a rule are, if they are not everywhere.
struct SpreadWords {
  /// `all in the last tenth of the input`; nil if nothing is to be said.
  let text: String?

  init(_ spread: Report.Spread, in report: Report) {
    let whole = report.inputs.count == 1 ? "the input" : "all records"
    text =
      SpreadWords.input(spread, report) ?? SpreadWords.range(spread, whole)
      ?? SpreadWords.tenth(spread, whole)
  }

  /// A smaller chance is none: less than once in ten thousand rules.
  private static let chanceMaximum = 0.0001

  /// The chance of so many failures where each has this one; of more than 64, as if of 64.
  private static func power(_ share: Double, _ failures: Int) -> Double {
    (0..<min(failures, 64)).reduce(1) { chance, _ in chance * share }
  }

  /// All failures are in one of several inputs, which has no more than half of the records.
  private static func input(_ spread: Report.Spread, _ report: Report) -> String? {
    guard let number = spread.onlyInput, report.inputs.count > 1,
      report.inputs.indices.contains(number), spread.failures >= 5
    else { return nil }
    let share = Double(report.inputs[number].records) / Double(max(1, spread.records))
    guard share <= 0.5, power(share, spread.failures) < chanceMaximum else { return nil }
    return "all in " + TerminalText.shortenedAtStart(report.inputs[number].name, to: 60)
  }

  /// All failures are so near to each other that it is hardly by chance.
  private static func range(_ spread: Report.Spread, _ whole: String) -> String? {
    let (first, end) = (spread.bounds.lowerBound, spread.bounds.upperBound)
    let share = Double(spread.bounds.count) / Double(max(1, spread.records))
    guard share <= 0.5, isUnlikely(spread.failures, within: share) else { return nil }
    if isWithin(spread.records - first, 10, spread.records) {
      return "all in the last tenth of \(whole)"
    }
    if isWithin(end, 10, spread.records) { return "all in the first tenth of \(whole)" }
    let from = percent(first, of: spread.records, isUp: false)
    let to = percent(end, of: spread.records, isUp: true)
    if to >= 99 { return "all in the last \(100 - from) % of \(whole)" }
    if from <= 1 { return "all in the first \(to) % of \(whole)" }
    return "all between \(from) % and \(to) % of \(whole)"
  }

  /// Whether so many failures are hardly within some range of this share by chance.
  private static func isUnlikely(_ failures: Int, within share: Double) -> Bool {
    failures > 1 && Double(min(failures, 64)) * power(share, failures - 1) < chanceMaximum
  }

  /// Nearly all failures are in one tenth.
  private static func tenth(_ spread: Report.Spread, _ whole: String) -> String? {
    guard spread.parts.count == Report.Spread.partsMaximum, spread.failures >= 20 else {
      return nil
    }
    for tenth in 0..<10 {
      let failures = spread.parts[tenth * 10..<tenth * 10 + 10].reduce(0, +)
      let share = percent(failures, of: spread.failures, isUp: false)
      guard share >= 90 else { continue }
      switch tenth {
      case 0: return "\(share) % in the first tenth of \(whole)"
      case 9: return "\(share) % in the last tenth of \(whole)"
      default: return "\(share) % between \(tenth * 10) % and \(tenth * 10 + 10) % of \(whole)"
      }
    }
    return nil
  }

  /// Whether the part is at most the whole divided by `count`.
  private static func isWithin(_ part: Int, _ count: Int, _ whole: Int) -> Bool {
    UInt128(part) * UInt128(count) <= UInt128(whole)
  }

  private static func percent(_ part: Int, of whole: Int, isUp: Bool) -> Int {
    let whole = UInt128(max(1, whole))
    return Int((UInt128(part) * 100 + (isUp ? whole - 1 : 0)) / whole)
  }
}

extension Report {
  /// What to say of where the failures of a rule are; nil if nothing is.
  func spreadWords(of rule: Rule) -> String? {
    rule.spread.flatMap { SpreadWords($0, in: self).text }
  }
}
