#if canImport(Darwin)
  internal import Darwin
#elseif canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#endif

/// A POSIX file descriptor, closed with its owner unless it was only lent.
///
/// The one place that calls the operating system; failures are `errno` values.
@safe
struct Descriptor: ~Copyable {
  /// A failed call: its `errno`.
  struct Failure: Error {
    let errorNumber: Int32
  }

  /// What the descriptor leads to.
  enum Kind: Equatable {
    /// With the bytes from the current position to the end.
    case regular(bytesLeft: Int)
    case directory
    /// A pipe, terminal, socket or device: its size is unknown.
    case stream
  }

  /// One call reads at most this much: Darwin refuses more than 2^31 - 1.
  private static let readBytesMaximum = 1 << 30

  private let number: Int32
  private let isOwned: Bool

  /// Takes over nothing: the descriptor stays open when this value ends.
  init(lent number: Int32) {
    self.number = number
    isOwned = false
  }

  /// Opens a file for reading.
  ///
  /// - Parameter waits: false: opening a pipe does not wait for its other end.
  init(opening path: String, waits: Bool = true) throws(Failure) {
    // A NUL would silently cut the path short.
    guard !path.utf8.contains(0) else { throw Failure(errorNumber: EINVAL) }
    var result: Int32
    var errorNumber: Int32
    repeat {
      result = unsafe open(path, O_RDONLY | O_CLOEXEC | (waits ? 0 : O_NONBLOCK))
      errorNumber = errno
    } while result < 0 && errorNumber == EINTR
    guard result >= 0 else { throw Failure(errorNumber: errorNumber) }
    number = result
    isOwned = true
  }

  deinit {
    if isOwned { _ = close(number) }
  }

  func kind() throws(Failure) -> Kind {
    var status = stat()
    guard unsafe fstat(number, &status) == 0 else { throw Failure(errorNumber: errno) }
    switch status.st_mode & S_IFMT {
    case S_IFDIR:
      return .directory
    case S_IFREG:
      // Standard input may have been read in part by whoever started us.
      let position = max(0, lseek(number, 0, SEEK_CUR))
      return .regular(bytesLeft: max(0, Int(status.st_size) - Int(position)))
    default:
      return .stream
    }
  }

  /// Tells the system that the file will be read from front to end; it is free to ignore that.
  func adviseSequential() {
    #if os(Linux)
      _ = posix_fadvise(number, 0, 0, POSIX_FADV_SEQUENTIAL)
    #endif
  }

  /// Reads into the buffer, again if a signal interrupts; 0 is the end.
  func readBytes(into buffer: UnsafeMutableRawBufferPointer) throws(Failure) -> Int {
    while true {
      // SAFETY: at most `buffer.count` bytes are written.
      let count = unsafe read(
        number, buffer.baseAddress, min(buffer.count, Self.readBytesMaximum))
      if count >= 0 { return count }
      let errorNumber = errno
      if errorNumber != EINTR { throw Failure(errorNumber: errorNumber) }
    }
  }
}
