internal import BulkcheckCore
internal import BulkcheckReport

/// An explanation for people.
package enum ExplanationText {
  /// - Parameter columns: the width to fit.
  package static func text(_ explanation: Explanation, columns: Int) -> String {
    var lines = [head(explanation)]
    if let sections = explanation.sections { lines.append(text(sections)) }
    lines.append("")
    if let fault = explanation.fault {
      lines += malformed(fault, explanation, columns)
    } else {
      if explanation.mayShowText {
        let whole = Excerpt(
          explanation.record.bytes, marking: 0..<0, masked: explanation.maskedRanges,
          columns: columns - 2)
        lines += ["  " + whole.text, ""]
      }
      let failed = explanation.rules.filter { $0.standing == .failed && !$0.isFolded }
      for rule in failed { lines += failure(rule, explanation, columns) + [""] }
      let others = explanation.rules.filter { rule in
        rule.standing != .failed && !rule.isFolded && !isElsewhere(rule, explanation)
      }
      let width = min(40, others.map { TerminalText.width(TerminalText.escaped($0.id)) }.max() ?? 0)
      lines += others.map { line($0, width) }
      let elsewhere = elsewhere(explanation)
      lines += elsewhere
      if !(others.isEmpty && elsewhere.isEmpty) { lines.append("") }
    }
    lines.append(verdict(explanation))
    return lines.joined(separator: "\n") + "\n"
  }

  private static func head(_ explanation: Explanation) -> String {
    let record = explanation.record
    let name = explanation.inputName == "-" ? "standard input" : explanation.inputName
    let shown = TerminalText.escaped(PathText.shown(name))
    let pointer = record.pointer.map { $0.isEmpty ? "" : " (\(TerminalText.escaped($0)))" } ?? ""
    guard record.hasLines else {
      return "\(shown)   row \(Figures.grouped(record.record))\(pointer)"
    }
    let last = record.line + max(1, record.lineCount) - 1
    let lines =
      last > record.line
      ? "lines \(Figures.grouped(record.line)) to \(Figures.grouped(last))"
      : "line \(Figures.grouped(record.line))"
    return "\(shown)   \(lines)   record \(Figures.grouped(record.record))\(pointer)   "
      + "byte \(Figures.grouped(record.byteOffset))"
  }

  // MARK: Sections

  private static func text(_ sections: [String]) -> String {
    sections.isEmpty
      ? "in no section"
      : "in \(sections.count == 1 ? "section" : "sections") \(sections.joined(separator: ", "))"
  }

  /// Whether a rule is one of a section to which the record does not belong.
  private static func isElsewhere(_ rule: RuleExplanation, _ explanation: Explanation) -> Bool {
    guard let section = rule.section, rule.standing == .notApplicable else { return false }
    return explanation.sections?.contains(section) == false
  }

  /// A line for each section to which the record does not belong, in place of its rules.
  private static func elsewhere(_ explanation: Explanation) -> [String] {
    var counts: [String: Int] = [:]
    var order: [String] = []
    for rule in explanation.rules where isElsewhere(rule, explanation) {
      guard let section = rule.section else { continue }
      if counts[section] == nil { order.append(section) }
      counts[section, default: 0] += 1
    }
    return order.map { section in
      let rules = Figures.counted(counts[section] ?? 0, "rule")
      return "  \(TerminalText.padded("n/a", to: 12))\(section).*   \(rules) of another section"
    }
  }

  private static func malformed(
    _ fault: Explanation.Fault, _ explanation: Explanation, _ columns: Int
  ) -> [String] {
    var lines: [String] = []
    if explanation.mayShowText {
      let place = explanation.record.fault?.offset ?? 0
      let end = min(place + 1, explanation.record.bytes.count)
      let excerpt = Excerpt(
        explanation.record.bytes, marking: place..<max(place, end), masked: [], columns: columns - 2
      )
      lines += ["  " + excerpt.text, "  " + excerpt.mark]
    } else {
      lines.append("  (not shown: the profile has fields labelled pii)")
    }
    let message = TerminalText.escaped(fault.message)
    return lines + [
      "  column \(Figures.grouped(fault.column)): \(message) (\(fault.kind.rawValue))", "",
    ]
  }

  // MARK: Rules

  /// A rule over more values shows the first ones.
  private static let excerptsMaximum = 4

  private static func failure(
    _ rule: RuleExplanation, _ explanation: Explanation, _ columns: Int
  ) -> [String] {
    let message = TerminalText.escaped(rule.message ?? "")
    var lines = ["  \(label(rule))\(TerminalText.escaped(rule.id))   \(message)"]
    let indentation = String(repeating: " ", count: 12)
    for range in rule.ranges.prefix(excerptsMaximum) where explanation.mayShowText {
      let excerpt = Excerpt(
        explanation.record.bytes, marking: range, masked: explanation.maskedRanges,
        columns: columns - 12)
      lines += [indentation + excerpt.text, indentation + excerpt.mark]
    }
    if let other = rule.other { lines.append(indentation + text(other, explanation, columns - 12)) }
    for note in rule.notes {
      let label = TerminalText.padded(note.label, to: 10)
      lines.append(indentation + label + TerminalText.escaped(note.text))
    }
    return lines
  }

  /// `first     line 2: {"id":1,…`
  private static func text(
    _ other: RuleExplanation.Other, _ explanation: Explanation, _ columns: Int
  ) -> String {
    let name = other.inputName.map { "\(TerminalText.escaped($0)), " } ?? ""
    let start =
      TerminalText.padded(other.label, to: 10) + name
      + (other.record.pointer.map { $0.isEmpty ? "record 1" : TerminalText.escaped($0) }
        ?? (other.record.hasLines
          ? "line \(Figures.grouped(other.record.line))"
          : "row \(Figures.grouped(other.record.record))"))
    guard explanation.mayShowText else { return start }
    let excerpt = Excerpt(
      other.record.bytes, marking: 0..<0, masked: other.maskedRanges,
      columns: columns - TerminalText.width(start) - 2)
    return start + ": " + excerpt.text
  }

  private static func line(_ rule: RuleExplanation, _ width: Int) -> String {
    let notes = rule.notes.map { TerminalText.escaped($0.text) }.joined(separator: "; ")
    let note = notes.isEmpty ? "" : "   " + notes
    let id = TerminalText.escaped(rule.id)
    return "  \(label(rule))" + (note.isEmpty ? id : TerminalText.padded(id, to: width) + note)
  }

  private static func label(_ rule: RuleExplanation) -> String {
    let word =
      switch rule.standing {
      case .passed: "ok"
      case .failed: rule.severity == .error ? "FAIL" : rule.severity == .warning ? "warn" : "info"
      case .missing: "missing"
      case .blocked: "blocked"
      case .notApplicable: "n/a"
      case .overridden: "overridden"
      case .off: "off"
      case .undecided: "undecided"
      }
    return TerminalText.padded(word, to: 12)
  }

  private static func verdict(_ explanation: Explanation) -> String {
    if explanation.fault != nil { return "MALFORMED  no rules are checked" }
    let failed = explanation.rules.filter { $0.standing == .failed }
    let errors = failed.count { $0.severity == .error }
    let rest = failed.count - errors
    let others = rest > 0 ? "   \(Figures.counted(rest, "warning"))" : ""
    let passed = explanation.rules.count { $0.standing == .passed }
    if explanation.isValid { return "VALID  \(Figures.counted(passed, "rule")) passed\(others)" }
    return "INVALID  \(Figures.counted(errors, "rule")) failed\(others)   "
      + "\(Figures.grouped(passed)) passed"
  }
}
