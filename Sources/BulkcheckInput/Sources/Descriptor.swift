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
    /// With the bytes from the current position to the end, and the size.
    case regular(bytesLeft: Int, size: Int)
    case directory
    /// A pipe, terminal, socket or device: its size is unknown.
    case stream
  }

  /// One call reads at most this much: Darwin refuses more than 2^31 - 1.
  private static let readBytesMaximum = 1 << 30

  private static let waitMilliseconds: Int32 = 100

  private let number: Int32
  private let isOwned: Bool

  /// Takes over nothing: the descriptor stays open when this value ends.
  init(lent number: Int32) {
    self.number = number
    isOwned = false
  }

  /// Opens a file for reading.
  ///
  /// A FIFO is open at once, whether or not somebody writes to it; ``waitForInput(_:)`` waits for that.
  ///
  /// - Parameter shouldStop: asked where the system makes opening wait all the same; true ends it with `EINTR`.
  init(opening path: String, shouldStop: () -> Bool) throws(Failure) {
    // A NUL would silently cut the path short.
    guard !path.utf8.contains(0) else { throw Failure(errorNumber: EINVAL) }
    #if os(Linux)
      let flags = O_RDONLY | O_CLOEXEC | O_NONBLOCK
    #else
      // Elsewhere nothing promises that a FIFO without a writer is not taken for one that has ended.
      let flags = O_RDONLY | O_CLOEXEC
    #endif
    var result: Int32
    var errorNumber: Int32
    repeat {
      result = unsafe open(path, flags)
      errorNumber = errno
    } while result < 0 && errorNumber == EINTR && !shouldStop()
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
      let size = Int(status.st_size)
      return .regular(bytesLeft: max(0, size - Int(position)), size: size)
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

  /// Waits until something can be read, the writers have gone, or there is an error, which reading then says. Throws `EINTR`
  /// if `shouldStop`.
  ///
  /// A signal that is to end the run may reach another thread, so that it would not end a read that waits: hence the
  /// look every tenth of a second.
  private func waitForInput(_ shouldStop: () -> Bool) throws(Failure) {
    while true {
      var request = pollfd(fd: number, events: Int16(POLLIN), revents: 0)
      // SAFETY: one structure, local and valid during the call.
      let ready = unsafe poll(&request, 1, Descriptor.waitMilliseconds)
      if ready > 0 || ready < 0 && errno != EINTR { return }
      if shouldStop() { throw Failure(errorNumber: EINTR) }
    }
  }

  /// Reads into the buffer, again if a signal interrupts; 0 is the end.
  ///
  /// - Parameters:
  ///   - mayWait: it is not known when something will come.
  ///   - shouldStop: asked while nothing comes; true ends the call with `EINTR`.
  func readBytes(
    into buffer: UnsafeMutableRawBufferPointer, mayWait: Bool, shouldStop: () -> Bool
  ) throws(Failure) -> Int {
    while true {
      if mayWait { try waitForInput(shouldStop) }
      // SAFETY: at most `buffer.count` bytes are written.
      let count = unsafe read(
        number, buffer.baseAddress, min(buffer.count, Self.readBytesMaximum))
      if count >= 0 { return count }
      let errorNumber = errno
      // Somebody else may have read what came.
      if mayWait, errorNumber == EAGAIN { continue }
      if errorNumber != EINTR || shouldStop() { throw Failure(errorNumber: errorNumber) }
    }
  }
}
