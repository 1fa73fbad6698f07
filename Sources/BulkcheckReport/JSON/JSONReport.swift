/// Writes a report as JSON in the format `bulkcheck-report-1`, described by `bulkcheck schema
/// report`.
public enum JSONReport {
  /// The name of the format, the value of the key `schema`.
  public static let schemaName = "bulkcheck-report-1"

  /// Returns JSON text with a line end after it. Keys are in a fixed order.
  ///
  /// - Parameter examples: false leaves out samples and top values. Use it for a baseline: that
  ///   needs only counts, and values of records do not belong in a repository.
  public static func text(_ report: Report, examples: Bool = true) -> String {
    var writer = JSONWriter()
    writer.object { object in
      verdict(report, &object)
      inputs(report, &object)
      object.objects("fields", report.fields) { entry, field in write(field, &entry) }
      if !report.sections.isEmpty {
        object.objects("sections", report.sections) { entry, section in
          entry.member("id", section.id)
          entry.member("records", section.records)
        }
      }
      object.objects("rules", report.rules, oneLine: false) { entry, rule in
        write(rule, of: report, examples: examples, &entry)
      }
      object.object("timing", oneLine: true) { timing in
        timing.member("seconds", milliseconds(report.timing.seconds))
        timing.member("bytesPerSecond", report.timing.bytesPerSecond)
        timing.member("threads", report.timing.threads)
        if let ended = report.timing.ended { timing.member("ended", Figures.instant(ended)) }
      }
    }
    return writer.text + "\n"
  }

  private static func verdict(_ report: Report, _ object: inout JSONWriter) {
    object.member("schema", schemaName)
    object.member("outcome", report.outcome.rawValue)
    object.member("exitCode", report.exitCode)
    object.member("complete", report.complete)
    if report.interrupted { object.member("interrupted", true) }
    if report.limitReached { object.member("limitReached", true) }
    object.member("failOn", report.failOn.rawValue)
    if let now = report.now { object.member("now", now) }
    if report.strict { object.member("strict", true) }
    if report.strict || !report.unreadFields.isEmpty {
      object.member("unreadFields", report.unreadFields)
    }
    if !report.mutedRules.isEmpty {
      object.member("muted", report.mutedRules.map(\.id))
    }
    if let comparison = report.comparison { write(comparison, of: report, &object) }
    object.object("tool", oneLine: true) { tool in
      tool.member("name", report.tool.name)
      tool.member("version", report.tool.version)
    }
    object.object("profile", oneLine: true) { write(report.profile, &$0) }
    guard let contract = report.contract else { return }
    object.object("contract") { entry in
      entry.member("standard", contract.standard)
      entry.objects("notEnforced", contract.notEnforced) { entry, part in
        entry.member("line", part.line)
        entry.member("column", part.column)
        if let object = part.object { entry.member("object", object) }
        entry.member("message", part.message)
      }
    }
  }

  private static func write(
    _ comparison: Report.Comparison, of report: Report, _ object: inout JSONWriter
  ) {
    object.object("baseline") { entry in
      entry.member("path", comparison.path)
      entry.object("profile", oneLine: true) { write(comparison.profile, &$0) }
      entry.member("records", comparison.recordsTotal)
      for change in [Report.Change.worse, .better, .new] {
        entry.member(change.rawValue, report.rules(changed: change).map(\.id))
      }
      entry.member("removed", comparison.removed)
    }
  }

  private static func write(_ profile: Report.Profile, _ entry: inout JSONWriter) {
    entry.member("name", profile.name)
    entry.member("sha256", profile.sha256)
    if profile.unassertedFormats > 0 {
      entry.member("formatsNotAsserted", profile.unassertedFormats)
    }
    if let caveat = profile.schemaCaveat { entry.member("schemaCaveat", caveat) }
    guard !profile.references.isEmpty else { return }
    entry.objects("references", profile.references) { entry, reference in
      entry.member("file", reference.file)
      entry.member("column", reference.column)
      entry.member("sha256", reference.sha256)
      entry.member("values", reference.values)
    }
  }

  private static func inputs(_ report: Report, _ object: inout JSONWriter) {
    object.objects("inputs", report.inputs) { entry, input in
      entry.member("path", input.path)
      entry.member("format", input.format)
      entry.member("compression", input.compression)
      if let dialect = input.dialect {
        entry.object("dialect", oneLine: true) {
          $0.member("encoding", dialect.encoding)
          if input.hasCells { $0.member("delimiter", dialect.delimiter) }
          if let lines = dialect.headerLines { $0.member("headerLines", lines) }
        }
      }
      entry.member("bytesRead", input.bytesRead)
      entry.member("bytes", input.bytes)
      entry.member("records", input.records)
      entry.member("invalid", input.invalid)
      entry.member("malformed", input.malformed)
      entry.member("complete", input.complete)
      if !input.sets.isEmpty {
        entry.objects("sets", input.sets) { entry, set in
          entry.member("records", set.records)
          entry.member("total", set.total)
          entry.member("valid", set.valid)
          entry.member("invalid", set.invalid)
          entry.member("malformed", set.malformed)
          entry.member("without", set.without)
        }
      }
      if let cells = input.longCells {
        entry.object("longCells", oneLine: true) {
          $0.member("records", cells.records)
          $0.member("record", cells.record)
          $0.member("lines", cells.lines)
        }
      }
      if let failure = input.failure { entry.member("failure", failure) }
      if let hint = input.hint { entry.member("hint", hint) }
    }
    object.object("records", oneLine: true) { records in
      records.member("total", report.records.total)
      records.members(report.records.states)
    }
  }

  private static func write(_ field: Report.Field, _ entry: inout JSONWriter) {
    if let section = field.section { entry.member("section", section) }
    entry.member("path", field.path)
    entry.members(field.states)
    if field.nan > 0 { entry.member("nan", field.nan) }
  }

  private static func write(
    _ rule: Report.Rule, of report: Report, examples: Bool, _ entry: inout JSONWriter
  ) {
    entry.member("id", rule.id)
    entry.member("field", rule.field)
    entry.member("constraint", rule.constraint)
    if rule.kind == .aboutTable { entry.member("kind", "table") }
    entry.member("severity", rule.severity.rawValue)
    entry.member("status", rule.status.rawValue)
    if let mutedBy = rule.mutedBy { entry.member("mutedBy", mutedBy.rawValue) }
    entry.member("evaluated", rule.evaluated)
    entry.members(rule.outcomes)
    if let count = rule.partLeftOut { entry.member("partLeftOut", count) }
    entry.member("failureRate", rule.failureRate)
    entry.object("allowed", oneLine: true) { write(rule.allowed, &$0) }
    if let before = rule.before {
      entry.object("baseline", oneLine: true) { write(before, &$0) }
    }
    entry.member("labels", rule.labels)
    if let code = rule.code { entry.member("code", code) }
    entry.member("message", rule.message)
    if let table = rule.table {
      // It can show values of records.
      if examples { entry.member("finding", report.sentence(ofCountingRule: rule)) }
      write(table, examples: examples, &entry)
    }
    if let places = rule.places { write(places, &entry) }
    if let kinds = rule.kinds {
      entry.object("kinds", oneLine: true) { $0.members(kinds.map { ($0.kind, $0.count) }) }
    }
    if examples, let spread = rule.spread { write(spread, &entry) }
    let samples = examples ? rule.samples : []
    entry.objects("samples", samples) { entry, sample in write(sample, &entry) }
    entry.member("samplesTruncated", rule.samplesTruncated || samples.count < rule.samples.count)
    entry.objects("topValues", examples ? rule.topValues : []) { entry, value in
      entry.member("value", raw: value.value)
      entry.member("count", value.count)
      entry.member("exact", value.exact)
    }
  }

  private static func write(_ before: Report.Before, _ entry: inout JSONWriter) {
    entry.member("id", before.id)
    entry.member("evaluated", before.evaluated)
    entry.member("failed", before.failed)
    entry.member("failureRate", before.failureRate)
    if let measured = before.measured { entry.member("measured", raw: measured) }
    entry.member("change", before.change.rawValue)
  }

  private static func write(_ places: Report.Places, _ entry: inout JSONWriter) {
    entry.objects("places", places.first) { object, place in
      object.member("place", place.place)
      object.member("failed", place.failed)
    }
    if places.others > 0 { entry.member("otherPlaces", places.others) }
    if !places.isExact { entry.member("placesExact", false) }
  }

  private static func write(_ spread: Report.Spread, _ entry: inout JSONWriter) {
    entry.object("spread", oneLine: true) { object in
      object.member("records", spread.records)
      object.member("first", spread.bounds.lowerBound + 1)
      object.member("last", spread.bounds.upperBound)
      if let input = spread.onlyInput { object.member("input", input) }
      object.array("parts", spread.parts, oneLine: true) { $0.value(raw: String($1)) }
    }
  }

  private static func write(_ allowed: Report.Allowed, _ entry: inout JSONWriter) {
    entry.member("count", allowed.count)
    if let percent = allowed.percent { entry.member("percent", raw: number(percent)) }
  }

  private static func write(_ sample: Report.Sample, _ entry: inout JSONWriter) {
    entry.member("input", sample.input)
    if let line = sample.line { entry.member("line", line) }
    entry.member("record", sample.record)
    if let offset = sample.byteOffset { entry.member("byteOffset", offset) }
    if let pointer = sample.recordPointer { entry.member("recordPointer", pointer) }
    if let location = sample.instanceLocation {
      entry.member("instanceLocation", location)
    }
    if let location = sample.keywordLocation { entry.member("keywordLocation", location) }
    if let value = sample.value { entry.member("value", raw: value) }
    if sample.valueTruncated { entry.member("valueTruncated", true) }
    entry.member("message", sample.message)
    if let kind = sample.kind { entry.member("kind", kind) }
    if let column = sample.column { entry.member("column", column) }
    if let reason = sample.reason { entry.member("reason", reason) }
    if !sample.places.isEmpty {
      entry.objects("places", sample.places) { entry, place in
        entry.member("instanceLocation", place.instanceLocation)
        if let value = place.value { entry.member("value", raw: value) }
      }
      if sample.morePlaces > 0 { entry.member("morePlaces", sample.morePlaces) }
    }
    if let first = sample.first ?? sample.previous { write(first, &entry) }
  }

  private static func write(_ first: Report.Sample.First, _ entry: inout JSONWriter) {
    entry.object(first.name, oneLine: true) { place in
      place.member("input", first.input)
      if let line = first.line { place.member("line", line) }
      if let record = first.record { place.member("record", record) }
    }
  }

  /// The digits of a percentage as a JSON number, which has no leading zeros.
  private static func number(_ digits: String) -> String {
    let trimmed = digits.drop { $0 == "0" }
    return trimmed.isEmpty || trimmed.hasPrefix(".") ? "0" + trimmed : String(trimmed)
  }

  /// Whole milliseconds: more digits would only be noise.
  private static func milliseconds(_ seconds: Double) -> Double {
    (seconds * 1000).rounded() / 1000
  }

  // MARK: Rules about the table

  private static func write(
    _ table: Report.Table, examples: Bool, _ entry: inout JSONWriter
  ) {
    if let columns = table.columns {
      entry.object("columns", oneLine: true) { object in
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
      entry.object("uncovered", oneLine: true) { object in
        object.member("count", uncovered.count)
        object.member("of", uncovered.total)
        object.array("first", examples ? uncovered.first : [], oneLine: true) { $0.value(raw: $1) }
      }
    } else if table.skipped == nil {
      entry.object("bounds", oneLine: true) { bounds in
        for bound in table.bounds { bounds.member(bound.word, raw: bound.value) }
      }
    }
    entry.member("judged", table.judged)
    if let skipped = table.skipped { entry.member("skipped", skipped) }
    if table.mistyped > 0 { entry.member("mistyped", table.mistyped) }
    if let reason = table.reason { entry.member("reason", reason) }
    guard let groups = table.groups else { return }
    entry.object("groups") { object in
      object.member("by", groups.by)
      object.member("count", groups.count)
      object.member("failed", groups.failed)
      object.objects("worst", examples ? groups.worst : []) { entry, group in write(group, &entry) }
    }
  }

  private static func write(_ group: Report.Table.Group, _ entry: inout JSONWriter) {
    entry.member("value", raw: group.value)
    entry.member("measured", raw: group.measured ?? "null")
    if let error = group.error { entry.member("error", error) }
    entry.member("judged", group.judged)
    if group.mistyped > 0 { entry.member("mistyped", group.mistyped) }
    if let reason = group.reason { entry.member("reason", reason) }
    if let first = group.first { write(first, &entry) }
  }
}
