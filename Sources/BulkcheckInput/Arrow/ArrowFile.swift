internal import BulkcheckArrow
internal import BulkcheckCore
internal import Synchronization

/// A regular file whose bytes are read in any order.
final class ArrowFile: ArrowBytes {
  let count: Int?
  private let name: String
  private let descriptor: Descriptor
  private let failure = Mutex<InputError?>(nil)

  /// Nil if it is not a regular file.
  init?(path: String) throws(InputError) {
    do throws(Descriptor.Failure) {
      let descriptor = try Descriptor(opening: path)
      guard case .regular(_, let size) = try descriptor.kind() else { return nil }
      self.descriptor = descriptor
      count = size
      name = path
    } catch {
      throw InputError(path: path, cause: .cannotOpen(errorNumber: error.errorNumber))
    }
  }

  func read(at offset: Int, into room: ByteRoom) throws(ArrowError) -> Int {
    var filled = 0
    while filled < room.count {
      do throws(Descriptor.Failure) {
        let count = try descriptor.readBytes(into: room.dropFirst(filled), at: offset + filled)
        if count == 0 { break }
        filled += count
      } catch {
        let found = InputError(path: name, cause: .readFailed(errorNumber: error.errorNumber))
        failure.withLock { $0 = $0 ?? found }
        throw ArrowError(.unreadable, offset: offset)
      }
    }
    return filled
  }
}

extension ArrowFile: ArrowOrigin {
  var readFailure: InputError? { failure.withLock { $0 } }
}

/// Bytes of Arrow that know why they could not be read.
protocol ArrowOrigin: ArrowBytes {
  var readFailure: InputError? { get }
}

/// A stream that is read once, from front to end.
///
/// `@unchecked Sendable`: only the thread that reads the input reads it. Batches of a stream are in
/// memory.
final class ArrowStream: ArrowOrigin, @unchecked Sendable {
  let count: Int? = nil
  private let source: any ByteSource
  private var position = 0
  private var spare = ByteBlock(capacity: 64 << 10)
  private(set) var readFailure: InputError?

  init(_ source: any ByteSource) { self.source = source }

  func read(at offset: Int, into room: ByteRoom) throws(ArrowError) -> Int {
    precondition(offset >= position, "a stream has no way back")
    do throws(InputError) {
      while position < offset {
        let count = try source.read(
          into: spare.room(from: 0, to: min(spare.capacity, offset - position)))
        if count == 0 { return 0 }
        position += count
      }
      var filled = 0
      while filled < room.count {
        let count = try source.read(into: room.dropFirst(filled))
        if count == 0 { break }
        filled += count
        position += count
      }
      return filled
    } catch {
      readFailure = error
      throw ArrowError(.unreadable, offset: offset)
    }
  }
}
