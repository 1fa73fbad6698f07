internal import BulkcheckInput
internal import BulkcheckOutput
internal import CLibrary
internal import Synchronization

/// SIGINT, SIGTERM and other signals as a wish to stop: the first one is noted, a later one ends
/// the process at once, without temporary files left.
///
/// What follows within a second means the same as the first one: `timeout` signals a process, and
/// then its whole group.
enum Interruption {
  /// When the first signal came, in nanoseconds; 0 if none has.
  private static let firstTime = Atomic<UInt64>(0)

  private static let sameWishNanoseconds: UInt64 = 1_000_000_000

  private static let isAcknowledged = Atomic<Bool>(false)

  /// A signal came that has not been acknowledged.
  static var isRequested: Bool {
    firstTime.load(ordering: .relaxed) != 0 && !isAcknowledged.load(ordering: .relaxed)
  }

  /// The run has ended, because of a signal if there was one. If there was none, one that comes
  /// from here on gives up what is still to be written; otherwise the marked report is still
  /// written.
  static func acknowledge() {
    if firstTime.load(ordering: .relaxed) != 0 { isAcknowledged.store(true, ordering: .relaxed) }
  }

  /// Begins to note signals.
  static func watch() {
    // Initialised before a handler can run: lazy initialisation is not safe inside one.
    _ = isRequested
    TemporaryFiles.prepare()
    RunningReader.prepare()
    // Without SA_RESTART: opening a profile that is a named pipe returns, and so does writing to a
    // pipe that is full.
    handle(by: { number in Interruption.received(number) })
  }

  /// A signal ends the process as it does by itself, and the reader of an input with it: for
  /// commands that do not stop on the way.
  static func endReaderToo() {
    RunningReader.prepare()
    handle(by: { number in Interruption.end(number) })
  }

  private static func handle(by handler: @escaping @convention(c) (Int32) -> Void) {
    let watched = signals.filter { !isUnwanted($0) }
    for number in watched { SystemCalls.handle(number, by: handler) }
    // A process that was started from a thread that blocks signals (those of Dispatch do) inherits
    // that, and could not be stopped.
    SystemCalls.unblock(watched)
  }

  /// All would end the process at once, with its temporary files left.
  private static let signals = [
    SIGINT, SIGTERM, SIGHUP, SIGXCPU, SIGALRM, SIGVTALRM, SIGPROF, SIGUSR1, SIGUSR2,
  ]

  /// Whether a signal that is ignored stays so (`nohup`). A shell ignores SIGINT and SIGQUIT for
  /// what it starts in the background, which can be stopped all the same.
  private static func isUnwanted(_ number: Int32) -> Bool {
    guard SystemCalls.isIgnored(number) else { return false }
    return number != SIGINT || !SystemCalls.isIgnored(SIGQUIT)
  }

  /// Runs inside a signal handler: calls only what is safe there.
  private static func received(_ number: Int32) {
    let now = SystemCalls.monotonicNanoseconds()
    let first = firstTime.load(ordering: .relaxed)
    if first == 0 {
      firstTime.store(max(now, 1), ordering: .relaxed)
    } else if now &- first > sameWishNanoseconds {
      TemporaryFiles.removeAll()
      end(number)
    }
  }

  /// Runs inside a signal handler.
  private static func end(_ number: Int32) {
    RunningReader.end()
    signal(number, SIG_DFL)
    raise(number)
  }
}
