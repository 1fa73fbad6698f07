internal import BulkcheckCore
internal import BulkcheckInput
internal import BulkcheckOutput

/// What a pipe gave, in a file without a name: so that it can be read more than once.
final class InputCopy: Sendable {
  private let descriptor: Int32

  private init() throws(SystemError) {
    let folder = Environment.value("TMPDIR").flatMap { $0.isEmpty ? nil : $0 } ?? "/tmp"
    descriptor = SystemCalls.openWithoutName(in: folder)
    guard descriptor >= 0 else { throw .latest }
  }

  deinit { SystemCalls.close(descriptor) }

  /// The same input, to be read any number of times, one after another: a regular file as it is,
  /// the content of anything else from a copy. What cannot be opened is left for the reading to
  /// complain about.
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

  /// From the start; only one is read at a time.
  @Sendable private func makeSource() -> any ByteSource {
    SystemCalls.rewind(descriptor)
    return (try? FileSource(lentDescriptor: descriptor, name: "")) ?? MemorySource([])
  }
}
