internal import BulkcheckCore
internal import BulkcheckReport

/// Writes a draft of a profile from what was found in data: each rule with its evidence as a
/// comment.
package struct ProfileWriter {
  /// A wider member is broken into lines, and its evidence stands above it.
  private static let columns = 100

  private let nearMisses: NearMisses
  private let comments: Comments
  private var lines: [String] = []

  /// The text of a profile; it has no mistakes, and the records that it was made from pass.
  ///
  /// - Parameter kinds: each is drafted as a section.
  package static func text(
    _ findings: Findings, kinds: [KindFindings] = [], name: String,
    nearMisses: NearMisses = .comment, comments: Comments = .written
  ) -> String {
    var writer = ProfileWriter(nearMisses: nearMisses, comments: comments)
    writer.write(findings, kinds, name)
    return writer.text
  }

  private init(nearMisses: NearMisses, comments: Comments) {
    self.nearMisses = nearMisses
    self.comments = comments
  }

  /// The lines as a file; in plain JSON without the commas behind last members.
  private var text: String {
    var lines = lines
    if comments == .none {
      lines.removeAll(where: \.isEmpty)
      for number in lines.indices.dropLast() where lines[number].hasSuffix(",") {
        let next = lines[number + 1].first { $0 != " " }
        if next == "}" || next == "]" { lines[number].removeLast() }
      }
    }
    return lines.joined(separator: "\n") + "\n"
  }

  private mutating func write(_ findings: Findings, _ kinds: [KindFindings], _ name: String) {
    if comments == .announced {
      comment("JSON with comments; `bulkcheck infer --no-comments` writes plain JSON.")
    }
    header(findings)
    lines.append("{")
    lines.append("  \"bulkcheck\": 1,")
    lines.append("  \"name\": \(JSONText.quoted(name)),")
    input(findings, kinds)
    if kinds.isEmpty { body(findings) } else { body(findings, kinds) }
    table(findings)
    lines.append("}")
  }

  private mutating func body(_ findings: Findings) {
    let advisor = FieldAdvisor(findings)
    let shapes = RepeatedShapes(findings.isCSV ? [] : advisor.nestedFields())
    definitions(shapes.definitions)
    fields(advisor.fields(using: shapes), depth: 1)
  }

  private mutating func fields(_ fields: [SuggestedField], depth: Int) {
    lines.append("\(indentation(depth))\"fields\": {")
    for (number, field) in fields.enumerated() {
      if number > 0 { lines.append("") }
      block(field, depth: depth + 1)
    }
    lines.append("\(indentation(depth))},")
  }

  /// Fields that all records have, and a section for each kind with the others.
  private mutating func body(_ findings: Findings, _ kinds: [KindFindings]) {
    let shared = SharedFields(findings)
    fields(shared.fields, depth: 1)
    lines.append("")
    let member = JSONText.quoted(kinds[0].kind.member)
    comment("The values of \(member) go with different members, so each has a section.", depth: 1)
    lines.append("  \"sections\": [")
    var taken: Set<String> = []
    for (number, own) in kinds.enumerated() {
      if number > 0 { lines.append("") }
      comment(Figures.counted(own.findings.objects, "record"), depth: 2)
      lines.append("    {")
      lines.append("      \"id\": \(JSONText.quoted(own.id(&taken))),")
      lines.append("      \"when\": { \(own.condition) },")
      fields(shared.others(FieldAdvisor(own.findings)), depth: 3)
      lines.append("    },")
    }
    lines.append("  ],")
  }

  private mutating func comment(_ text: String, depth: Int = 0) {
    if comments == .none { return }
    lines.append(indentation(depth) + "//" + (text.isEmpty ? "" : " ") + TerminalText.escaped(text))
  }

  private func indentation(_ depth: Int) -> String { String(repeating: "  ", count: depth) }

  // MARK: Head

  private mutating func header(_ findings: Findings) {
    let names = findings.inputs.map { $0 == "-" ? "standard input" : PathText.shown($0) }
    let shown =
      names.count > 3
      ? names.prefix(3).joined(separator: ", ") + " and \(names.count - 3) more"
      : names.joined(separator: ", ")
    comment("Inferred from \(Figures.counted(findings.counts.total, "record")) of \(shown).")
    comment("")
    comment(
      "A draft: it says what the data is like, not what it should be like. Its rules hold for")
    comment(
      nearMisses == .comment
        ? "every record that was read. Rules in comments nearly hold, and name the tolerance."
        : "every record that was read. Warnings nearly hold, and have the tolerance they need.")
    comment("Number limits leave room for new values.")
    if findings.valueTolerance != nil {
      comment("Rules about values tolerate a few exceptions; none is needed on this data.")
    }
    malformed(findings)
    if findings.limitReached {
      comment("Only the first records were read (--limit); there are more.")
    }
    if findings.tree.hasTurnedAway {
      comment(
        "More than \(Figures.counted(findings.tree.pathsMaximum, "path")): the first ones are "
          + "here, the rest are left out (--max-paths).")
    }
    if findings.tree.hasDeepValues {
      comment("Values nested deeper than \(SummaryTree.depthMaximum) levels are left out.")
    }
    for name in findings.duplicateColumns {
      comment("The column \(JSONText.quoted(name)) is named twice, so it is left out.")
    }
  }

  /// Malformed records, which nothing here tolerates.
  private mutating func malformed(_ findings: Findings) {
    let counts = findings.counts
    guard counts.malformedTotal > 0 else { return }
    comment("")
    comment(
      "\(Figures.counted(counts.malformedTotal, "malformed record")) of "
        + "\(Figures.grouped(counts.total)) (\(findings.malformedKinds)) could not be read. "
        + "A check of this data fails")
    comment("until \(counts.malformedTotal == 1 ? "it is" : "they are") fixed or removed.")
    if counts.malformed[.quote] != nil {
      comment(
        "\"input\": { \"csv\": { \"strayQuotes\": \"text\" } } reads quotes within cells as text.")
    }
  }

  // MARK: Input

  private mutating func input(_ findings: Findings, _ kinds: [KindFindings]) {
    var rows: [(member: String, note: String)] = []
    if !findings.missingWords.isEmpty {
      let words = ([""] + findings.missingWords).map { JSONText.quoted($0) }
      rows.append(
        (
          "\"missingValues\": [\(words.joined(separator: ", "))]",
          "in columns of numbers, dates and the like, these mean no value"
        ))
    }
    if findings.encoding != .utf8 {
      // A byte-order mark tells the order of bytes, of every file anew.
      let name =
        findings.encoding.isUTF16 && findings.encodingIsMarked
        ? EncodingChoice.utf16.name : findings.encoding.rawValue
      rows.append(
        (
          "\"encoding\": \(JSONText.quoted(name))",
          findings.encodingIsMarked
            ? "by the byte-order mark: \(findings.encoding.rawValue)" : "as given (--encoding)"
        ))
    }
    if let records = findings.records {
      rows.append(
        (
          "\"records\": \(JSONText.quoted(records.description))",
          findings.recordsAreFound ? "the largest array of the document" : "as given (--records)"
        ))
    }
    if findings.isCSV { csv(findings, &rows) }
    let counts = findings.counts
    let wellFormed = counts.total - counts.malformedTotal
    tolerance("not-an-object", counts.otherValues, of: wellFormed, "other JSON values", &rows)
    tolerance(
      "duplicate-key", counts.withDuplicateKeys, of: wellFormed,
      "records with a key that occurs twice", &rows)
    if !kinds.isEmpty {
      rows.append(
        ("\"no-section\": { \"severity\": \"warning\" }", "records of a kind that is not below"))
    }
    guard !rows.isEmpty else { return }
    lines.append("  \"input\": {")
    for row in rows { member(row.member, row.note, depth: 2) }
    lines.append("  },")
  }

  private func csv(_ findings: Findings, _ rows: inout [(member: String, note: String)]) {
    var settings: [(member: String, note: String)] = []
    if let delimiter = findings.givenDelimiter {
      let text = JSONText.quoted(String(Unicode.Scalar(delimiter)))
      settings.append(
        (
          "\"delimiter\": \(text)",
          findings.headerRow == nil
            ? "the delimiter is as given (--delimiter)" : "the delimiter fits the rows below"
        ))
    }
    if let row = findings.headerRow {
      settings.append(
        ("\"headerRows\": [\(row)]", "row \(row) is the first with all names"))
    }
    if findings.footerRows > 0 {
      let rows = Figures.counted(findings.footerRows, "row")
      settings.append(
        ("\"footerRows\": \(findings.footerRows)", "\(rows) at the end with other cells"))
    }
    let lenient = (0..<findings.tree.count).reduce(0) {
      $0 + findings.tree.fields[$1].lenientNumbersOfNumbers
    }
    if lenient > 0 {
      let count = Figures.counted(lenient, "number")
      settings.append(("\"numbers\": \"lenient\"", "\(count) like .5 or +5"))
    }
    guard !settings.isEmpty else { return }
    rows.append(
      (
        "\"csv\": { \(settings.map(\.member).joined(separator: ", ")) }",
        settings.map(\.note).joined(separator: "; ")
      ))
  }

  private func tolerance(
    _ name: String, _ count: Int, of total: Int, _ what: String,
    _ rows: inout [(member: String, note: String)]
  ) {
    guard count > 0 else { return }
    let share = NeededTolerance.percent(count, of: total)
    rows.append(
      (
        "\"\(name)\": { \"severity\": \"warning\", \"tolerance\": \(count) }",
        "\(Figures.counted(count, "exception")) in \(Figures.counted(total, "record")) (\(what)): "
          + "a warning for this data; write \(share) for a share, or remove it"
      ))
  }

  // MARK: Fields

  private mutating func definitions(_ definitions: [RepeatedShapes.Definition]) {
    guard !definitions.isEmpty else { return }
    lines.append("  \"definitions\": {")
    for definition in definitions {
      let shown = definition.places.prefix(4).joined(separator: ", ")
      let more = definition.places.count - 4
      comment("members of \(shown)" + (more > 0 ? " and \(more) more" : ""), depth: 2)
      lines.append("    \(JSONText.quoted(definition.name)): {")
      members(definition.members, depth: 3)
      lines.append("    },")
    }
    lines.append("  },")
  }

  private mutating func members(_ members: [SuggestedField], depth: Int) {
    lines.append("\(indentation(depth))\"fields\": {")
    for member in members { block(member, depth: depth + 1) }
    lines.append("\(indentation(depth))},")
  }

  private mutating func block(_ field: SuggestedField, depth: Int) {
    for note in field.notes { comment(note, depth: depth) }
    let name = JSONText.quoted(field.path)
    if field.rules.isEmpty, field.items.isEmpty, field.members.isEmpty, field.use == nil {
      lines.append("\(indentation(depth))\(name): {},")
      return
    }
    lines.append("\(indentation(depth))\(name): {")
    for rule in field.rules { suggestion(rule, depth: depth + 1) }
    for items in field.items { block(items, depth: depth + 1) }
    if let name = field.use {
      lines.append("\(indentation(depth + 1))\"use\": \(JSONText.quoted(name)),")
    }
    if !field.members.isEmpty { members(field.members, depth: depth + 1) }
    lines.append("\(indentation(depth))},")
  }

  private mutating func suggestion(_ rule: Suggestion, depth: Int) {
    let text = "\"\(rule.keyword)\": \(rule.value)"
    guard rule.isNearMiss else { return member(text, rule.evidence, depth: depth) }
    if nearMisses == .warning, let warning = rule.warning {
      return member("\"\(rule.keyword)\": \(warning)", rule.evidence, depth: depth)
    }
    if comments == .none { return }
    let start = "\(indentation(depth))// \(text),"
    if fits(start, rule.evidence) {
      lines.append("\(start)  // \(TerminalText.escaped(rule.evidence))")
    } else {
      comment(rule.evidence, depth: depth)
      lines.append(start)
    }
  }

  /// Whether a note has room behind the start of a line.
  private func fits(_ start: String, _ note: String) -> Bool {
    start.unicodeScalars.count + note.unicodeScalars.count + 6 <= ProfileWriter.columns
  }

  // MARK: The table

  /// Rules about the whole table are comments: one file does not show what changes in the next.
  private mutating func table(_ findings: Findings) {
    let entries = TableDraft.entries(findings)
    guard !entries.isEmpty, comments != .none else { return }
    lines.append("")
    comment(
      "About the whole table: these hold for this data. Uncomment the ones you want.", depth: 1)
    comment("\"table\": [", depth: 1)
    for entry in entries {
      let start = "\(indentation(1))//   \(entry.text),"
      let evidence = TerminalText.escaped(entry.evidence)
      if fits(start, entry.evidence) {
        lines.append("\(start)  // \(evidence)")
      } else {
        lines.append("\(indentation(1))//   // \(evidence)")
        lines.append(start)
      }
    }
    comment("],", depth: 1)
  }

  private mutating func member(_ text: String, _ note: String, depth: Int) {
    let start = indentation(depth) + text + ","
    if note.isEmpty || comments == .none {
      lines.append(start)
    } else if fits(start, note) {
      let padding = String(repeating: " ", count: max(0, 44 - start.unicodeScalars.count))
      lines.append("\(start)\(padding)  // \(TerminalText.escaped(note))")
    } else {
      comment(note, depth: depth)
      lines.append(start)
    }
  }
}

extension FieldSummary {
  /// Numbers like `.5` or `+5`, if the draft may call the values numbers.
  fileprivate var lenientNumbersOfNumbers: Int {
    let others = texts.count - numbers.count
    return leadingZeros == 0 && others * FieldAdvisor.nearMissShare <= texts.count
      ? lenientNumbers : 0
  }
}

/// Which comments a draft has.
package enum Comments: Sendable {
  /// The evidence, and what is only proposed.
  case written
  /// The first line says that there are some, for the name of the file says JSON.
  case announced
  /// None: plain JSON.
  case none
}

/// How rules are written that nearly hold.
package enum NearMisses: String, CaseIterable, Sendable {
  /// Comments in the profile.
  case comment
  /// Warnings, with the tolerance that they need.
  case warning
}
