internal import BulkcheckCore

/// The parts that sections of the page are made of.
extension HTMLPage {
  func escaped(_ text: String) -> String { MarkupText.escaped(text) }

  func code(_ text: String) -> String { "<code>\(escaped(text))</code>" }

  func codes(_ names: [String]) -> String { names.map(code).joined(separator: ", ") }

  /// A cell with the failures that a rule may have; narrow pages name it, having no head.
  func allowed(_ cells: FigureCells) -> String {
    let name = cells.allowed.isEmpty ? "" : " data-name=\"allowed\""
    return "<td class=\"short\"\(name)>\(cells.allowed)</td>"
  }

  /// - Parameter filtered: whether the section shows rules, and goes where the filter leaves none.
  func section(
    id: String, title: String, filtered: Bool = false, _ content: String
  ) -> String {
    "<section aria-labelledby=\"\(id)\"\(filtered ? " data-group=\"\"" : "")>\n"
      + "<h2 id=\"\(id)\">\(title)</h2>\n\(content)\n</section>"
  }

  /// A part of less interest, behind a line that opens it. Works without scripts.
  func fold(_ summary: String, filtered: Bool = false, _ content: String) -> String {
    "<details class=\"fold\"\(filtered ? " data-group=\"\"" : "")>"
      + "<summary>\(summary)</summary>\n\(content)\n</details>"
  }

  // MARK: Tables

  /// The head of a column.
  struct Column {
    let name: String
    let style: String

    init(_ name: String, _ style: String = "") {
      self.name = name
      self.style = style
    }

    /// A column of figures.
    static func number(_ name: String) -> Column { Column(name, "n") }
  }

  /// A table in a region that scrolls sideways by itself, by keyboard too.
  func table(
    label: String, style: String = "", caption: String? = nil, columns: [Column], rows: [String]
  ) -> String {
    let cells = columns.map { column in
      column.name.isEmpty
        ? "<td></td>"
        : "<th scope=\"col\"\(attribute("class", column.style))>\(column.name)</th>"
    }
    return """
      <div class="scroll" role="region" aria-label="\(label)" tabindex="0">\
      <table\(attribute("class", style))>
      \(caption.map { "<caption>\($0)</caption>" } ?? "")\
      <thead><tr>\(cells.joined())</tr></thead>
      <tbody>
      \(rows.joined(separator: "\n"))
      </tbody></table></div>
      """
  }

  /// A table of which only the first rows are seen at once.
  ///
  /// - Parameter noun: what the rows are, in the singular.
  func longTable(
    label: String, style: String = "", noun: String, columns: [Column], rows: [String],
    rowsMaximum: Int = 50, filtered: Bool = false
  ) -> String {
    // A single row behind a line would take as much room as the line.
    let shown = rows.count <= rowsMaximum + 1 ? rows.count : rowsMaximum
    let first = table(
      label: label, style: style, columns: columns, rows: Array(rows.prefix(shown)))
    guard shown < rows.count else { return first }
    let rest = table(
      label: "More: \(label)", style: style, columns: columns,
      rows: Array(rows.dropFirst(shown)))
    let words = Figures.counted(rows.count - shown, "more \(noun)")
    return first + "\n" + fold(words, filtered: filtered, rest)
  }

  private func attribute(_ name: String, _ value: String) -> String {
    value.isEmpty ? "" : " \(name)=\"\(value)\""
  }

  // MARK: Bars

  /// A share of a bar.
  struct Share {
    let name: String
    let style: String
    let count: Int

    init(_ name: String, _ style: String, _ count: Int) {
      self.name = name
      self.style = style
      self.count = count
    }
  }

  /// Shares of a whole as a bar; none of them vanishes, and its label says the same.
  func bar(_ shares: [Share]) -> String {
    let whole = shares.reduce(UInt128(0)) { $0 + UInt128(max(0, $1.count)) }
    let shown = shares.filter { $0.count > 0 }
    guard whole > 0 else { return "<div class=\"bar\"></div>" }
    let words = words(shown)
    let spans = shown.map { share in
      // Flexible boxes share the width by these weights: ten thousandths, at least one.
      let weight = max(1, Int(UInt128(share.count) * 10_000 / whole))
      return "<i class=\"\(share.style)\" style=\"flex-grow:\(weight)\"></i>"
    }
    return "<div class=\"bar\" role=\"img\" aria-label=\"\(words)\" title=\"\(words)\">"
      + spans.joined() + "</div>"
  }

  /// `90 passed, 10 failed`.
  func words(_ shares: [Share]) -> String {
    shares.map { "\(Figures.grouped($0.count)) \($0.name)" }.joined(separator: ", ")
  }

  /// The colours of bars, in words.
  func legend(_ entries: [(style: String, name: String)]) -> String {
    let spans = entries.map { "<span><i class=\"\($0.style)\"></i> \($0.name)</span>" }
    return "<p class=\"legend\">\(spans.joined(separator: " "))</p>"
  }
}
