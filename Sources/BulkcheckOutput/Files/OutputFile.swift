package import BulkcheckCore
internal import CLibrary
internal import Synchronization

/// A file that appears under its name only when it is whole: written under a temporary name in the
/// same folder, and renamed at the end.
///
/// Devices, pipes and standard output are written directly. What is not put in its place is removed
/// again.
package final class OutputFile {
  private enum Kind {
    case standard
    /// A device or a named pipe: cannot be renamed.
    case special
    case temporary(String, target: String)
  }

  private let kind: Kind
  private var descriptor: Int32
  /// The reader may be slow: a write may wait for ever, unless it is known not to.
  private var isPipe = false
  private var neverWaits = false
  /// The descriptor is not the one of the process.
  private var isReopened = false
  /// The temporary file is there no more.
  private var isSettled = false
  private let shouldStop: @Sendable () -> Bool

  /// A pipe that is ready takes at least this much at once (on Linux a page).
  private static let pipeBytes = 4096
  private static let pipeWaitMilliseconds: Int32 = 100
  /// Darwin refuses to write more than 2^31 - 1 bytes at once.
  private static let writeBytesMaximum = 1 << 30

  /// Opens the file; `-` is standard output.
  ///
  /// - Parameters:
  ///   - shouldStopOpening: asked while nobody reads from a named pipe; true makes the opening fail
  ///     as interrupted.
  ///   - shouldStop: asked while a pipe cannot be written to; true makes the write fail as
  ///     interrupted.
  package init(
    path: String, shouldStopOpening: () -> Bool = { false },
    shouldStop: @escaping @Sendable () -> Bool = { false }
  ) throws(SystemError) {
    self.shouldStop = shouldStop
    // A NUL would silently cut the path short.
    guard !path.utf8.contains(0) else { throw SystemError(code: EINVAL) }
    if let number = OutputFile.standardStream(path) {
      kind = .standard
      descriptor = number
    } else if FileIdentity.isSpecial(path) {
      descriptor = OutputFile.openSpecial(path, shouldStopOpening)
      kind = .special
    } else {
      let target = FileIdentity.resolved(path)
      let name = OutputFile.temporaryName(beside: target)
      kind = .temporary(name, target: target)
      TemporaryFiles.add(name)
      descriptor = unsafe open(
        PathText.name(name), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o666)
      // A file that is replaced keeps its permissions.
      if descriptor >= 0, let mode = FileIdentity.permissions(of: target) {
        fchmod(descriptor, mode_t(mode))
      }
    }
    guard descriptor >= 0 else {
      let error = SystemError.latest
      settle()
      throw error
    }
    isPipe = OutputFile.isPipe(descriptor)
    if isPipe { makeNonBlocking() }
  }

  /// Waits until someone reads from a named pipe, as opening it does by itself, but not for ever;
  /// -1 if it fails.
  private static func openSpecial(_ path: String, _ shouldStop: () -> Bool) -> Int32 {
    while true {
      let descriptor = unsafe open(PathText.name(path), O_WRONLY | O_CLOEXEC | O_NONBLOCK)
      if descriptor >= 0 {
        _ = fcntl(descriptor, F_SETFL, fcntl(descriptor, F_GETFL) & ~O_NONBLOCK)
        return descriptor
      }
      guard SystemError.latest.hasNoReader else { return -1 }
      _ = poll(nil, 0, pipeWaitMilliseconds)
      if shouldStop() {
        errno = EINTR
        return -1
      }
    }
  }

  /// Standard output is opened again for that: the flag would hold for all processes that share it.
  private func makeNonBlocking() {
    if case .special = kind {
      neverWaits = fcntl(descriptor, F_SETFL, O_NONBLOCK) == 0
    } else {
      let other = unsafe open("/proc/self/fd/\(descriptor)", O_WRONLY | O_NONBLOCK | O_CLOEXEC)
      guard other >= 0 else { return }
      isReopened = true
      descriptor = other
      neverWaits = true
    }
  }

  deinit { discard() }

  /// Whether the name means standard output, so opening it again would not be the same.
  package static func isStandardOutput(_ path: String) -> Bool { standardStream(path) == 1 }

  private static func standardStream(_ path: String) -> Int32? {
    switch path {
    case "-", "/dev/stdout", "/dev/fd/1", "/proc/self/fd/1": 1
    case "/dev/stderr", "/dev/fd/2", "/proc/self/fd/2": 2
    default: nil
    }
  }

  private static func isPipe(_ descriptor: Int32) -> Bool {
    var status = stat()
    // SAFETY: the structure is local and valid during the call.
    guard descriptor >= 0, unsafe fstat(descriptor, &status) == 0 else { return false }
    let type = status.st_mode & S_IFMT
    return type == S_IFIFO || type == S_IFSOCK
  }

  /// Writes all of the bytes, however many calls that takes.
  package func write(_ bytes: ByteView) throws(SystemError) {
    var position = 0
    while position < bytes.count {
      var count = min(bytes.count - position, OutputFile.writeBytesMaximum)
      if isPipe, !neverWaits {
        try waitForReader()
        count = min(count, OutputFile.pipeBytes)
      }
      let written = unsafe CLibrary.write(descriptor, bytes.start + position, count)
      if written >= 0 {
        position += written
      } else if neverWaits, SystemError.latest.wouldWait {
        try waitForReader()
      } else if !SystemError.latest.isInterruption || shouldStop() {
        throw .latest
      }
    }
  }

  /// Comes back when the pipe has room, or has lost its reader, which the write then says.
  private func waitForReader() throws(SystemError) {
    while true {
      var request = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
      // SAFETY: one structure, local and valid during the call.
      let ready = unsafe poll(&request, 1, OutputFile.pipeWaitMilliseconds)
      if ready > 0 { return }
      if shouldStop() { throw .interruption }
      if ready < 0, !SystemError.latest.isInterruption { throw .latest }
    }
  }

  /// Ends the writing. Some file systems report a full disk only here.
  package func close() throws(SystemError) {
    guard descriptor >= 0 else { return }
    if case .standard = kind, !isReopened { return }
    defer { descriptor = -1 }
    guard CLibrary.close(descriptor) == 0 else { throw .latest }
  }

  /// Puts a closed file in its place, in which it may replace another.
  package func commit() throws(SystemError) {
    guard case .temporary(let name, let target) = kind, !isSettled else { return }
    guard unsafe rename(PathText.name(name), PathText.name(target)) == 0 else { throw .latest }
    settle()
  }

  /// Removes what has not been put in its place.
  package func discard() {
    try? close()
    if case .temporary(let name, _) = kind, !isSettled {
      unsafe unlink(PathText.name(name))
      settle()
    }
  }

  private func settle() {
    if case .temporary(let name, _) = kind { TemporaryFiles.forget(name) }
    isSettled = true
  }

  private static func temporaryName(beside target: String) -> String {
    let directory = target.lastIndex(of: "/").map { target[...$0] } ?? ""
    let number = UInt32.random(in: 0 ... .max)
    return directory + ".bulkcheck-\(getpid())-\(String(number, radix: 16)).tmp"
  }
}

/// The temporary files that are there now, so that a signal handler can remove them before the
/// process ends.
///
/// The names lie as C strings in a fixed table, because a handler must neither allocate nor lock.
/// Beyond its size, files are not noted: they would only stay behind after a second interruption.
package enum TemporaryFiles {
  private typealias Name = UnsafeMutablePointer<CChar>
  private typealias Slot = Atomic<Name?>

  /// More than a command opens at once.
  private static let size = 32

  // SAFETY: allocated once and never freed; its slots are only used atomically.
  private nonisolated(unsafe) static let slots: UnsafeMutablePointer<Slot> = {
    let slots = UnsafeMutablePointer<Slot>.allocate(capacity: size)
    for index in 0..<size { unsafe (slots + index).initialize(to: Slot(nil)) }
    return unsafe slots
  }()

  /// Makes the table. To be called before a handler that calls ``removeAll()`` is set.
  package static func prepare() { _ = unsafe slots }

  static func add(_ path: String) {
    // SAFETY: strdup copies the string, whose memory then is ours.
    guard let name = unsafe strdup(PathText.name(path)) else { return }
    for index in 0..<size {
      let (isNoted, _) = unsafe slots[index].compareExchange(
        expected: nil, desired: name, ordering: .acquiringAndReleasing)
      if isNoted { return }
    }
    unsafe free(name)
  }

  static func forget(_ path: String) {
    let path = PathText.name(path)
    for index in 0..<size {
      guard let name = unsafe slots[index].load(ordering: .acquiring),
        unsafe strcmp(name, path) == 0
      else { continue }
      // Not freed: a handler on another thread may be about to use it. Names are short and few.
      unsafe slots[index].store(nil, ordering: .releasing)
    }
  }

  /// Removes the files. Safe inside a signal handler.
  package static func removeAll() {
    for index in 0..<size {
      if let name = unsafe slots[index].load(ordering: .acquiring) { unsafe unlink(name) }
    }
  }
}

/// A failed system call.
package struct SystemError: Error, Hashable, Sendable, CustomStringConvertible {
  package var code: Int32

  /// The error of the call just made.
  package static var latest: SystemError { SystemError(code: errno) }

  /// The error of a call that was given up because of a signal.
  package static let interruption = SystemError(code: EINTR)

  package var isClosedPipe: Bool { code == EPIPE }
  /// Nobody has opened the named pipe for reading yet.
  var hasNoReader: Bool { code == ENXIO }
  /// The call would have to wait.
  var wouldWait: Bool { code == EAGAIN || code == EWOULDBLOCK }
  /// The file does not exist.
  package var isMissing: Bool { code == ENOENT }
  package var isInterruption: Bool { code == EINTR }

  /// The system's words: `No such file or directory`.
  package var description: String { Environment.message(ofError: code) }
}
