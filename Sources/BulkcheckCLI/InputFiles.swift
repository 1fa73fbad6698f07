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

  /// Says on standard error which files are given more than once: nothing else would show that
  /// their records count as often.
  static func noteRepeated(_ paths: [String]) {
    let repeated = FileIdentity.repeated(paths.filter { $0 != "-" })
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

/// The files that a run reads: no output may replace one.
struct ReadFiles {
  var inputs: [String]
  /// The profile and the schema, each under its name in messages.
  var rules: [(name: String, path: String)] = []

  /// Throws if a file to be written is one of them.
  ///
  /// - Parameter what: what is written, at the start of a sentence.
  func keep(from path: String, _ what: String) throws {
    let input = inputs.first {
      $0 == "-" ? FileIdentity.isStandardInput(path) : FileIdentity.same($0, path)
    }
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
    case .bytes, .source: return input
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
