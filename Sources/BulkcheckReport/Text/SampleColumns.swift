internal import BulkcheckCore

/// A failing example as text: where, what, why.
struct SampleRow {
  let place: String
  let value: String
  let message: String

  /// The rows shown for a rule.
  static func rows(of rule: Report.Rule, in report: Report, style: TextStyle) -> [SampleRow] {
    rule.samples.prefix(style.samplesMaximum).map { SampleRow($0, of: rule, in: report) }
  }

  init(_ sample: Report.Sample, of rule: Report.Rule, in report: Report) {
    if report.inputs.count > 1, report.inputs.indices.contains(sample.input) {
      // Without groups of digits, as editors and terminals take it for a link.
      let path = TerminalText.escaped(report.inputs[sample.input].path)
      place = TerminalText.shortenedAtStart(path, to: 32) + ":\(sample.line)"
    } else {
      place = "line \(Figures.grouped(sample.line))"
    }
    if let kind = sample.kind {
      let column = sample.column.map { ", column \(Figures.grouped($0))" } ?? ""
      value = kind + column
    } else {
      let cut = sample.valueTruncated ? "…" : ""
      // A built-in rule is about the record, not about a value that could be absent.
      let none = rule.isBuiltIn ? "" : "absent"
      value = sample.value.map { TerminalText.escaped($0) + cut } ?? none
    }
    let why = sample.reason.map { " (\($0))" } ?? ""
    let first = sample.first.map { " (\(SampleRow.words($0, in: report)))" } ?? ""
    message = TerminalText.escaped(sample.message + why + first + SampleRow.location(sample))
  }

  /// ` (at /items/3/sku)`, where that says more than the rule does.
  private static func location(_ sample: Report.Sample) -> String {
    guard let location = sample.instanceLocation else { return "" }
    guard sample.places.count > 1 else { return sample.showsLocation ? " (at \(location))" : "" }
    let places = sample.places.map(\.instanceLocation).joined(separator: ", ")
    let more = sample.morePlaces > 0 ? " and \(Figures.grouped(sample.morePlaces)) more" : ""
    return " (at \(places)\(more))"
  }

  /// Where a value occurred that occurs again.
  private static func words(_ first: Report.Sample.First, in report: Report) -> String {
    guard report.inputs.count > 1, report.inputs.indices.contains(first.input) else {
      return "first on line \(Figures.grouped(first.line))"
    }
    let path = TerminalText.shortenedAtStart(report.inputs[first.input].path, to: 32)
    return "first in \(path):\(first.line)"
  }
}

/// The widths of the columns of a report's examples.
struct SampleColumns {
  private static let gap = 4
  /// Wider values push the message to the right instead of widening the column for all.
  private static let valueMaximum = 40

  private let indentation: Int
  private let place: Int
  private let value: Int
  private let style: TextStyle

  init(rows: [[SampleRow]], style: TextStyle, indentation: Int = 10) {
    let rows = rows.flatMap(\.self)
    self.style = style
    self.indentation = indentation
    place = max(10, rows.map { TerminalText.width($0.place) }.max() ?? 0)
    let widestValue = rows.map { TerminalText.width($0.value) }.max() ?? 0
    guard let columns = style.columns else {
      value = min(widestValue, SampleColumns.valueMaximum)
      return
    }
    let widestMessage = rows.map { TerminalText.width($0.message) }.max() ?? 0
    let room = columns - indentation - place - 2 * SampleColumns.gap
    // The value gets what the messages leave, and at least half.
    value = max(8, min(widestValue, max(room - widestMessage, room / 2)))
  }

  /// One line, or two where neither the value nor the message would fit into its column.
  func lines(_ row: SampleRow) -> [String] {
    let start = self.start(row.place)
    let (valueWidth, messageWidth) = (
      TerminalText.width(row.value), TerminalText.width(row.message)
    )
    guard let columns = style.columns else {
      return [start + TerminalText.padded(row.value, to: value) + gap + row.message]
    }
    let both = max(8, columns - indentation - place - SampleColumns.gap)
    let room = both - SampleColumns.gap - value
    if valueWidth <= value && messageWidth <= room {
      return [start + TerminalText.padded(row.value, to: value) + gap + row.message]
    }
    let message = TerminalText.shortened(row.message, to: both)
    // A message that repeats the value needs no column with it.
    if row.value.isEmpty || (messageWidth <= both && row.message.contains(row.value)) {
      return [start + message]
    }
    let blank = String(repeating: " ", count: indentation + place) + gap
    return [start + TerminalText.shortened(row.value, to: both), blank + message]
  }

  /// A labelled list below the examples; items that do not fit are left out.
  func line(label: String, items: [String]) -> String {
    let room = style.columns.map {
      $0 - indentation - place - SampleColumns.gap
    }
    var text = items.first ?? ""
    for item in items.dropFirst() {
      if let room, TerminalText.width(text) + 3 + TerminalText.width(item) > room { break }
      text += "   " + item
    }
    return start(label) + (room.map { TerminalText.shortened(text, to: max(8, $0)) } ?? text)
  }

  private var gap: String { String(repeating: " ", count: SampleColumns.gap) }

  private func start(_ text: String) -> String {
    let padded = TerminalText.padded(text, to: place)
    return String(repeating: " ", count: indentation) + style.paint(padded, .dim)
      + gap
  }
}
