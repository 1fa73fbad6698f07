internal import CLibrary

/// Why a temporary file cannot be used.
package struct TemporaryFileError: Error, Equatable {
  package enum Action: Equatable { case create, write, read }
  package var action: Action
  package var folder: String
  package var errorNumber: Int32
}

/// A file without a name, for the keys that memory does not hold. Its name is removed as soon as it
/// is open, so that nothing is left behind however the process ends.
@safe
final class TemporaryFile {
  private let descriptor: Int32
  private let folder: String

  /// One call moves at most this much: Darwin refuses more than 2^31 - 1.
  private static let callBytesMaximum = 1 << 30

  init(in folder: String) throws(TemporaryFileError) {
    self.folder = folder
    let number = String(UInt64.random(in: .min ... .max), radix: 16)
    let path = folder + "/.bulkcheck-\(getpid())-\(number).tmp"
    descriptor = unsafe open(path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
    let errorNumber = errno
    guard descriptor >= 0 else {
      throw TemporaryFileError(action: .create, folder: folder, errorNumber: errorNumber)
    }
    unsafe unlink(path)
  }

  deinit { if descriptor >= 0 { close(descriptor) } }

  /// Writes keys at a place counted in keys.
  func write(
    _ keys: Storage<SeenKey>, count: Int, at place: Int
  ) throws(TemporaryFileError) {
    assert(count <= keys.capacity)
    // SAFETY: the keys lie within the storage, which outlives the call.
    try move(count, at: place, .write) { bytes, offset in
      unsafe pwrite(
        descriptor, UnsafeRawPointer(keys.base) + bytes.lowerBound, bytes.count, offset)
    }
  }

  /// Reads keys from a place counted in keys; all of them have been written.
  func read(
    _ keys: Storage<SeenKey>, count: Int, at place: Int
  ) throws(TemporaryFileError) {
    assert(count <= keys.capacity)
    // SAFETY: the keys lie within the storage, which outlives the call.
    try move(count, at: place, .read) { bytes, offset in
      unsafe pread(
        descriptor, UnsafeMutableRawPointer(keys.base) + bytes.lowerBound, bytes.count, offset)
    }
  }

  /// Calls until all is moved.
  private func move(
    _ keyCount: Int, at place: Int, _ action: TemporaryFileError.Action,
    _ call: (_ bytes: Range<Int>, _ offset: off_t) -> Int
  ) throws(TemporaryFileError) {
    let stride = MemoryLayout<SeenKey>.stride
    let end = keyCount * stride
    var position = 0
    while position < end {
      let stop = min(end, position + TemporaryFile.callBytesMaximum)
      let moved = call(position..<stop, off_t(place * stride + position))
      if moved > 0 {
        position += moved
      } else if moved == 0 || errno != EINTR {
        // A file that ends early has lost what was written.
        let errorNumber = moved == 0 ? EIO : errno
        throw TemporaryFileError(action: action, folder: folder, errorNumber: errorNumber)
      }
    }
  }
}

extension TemporaryFileError: CustomStringConvertible {
  package var description: String {
    let reason = Environment.message(ofError: errorNumber)
    let verb =
      switch action {
      case .create: "create"
      case .write: "write"
      case .read: "read"
      }
    return
      "cannot \(verb) a temporary file in \(folder): \(reason); the keys of `unique` rules did "
      + "not fit into memory: raise --memory, or name another folder with --temp-dir"
  }
}
