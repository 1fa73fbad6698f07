internal import BulkcheckCore

/// Rules that fail, or cannot be judged, only because a value above theirs is not there.
///
/// Where `address` is missing, `address.city` is missing, too. Reports for people show one entry
/// for one cause: the rule that fails on `address`. Counts know no records, so a rule is folded
/// only if they leave no doubt. Say that `address.required` fails on 3 records and
/// `address.city.required` on as many. The second one fails wherever the first one does, unless it
/// was blocked or overridden somewhere. So both fail on the same 3 records. If it fails on 5, its
/// entry stays and says that 3 of them have the other cause.
///
/// Columns of CSV have no columns below them, so nothing is folded if an input has cells.
struct CommonCauses {
  /// The rules below one that fails.
  struct Below: Hashable {
    /// Those that fail on the same records, by their ids.
    var folded: [String] = []
    /// How many have no value to judge on these records.
    var unjudged = 0

    /// `2 rules below it fail with it, 3 could not be judged: address.city.required, …`
    var words: String {
      let rest = Figures.grouped(unjudged)
      guard !folded.isEmpty else {
        return Figures.counted(unjudged, "rule") + " below it could not be judged"
      }
      let count = Figures.counted(folded.count, "rule") + " below it"
      return count + (folded.count == 1 ? " fails" : " fail") + " with it"
        + (unjudged > 0 ? ", \(rest) could not be judged" : "") + ": " + names
    }

    /// A longer list would take more room than their own entries.
    private static let namesMaximum = 5

    private var names: String {
      let more = folded.count - Below.namesMaximum
      return folded.prefix(Below.namesMaximum).joined(separator: ", ")
        + (more > 0 ? " and \(Figures.grouped(more)) more" : "")
    }
  }

  /// By the id of the rule that fails.
  private var below: [ExactText: Below] = [:]
  private var foldedIDs: Set<ExactText> = []
  /// By the id of a rule that fails for other reasons, too: a rule above it.
  private var above: [ExactText: Report.Rule] = [:]

  private struct Place: Hashable {
    var section: String?
    var path: FieldPath
  }

  /// For reports for machines, which list all rules.
  static let unfolded = CommonCauses()

  private init() {}

  init(_ report: Report) {
    guard !report.inputs.contains(where: \.hasCells) else { return }
    var causes: [Place: [Report.Rule]] = [:]
    for rule in report.rules where rule.failed > 0 && rule.status != .off {
      guard let presence = rule.subject.presence, !presence.path.leadsToSeveral else { continue }
      causes[Place(section: rule.subject.section, path: presence.path), default: []].append(rule)
    }
    guard !causes.isEmpty else { return }
    for rule in report.rules {
      guard let presence = rule.subject.presence, presence.failsBelowNothing, rule.failed > 0,
        rule.blocked == 0, rule.overridden == 0, !presence.path.leadsToSeveral
      else { continue }
      fold(rule, presence.path, causes)
    }
    for rule in report.rules where rule.status != .off && !foldedIDs.contains(ExactText(rule.id)) {
      guard let path = rule.subject.place else { continue }
      for cause in CommonCauses.above(path, rule.subject.section, causes)
      where rule.missing + rule.blocked >= cause.failed && !foldedIDs.contains(ExactText(cause.id))
      {
        below[ExactText(cause.id), default: Below()].unjudged += 1
      }
    }
  }

  /// The rules that fail above a path, those with the shortest paths first.
  private static func above(
    _ path: FieldPath, _ section: String?, _ causes: [Place: [Report.Rule]]
  ) -> [Report.Rule] {
    (1..<max(1, path.steps.count)).flatMap { count in
      causes[Place(section: section, path: FieldPath(Array(path.steps.prefix(count))))] ?? []
    }
  }

  private mutating func fold(
    _ rule: Report.Rule, _ path: FieldPath, _ causes: [Place: [Report.Rule]]
  ) {
    let causes = CommonCauses.above(path, rule.subject.section, causes)
    let same = causes.first { cause in
      cause.failed == rule.failed && CommonCauses.rank(cause) <= CommonCauses.rank(rule)
    }
    if let same {
      below[ExactText(same.id), default: Below()].folded.append(rule.id)
      foldedIDs.insert(ExactText(rule.id))
    } else if let most = causes.max(by: { $0.failed < $1.failed }), most.failed < rule.failed {
      above[ExactText(rule.id)] = most
    }
  }

  /// The part of a report in which a rule has its entry. One is never folded into a milder one.
  private static func rank(_ rule: Report.Rule) -> Int {
    switch rule.status {
    case .fail: 0
    case .warn: 1
    case .info: 2
    default: rule.isKnown ? 3 : 4
    }
  }

  /// Whether a rule has no entry of its own.
  func isFolded(_ rule: Report.Rule) -> Bool { foldedIDs.contains(ExactText(rule.id)) }

  /// The words of a failing rule about those below or above it; nil if there are none.
  func words(_ rule: Report.Rule) -> (label: String, text: String)? {
    if let below = below[ExactText(rule.id)] { return ("below", below.words) }
    guard let cause = above[ExactText(rule.id)] else { return nil }
    return ("above", "\(Figures.grouped(cause.failed)) of them where \(cause.id) fails")
  }
}
