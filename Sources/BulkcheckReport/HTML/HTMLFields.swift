/// The fields on the HTML page: how often each was there.
enum HTMLFields {
  static func section(_ report: Report) -> String {
    guard !report.fields.isEmpty, !report.isUnjudged else { return "" }
    let unread = Set(report.unreadFields)
    let rows = report.fields.map { row($0, isUnread: unread.contains($0.path)) }
    let legend = """
      <p class="legend"><span><i class="ok"></i> present</span> <span><i class="missing"></i> empty</span> \
      <span><i class="blocked"></i> null</span> <span><i class="none"></i> absent</span></p>
      """
    return HTMLReport.section(
      id: "fields", title: "Fields",
      HTMLReport.table(
        label: "Fields",
        head: [
          ("field", false), ("filled", false), ("absent", true), ("null", true), ("empty", true),
          ("missing", true),
        ], rows: rows) + legend)
  }

  private static func row(_ field: Report.Field, isUnread: Bool) -> String {
    let bar = HTMLReport.bar([
      ("present", "ok", field.present), ("empty", "missing", field.empty),
      ("null", "blocked", field.null), ("absent", "none", field.absent),
    ])
    // Counts of one run: their sum is its number of records.
    let lacking = field.absent + field.null + field.empty
    let share = Figures.percent(lacking, of: lacking + field.present)
    let counts = [field.absent, field.null, field.empty]
      .map { "<td class=\"n\">\(Figures.grouped($0))</td>" }.joined()
    return "<tr\(isUnread ? " class=\"warn\"" : "")>"
      + "<th scope=\"row\">\(HTMLReport.code(field.path))</th>"
      + "<td class=\"wide\">\(bar)</td>\(counts)"
      + "<td class=\"n\">\(HTMLReport.escaped(share))</td></tr>"
  }
}
