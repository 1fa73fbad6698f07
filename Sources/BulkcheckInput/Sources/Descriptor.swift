internal import BulkcheckCore
internal import CLibrary

/// A POSIX file descriptor, closed with its owner unless it was only lent.
///
/// With ``ChildProcess`` the one place that calls the operating system; failures are `errno`
/// values.
@safe
struct Descriptor: ~Copyable {
  /// A failed call: its `errno`.
  struct Failure: Error {
    let errorNumber: Int32

    /// The caller asked to stop; an interrupting signal alone is never a failure.
    var isInterruption: Bool { errorNumber == EINTR }
  }

  /// The kind of file that the descriptor leads to.
  enum Kind: Equatable {
    /// A regular file, with the bytes from the current position to the end, and the size.
    case regular(bytesLeft: Int, size: Int)
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

  /// Opens a file for reading, without waiting for the one who writes to a named pipe.
  init(opening path: String) throws(Failure) {
    // A NUL would silently cut the path short.
    guard !path.utf8.contains(0) else { throw Failure(errorNumber: EINVAL) }
    let name = PathText.name(path)
    var result: Int32
    var errorNumber: Int32
    repeat {
      result = unsafe open(name, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
      errorNumber = errno
    } while result < 0 && errorNumber == EINTR
    guard result >= 0 else { throw Failure(errorNumber: errorNumber) }
    number = result
    isOwned = true
  }

  deinit {
    if isOwned { _ = close(number) }
  }

  /// Only the opening of a stream must not wait: what is read waits in
  /// ``readBytes(into:waitingUnless:)``.
  func waitFromNowOn() {
    if isOwned { _ = fcntl(number, F_SETFL, fcntl(number, F_GETFL) & ~O_NONBLOCK) }
  }

  func kind() throws(Failure) -> Kind {
    var status = stat()
    guard unsafe fstat(number, &status) == 0 else { throw Failure(errorNumber: errno) }
    switch status.st_mode & S_IFMT {
    case S_IFDIR:
      return .directory
    case S_IFREG:
      // The process that started us may have read a part of standard input.
      let position = isOwned ? 0 : max(0, lseek(number, 0, SEEK_CUR))
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

  /// Reads into the room, again if a signal interrupts; 0 is the end.
  ///
  /// - Parameter shouldStop: given for a stream: asked at least ten times a second while nothing
  ///   arrives; true makes the call fail with `EINTR`.
  func readBytes(
    into room: ByteRoom, waitingUnless shouldStop: (() -> Bool)?
  ) throws(Failure) -> Int {
    while true {
      if let shouldStop { try waitForBytes(shouldStop) }
      // SAFETY: at most `room.count` bytes are written.
      let count = unsafe read(number, room.start, min(room.count, Self.readBytesMaximum))
      if count >= 0 { return count }
      let errorNumber = errno
      // A stream that others have set not to wait may have lost its bytes to one of them.
      let isWorthWaiting =
        shouldStop != nil && (errorNumber == EAGAIN || errorNumber == EWOULDBLOCK)
      if errorNumber != EINTR, !isWorthWaiting { throw Failure(errorNumber: errorNumber) }
    }
  }

  /// Reads into the room from a place of a regular file, whose position stays; 0 is the end.
  /// Several threads may do that at once.
  func readBytes(into room: ByteRoom, at offset: Int) throws(Failure) -> Int {
    while true {
      // SAFETY: at most `room.count` bytes are written.
      let count = unsafe pread(
        number, room.start, min(room.count, Self.readBytesMaximum), off_t(offset))
      if count >= 0 { return count }
      let errorNumber = errno
      if errorNumber != EINTR { throw Failure(errorNumber: errorNumber) }
    }
  }

  private static let waitMilliseconds: Int32 = 100

  /// Comes back when there are bytes, or the end, or a failure that the next read tells.
  ///
  /// A signal alone is not relied upon: it may come to another thread, or just before the read that
  /// it should end.
  private func waitForBytes(_ shouldStop: () -> Bool) throws(Failure) {
    while true {
      var request = pollfd(fd: number, events: Int16(POLLIN), revents: 0)
      // SAFETY: one structure, local and valid during the call.
      let ready = unsafe poll(&request, 1, Self.waitMilliseconds)
      if ready > 0 || ready < 0 && errno != EINTR { return }
      if shouldStop() { throw Failure(errorNumber: EINTR) }
    }
  }
}
