internal import BulkcheckCore
internal import BulkcheckDocument

/// The key `tests`.
extension ProfileReader {
  mutating func readTests(_ node: DocumentNode) {
    guard let entries = list(node, "`tests`", of: "tests", mayBeEmpty: true) else { return }
    for entry in entries { readTest(entry) }
  }

  private mutating func readTest(_ node: DocumentNode) {
    guard node.members != nil else {
      return complain(node, "an entry of `tests`", expected: "an object")
    }
    let members = members(node, "an entry of `tests`", keys: ["record", "fails", "name"])
    var fixture = Fixture(
      name: nil, record: "", fails: [], line: source.line(of: node.offset))
    for member in members {
      switch member.name {
      case "record": fixture.record = member.value.literal.description
      case "fails": fixture.fails = failingIDs(member.value)
      default: fixture.name = text(member)
      }
    }
    if members.named("record") == nil { complain(node.offset, .testWithoutRecord) }
    fixtures.append(fixture)
  }

  private mutating func failingIDs(_ node: DocumentNode) -> [String] {
    guard let elements = list(node, "`fails`", of: "rule ids", mayBeEmpty: true) else { return [] }
    let builtIns = BuiltInRule.allCases.map(\.id)
    var ids: [String] = []
    for element in elements {
      guard let id = text(element, "an element of `fails`") else { continue }
      if idOffsets[ExactText(id)] == nil, !builtIns.contains(id) {
        let nearest = nearestRule(id, besides: builtIns)
        complain(element.offset, .unknownRule(id, nearest: nearest))
      } else if tableIDs.contains(ExactText(id)) {
        complain(element.offset, .tableRuleInTest(id))
      }
      ids.append(id)
    }
    return ids
  }
}
