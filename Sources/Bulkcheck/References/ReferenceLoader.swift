internal import BulkcheckCore
internal import BulkcheckInput
package import BulkcheckProfile
internal import Synchronization

/// Reads the columns of other files that the `references` of a profile name.
///
/// The file is read like an input, by a run with a single rule. So formats, gzip, paths, cells and
/// damage are treated as everywhere. The rule hands over each value instead of checking it.
package struct ReferenceLoader: Sendable {
  private let folder: String
  /// Paths that are relative to the folder of the process.
  private let given: Set<String>

  /// - Parameters:
  ///   - folder: the one to which paths are relative.
  ///   - given: paths of the command line, which are not.
  package init(folder: String, given: [String] = []) {
    self.folder = folder
    self.given = Set(given)
  }

  /// The folder to which the paths of a profile's references are relative: its own, or that of the
  /// process for a profile from standard input or a pipe.
  package static func folder(ofProfile path: String) -> String {
    guard !path.hasPrefix("/dev/"), !path.hasPrefix("/proc/"), let slash = path.lastIndex(of: "/")
    else { return "." }
    return slash == path.startIndex ? "/" : String(path[..<slash])
  }

  /// The path of a file that the profile names.
  package func path(of file: String) -> String {
    if folder == "." || file.hasPrefix("/") || given.contains(file) { return file }
    return folder.hasSuffix("/") ? folder + file : folder + "/" + file
  }

  /// Stands for a file where only the rules are wanted, and no data is opened.
  package static func unopened(
    _ request: ReferenceRequest
  ) throws(ReferenceLoadingError) -> LoadedReference {
    LoadedReference(
      ReferenceCollector(request, isCSV: true).finish(), sha256: SHA256.hexadecimal([]))
  }

  /// - Throws: ``ReferenceLoadingError`` if the file cannot be read to its end, one of its records
  ///   is malformed, or a column is not there, without any value, or of arrays or objects.
  package func load(_ request: ReferenceRequest) throws(ReferenceLoadingError) -> LoadedReference {
    let path = self.path(of: request.file)
    if request.purpose == .number { return try DocumentNumber.load(request, path) }
    func fault(_ cause: ReferenceLoadingError.Cause, _ column: String? = nil)
      -> ReferenceLoadingError
    {
      ReferenceLoadingError(path: path, cause: cause, column: column)
    }
    let source: DigestingSource
    let format: InputFormat
    do throws(InputError) {
      format =
        if let given = request.format { given } else { try Self.format(of: path, request.input) }
      source = DigestingSource(try FileSource(path: path, mustBeRegular: true))
    } catch {
      throw fault(.cannotOpen(error.reason))
    }
    var columns: [FieldPath] = []
    for column in request.columns {
      // In CSV the text is the name of the column, whatever it would mean as a path.
      guard let place = format.isJSON ? column.path : FieldPath([.key(column.name)]) else {
        throw fault(.noPath, column.name)
      }
      if request.purpose == .combinations, place.leadsToSeveral {
        throw fault(.severalValues, column.name)
      }
      columns.append(place)
    }
    let collector = ReferenceCollector(request, isCSV: !format.isJSON)
    var options = RunOptions()
    options.reading.format = format
    options.samplesMaximum = 1
    // The values of records of the same name all count.
    options.reading.names = nil
    // Values are taken one at a time.
    options.reading.threads = 1
    let check: Check
    do throws(RunSetupError) {
      check = try Check(
        ruleSet: Self.ruleSet(request, columns, collector), closures: collector.closures,
        options: options)
    } catch {
      throw fault(.unreadable(error.description))
    }
    let header = HeaderCheck(columns: format.isJSON ? [] : request.columns.map(\.name))
    let summary = check.run(
      [.source(name: path) { source }], observer: header, shouldStop: { collector.isFull })
    if collector.isFull { throw fault(.tooManyValues) }
    if let missing = header.missing {
      throw fault(.unknownColumn(missing.others), missing.column)
    }
    if let cause = Self.trouble(in: summary) { throw fault(cause) }
    if let column = Self.absentColumn(summary, request, columns) {
      throw fault(.absentEverywhere, column)
    }
    let content = collector.finish()
    guard content.count > 0 else { throw fault(.noValues) }
    return LoadedReference(content, sha256: source.sha256)
  }

  private static func format(
    of path: String, _ input: ReferenceInput
  ) throws(InputError) -> InputFormat {
    let file = try FileSource(path: path, mustBeRegular: true)
    var places = RecordPlaces()
    places.pointer = input.records
    return try OpenedInput(file, name: path, encoding: input.encoding)
      .detectFormat(places)
  }

  /// The one rule, about the columns.
  private static func ruleSet(
    _ request: ReferenceRequest, _ columns: [FieldPath], _ collector: ReferenceCollector
  ) -> RuleSet {
    var ruleSet = RuleSet()
    ruleSet.encoding = request.input.encoding
    ruleSet.records = request.input.records
    ruleSet.csv = request.input.csv
    ruleSet.missingValues = request.input.missingValues
    for path in columns { ruleSet.name(path) }
    // Those of a combination are declared part by part.
    if request.purpose == .values, !request.types.isEmpty {
      ruleSet.declarations[columns[0], default: Declaration()].types = request.types
    }
    for (column, path) in zip(request.columns, columns) {
      guard let changes = request.input.changes.first(where: { $0.column == column.name })?.changes
      else { continue }
      ruleSet.declarations[path, default: Declaration()].normalize = changes
    }
    ruleSet.rules = [
      Rule(
        id: "reference", field: nil, constraint: "references", scope: nil, stage: .value,
        expression: collector.statement(columns, request.columns.map(\.types)),
        attributes: RuleAttributes(message: MessageTemplate([])), paths: ruleSet.paths)
    ]
    return ruleSet
  }

  /// The first column that no record has.
  private static func absentColumn(
    _ summary: RunSummary, _ request: ReferenceRequest, _ columns: [FieldPath]
  ) -> String? {
    for field in summary.fields where field.absent == summary.total {
      guard let index = columns.firstIndex(of: field.field.path) else { continue }
      return request.columns[index].name
    }
    return nil
  }

  /// The reason why a file cannot be reference data; nil if there is none.
  private static func trouble(in summary: RunSummary) -> ReferenceLoadingError.Cause? {
    let input = summary.inputs.first
    if let failure = input?.failure { return .unreadable(failure) }
    func first(_ rule: BuiltInRule) -> Sample? { summary.builtIns[rule]?.samples.first }
    if let sample = first(.malformed) {
      return .malformed(line: sample.line, detail: sample.message, hint: input?.hint)
    }
    if let sample = first(.notAnObject) { return .notAnObject(line: sample.line) }
    if let sample = first(.duplicateKey) { return .repeated(line: sample.line) }
    if input?.repeatedColumns?.isRead == true { return .repeated(line: nil) }
    if let sample = summary.rules.first?.samples.first { return .container(line: sample.line) }
    return summary.total == 0 ? .noRecords : nil
  }
}

/// Gathers what a reference file holds: the values of a column, or combinations of several.
enum ReferenceCollector {
  case values(ValueCollector)
  case combinations(CombinationCollector)

  /// - Parameter isCSV: the file's values are cells, where no type is declared for them.
  init(_ request: ReferenceRequest, isCSV: Bool) {
    let holdsCells = request.columns.map { isCSV && $0.types.isEmpty }
    self =
      request.purpose == .combinations
      ? .combinations(CombinationCollector(cellParts: holdsCells))
      : .values(ValueCollector(holdsCells: holdsCells[0]))
  }

  /// There are more values than a set can hold.
  var isFull: Bool {
    switch self {
    case .values(let collector): collector.isFull
    case .combinations(let collector): collector.isFull
    }
  }

  var closures: [ClosureCheck] {
    switch self {
    case .values(let collector): [collector.check]
    case .combinations: []
    }
  }

  /// The statement that takes each value, and fails on arrays and objects.
  ///
  /// - Parameter types: of each column's cells.
  func statement(_ columns: [FieldPath], _ types: [[ValueType]]) -> Expression {
    switch self {
    case .values: .at(columns[0], .constraint(.closure(0)))
    case .combinations(let collector):
      .combination(ReferencedCombination(fields: columns, cellTypes: types, takenBy: collector))
    }
  }

  func finish() -> ReferenceContent {
    switch self {
    case .values(let collector): .values(collector.finish())
    case .combinations(let collector): .combinations(collector.finish())
    }
  }
}

/// Gathers the values that a run comes across.
final class ValueCollector: Sendable {
  private struct State: ~Copyable {
    var builder: ValueSetBuilder?
    var isFull = false
  }

  private let state: Mutex<State>

  init(holdsCells: Bool) {
    state = Mutex(State(builder: ValueSetBuilder(holdsCells: holdsCells)))
  }

  /// There are more values than a set can hold.
  var isFull: Bool { state.withLock { $0.isFull } }

  /// A check that takes each value, and fails on arrays and objects.
  var check: ClosureCheck {
    ClosureCheck { subject in
      if subject.kind == .array || subject.kind == .object { return .fails(reason: "") }
      self.state.withLock { state in
        do throws(ValueSetBuilder.Full) {
          try state.builder?.insert(subject.kind, subject.bytes)
        } catch {
          state.isFull = true
        }
      }
      return .holds
    }
  }

  /// The values; none when asked again.
  func finish() -> ValueSet {
    let builder = state.withLock { $0.builder.take() }
    return (builder ?? ValueSetBuilder()).finish()
  }
}

/// A source whose stored bytes are digested on their way.
final class DigestingSource: ByteSource, Sendable {
  private final class State {
    let source: FileSource
    var digest = SHA256()

    init(_ source: FileSource) { self.source = source }
  }

  // Read by one thread at a time, with barriers between them, as every source is.
  private let state: LentValue<State>

  init(_ source: FileSource) { state = LentValue(State(source)) }

  /// The digest of the bytes read so far, in hexadecimal digits.
  var sha256: String { state.value.digest.hexadecimal() }

  func read(into room: ByteRoom) throws(InputError) -> Int {
    let count = try state.value.source.read(into: room)
    state.value.digest.update(room.written(count))
    return count
  }

  var storedBytesRead: Int { state.value.source.storedBytesRead }
  var storedBytes: Int? { state.value.source.storedBytes }
}

/// Reads the profiles that a profile extends.
package struct ProfileLoader: Sendable {
  private let files: ReferenceLoader

  /// - Parameter folder: that of the profile.
  package init(folder: String) { files = ReferenceLoader(folder: folder) }

  package func load(_ path: String) throws(ProfileLoadingError) -> [UInt8] {
    do throws(InputError) {
      return try InputBytes.all(of: FileSource(path: files.path(of: path), mustBeRegular: true))
    } catch {
      throw ProfileLoadingError(reason: error.reason)
    }
  }
}
