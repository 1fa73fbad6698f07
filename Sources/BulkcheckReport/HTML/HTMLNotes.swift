/// What a reader of the HTML page has to know besides the figures.
enum HTMLNotes {
  static func text(_ report: Report) -> String {
    let notes = self.notes(report).map { "<li><strong>\($0.title)</strong> \($0.text)</li>" }
    return notes.isEmpty ? "" : "<ul class=\"notes\">\(notes.joined(separator: "\n"))</ul>"
  }

  private static func notes(_ report: Report) -> [(title: String, text: String)] {
    var notes: [(title: String, text: String)] = []
    if report.interrupted {
      notes.append(("interrupted", "the counts cover only what was read"))
    }
    for input in report.inputs {
      guard let failure = input.failure else { continue }
      notes.append(
        ("incomplete", HTMLParts.code(input.name) + " " + HTMLParts.escaped(failure)))
    }
    notes += report.hintTexts.map { ("hint", HTMLParts.escaped($0)) }
    if report.limitReached {
      let count = Figures.counted(report.records.total, "record")
      notes.append(("limit", "stopped after \(count); there are more"))
    }
    if report.inputs.count > 1, !report.emptyInputs.isEmpty {
      notes.append(("no record in", names(report.emptyInputs.map(\.name))))
    }
    if let text = report.clockText { notes.append(("clock", HTMLParts.escaped(text))) }
    if let note = report.formatNote { notes.append(("formats", HTMLParts.escaped(note))) }
    if let caveat = report.profile.schemaCaveat {
      notes.append(("schema", HTMLParts.escaped(caveat)))
    }
    if !report.unreadFields.isEmpty {
      notes.append(("no record has", names(report.unreadFields)))
    }
    for note in report.conditionNotes {
      notes.append(("condition", HTMLParts.code(note.id) + ": " + HTMLParts.escaped(note.text)))
    }
    for reason in Report.MutedBy.allCases {
      let ids = report.mutedRules.filter { $0.mutedBy == reason }.map(\.id)
      let title = reason == .severity ? "muted in the profile" : "muted by --only or --skip"
      if !ids.isEmpty { notes.append((title, names(ids))) }
    }
    return notes
  }

  /// A longer list would push the rules that failed out of sight.
  private static let namesMaximum = 12

  private static func names(_ names: [String]) -> String {
    let more = names.count - namesMaximum
    return HTMLParts.codes(Array(names.prefix(namesMaximum)))
      + (more > 0 ? " and \(Figures.grouped(more)) more" : "")
  }
}
