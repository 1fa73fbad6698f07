internal import BulkcheckCore
internal import BulkcheckInput
package import BulkcheckProfile

/// Reads the columns of other files that the `references` of a profile name.
///
/// The file is read as an input is, by a run of a single rule, so that formats, gzip, paths, cells
/// and damage are what they are everywhere; the rule hands over each value instead of judging it.
package struct ReferenceLoader: Sendable {
  private let folder: String

  /// - Parameter folder: the one to which paths are relative.
  package init(folder: String) { self.folder = folder }

  /// The folder to which the paths of a profile's references are relative: its own, or that of the
  /// process for a profile from standard input or a pipe.
  package static func folder(ofProfile path: String) -> String {
    guard !path.hasPrefix("/dev/"), !path.hasPrefix("/proc/"), let slash = path.lastIndex(of: "/")
    else { return "." }
    return slash == path.startIndex ? "/" : String(path[..<slash])
  }

  /// Where a file lies that the profile names.
  package func path(of file: String) -> String {
    if folder == "." || file.hasPrefix("/") { return file }
    return folder.hasSuffix("/") ? folder + file : folder + "/" + file
  }

  /// - Throws: ``ReferenceFault`` if the file cannot be read to its end, one of its records is
  ///   malformed, or the column is not there, without any value, or of arrays or objects.
  package func load(_ request: ReferenceRequest) throws(ReferenceFault) -> LoadedReference {
    let path = self.path(of: request.file)
    func fault(_ cause: ReferenceFault.Cause) -> ReferenceFault {
      ReferenceFault(path: path, cause: cause)
    }
    let source: DigestingSource
    let format: InputFormat
    do throws(InputError) {
      format = if let given = request.format { given } else { try Self.format(of: path) }
      source = DigestingSource(try FileSource(path: path, mustBeRegular: true))
    } catch {
      throw fault(.cannotOpen(error.reason))
    }
    // In CSV the text is the name of the column, whatever it would mean as a path.
    guard let column = format == .jsonl ? request.path : FieldPath([.key(request.column)]) else {
      throw fault(.noPath)
    }
    let collector = ValueCollector(holdsCells: format != .jsonl && request.types.isEmpty)
    var options = RunOptions()
    options.reading.format = format
    options.samplesMaximum = 1
    // Values are taken one at a time.
    options.reading.threads = 1
    let check: Check
    do throws(RunSetupError) {
      check = try Check(
        ruleSet: Self.ruleSet(column, request.types), closures: [collector.check],
        options: options)
    } catch {
      throw fault(.unreadable(error.description))
    }
    let header = HeaderCheck(column: format == .jsonl ? nil : request.column)
    let summary = check.run(
      [.source(name: path) { source }], observer: header, shouldStop: { collector.isFull })
    if collector.isFull { throw fault(.tooManyValues) }
    if let columns = header.otherColumns { throw fault(.unknownColumn(columns)) }
    if let cause = Self.trouble(in: summary) { throw fault(cause) }
    let values = collector.finish()
    guard values.count > 0 else { throw fault(.noValues) }
    return LoadedReference(values: values, sha256: source.sha256)
  }

  private static func format(of path: String) throws(InputError) -> InputFormat {
    try OpenedInput(try FileSource(path: path, mustBeRegular: true), name: path).detectFormat()
  }

  /// The one rule about the column.
  private static func ruleSet(_ column: FieldPath, _ types: [ValueType]) -> RuleSet {
    var ruleSet = RuleSet()
    ruleSet.paths = [column]
    if !types.isEmpty { ruleSet.declarations[column, default: Declaration()].types = types }
    ruleSet.rules = [
      Rule(
        id: "reference", field: nil, constraint: "references", scope: nil, stage: .value,
        expression: .at(column, .constraint(.closure(0))),
        attributes: RuleAttributes(message: MessageTemplate([.closure(0)])), paths: [column])
    ]
    return ruleSet
  }

  /// What keeps a file from being reference data; nil if nothing does.
  private static func trouble(in summary: RunSummary) -> ReferenceFault.Cause? {
    let input = summary.inputs.first
    if let failure = input?.failure { return .unreadable(failure) }
    func first(_ rule: BuiltInRule) -> Sample? { summary.builtIns[rule]?.samples.first }
    if let sample = first(.malformed) {
      return .malformed(line: sample.line, detail: sample.message, hint: input?.hint)
    }
    if let sample = first(.notAnObject) { return .notAnObject(line: sample.line) }
    if let sample = first(.duplicateKey) {
      return .repeated(line: input?.format == .jsonl ? sample.line : nil)
    }
    if let sample = summary.rules.first?.samples.first { return .container(line: sample.line) }
    if summary.total == 0 { return .noRecords }
    if let field = summary.fields.first, field.absent == summary.total { return .absentEverywhere }
    return nil
  }
}
