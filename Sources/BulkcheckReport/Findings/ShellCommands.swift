internal import BulkcheckCore

/// The command that says more of a failing record.
enum NextStep {
  /// `bulkcheck explain users.csv --line 41 --profile users.json`, for the first example of the
  /// worst rule that can be read again, or of a rule within its tolerance; nil if there is none.
  ///
  /// It is never cut: a command that is cut cannot be copied.
  static func command(_ report: Report, _ style: TextStyle) -> String? {
    guard let options = style.explainOptions,
      let sample = (report.failingRules + report.toleratedRules).lazy.flatMap(\.samples)
        .first(where: { isReadable($0, report) })
    else { return nil }
    return command(for: sample, report, options)
  }

  /// The command that explains the record of an example; nil if it cannot be read again.
  static func command(
    for sample: Report.Sample, _ report: Report, _ options: [String]
  ) -> String? {
    let part = report.inputs(with: sample.input)
    guard isReadable(sample, report),
      !report.asksForOtherRecords || part.count <= inputsNamedMaximum
    else { return nil }
    let paths = report.inputs.map { ShellWord.operand($0.location) }
    var words = [paths[sample.input]] + place(of: sample, report) + options
    if report.asksForOtherRecords {
      words += paths[part.lowerBound..<sample.input].flatMap { ["--before", $0] }
      if report.asksForLaterRecords {
        words += paths[sample.input + 1..<part.upperBound].flatMap { ["--after", $0] }
        if report.limitReached { words += ["--limit", "\(report.records.total)"] }
      }
    }
    if let now = report.now { words += ["--now", now] }
    // What steers a terminal is shown otherwise than it is written, so it could not be copied.
    guard words.allSatisfy({ TerminalText.escaped($0) == $0 }) else { return nil }
    return (["bulkcheck", "explain"] + words.map(ShellWord.quoted)).joined(separator: " ")
  }

  private static func place(of sample: Report.Sample, _ report: Report) -> [String] {
    if let pointer = sample.recordPointer, isWhole(pointer), !report.hasRepeatedKeys {
      return ["--record", pointer]
    }
    if sample.recordPointer == nil, let line = sample.line { return ["--line", "\(line)"] }
    return ["--record", "\(sample.record)"]
  }

  /// Whether a pointer leads to one record: it is not empty, and no key in it is masked.
  private static func isWhole(_ pointer: String) -> Bool {
    !pointer.isEmpty && !pointer.split(separator: "/").contains { $0 == MaskedText.stars }
  }

  /// A command that names more inputs is longer than a page.
  private static let inputsNamedMaximum = 20

  /// A header is not a record, and standard input is gone.
  private static func isReadable(_ sample: Report.Sample, _ report: Report) -> Bool {
    sample.record > 0 && report.inputs.indices.contains(sample.input)
      && report.inputs[sample.input].path != "-"
      && !(report.asksForOtherRecords && report.inputs.contains { $0.path == "-" })
  }
}

extension Report {
  /// The inputs of the part that an input belongs to.
  fileprivate func inputs(with input: Int) -> Range<Int> {
    let next = inputStarts.firstIndex { $0 > input } ?? inputStarts.count - 1
    return inputStarts[max(0, next - 1)]..<inputStarts[next]
  }

  /// Pointers may lead to several records.
  fileprivate var hasRepeatedKeys: Bool {
    rules.contains { $0.id == BuiltInRule.duplicateKey.id && $0.failed > 0 }
  }
}

/// The command at the end of a hint, as it can be copied.
///
/// A hint itself names no file, so that it is the same for many files and given once.
enum Remedy {
  /// The command that converts a file.
  private static let command = "iconv -f UTF-32 -t UTF-8"

  /// The hint with the names of its input and of a new file after the command that it ends in.
  static func completed(_ hint: String, _ input: Report.Input) -> String {
    if hint.hasSuffix(" | bulkcheck … -"), input.path != "-" {
      return hint.replacing(
        " FILE", with: " " + ShellWord.quoted(ShellWord.operand(input.location)))
    }
    guard input.path != "-", !input.path.hasPrefix("-"), hint.hasSuffix(" " + command) else {
      return hint
    }
    let path = ShellWord.quoted(input.location)
    let result = ShellWord.quoted(name(after: input.location))
    let call =
      input.compression == "none" ? "\(command) \(path)" : "zcat \(path) | \(command)"
    return hint.dropLast(command.count) + "\(call) > \(result)"
  }

  /// `data.utf8.csv` for `data.csv.gz`.
  private static func name(after path: String) -> String {
    let plain = path.lowercased().hasSuffix(".gz") ? String(path.dropLast(3)) : path
    let file = plain.split(separator: "/", omittingEmptySubsequences: false).last ?? ""
    let end = file.dropFirst().lastIndex(of: ".").map { file[file.index(after: $0)...] } ?? ""
    let stem = end.isEmpty ? plain : String(plain.dropLast(end.utf8.count + 1))
    return stem + ".utf8" + (end.isEmpty ? "" : ".\(end)")
  }
}

/// A word of a command that people copy.
package enum ShellWord {
  /// A path that no command takes for an option.
  package static func operand(_ path: String) -> String {
    path.hasPrefix("-") && path != "-" ? "./" + path : path
  }

  /// `word` as a shell reads it.
  package static func quoted(_ word: String) -> String {
    let isPlain = word.utf8.allSatisfy {
      Ascii.isAlphanumeric($0) || "_./:=,@%+-".utf8.contains($0)
    }
    if isPlain, !word.isEmpty { return word }
    // Bytes that are not UTF-8 have an escape only within `$'…'`.
    if PathText.hasStandIns(word) {
      let escaped = word.replacing("\\", with: "\\\\").replacing("'", with: "\\'")
      return "$'" + PathText.shown(escaped) + "'"
    }
    return "'"
      + word.split(separator: "'", omittingEmptySubsequences: false)
      .joined(separator: "'\\''") + "'"
  }
}
