/// The rules of a report as the sections of the page show them.
///
/// Several sections show the same rule, as a row and in detail. They agree on the rule's anchor and
/// on what the filter goes by.
struct HTMLRules {
  let report: Report
  /// Beyond their tolerance, worst first, then those that the baseline has, too, and those with
  /// failures within their tolerance.
  let detailed: [Entry]
  /// Every label that occurs, in the order of the rules.
  let labels: [String]
  /// All the others that were run or muted.
  let others: [Entry]

  /// A rule and its place among the rules of the page.
  struct Entry {
    let rule: Report.Rule
    let number: Int
    /// The numbers of its labels, between blanks.
    let labels: String

    /// The id of the element with its details.
    var anchor: String { "rule-\(number)" }

    /// How it stands: its status, or `known`.
    var state: String { rule.isKnown ? "known" : rule.status.rawValue }

    /// The class of its colours; `known` is a warning.
    var style: String { rule.isKnown ? "warn" : rule.status.rawValue }

    /// What the filter goes by; elements with the same number are of one rule.
    var attributes: String {
      "data-r=\"\(number)\" data-s=\"\(state)\" data-l=\"\(labels)\""
    }

    var badge: String { "<span class=\"badge \(style)\">\(state)</span>" }
  }

  init(_ report: Report) {
    self.report = report
    let first = report.failingRules + report.knownRules + report.toleratedRules
    let rest = report.rules.filter { rule in
      !rule.isBeyondTolerance && !rule.isKnown && !rule.isTolerated
        && (!rule.isBuiltIn || rule.mutedBy != nil)
    }
    var numbers: [String: Int] = [:]
    var labels: [String] = []
    for label in (first + rest).flatMap(\.labels) where numbers[label] == nil {
      numbers[label] = labels.count
      labels.append(label)
    }
    func entry(_ rule: Report.Rule, _ number: Int) -> Entry {
      let own = rule.labels.compactMap { numbers[$0] }.map(String.init)
      return Entry(rule: rule, number: number, labels: own.joined(separator: " "))
    }
    detailed = first.enumerated().map { entry($0.element, $0.offset) }
    others = rest.enumerated().map { entry($0.element, first.count + $0.offset) }
    self.labels = labels
  }

  /// The states that occur, in the order of the page.
  var states: [String] {
    var seen: [String] = []
    for state in (detailed + others).map(\.state) where !seen.contains(state) {
      seen.append(state)
    }
    return seen
  }

  /// The details of a rule, or only its id where there are none.
  static func link(_ entry: Entry, isDetailed: Bool = true) -> String {
    let id = HTMLParts.code(entry.rule.id)
    return isDetailed ? "<a href=\"#\(entry.anchor)\">\(id)</a>" : id
  }
}
