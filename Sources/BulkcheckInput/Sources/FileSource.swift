package import BulkcheckCore

/// A file, FIFO, device or standard input as a stream.
package final class FileSource: ByteSource {
  private let name: String
  private let descriptor: Descriptor
  private let bytesLeftAtStart: Int?
  /// The size of a regular file when it was opened.
  private let sizeAtStart: Int?
  /// Asked while a stream keeps us waiting; files never do.
  private let shouldStop: (@Sendable () -> Bool)?
  private var failure: InputError?
  package private(set) var storedBytesRead = 0

  /// Up to here a file is not worth advice to the system.
  private static let smallBytesMaximum = 128 << 10

  /// Opens a file. Throws when it cannot be opened or is a directory.
  ///
  /// - Parameters:
  ///   - mustBeRegular: a pipe or device is refused: for files that are read besides the inputs.
  ///   - shouldStop: asked while a pipe, a terminal or a device keeps us waiting; true makes the
  ///     reading fail with
  ///     ``InputError/Cause/interrupted``.
  package convenience init(
    path: String, mustBeRegular: Bool = false,
    shouldStop: @escaping @Sendable () -> Bool = { false }
  ) throws(InputError) {
    let descriptor: Descriptor
    do {
      descriptor = try Descriptor(opening: path)
    } catch {
      throw InputError(path: path, cause: .cannotOpen(errorNumber: error.errorNumber))
    }
    try self.init(descriptor, name: path, mustBeRegular: mustBeRegular, shouldStop)
  }

  /// Standard input, which stays open when the source ends. Throws when it is closed or a
  /// directory.
  package static func standardInput(
    shouldStop: @escaping @Sendable () -> Bool = { false }
  ) throws(InputError) -> FileSource {
    try FileSource(lentDescriptor: 0, name: "-", shouldStop: shouldStop)
  }

  /// An open descriptor that its owner closes later.
  package convenience init(
    lentDescriptor: Int32, name: String, shouldStop: @escaping @Sendable () -> Bool = { false }
  ) throws(InputError) {
    try self.init(Descriptor(lent: lentDescriptor), name: name, shouldStop)
  }

  private init(
    _ descriptor: consuming Descriptor, name: String, mustBeRegular: Bool = false,
    _ shouldStop: @escaping @Sendable () -> Bool
  ) throws(InputError) {
    let kind: Descriptor.Kind
    do {
      kind = try descriptor.kind()
    } catch {
      throw InputError(path: name, cause: .cannotOpen(errorNumber: error.errorNumber))
    }
    switch kind {
    case .directory: throw InputError(path: name, cause: .isDirectory)
    case .regular(let bytesLeft, let size):
      (bytesLeftAtStart, sizeAtStart) = (bytesLeft, size)
      self.shouldStop = nil
      // What is not read with a few calls.
      if bytesLeft > FileSource.smallBytesMaximum { descriptor.adviseSequential() }
    case .stream:
      if mustBeRegular { throw InputError(path: name, cause: .isNoRegularFile) }
      descriptor.waitFromNowOn()
      (bytesLeftAtStart, sizeAtStart) = (nil, nil)
      self.shouldStop = shouldStop
    }
    self.name = name
    self.descriptor = descriptor
  }

  /// Never below ``storedBytesRead``: a file may grow while it is read, and those of `/proc` claim
  /// to be empty.
  package var storedBytes: Int? {
    bytesLeftAtStart.map { max($0, storedBytesRead) }
  }

  package func read(into room: ByteRoom) throws(InputError) -> Int {
    if let failure { throw failure }
    do {
      let count = try descriptor.readBytes(into: room, waitingUnless: shouldStop)
      storedBytesRead += count
      if count > 0 || !hasShrunk { return count }
    } catch {
      throw fail(
        error.isInterruption ? .interrupted : .readFailed(errorNumber: error.errorNumber))
    }
    throw fail(.shrank(bytesRead: storedBytesRead, bytesAtStart: bytesLeftAtStart ?? 0))
  }

  /// The file ended before what was its end when it was opened, because it was cut off meanwhile.
  /// (Where the system only claims a size, as for files below `/sys`, it still does.)
  private var hasShrunk: Bool {
    guard let bytesLeftAtStart, let sizeAtStart, storedBytesRead < bytesLeftAtStart,
      case .regular(_, let size)? = try? descriptor.kind()
    else { return false }
    return size < sizeAtStart
  }

  private func fail(_ cause: InputError.Cause) -> InputError {
    let failure = InputError(path: name, cause: cause)
    self.failure = failure
    return failure
  }
}
