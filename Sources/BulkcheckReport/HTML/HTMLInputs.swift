/// The inputs on the HTML page, the worst first. A single one is named in the header.
enum HTMLInputs {
  static func section(_ report: Report) -> String {
    guard report.inputs.count > 1 || report.inputs.contains(where: { !$0.complete }) else {
      return ""
    }
    return HTMLParts.section(
      id: "inputs", title: "Inputs",
      HTMLParts.longTable(
        label: "Inputs", noun: "input",
        columns: [
          .init("input"), .init("format"), .number("records"), .number("invalid"),
          .number("malformed"),
          .number("stored"), .init(""),
        ], rows: report.inputsWorstFirst.map(row), rowsMaximum: 20))
  }

  private static func row(_ input: Report.Input) -> String {
    let state =
      input.failure.map(HTMLParts.escaped) ?? input.emptiness.map(HTMLParts.escaped)
      ?? (input.complete ? "read to its end" : "not read to its end")
    return "<tr><th scope=\"row\">\(HTMLParts.code(input.name))</th><td>\(input.format)"
      + (input.compression == "none" ? "" : ", \(input.compression)")
      + (input.delimiterWords.map { ", " + HTMLParts.escaped($0) } ?? "") + "</td>"
      + "<td class=\"n\">\(Figures.grouped(input.records))</td>"
      + "<td class=\"n\">\(Figures.grouped(input.invalid))</td>"
      + "<td class=\"n\">\(Figures.grouped(input.malformed))</td>"
      + "<td class=\"n\">\(Figures.bytes(input.bytesRead))</td>"
      + "<td class=\"state\">\(state)</td></tr>"
  }
}
