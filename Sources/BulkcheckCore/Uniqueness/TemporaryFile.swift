internal import CLibrary

/// Why a temporary file cannot be used.
package struct TemporaryFileError: Error, Hashable {
  package enum Action: Hashable { case create, write, read }
  package var action: Action
  package var folder: String
  package var errorNumber: Int32
}

/// A file without a name, for the keys and groups that memory does not hold. Its name is removed as
/// soon as it is open, so that nothing is left behind however the process ends.
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
    let name = PathText.name(path)
    descriptor = unsafe open(name, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
    let errorNumber = errno
    guard descriptor >= 0 else {
      throw TemporaryFileError(action: .create, folder: folder, errorNumber: errorNumber)
    }
    unsafe unlink(name)
  }

  deinit { if descriptor >= 0 { close(descriptor) } }

  /// The error of a file whose content is not what was written.
  var damage: TemporaryFileError {
    TemporaryFileError(action: .read, folder: folder, errorNumber: EIO)
  }

  /// Writes elements at a place counted in such elements.
  func write<Element>(
    _ elements: Storage<Element>, count: Int, at place: Int
  ) throws(TemporaryFileError) {
    assert(count <= elements.capacity)
    let stride = MemoryLayout<Element>.stride
    // SAFETY: the elements lie within the storage, which outlives the call.
    try move(count, of: stride, at: place, .write) { bytes, offset in
      unsafe pwrite(
        descriptor, UnsafeRawPointer(elements.base) + bytes.lowerBound, bytes.count, offset)
    }
  }

  /// Reads elements from a place counted in such elements; all of them have been written.
  func read<Element>(
    _ elements: Storage<Element>, count: Int, at place: Int
  ) throws(TemporaryFileError) {
    assert(count <= elements.capacity)
    let stride = MemoryLayout<Element>.stride
    // SAFETY: the elements lie within the storage, which outlives the call.
    try move(count, of: stride, at: place, .read) { bytes, offset in
      unsafe pread(
        descriptor, UnsafeMutableRawPointer(elements.base) + bytes.lowerBound, bytes.count, offset)
    }
  }

  /// Calls until all is moved.
  private func move(
    _ count: Int, of stride: Int, at place: Int, _ action: TemporaryFileError.Action,
    _ call: (_ bytes: Range<Int>, _ offset: off_t) -> Int
  ) throws(TemporaryFileError) {
    let end = count * stride
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

/// The folder for temporary files.
package enum TemporaryFolder {
  /// The one that `TMPDIR` names, else `/tmp`.
  package static let standard: String = {
    let path = Environment.value("TMPDIR") ?? ""
    return path.isEmpty ? "/tmp" : path
  }()
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
      "cannot \(verb) a temporary file in \(folder): \(reason); it is for keys of "
      + "`unique` rules, names of records, groups of rules about the table and what waits for "
      + "references, as far as they do not fit in memory: raise --memory, or choose another folder "
      + "with --temp-dir"
  }
}
