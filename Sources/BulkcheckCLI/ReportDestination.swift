internal import ArgumentParser
internal import BulkcheckDocument
internal import BulkcheckOutput
internal import BulkcheckProfile
internal import BulkcheckReport

/// The value of `--report`: what to write and where to.
struct ReportDestination {
  var format: ReportFormat
  /// nil: standard output.
  var path: String?

  init(format: ReportFormat, path: String? = nil) {
    self.format = format
    self.path = path
  }

  /// Reads `FORMAT`, `FORMAT=PATH` or `PATH`. The suffix of a path alone decides the format; `-`
  /// after `=` is standard output.
  ///
  /// A word that is a format's name always means the format: a file of that name is `FORMAT=PATH`
  /// or `./PATH`.
  init(argument: String) throws {
    let parts = argument.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
    guard parts.count == 2 else {
      if let format = ReportFormat(rawValue: argument) {
        self.init(format: format)
      } else if let format = ReportFormat(path: argument) {
        self.init(format: format, path: argument)
      } else {
        throw ReportDestination.unknown(argument)
      }
      return
    }
    guard let format = ReportFormat(rawValue: String(parts[0])) else {
      throw ReportDestination.unknown(String(parts[0]))
    }
    guard !parts[1].isEmpty else {
      throw ValidationError("a path is missing after \(format.rawValue)=")
    }
    self.init(format: format, path: parts[1] == "-" ? nil : String(parts[1]))
  }

  /// What shells complete `--report` with.
  static let completion = CompletionKind.list(ReportFormat.allCases.map(\.rawValue))

  private static func unknown(_ word: String) -> ValidationError {
    let formats = ReportFormat.allCases.map(\.rawValue)
    let known = "Formats: " + formats.joined(separator: ", ")
    if word.isEmpty {
      return ValidationError("--report needs a format or a path. \(known).")
    }
    if let nearest = NearestWord.of(word, among: formats) {
      return ValidationError(
        "unknown report format \(quoted(word)): did you mean \(quoted(nearest))? \(known).")
    }
    let other = word.contains(".") ? "; to write another file name: json=\(word)" : ""
    return ValidationError(
      "unknown report format \(quoted(word)). \(known), or a path that ends in .json, .xml, .md, "
        + ".html, .sarif, .prom or .txt\(other).")
  }

  private static func quoted(_ word: String) -> String { Complaint.quoted(word) }

  /// What is wrong with an argument; nil if nothing is.
  static func mistake(in argument: String) -> String? {
    do {
      _ = try ReportDestination(argument: argument)
      return nil
    } catch {
      return (error as? ValidationError)?.message
    }
  }

  /// Throws if the destinations collide with one another or with a file that the run reads.
  static func check(_ destinations: [ReportDestination], _ read: ReadFiles) throws {
    if destinations.count(where: { $0.path == nil }) > 1 {
      throw ValidationError("Only one report can go to standard output: give the others a path.")
    }
    var seen: [String] = []
    for path in destinations.compactMap(\.path) {
      try read.keep(from: path, "The report \(path)")
      if seen.contains(where: { FileIdentity.same($0, path) }) {
        throw ValidationError("Two reports would be written to \(path).")
      }
      seen.append(path)
    }
  }
}
