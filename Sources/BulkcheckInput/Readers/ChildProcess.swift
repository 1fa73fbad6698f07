internal import BulkcheckCore
internal import CLibrary
internal import CProcess
internal import Synchronization

/// The reader that runs, of which there is one at a time: for a signal that ends this process.
package enum RunningReader {
  /// Its process, or 0.
  fileprivate static let process = Atomic<pid_t>(0)

  /// Makes ``end()`` safe to be called by a handler: what is lazy is made now.
  package static func prepare() { _ = process.load(ordering: .relaxed) }

  /// Ends it, with what it has started. Safe in a signal handler.
  package static func end() {
    let number = process.load(ordering: .relaxed)
    if number > 0 { bulkcheck_process_signal(number, SIGKILL) }
  }
}

/// A program whose output is read. It is started without a shell, with an empty standard input, as
/// the leader of a process group of its own.
///
/// Its complaints (standard error) are read too, whenever its output is waited for: otherwise it
/// would stand still once their pipe is full. Only the last ones are kept.
///
///     output      {"id":1}\n{"id":2}\n…          read as an input
///     complaints  …\nValueError: no such file    kept for the message if it fails
///     exit code   1                              taken when the output has ended
///
/// Nothing of it is left behind: a program whose output is not read to its end is ended with all
/// that it has started in its group, and its ending is always taken, so it is never a zombie.
@safe
struct ChildProcess: ~Copyable {
  /// How a program ended.
  enum Ending: Hashable, Sendable {
    case exited(code: Int32)
    case killed(signal: Int32)
  }

  private let process: pid_t
  private let output: Int32
  private let errors: Int32
  private var hasEndingTaken = false
  private var errorsHaveEnded = false
  /// The last bytes of its complaints.
  private(set) var complaints: [UInt8] = []

  private static let complaintBytesMaximum = 8 << 10
  private static let waitMilliseconds: Int32 = 100
  /// After this time, a program that is asked to end is killed.
  private static let patienceMilliseconds = 1000

  /// Starts a program.
  ///
  /// - Parameters:
  ///   - path: of the program.
  ///   - arguments: its name first.
  init(_ path: String, arguments: [String]) throws(Descriptor.Failure) {
    var process: pid_t = 0
    var (output, errors): (Int32, Int32) = (-1, -1)
    let names = arguments.map(PathText.name)
    guard !names.contains(where: { $0.dropLast().contains(0) }) else {
      throw Descriptor.Failure(errorNumber: EINVAL)
    }
    // SAFETY: each text is copied, and freed once the program has its own copy; the list ends with
    // a null.
    var copies = unsafe names.map { unsafe strdup($0) } + [nil]
    defer { for index in unsafe copies.indices { unsafe free(copies[index]) } }
    let failure = unsafe bulkcheck_process_start(
      PathText.name(path), &copies, &process, &output, &errors)
    guard failure == 0 else { throw Descriptor.Failure(errorNumber: failure) }
    RunningReader.process.store(process, ordering: .relaxed)
    self.process = process
    self.output = output
    self.errors = errors
    // What is there is read, and nothing is waited for.
    _ = fcntl(errors, F_SETFL, fcntl(errors, F_GETFL) | O_NONBLOCK)
  }

  deinit {
    // A program that writes has nobody to write to any more.
    _ = close(output)
    if !hasEndingTaken { ChildProcess.end(process) }
    _ = close(errors)
  }

  /// Ends a program that may still run, with what it has started, and takes its ending.
  private static func end(_ process: pid_t) {
    bulkcheck_process_signal(process, SIGTERM)
    var waited = 0
    while bulkcheck_process_has_ended(process) == 0, waited < patienceMilliseconds {
      rest(for: 10)
      waited += 10
    }
    // As long as its ending is not taken, the number is that of its group and of no other one.
    bulkcheck_process_signal(process, SIGKILL)
    _ = takeEnding(of: process)
  }

  private static func takeEnding(of process: pid_t) -> Int32 {
    RunningReader.process.store(0, ordering: .relaxed)
    return bulkcheck_process_take_ending(process)
  }

  // MARK: Reading

  /// Reads some of its output; 0 is the end.
  ///
  /// - Parameter shouldStop: asked at least ten times a second while nothing arrives; true makes
  ///   the call fail with `EINTR`.
  mutating func read(
    into room: ByteRoom, waitingUnless shouldStop: () -> Bool
  ) throws(Descriptor.Failure) -> Int {
    while true {
      try waitForOutput(shouldStop)
      // SAFETY: at most `room.count` bytes are written.
      let count = unsafe CLibrary.read(output, room.start, room.count)
      if count >= 0 { return count }
      if errno != EINTR { throw Descriptor.Failure(errorNumber: errno) }
    }
  }

  /// Waits for a program whose output has ended, and takes its ending.
  mutating func finish(
    unless shouldStop: () -> Bool
  ) throws(Descriptor.Failure) -> Ending {
    while bulkcheck_process_has_ended(process) == 0 {
      if shouldStop() { throw Descriptor.Failure(errorNumber: EINTR) }
      if errorsHaveEnded {
        ChildProcess.rest(for: 1)
      } else if isReady(errors, within: 10) {
        takeComplaints()
      }
    }
    // What it has started may still have the pipe, and is not waited for.
    takeComplaints()
    let ending = ChildProcess.takeEnding(of: process)
    hasEndingTaken = true
    return ending < 0 ? .killed(signal: -ending) : .exited(code: ending)
  }

  private mutating func waitForOutput(_ shouldStop: () -> Bool) throws(Descriptor.Failure) {
    while true {
      var requests = [
        pollfd(fd: output, events: Int16(POLLIN), revents: 0),
        // A negative number is passed over.
        pollfd(fd: errorsHaveEnded ? -1 : errors, events: Int16(POLLIN), revents: 0),
      ]
      // SAFETY: two structures, local and valid during the call.
      let ready = unsafe poll(&requests, 2, Self.waitMilliseconds)
      if ready < 0, errno != EINTR { throw Descriptor.Failure(errorNumber: errno) }
      if ready > 0, requests[1].revents != 0 { takeComplaints() }
      if ready > 0, requests[0].revents != 0 { return }
      if shouldStop() { throw Descriptor.Failure(errorNumber: EINTR) }
    }
  }

  private static func rest(for milliseconds: Int32) { _ = poll(nil, 0, milliseconds) }

  private func isReady(_ descriptor: Int32, within milliseconds: Int32) -> Bool {
    var request = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
    // SAFETY: one structure, local and valid during the call.
    return unsafe poll(&request, 1, milliseconds) > 0
  }

  /// Takes the complaints that are there; of many, some.
  private mutating func takeComplaints() {
    var block = ByteBlock(capacity: Self.complaintBytesMaximum)
    for _ in 0..<64 {
      // SAFETY: the block is written up to its capacity.
      let count = unsafe CLibrary.read(errors, block.room.start, block.capacity)
      if count == 0 || count < 0 && errno != EAGAIN && errno != EINTR { errorsHaveEnded = true }
      guard count > 0 else { return }
      complaints += block.view(from: 0, to: count).array
      complaints.removeFirst(max(0, complaints.count - Self.complaintBytesMaximum))
    }
  }
}
