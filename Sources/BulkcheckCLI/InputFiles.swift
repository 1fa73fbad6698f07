internal import ArgumentParser
internal import BulkcheckCore
internal import BulkcheckInput
internal import BulkcheckOutput
internal import BulkcheckReport

/// Facts about input files that need no reading of them.
enum InputFiles {
  /// The size of all files together; nil if one of them is not a regular file.
  static func totalSize(_ paths: [String]) -> Int? {
    var total = 0
    for path in paths {
      guard let size = FileIdentity.size(ofRegular: path) else { return nil }
      let (sum, overflow) = total.addingReportingOverflow(size)
      if overflow { return nil }
      total = sum
    }
    return total
  }

  /// The inputs that paths name. Says on standard error which files in folders are none, since the
  /// run has them for something else.
  ///
  /// - Parameters:
  ///   - own: these files, each under its name in messages.
  ///   - readers: the programs that read some of the inputs.
  static func selected(
    _ paths: [String], leavingOut own: [(name: String, path: String)], readers: InputReaders
  ) -> [InputLocation] {
    let selection = InputSelection(
      paths.map(InputLocation.init(argument:)),
      leavingOut: own.map { InputSelection.OwnFile(name: $0.name, path: $0.path) },
      readers: readers)
    let left = selection.leftOut
    if !left.isEmpty {
      let shown = left.prefix(leftOutListedMaximum).map { "\($0.path) (\($0.name))" }
      let more = left.count - shown.count
      Diagnostics.write(
        "left out, because the run uses \(left.count == 1 ? "it" : "them") otherwise: "
          + shown.joined(separator: ", ")
          + (more > 0 ? " and \(Figures.counted(more, "more file"))" : ""))
    }
    return selection.locations
  }

  private static let leftOutListedMaximum = 8

  /// Says on standard error which files are given more than once: nothing else would show that
  /// their records count as often.
  static func noteRepeated(_ inputs: [InputLocation]) {
    let repeated = FileIdentity.repeated(
      inputs.compactMap { input in
        if case .file(let path) = input { path } else { nil }
      })
    guard let (path, first) = repeated.first else { return }
    let count = repeated.count { $0.first == first } + 1
    let times = count == 2 ? "twice" : "\(Figures.grouped(count)) times"
    let others = Set(repeated.map(\.first)).count - 1
    Diagnostics.write(
      "\(first) is given \(times)" + (path == first ? "" : ", also as \(path)")
        + ": what is in it counts \(times)"
        + (others == 0
          ? ""
          : others == 1
            ? "; 1 more file is given repeatedly"
            : "; \(Figures.grouped(others)) more files are given repeatedly"))
  }
}

/// Inputs that are named in a file, besides those on the command line, in `check` and `infer`.
struct FileListArguments: ParsableArguments {
  @Option(
    name: .customLong("files-from"),
    help: ArgumentHelp(
      "Also read the inputs that this file names, one per line; - is standard input.",
      valueName: "list"), completion: .file())
  var list: String?

  @Flag(name: .customLong("null"), help: "Names in --files-from are separated by zero bytes.")
  var isNullSeparated = false

  func validate() throws {
    if isNullSeparated, list == nil {
      throw ValidationError("--null is about the names in a list: name it with --files-from.")
    }
    if list == "" { throw ValidationError("A path is missing after --files-from.") }
  }

  /// Throws unless files are named here or there, and standard input is read at most once.
  ///
  /// - Parameters:
  ///   - files: those on the command line.
  ///   - missing: what is said where there is none.
  func check(beside files: [String], missing: String) throws {
    guard let list else { return try OptionLimits.check(files: files, missing: missing) }
    try OptionLimits.check(files: files + [list], missing: missing)
  }

  /// The files on the command line, then those of the list. Throws an ending if it names none.
  func names(after files: [String]) throws -> [String] {
    guard let list else { return files }
    let listed = try names(in: list)
    if list == "-" || files.contains("-"), listed.contains("-") {
      throw ValidationError("Standard input (-) can be read only once.")
    }
    try OptionLimits.check(files: listed, missing: "")
    return files + listed
  }

  private func names(in list: String) throws(CommandEnding) -> [String] {
    do {
      let source =
        list == "-"
        ? try FileSource.standardInput(shouldStop: { Interruption.isRequested })
        : try FileSource(path: list, shouldStop: { Interruption.isRequested })
      return try InputList.names(in: source, isNullSeparated: isNullSeparated)
    } catch let fault as InputList.Fault {
      if case .unreadable(let error) = fault { throw Self.ending(error) }
      throw .cannotJudge(fault.sentence(list == "-" ? "standard input" : list))
    } catch let error as InputError {
      throw Self.ending(error)
    } catch {
      throw .cannotJudge("\(error)")
    }
  }

  private static func ending(_ error: InputError) -> CommandEnding {
    error.isInterruption
      ? CommandEnding(exitCode: CommandEnding.interrupted)
      : .cannotJudge(InputList.Fault.unreadable(error).sentence(""))
  }

  /// The list, under its name in messages.
  var files: [(name: String, path: String)] {
    list.map { $0 == "-" ? [] : [("list of files", $0)] } ?? []
  }
}

/// The files that a run reads: no output may replace one.
struct ReadFiles {
  var inputs: [String]
  /// The profile and the schema, each under its name in messages.
  var rules: [(name: String, path: String)] = []

  /// Throws if a file to be written is one of them.
  ///
  /// - Parameter what: what is written, at the start of a sentence.
  func keep(from path: String, _ what: String) throws {
    let input =
      inputs.contains("-") && FileIdentity.isStandardInput(path)
      ? "-" : FileIdentity.first(of: inputs.filter { $0 != "-" }, sameAs: path)
    if let input {
      let name = input == "-" ? path : input
      throw ValidationError("\(what) would replace the input \(name): write to another file.")
    }
    if let file = rules.first(where: { FileIdentity.same($0.path, path) }) {
      throw ValidationError("\(what) would replace the \(file.name): write to another file.")
    }
  }
}

/// The content of a pipe in a file without a name, so that it can be read more than once.
final class InputCopy: Sendable {
  private let descriptor: Int32

  private init() throws(SystemError) {
    let folder = Environment.value("TMPDIR").flatMap { $0.isEmpty ? nil : $0 } ?? "/tmp"
    descriptor = SystemCalls.openWithoutName(in: folder)
    guard descriptor >= 0 else { throw .latest }
  }

  deinit { SystemCalls.close(descriptor) }

  /// An input that can be read any number of times, one after another: a regular file as it is, the
  /// content of anything else from a copy. If it cannot be opened, the reading will complain.
  static func location(of input: InputLocation) throws(CommandEnding) -> InputLocation {
    let source: FileSource?
    switch input {
    case .standardInput: source = try? FileSource.standardInput()
    case .file(let path):
      if FileIdentity.size(ofRegular: path) != nil { return input }
      source = try? FileSource(path: path)
    case .bytes, .source, .failed: return input
    }
    guard let source else { return input }
    do {
      let copy = try InputCopy()
      try copy.take(source)
      return .source(name: input.name, make: copy.makeSource)
    } catch let error as SystemError {
      throw CommandEnding.failed(
        error, "\(input.nameForPeople) cannot be copied to be read again: \(error)")
    } catch {
      throw .cannotJudge("\(error)")
    }
  }

  private func take(_ source: FileSource) throws {
    var block = ByteBlock(capacity: 64 << 10)
    while true {
      let count = try source.read(into: block.room)
      if count == 0 { return }
      try SystemCalls.write(block.view(from: 0, to: count).array, to: descriptor)
    }
  }

  /// Opens the copy from the start; only one source reads it at a time.
  @Sendable private func makeSource() -> any ByteSource {
    SystemCalls.rewind(descriptor)
    return (try? FileSource(lentDescriptor: descriptor, name: "")) ?? MemorySource([])
  }
}

extension InputLocation {
  /// An input as it is named on the command line: a path, or `-` for standard input.
  init(argument: String) { self = argument == "-" ? .standardInput : .file(argument) }
}
