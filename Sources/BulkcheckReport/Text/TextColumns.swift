internal import BulkcheckCore

/// The figures of one rule as text.
struct FigureCells {
  let failed: String
  let percent: String
  let evaluated: String
  /// `3`, `0.1 %`, `25 and 0.1 %`; empty if no failure is allowed.
  let allowed: String

  /// The allowed failures as part of a line: `0.1 % allowed`.
  var allowedInWords: String { allowed.isEmpty ? "" : allowed + " allowed" }

  init(_ rule: Report.Rule) {
    failed = Figures.grouped(rule.failed)
    percent = Figures.percent(rule.failed, of: rule.evaluated)
    evaluated = Figures.grouped(rule.evaluated)
    allowed = FigureCells.allowed(rule.allowed)
  }

  private static func allowed(_ allowed: Report.Allowed) -> String {
    guard let percent = allowed.percent else {
      return allowed.count == 0 ? "" : Figures.grouped(allowed.count)
    }
    guard let count = allowed.profileCount else { return percent + " %" }
    return "\(Figures.grouped(count)) and \(percent) %"
  }
}

/// The widths of the columns of a report's rule rows.
struct FigureColumns {
  private let id: Int
  private let failed: Int
  private let percent: Int
  private let evaluated: Int
  private let style: TextStyle

  /// The columns before the id.
  static let indentation = 8

  init(counted: [Report.Rule], idle: [Report.Rule], style: TextStyle) {
    let cells = counted.map(FigureCells.init)
    self.style = style
    failed = cells.map(\.failed.count).max() ?? 1
    percent = cells.map(\.percent.count).max() ?? 0
    evaluated = cells.map(\.evaluated.count).max() ?? 0
    let allowed = cells.map(\.allowedInWords.count).max() ?? 0
    let widest = (counted + idle).map { TerminalText.width(TerminalText.escaped($0.id)) }
    // Between the columns: 2, 3, 2 and 3 blanks, and the word `of`.
    let figures = failed + percent + evaluated + allowed + (allowed > 0 ? 13 : 10)
    let room = style.columns.map { max(8, $0 - FigureColumns.indentation - figures) }
    // A wider id has a line of its own, so that it does not move all figures.
    id = widest.filter { $0 <= room ?? 48 }.max() ?? min(widest.max() ?? 0, 8)
  }

  /// A row with figures; `start` is the label, eight columns wide.
  func row(start: String, id name: String, cells: FigureCells) -> [String] {
    let figures =
      "  " + TerminalText.paddedAtStart(cells.failed, to: failed)
      + "   " + TerminalText.paddedAtStart(cells.percent, to: percent)
      + "  of " + TerminalText.paddedAtStart(cells.evaluated, to: evaluated)
      + (cells.allowed.isEmpty ? "" : "   " + cells.allowedInWords)
    return joined(start, name, figures)
  }

  /// A row with a dash for the figures, and words.
  func row(start: String, id name: String, note: String) -> [String] {
    joined(start, name, "  " + TerminalText.paddedAtStart("–", to: failed) + "   " + note)
  }

  private func joined(_ start: String, _ name: String, _ rest: String) -> [String] {
    let name = TerminalText.escaped(name)
    let width = TerminalText.width(name)
    let rest =
      style.columns.map {
        TerminalText.shortened(rest, to: max(20, $0 - FigureColumns.indentation - id))
      } ?? rest
    if width <= id {
      let blanks = String(repeating: " ", count: id - width)
      return [start + style.paint(name, .bold) + blanks + rest]
    }
    let room = style.columns.map { max(8, $0 - FigureColumns.indentation) } ?? Int.max
    let blank = String(repeating: " ", count: FigureColumns.indentation + id)
    return [
      start + style.paint(TerminalText.shortenedInside(name, to: room), .bold), blank + rest,
    ]
  }
}

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
      place =
        TerminalText.shortenedAtStart(path, to: 32)
        + (sample.line.map { ":\($0)" } ?? ", " + SampleRow.row(sample.record))
    } else if let pointer = sample.recordPointer, !pointer.isEmpty {
      place = TerminalText.shortenedInside(TerminalText.escaped(pointer), to: 32)
    } else {
      place =
        sample.line.map { "line \(Figures.grouped($0))" } ?? SampleRow.row(sample.record)
    }
    if let kind = sample.kind {
      let column = sample.column.map { ", column \(Figures.grouped($0))" } ?? ""
      value = kind + column
    } else {
      let cut = sample.valueTruncated ? "…" : ""
      // The record is at fault, and not a value that could be absent.
      let none = rule.isBuiltIn || rule.subject.isAboutWholeRecords ? "" : "absent"
      let isCell =
        report.inputs.indices.contains(sample.input) && report.inputs[sample.input].hasCells
      value =
        sample.value.map { TerminalText.escaped(rule.shown($0, isCell: isCell)) + cut } ?? none
    }
    let why = sample.reason.map { " (\($0))" } ?? ""
    let first =
      (sample.first ?? sample.previous).map { " (\($0.words(in: report)))" } ?? ""
    message = TerminalText.escaped(sample.message + why + first + SampleRow.location(sample))
  }

  /// The place of a record in an input without lines; that of a header has no number.
  private static func row(_ number: Int) -> String {
    number > 0 ? "row \(Figures.grouped(number))" : "header"
  }

  /// ` (at /items/3/sku)`, where that says more than the rule does.
  private static func location(_ sample: Report.Sample) -> String {
    // The columns of a header are in the message.
    guard let location = sample.instanceLocation, sample.record > 0 else { return "" }
    guard sample.places.count > 1 else { return sample.showsLocation ? " (at \(location))" : "" }
    let places = sample.places.map(\.instanceLocation).joined(separator: ", ")
    let more = sample.morePlaces > 0 ? " and \(Figures.grouped(sample.morePlaces)) more" : ""
    return " (at \(places)\(more))"
  }

  /// Whether the message holds the value, as a word of its own.
  var namesValue: Bool { valueRange != nil }

  /// The message, the value in it shortened so far that the whole fits, if that can be.
  func message(width: Int) -> String {
    let excess = TerminalText.width(message) - width
    guard excess > 0 else { return message }
    return message(
      valueWidth: max(SampleColumns.valueMinimum, TerminalText.width(value) - excess))
  }

  /// The message, the value in it shortened to so many columns.
  func message(valueWidth room: Int) -> String {
    guard let range = valueRange else { return message }
    return message[..<range.lowerBound] + TerminalText.shortened(value, to: room)
      + message[range.upperBound...]
  }

  /// The message for a column next to the value's, so without the value at its beginning.
  func messageBesideValue(valueWidth room: Int) -> String {
    let text = message(valueWidth: room)
    // A number there may be how far the value is off: `5 below the minimum of 10`.
    guard valueRange?.lowerBound == message.startIndex, value.first?.isNumber != true else {
      return text
    }
    let start = TerminalText.shortened(value, to: room) + " "
    return text.hasPrefix(start) ? String(text.dropFirst(start.count)) : text
  }

  private var valueRange: Range<String.Index>? {
    guard !value.isEmpty, let range = message.firstRange(of: value) else { return nil }
    func isPartOfWord(_ character: Character?) -> Bool {
      character.map { $0.isLetter || $0.isNumber || $0 == "." || $0 == "-" } ?? false
    }
    let before = message[..<range.lowerBound].last
    let after = message[range.upperBound...].first
    guard value.first?.isNumber != true || !(isPartOfWord(before) || isPartOfWord(after)) else {
      return nil
    }
    return range
  }
}

extension Report.Sample.First {
  /// `first on line 3`: where another record is.
  func words(in report: Report) -> String {
    let file = report.inputs.indices.contains(input) ? report.inputs[input] : nil
    let word = file?.hasLines == false ? "row" : "record"
    guard report.inputs.count > 1, let file else {
      let number = Figures.grouped(place.number)
      return "\(name) " + (place.isRecord ? "is \(word) \(number)" : "on line \(number)")
    }
    let path = TerminalText.shortenedAtStart(file.path, to: 32)
    return place.isRecord
      ? "\(name) in \(path), \(word) \(Figures.grouped(place.number))"
      : "\(name) in \(path):\(place.number)"
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
  /// Whether a value also has a column of its own where the message names it, if there is room.
  private let showsValueTwice: Bool

  init(
    rows: [[SampleRow]], style: TextStyle, indentation: Int = 10, showsValueTwice: Bool = true
  ) {
    self.showsValueTwice = showsValueTwice
    let rows = rows.flatMap(\.self)
    self.style = style
    self.indentation = indentation
    place = max(10, rows.map { TerminalText.width($0.place) }.max() ?? 0)
    let beside = showsValueTwice ? rows : rows.filter { !$0.namesValue }
    let widestValue = beside.map { TerminalText.width($0.value) }.max() ?? 0
    guard let columns = style.columns else {
      value = min(widestValue, SampleColumns.valueMaximum)
      return
    }
    let widestMessage = rows.map { TerminalText.width($0.message) }.max() ?? 0
    let room = columns - indentation - place - 2 * SampleColumns.gap
    // The value gets what the messages leave, and at least a third.
    value = max(8, min(widestValue, max(room - widestMessage, room / 3)))
  }

  /// Place, value and reason. The value is shortened to fit, the reason never: it goes on in
  /// further lines.
  func lines(_ row: SampleRow) -> [String] {
    guard let columns = style.columns else {
      if !showsValueTwice, row.namesValue { return [start(row.place) + row.message] }
      return [start(row.place) + TerminalText.padded(row.value, to: value) + gap + row.message]
    }
    let room = max(20, columns - indentation - place - SampleColumns.gap)
    let content =
      row.value.isEmpty || row.namesValue
      ? TerminalText.wrapped(
        row.message(width: room), to: room, breakingWords: true) : valueAndReason(row, room)
    let blank = String(repeating: " ", count: indentation + place) + gap
    return content.enumerated().map { ($0.offset == 0 ? start(row.place) : blank) + $0.element }
  }

  /// Place, value and reason, cut at the end of the line.
  func oneLine(_ row: SampleRow) -> String {
    let room = style.columns.map { max(20, $0 - indentation - place - SampleColumns.gap) }
    guard !row.value.isEmpty, !row.namesValue else {
      let text = room.map { TerminalText.shortened(row.message(width: $0), to: $0) }
      return start(row.place) + (text ?? row.message)
    }
    let text = TerminalText.padded(TerminalText.shortened(row.value, to: value), to: value)
    let whole = text + gap + row.message
    return start(row.place) + (room.map { TerminalText.shortened(whole, to: $0) } ?? whole)
  }

  /// A shorter value would not be recognised.
  fileprivate static let valueMinimum = 16

  /// The reason beside the value, or below it if there is no room for it.
  private func valueAndReason(_ row: SampleRow, _ room: Int) -> [String] {
    let width = TerminalText.width(row.value)
    let left = room - SampleColumns.gap - TerminalText.width(row.message)
    if left >= min(width, SampleColumns.valueMinimum) {
      let shown = TerminalText.shortened(row.value, to: left)
      return [TerminalText.padded(shown, to: min(value, left)) + gap + row.message]
    }
    return [TerminalText.shortened(row.value, to: room)]
      + TerminalText.wrapped(row.message, to: room, breakingWords: true)
  }

  /// Items with their figures: in one line where they fit, otherwise each in a line of its own, cut
  /// before the figure.
  func lines(label: String, items: [(text: String, figure: String)]) -> [String] {
    let room = style.columns.map { max(20, $0 - indentation - place - SampleColumns.gap) }
    let line = items.map { "\($0.text) \($0.figure)" }.joined(separator: "   ")
    if TerminalText.width(line) <= room ?? 80 { return [start(label) + line] }
    return items.enumerated().map { position, item in
      let width = (room ?? 120) - 1 - item.figure.count
      return start(position == 0 ? label : "")
        + TerminalText.shortened(item.text, to: max(8, width)) + " " + item.figure
    }
  }

  /// A labelled text below the examples, which goes on in further lines.
  func lines(label: String, text: String) -> [String] {
    guard let columns = style.columns else { return [start(label) + text] }
    let room = max(20, columns - indentation - place - SampleColumns.gap)
    return TerminalText.wrapped(text, to: room, breakingWords: true).enumerated().map {
      start($0.offset == 0 ? label : "") + $0.element
    }
  }

  /// A labelled list below the examples, its parts three blanks apart; it is cut at the end.
  func line(label: String, items: [String]) -> String {
    let room = style.columns.map { max(8, $0 - indentation - place - SampleColumns.gap) }
    let text = items.joined(separator: "   ")
    return start(label) + (room.map { TerminalText.shortened(text, to: $0) } ?? text)
  }

  private var gap: String { String(repeating: " ", count: SampleColumns.gap) }

  private func start(_ text: String) -> String {
    let padded = TerminalText.padded(text, to: place)
    return String(repeating: " ", count: indentation) + style.paint(padded, .dim)
      + gap
  }
}
