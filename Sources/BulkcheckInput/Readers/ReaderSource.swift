internal import BulkcheckCore

/// The output of a reader as a stream. If the reader fails, so does the stream, at its end.
final class ReaderSource: ByteSource {
  private let name: String
  private let reader: InputReader
  private var child: ChildProcess
  private let shouldStop: @Sendable () -> Bool
  private var hasEnded = false
  private var failure: InputError?
  private(set) var storedBytesRead = 0

  /// Starts a reader on a file.
  ///
  /// - Parameters:
  ///   - fields: those that are needed; nil: all.
  ///   - shouldStop: asked while nothing arrives; true makes the reading fail with
  ///     ``InputError/Cause/interrupted``.
  init(
    _ reader: InputReader, path: String, fields: [String]?,
    shouldStop: @escaping @Sendable () -> Bool
  ) throws(InputError) {
    name = path
    self.reader = reader
    self.shouldStop = shouldStop
    do {
      child = try ChildProcess(
        reader.program, arguments: reader.arguments(path: path, fields: fields))
    } catch {
      throw InputError(
        path: path,
        cause: .reader(
          ReaderFault(command: reader.command, cause: .cannotStart(error.errorNumber))))
    }
  }

  /// Nobody knows how much a reader will write.
  var storedBytes: Int? { nil }

  func read(into room: ByteRoom) throws(InputError) -> Int {
    if let failure { throw failure }
    if hasEnded { return 0 }
    let ending: ChildProcess.Ending
    do throws(Descriptor.Failure) {
      let count = try child.read(into: room, waitingUnless: shouldStop)
      storedBytesRead += count
      if count > 0 { return count }
      ending = try child.finish(unless: shouldStop)
    } catch {
      throw fail(
        error.isInterruption ? .interrupted : .readFailed(errorNumber: error.errorNumber))
    }
    hasEnded = true
    if ending == .exited(code: 0) { return 0 }
    throw fail(
      .reader(
        ReaderFault(
          command: reader.command, cause: .ended(ending), complaints: child.complaints)))
  }

  private func fail(_ cause: InputError.Cause) -> InputError {
    let failure = InputError(path: name, cause: cause)
    self.failure = failure
    return failure
  }
}
