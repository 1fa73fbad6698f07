internal import Synchronization

#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#else
  internal import Darwin
#endif

/// SIGINT and SIGTERM as a wish to stop: the first one is noted, a second one ends the process at
/// once.
enum Interruption {
  private static let request = Atomic<Bool>(false)

  /// A signal came, since the beginning or the last ``acknowledge()``.
  static var isRequested: Bool { request.load(ordering: .relaxed) }

  /// The run has ended, because of the signal or by itself: from here on only a signal that comes later counts, which gives
  /// up what is still to be written.
  static func acknowledge() { request.store(false, ordering: .relaxed) }

  /// From here on signals are noted.
  static func watch() {
    // Initialised before a handler can run: lazy initialisation is not safe inside one.
    _ = isRequested
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
      Interruption.request.store(true, ordering: .relaxed)
      signal(number, SIG_DFL)
    }
    #if canImport(Glibc)
      action.__sigaction_handler.sa_handler = handler
    #elseif canImport(Musl)
      action.__sa_handler.sa_handler = handler
    #else
      action.__sigaction_u.__sa_handler = handler
    #endif
    // Without SA_RESTART: a read that waits for input returns, so that the run can end.
    action.sa_flags = 0
    // SAFETY: the structure is local and valid during the call.
    unsafe sigaction(number, &action, nil)
  }
}
