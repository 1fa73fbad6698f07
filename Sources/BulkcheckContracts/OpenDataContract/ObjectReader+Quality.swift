internal import BulkcheckCore
internal import BulkcheckDocument

/// An entry of `quality`: a rule of `rules` or `table`.
struct QualityEntry {
  let node: DocumentNode
  /// The property that it is about; nil: the object.
  let path: FieldPath?
  let members: [DocumentMember]

  init(_ node: DocumentNode, _ members: [DocumentMember], at path: FieldPath?) {
    self.node = node
    self.path = path
    self.members = members
  }

  var type: DocumentMember? { given("type") }
  /// `metric`, or the word for it in version 3.0.
  var metric: DocumentMember? { given("metric") ?? given("rule") }

  /// A member that is not null.
  func given(_ name: String) -> DocumentMember? {
    members.named(name).flatMap { $0.value.isNull ? nil : $0 }
  }

  /// The entry as a leftover names it.
  var shown: String {
    let name = RuleNames.given(node)?.text ?? node["name"]?.text ?? node["description"]?.text
    return "the quality rule" + (name.map { " " + Complaint.quoted($0) } ?? "")
  }
}

/// The entries of `quality`.
extension ObjectReader {
  mutating func readQuality(_ node: DocumentNode, of path: FieldPath?) {
    let members = findings.object(node, "an entry of `quality`")
    if node.members == nil { return }
    let entry = QualityEntry(node, members, at: path)
    let type = entry.type.map { $0.value.text ?? "" } ?? (entry.metric == nil ? "" : "library")
    switch type {
    case "library": readMetric(entry)
    case "sql": readQuery(entry)
    case "custom": readCustom(entry)
    case "text":
      findings.leave(node.offset, "\(entry.shown) is text for people")
      leaveWords(of: entry, besides: [])
    default:
      guard let member = entry.type else {
        return findings.leave(node.offset, "\(entry.shown) has neither `type` nor `metric`")
      }
      let known = ["library", "sql", "custom", "text"]
      let nearest = member.value.text.flatMap { NearestWord.of($0, among: known) }
      findings.leave(
        member.value.offset,
        "\(entry.shown) has the type \(member.value.summary), which the standard does not have"
          + (nearest.map { "; did you mean \(Complaint.quoted($0))?" } ?? ""))
    }
  }

  /// Leaves over the words of an entry that were not read.
  mutating func leaveWords(of entry: QualityEntry, besides read: [String]) {
    let always = ["id", "type", "dimension", "severity", "tags", "unit"]
    for member in entry.members
    where !read.contains(member.name) && !always.contains(member.name)
      && !StandardWords.quality.contains(member.name) && !member.value.isNull
    {
      let known = read + always + StandardWords.quality
      findings.leave(unknown: member, in: "this quality rule", known: known)
    }
  }

  // MARK: Rules

  /// An entry of `rules` or `table`, with its id first and what the contract says of it last.
  mutating func rule(
    _ entry: QualityEntry, _ word: String, _ statement: [(String, DocumentNode)]
  ) -> DocumentNode {
    var rule = ProfileObject(at: entry.node.offset)
    rule.add("id", ids.name(of: entry.node, at: entry.path, word))
    for (name, value) in statement { rule.add(name, value) }
    var labels = RuleLabels()
    if let dimension = entry.given("dimension") { labels.add(dimension: dimension.value) }
    if let tags = entry.given("tags") { labels.add(tags: findings.list(tags)) }
    if let list = labels.node { rule.add("labels", list) }
    if let member = entry.given("severity") {
      if let severity = member.value.text.flatMap(RuleLabels.severity) {
        rule.add("severity", .text(severity, at: member.value.offset))
      } else {
        findings.leave(
          member.value.offset,
          "the severity \(member.value.summary) is not known, so that the rule is an error")
      }
    }
    return rule.node
  }

  // MARK: SQL and other engines

  /// `query`, a statement of SQL.
  private mutating func readQuery(_ entry: QualityEntry) {
    guard let member = entry.given("query"), let query = findings.text(member) else {
      return findings.leave(entry.node.offset, "\(entry.shown) has no `query`")
    }
    leaveWords(of: entry, besides: ["query"] + MetricBounds.words)
    if let member = entry.members.first(where: { $0.value.boolean != nil && $0.name == "mustBe" }) {
      return findings.leave(
        member.value.offset, "\(entry.shown) compares with a boolean, and figures are numbers")
    }
    guard let bounds = bounds(of: entry, isShare: false) else { return }
    let resolved = QualitySQL.resolved(query, object: object, path: entry.path)
    let statement = DocumentNode.text(resolved, at: member.value.offset)
    table.append(rule(entry, "sql", [("sql", statement)] + bounds.map { ($0.name, $0.value) }))
  }

  /// `implementation`, which another engine runs.
  private mutating func readCustom(_ entry: QualityEntry) {
    guard let engine = entry.given("engine"), let name = findings.text(engine) else {
      return findings.leave(entry.node.offset, "\(entry.shown) names no `engine`")
    }
    leaveWords(of: entry, besides: ["engine", "implementation"])
    guard let implementation = entry.given("implementation") else {
      return findings.leave(
        entry.node.offset, "\(entry.shown) has no `implementation` for \(Complaint.quoted(name))")
    }
    let checks = QualityEngine.checks(implementation.value, engine: name, path: entry.path)
    guard let checks else {
      return findings.leave(
        entry.node.offset,
        "\(entry.shown) is for the engine \(Complaint.quoted(name)), which bulkcheck does not have")
    }
    for check in checks {
      for leftover in check.leftovers {
        findings.leave(leftover.offset, "\(entry.shown): \(leftover.sentence)")
      }
      for part in check.parts {
        let (list, members) = part.entry
        let own = members.filter { entry.given($0.name) == nil || $0.name == "message" }
        let node = rule(entry, name, own.map { ($0.name, $0.value) })
        if list == .table { table.append(node) } else { rules.append(node) }
      }
    }
  }
}
