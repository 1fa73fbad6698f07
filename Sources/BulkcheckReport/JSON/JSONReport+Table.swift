/// Rules about the table as JSON.
extension JSONReport {
  static func write(
    _ table: Report.Table, examples: Bool, _ entry: inout JSONWriter
  ) {
    if let columns = table.columns {
      entry.key("columns")
      entry.object(oneLine: true) { object in
        object.member("missing", columns.missing)
        object.member("further", columns.further)
        if !columns.twice.isEmpty { object.member("twice", columns.twice) }
        object.member("inOrder", !columns.isOutOfOrder)
      }
    } else if table.groups == nil {
      entry.member("measured", raw: table.measured ?? "null")
    }
    if let error = table.error { entry.member("error", error) }
    if table.columns != nil {
      entry.member("judged", table.judged)
      if let reason = table.reason { entry.member("reason", reason) }
      return
    }
    if let uncovered = table.uncovered {
      entry.key("uncovered")
      entry.object(oneLine: true) { object in
        object.member("count", uncovered.count)
        object.member("of", uncovered.total)
        object.key("first")
        object.array(examples ? uncovered.first : [], oneLine: true) { $0.value(raw: $1) }
      }
    } else if table.skipped == nil {
      entry.key("bounds")
      entry.object(oneLine: true) { bounds in
        for bound in table.bounds { bounds.member(bound.word, raw: bound.value) }
      }
    }
    entry.member("judged", table.judged)
    if let skipped = table.skipped { entry.member("skipped", skipped) }
    if table.mistyped > 0 { entry.member("mistyped", table.mistyped) }
    if let reason = table.reason { entry.member("reason", reason) }
    guard let groups = table.groups else { return }
    entry.key("groups")
    entry.object { object in
      object.member("by", groups.by)
      object.member("count", groups.count)
      object.member("failed", groups.failed)
      object.key("worst")
      object.array(examples ? groups.worst : []) { writer, group in write(group, &writer) }
    }
  }

  private static func write(_ group: Report.Table.Group, _ writer: inout JSONWriter) {
    writer.object(oneLine: true) { entry in
      entry.member("value", raw: group.value)
      entry.member("measured", raw: group.measured ?? "null")
      if let error = group.error { entry.member("error", error) }
      entry.member("judged", group.judged)
      if group.mistyped > 0 { entry.member("mistyped", group.mistyped) }
      if let reason = group.reason { entry.member("reason", reason) }
    }
  }
}
