internal import BulkcheckCore
internal import BulkcheckReport

/// Entries of the profile's `table`, which all hold for the data: what a run can be compared with.
///
/// How many records there will be tomorrow, or what their mean will be, no data can tell: so they
/// are comments.
struct TableDraft {
  /// An entry, as JSON text, and what was found.
  struct Entry: Equatable {
    var text: String
    var evidence: String
  }

  private let findings: Findings
  private let advisor: FieldAdvisor
  private var taken: Set<String> = []
  private(set) var entries: [Entry] = []

  static func entries(_ findings: Findings) -> [Entry] {
    // Fewer records say nothing about a table.
    guard findings.objects >= FieldAdvisor.valuesMinimum else { return [] }
    var draft = TableDraft(findings)
    draft.columns()
    draft.count()
    draft.fields(of: SummaryTree.root, FieldPath())
    return draft.entries
  }

  private init(_ findings: Findings) {
    self.findings = findings
    advisor = FieldAdvisor(findings)
  }

  /// - Parameter path: of the field that is measured; nil for the records.
  private mutating func add(
    _ path: String?, _ word: String, _ members: String, _ evidence: String
  ) {
    let id = freeID(path, word)
    entries.append(Entry(text: "{ \"id\": \"\(id)\", \(members) }", evidence: evidence))
  }

  /// An id that no other entry has, of the characters that ids may have.
  private mutating func freeID(_ path: String?, _ word: String) -> String {
    let name = IDWord.word(path ?? "").prefix(IDWord.pathMaximum)
    return taken.insertFree("table." + (name.isEmpty ? "" : name + ".") + word)
  }

  // MARK: Records

  private mutating func columns() {
    guard !findings.tree.hasTurnedAway, findings.duplicateColumns.isEmpty else { return }
    let all = findings.tree.children(of: SummaryTree.root).filter {
      findings.tree.nodes[$0].kind == .member
    }
    let always = all.filter {
      findings.tree.fields[$0].present == findings.objects
        && findings.tree.fields[$0].duplicateKeys == 0
    }
    guard !always.isEmpty else { return }
    let names = always.map { JSONText.quoted(findings.tree.key(of: $0).text) }
    let counted = Figures.counted(all.count - always.count, "other key is", "other keys are")
    let others = all.count > always.count ? "; \(counted) only in some" : ""
    add(
      nil, "columns", "\"columns\": [\(names.joined(separator: ", "))]",
      (findings.isCSV ? "columns of every header" : "keys of every record") + others)
  }

  private mutating func count() {
    if findings.limitReached { return }
    let count = findings.objects
    add(
      nil, "records", "\"measure\": \"count\", \"range\": [\(count / 2), \(count * 2)]",
      "\(Figures.counted(count, "record")); half to twice as many")
  }

  // MARK: Fields

  /// Members of objects, but none of arrays and maps, of which a record has several.
  private mutating func fields(of parent: SummaryNumber, _ path: FieldPath) {
    for node in findings.tree.children(of: parent)
    where findings.tree.nodes[node].kind == .member {
      let own = path.appending(.key(findings.tree.key(of: node).text))
      let summary = findings.tree.fields[node]
      // Of a key that stands twice only the last value is measured.
      guard summary.duplicateKeys == 0 else { continue }
      let facts = FieldFacts(
        summary, name: findings.tree.key(of: node).text, expected: findings.objects,
        unit: "record", isCSV: findings.isCSV)
      let spelled = advisor.spelled(own)
      if !advisor.isLabel(node, facts) {
        missing(facts, spelled)
        distinct(facts, spelled)
        // The mean of numbers that grow says nothing.
        if !advisor.isIdentifier(node, facts) { mean(facts, spelled) }
      }
      fields(of: node, own)
    }
  }

  /// A share with a quarter of itself as room.
  private mutating func missing(_ facts: FieldFacts, _ path: String) {
    let count = facts.absent + facts.null
    guard count > 0, count < facts.expected else { return }
    let percent = min(100, (count * 125 + facts.expected - 1) / facts.expected)
    add(
      path, "missing",
      "\"measure\": \"missing\", \"of\": \(JSONText.quoted(path)), \"maximum\": \"\(percent)%\"",
      "\(Figures.grouped(count)) of \(Figures.counted(facts.expected, "record"))")
  }

  /// Only where the words are few enough to be a choice, but the draft does not list them.
  private mutating func distinct(_ facts: FieldFacts, _ path: String) {
    guard facts.onlyType == .string, let values = facts.texts.values, values.count > 1,
      values.count * FieldAdvisor.valuesMinimum <= facts.texts.count,
      !advisor.text(facts).contains(where: {
        $0.keyword == "enum" && !$0.isNearMiss && !$0.isComment
      })
    else { return }
    // In JSON an empty text is a further value.
    let count = values.count + (facts.isCSV || facts.texts.empty == 0 ? 0 : 1)
    add(
      path, "distinct",
      "\"measure\": \"distinct\", \"of\": \(JSONText.quoted(path)), "
        + "\"range\": [\(max(1, count / 2)), \(count * 2)]",
      "\(Figures.grouped(count)) different values; half to twice as many")
  }

  /// The mean lies between that of the lower and that of the upper ends of the buckets.
  private mutating func mean(_ facts: FieldFacts, _ path: String) {
    let numbers = facts.summary.numbers
    guard facts.onlyType == .integer || facts.onlyType == .number, numbers.longNumbers == 0,
      numbers.count >= FieldAdvisor.valuesMinimum,
      Decimal.compare(numbers.minimum, numbers.maximum) != 0,
      let buckets = facts.summary.numberBuckets?.buckets, let (lower, upper) = means(buckets)
    else { return }
    // A quarter of the wider end, or of the distance of the two, on either side.
    let room = max(abs(lower), abs(upper), upper - lower) / 4
    let unit = DecimalUnit(of: upper - lower + 2 * room, parts: 20, isWhole: false)
    guard let low = unit.rounded(lower - room, up: false),
      let high = unit.rounded(upper + room, up: true), !covers(low, high, facts)
    else { return }
    add(
      path, "mean",
      "\"measure\": \"mean\", \"of\": \(JSONText.quoted(path)), "
        + "\"range\": [\(RoundedNumber.text(low)), \(RoundedNumber.text(high))]",
      "seen \(RoundedNumber.text(numbers.minimum)) to \(RoundedNumber.text(numbers.maximum))")
  }

  /// Whether the limits of the numbers say as much about their mean, at one end at least.
  private func covers(_ low: Decimal, _ high: Decimal, _ facts: FieldFacts) -> Bool {
    guard let limits = NumberLimits(facts.summary, isDated: advisor.isDated) else { return false }
    return Decimal.compare(low, limits.lower) < 0 || Decimal.compare(high, limits.upper) > 0
  }

  private func means(
    _ buckets: [(lower: Decimal, upper: Decimal, count: Int)]
  ) -> (lower: Double, upper: Double)? {
    var (lower, upper, count) = (0.0, 0.0, 0)
    for bucket in buckets {
      guard let low = bucket.lower.double, let high = bucket.upper.double else { return nil }
      lower += low * Double(bucket.count)
      upper += high * Double(bucket.count)
      count += bucket.count
    }
    guard count > 0, lower.isFinite, upper.isFinite else { return nil }
    return (lower / Double(count), upper / Double(count))
  }
}
