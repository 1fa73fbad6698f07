internal import BulkcheckCore
internal import BulkcheckDocument

/// The key `tests`.
extension ProfileReader {
  mutating func readTests(_ node: DocumentNode) {
    guard let entries = list(node, "`tests`", of: "tests", mayBeEmpty: true) else { return }
    for entry in entries { readTest(entry) }
  }

  /// A record, or a list of tables.
  private mutating func readTest(_ node: DocumentNode) {
    guard let entry = node.members else {
      return complain(node, "an entry of `tests`", expected: "an object")
    }
    if let tables = entry.named("table") { return readTables(tables.value, of: node) }
    let members = members(
      node, "an entry of `tests`",
      keys: ["record", "document", "section", "fails", "name", "table"])
    if let document = members.named("document"), members.named("record") == nil {
      let text = document.value.literal.description
      return addFixture(.document(text), members, at: node, isTable: true)
    }
    guard let record = members.named("record") else {
      return complain(
        node.offset,
        .missing("record", in: "an entry of `tests`", expected: "`record`, `document` or `table`"))
    }
    addFixture(.record(record.value.literal.description), members, at: node, isTable: false)
  }

  private mutating func readTables(_ tables: DocumentNode, of node: DocumentNode) {
    _ = members(node, "an entry of `tests` with `table`", keys: ["table"])
    guard let entries = list(tables, "`table`", of: "tests", mayBeEmpty: true) else { return }
    for entry in entries {
      let what = "an entry of `table`"
      guard object(entry, what) != nil else { continue }
      let members = members(entry, what, keys: ["records", "fails", "name"])
      guard let records = members.named("records") else {
        complain(entry.offset, .missing("records", in: "an entry of `table` in `tests`"))
        continue
      }
      guard let elements = list(records.value, "`records`", of: "records", mayBeEmpty: true)
      else { continue }
      addFixture(.table(elements.map(\.literal.description)), members, at: entry, isTable: true)
    }
  }

  private mutating func addFixture(
    _ subject: Fixture.Subject, _ members: [DocumentMember], at node: DocumentNode, isTable: Bool
  ) {
    var fixture = Fixture(
      name: nil, subject: subject, fails: [], line: source.line(of: node.offset))
    if let fails = members.named("fails") { fixture.fails = failingIDs(fails.value, isTable) }
    if let name = members.named("name") { fixture.name = text(name) }
    if let member = members.named("section") { fixture.section = sectionIndex(member.value) }
    fixtures.append(fixture)
  }

  private mutating func sectionIndex(_ node: DocumentNode) -> SectionIndex? {
    guard let text = text(node, "`section`") else { return nil }
    if let index = ruleSet.sections.firstIndex(where: { $0.id.isExactly(text) }) {
      return SectionIndex(index)
    }
    let nearest = NearestWord.of(text, among: ruleSet.sections.map(\.id))
    return refuse(node.offset, .unknownSection(text, nearest: nearest))
  }

  private mutating func failingIDs(_ node: DocumentNode, _ isTable: Bool) -> [String] {
    guard let elements = list(node, "`fails`", of: "rule ids", mayBeEmpty: true) else { return [] }
    let builtIns = ruleSet.builtInRules.map(\.id)
    var ids: [String] = []
    for element in elements {
      guard let id = text(element, "an element of `fails`") else { continue }
      if idOffsets[ExactText(id)] == nil, !builtIns.contains(id) {
        let nearest = nearestRule(id, besides: builtIns)
        complain(element.offset, .unknownRule(id, nearest: nearest))
      } else if !isTable, tableIDs.contains(ExactText(id)) {
        complain(element.offset, .tableRuleInTest(id))
      }
      ids.append(id)
    }
    return ids
  }
}
