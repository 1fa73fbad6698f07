internal import BulkcheckCore
internal import BulkcheckOutput
internal import CArguments
internal import CLibrary

/// The system calls of the command: reading and writing whole files by descriptor, and ending.
enum SystemCalls {
  /// Makes a write that fails an error instead of the process's silent end: to a closed pipe, or
  /// beyond the size that a file may have.
  static func ignoreWriteSignals() {
    signal(SIGPIPE, SIG_IGN)
    signal(SIGXFSZ, SIG_IGN)
  }

  /// The arguments of the command, without its own name. They may be names of files, of any bytes.
  ///
  /// Swift reads them from /proc, which is not there in every chroot.
  static var arguments: [String] {
    let known = bulkcheck_argument_count()
    let count = known > 0 ? known : CommandLine.argc
    return (0..<count).dropFirst().compactMap { index in
      // SAFETY: the arguments, each ended by a zero, stay for as long as the process lives.
      let argument =
        known > 0
        ? unsafe bulkcheck_argument(index)
        : unsafe CommandLine.unsafeArgv[Int(index)].map { unsafe UnsafePointer($0) }
      return unsafe argument.map { unsafe PathText.text($0) }
    }
  }

  static func end(with exitCode: Int32) -> Never { exit(exitCode) }

  /// - Parameter limit: what is behind so many bytes, and the rest of a block, is left out.
  static func contents(
    ofFile path: String, atMost limit: Int = .max
  ) throws(SystemError) -> [UInt8] {
    let name = PathText.name(path)
    var descriptor: Int32
    // The writer of a named pipe may be waited for.
    repeat {
      descriptor = unsafe open(name, O_RDONLY | O_CLOEXEC)
    } while descriptor < 0 && SystemError.latest.isInterruption && !Interruption.isRequested
    guard descriptor >= 0 else { throw .latest }
    defer { close(descriptor) }
    var contents: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 64 << 10)
    while true {
      // SAFETY: the buffer is valid for its count during the call.
      let count = unsafe buffer.withUnsafeMutableBytes {
        unsafe read(descriptor, $0.baseAddress, $0.count)
      }
      if count == 0 || contents.count >= limit { return contents }
      if count > 0 {
        contents += buffer[..<count]
      } else if !SystemError.latest.isInterruption || Interruption.isRequested {
        throw .latest
      }
    }
  }

  /// The absolute path of the folder that relative paths start from.
  static var currentFolder: String {
    // SAFETY: the memory is the caller's, and is freed once.
    guard let path = unsafe getcwd(nil, 0) else { return "" }
    defer { unsafe free(path) }
    return unsafe PathText.text(path)
  }

  /// Opens a file to append to, which is made if there is none; -1 if that fails, as
  /// ``SystemError/latest`` says.
  static func openForAppending(_ path: String) -> Int32 {
    unsafe open(PathText.name(path), O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0o666)
  }

  /// Makes a file that is gone when it is closed; -1 if that fails, as ``SystemError/latest`` says.
  static func openWithoutName(in folder: String) -> Int32 {
    let number = UInt64.random(in: .min ... .max)
    let path = "\(folder)/.bulkcheck-\(getpid())-\(number).tmp"
    let descriptor = unsafe open(path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
    if descriptor >= 0 { unsafe unlink(path) }
    return descriptor
  }

  static func rewind(_ descriptor: Int32) { lseek(descriptor, 0, SEEK_SET) }

  static func close(_ descriptor: Int32) {
    if descriptor >= 0 { _ = CLibrary.close(descriptor) }
  }

  /// Writes all of `bytes`, however many calls that takes, unless a signal comes while they are
  /// waited for.
  static func write(_ bytes: [UInt8], to descriptor: Int32) throws(SystemError) {
    var rest = bytes[...]
    while !rest.isEmpty {
      // SAFETY: the slice is valid for its count during the call.
      let count = unsafe rest.withUnsafeBytes { buffer in
        unsafe CLibrary.write(descriptor, buffer.baseAddress, buffer.count)
      }
      if count >= 0 {
        rest = rest.dropFirst(count)
      } else if !SystemError.latest.isInterruption {
        throw .latest
      }
      // A call that was interrupted may have written a part.
      if Interruption.isRequested, !rest.isEmpty { throw .interruption }
    }
  }

  /// The width of the terminal that a descriptor leads to; nil if it has none.
  static func terminalColumns(_ descriptor: Int32) -> Int? {
    var size = winsize()
    // SAFETY: the structure is local and valid during the call.
    guard unsafe ioctl(descriptor, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 else {
      return nil
    }
    return Int(size.ws_col)
  }

  /// Who reads what goes to standard output.
  enum OutputReader {
    /// Whoever reads standard error, too: both lead to a terminal, or to one file or pipe.
    case sameAsError
    /// Another process.
    case process
    case other
  }

  static var outputReader: OutputReader {
    var (output, error) = (stat(), stat())
    // SAFETY: the structures are local and valid during the calls.
    guard unsafe fstat(1, &output) == 0 else { return .other }
    let areOne =
      unsafe fstat(2, &error) == 0 && output.st_dev == error.st_dev
      && output.st_ino == error.st_ino
    if areOne || isatty(1) == 1 && isatty(2) == 1 { return .sameAsError }
    return [S_IFIFO, S_IFSOCK].contains(output.st_mode & S_IFMT) ? .process : .other
  }

  // MARK: Signals

  /// Whether whoever started the process wants a signal ignored.
  static func isIgnored(_ number: Int32) -> Bool {
    var action = sigaction()
    // SAFETY: the structure is local and valid during the call.
    guard unsafe sigaction(number, nil, &action) == 0 else { return false }
    #if canImport(Glibc)
      let handler = unsafe action.__sigaction_handler.sa_handler
    #elseif canImport(Musl)
      let handler = unsafe action.__sa_handler.sa_handler
    #else
      let handler = unsafe action.__sigaction_u.__sa_handler
    #endif
    return unsafe unsafeBitCast(handler, to: Int.self) == unsafeBitCast(SIG_IGN, to: Int.self)
  }

  /// Calls the handler when the signal comes; system calls that wait are then interrupted.
  ///
  /// Precondition: the handler calls only what is safe inside one.
  static func handle(_ number: Int32, by handler: @escaping @convention(c) (Int32) -> Void) {
    var action = sigaction()
    #if canImport(Glibc)
      unsafe action.__sigaction_handler.sa_handler = handler
    #elseif canImport(Musl)
      unsafe action.__sa_handler.sa_handler = handler
    #else
      unsafe action.__sigaction_u.__sa_handler = handler
    #endif
    action.sa_flags = 0
    // SAFETY: the structure is local and valid during the call.
    unsafe sigaction(number, &action, nil)
  }

  /// Lets signals through to the calling thread.
  static func unblock(_ numbers: [Int32]) {
    var signals = sigset_t()
    // SAFETY: the set is local and valid during the calls.
    unsafe sigemptyset(&signals)
    for number in numbers { unsafe sigaddset(&signals, number) }
    unsafe pthread_sigmask(SIG_UNBLOCK, &signals, nil)
  }

  /// Safe inside a signal handler.
  static func monotonicNanoseconds() -> UInt64 {
    var time = timespec()
    // SAFETY: the structure is local and valid during the call.
    unsafe clock_gettime(CLOCK_MONOTONIC, &time)
    return UInt64(truncatingIfNeeded: time.tv_sec) &* 1_000_000_000
      &+ UInt64(truncatingIfNeeded: time.tv_nsec)
  }
}
