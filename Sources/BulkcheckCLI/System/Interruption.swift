internal import BulkcheckOutput
internal import Synchronization

#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#else
  internal import Darwin
#endif

/// SIGINT and SIGTERM as a wish to stop: the first one is noted, a later one ends the process at once, without temporary
/// files left.
///
/// What follows within a second means the same as the first one: `timeout` signals a process, and then its whole group.
enum Interruption {
  /// When the first signal came, in nanoseconds; 0 if none has.
  private static let firstTime = Atomic<UInt64>(0)

  private static let sameWishNanoseconds: UInt64 = 1_000_000_000

  private static let isAcknowledged = Atomic<Bool>(false)

  /// A signal came that has not been acknowledged.
  static var isRequested: Bool {
    firstTime.load(ordering: .relaxed) != 0 && !isAcknowledged.load(ordering: .relaxed)
  }

  /// The run has ended, because of a signal if there was one. If there was none, one that comes from here on gives up what is
  /// still to be written; else the marked report is still written.
  static func acknowledge() {
    if firstTime.load(ordering: .relaxed) != 0 { isAcknowledged.store(true, ordering: .relaxed) }
  }

  /// From here on signals are noted.
  static func watch() {
    // Initialised before a handler can run: lazy initialisation is not safe inside one.
    _ = isRequested
    TemporaryFiles.prepare()
    var signals = sigset_t()
    // SAFETY: the set is local and valid during the calls.
    unsafe sigemptyset(&signals)
    for number in [SIGINT, SIGTERM] {
      note(number)
      unsafe sigaddset(&signals, number)
    }
    // A process that was started from a thread that blocks signals (those of Dispatch do) inherits
    // that, and could not be stopped.
    unsafe pthread_sigmask(SIG_UNBLOCK, &signals, nil)
  }

  private static func note(_ number: Int32) {
    var action = sigaction()
    let handler: @convention(c) (Int32) -> Void = { number in
      Interruption.received(number)
    }
    #if canImport(Glibc)
      action.__sigaction_handler.sa_handler = handler
    #elseif canImport(Musl)
      action.__sa_handler.sa_handler = handler
    #else
      action.__sigaction_u.__sa_handler = handler
    #endif
    // Without SA_RESTART: opening a profile that is a named pipe returns, and so does writing to a pipe that is full.
    action.sa_flags = 0
    // SAFETY: the structure is local and valid during the call.
    unsafe sigaction(number, &action, nil)
  }

  /// Runs inside a signal handler: calls only what is safe there.
  private static func received(_ number: Int32) {
    var time = timespec()
    // SAFETY: the structure is local and valid during the call.
    unsafe clock_gettime(CLOCK_MONOTONIC, &time)
    let now =
      UInt64(truncatingIfNeeded: time.tv_sec) &* 1_000_000_000
      &+ UInt64(truncatingIfNeeded: time.tv_nsec)
    let first = firstTime.load(ordering: .relaxed)
    if first == 0 {
      firstTime.store(max(now, 1), ordering: .relaxed)
    } else if now &- first > sameWishNanoseconds {
      TemporaryFiles.removeAll()
      signal(number, SIG_DFL)
      raise(number)
    }
  }
}
