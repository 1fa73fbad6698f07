/// The fields on the HTML page: how often each was there. Fields that always were are folded where
/// there are many.
enum HTMLFields {
  /// So many fields are seen at a glance.
  private static let fieldsMaximum = 12

  static func section(_ report: Report) -> String {
    guard !report.fields.isEmpty, !report.isUnjudged else { return "" }
    let unread = Set(report.unreadFields)
    func table(_ fields: [Report.Field]) -> String {
      HTMLParts.longTable(
        label: "Fields", style: "overview", noun: "field",
        columns: [
          .init("field"), .number("filled"), .init("share", "wide"), .number("absent"),
          .number("null"), .number("empty"),
        ], rows: fields.map { row($0, isUnread: unread.contains($0.path)) })
    }
    let gaps = report.fields.filter { lacking($0) > 0 }
    let full = report.fields.filter { lacking($0) == 0 }
    let isLong = report.fields.count > fieldsMaximum && !full.isEmpty
    let tables =
      isLong
      ? (gaps.isEmpty ? "" : table(gaps) + "\n")
        + HTMLParts.fold(
          Figures.counted(full.count, "field") + " filled in every record", table(full))
      : table(report.fields)
    return HTMLParts.section(id: "fields", title: "Fields", tables + "\n" + legend)
  }

  private static let legend = HTMLParts.legend([
    ("ok", "filled"), ("missing", "empty"), ("blocked", "null"), ("none", "absent"),
  ])

  private static func row(_ field: Report.Field, isUnread: Bool) -> String {
    let bar = HTMLParts.bar([
      .init("filled", "ok", field.present), .init("empty", "missing", field.empty),
      .init("null", "blocked", field.null), .init("absent", "none", field.absent),
    ])
    let counts = [("absent", field.absent), ("null", field.null), ("empty", field.empty)]
      .map { name, count in
        let style = count == 0 ? "n zero" : "n"
        return "<td class=\"\(style)\" data-name=\"\(name)\">\(Figures.grouped(count))</td>"
      }.joined()
    let share = Figures.percent(field.present, of: field.present + lacking(field))
    return "<tr\(isUnread ? " class=\"warn\"" : "")>"
      + "<th scope=\"row\">\(HTMLParts.code(field.path))</th>"
      + "<td class=\"n\">\(HTMLParts.escaped(share))</td>"
      + "<td class=\"wide\">\(bar)</td>\(counts)</tr>"
  }

  /// Counts of one run: with `present` they add up to its number of records.
  private static func lacking(_ field: Report.Field) -> Int {
    field.absent + field.null + field.empty
  }
}
