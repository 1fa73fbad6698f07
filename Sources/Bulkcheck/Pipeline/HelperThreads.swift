#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#else
  internal import Darwin
#endif

/// Threads that run one body each, until all of them are joined.
///
/// Threads of our own instead of Dispatch: the number is the one that was asked for, the calling thread always takes part
/// as worker 0, and a run of a few records starts nothing at all.
struct HelperThreads: ~Copyable {
  private var threads: [pthread_t] = []

  /// As much as the main thread usually has; a record may be deeply nested.
  private static let stackBytes = 8 << 20

  init() {}

  var isEmpty: Bool { threads.isEmpty }

  /// Starts up to `count` threads that run `body` with the numbers from 1 on; fewer where the system refuses.
  mutating func start(_ count: Int, _ body: @escaping @Sendable (Int) -> Void) {
    let attributes = UnsafeMutablePointer<pthread_attr_t>.allocate(capacity: 1)
    unsafe pthread_attr_init(attributes)
    unsafe pthread_attr_setstacksize(attributes, HelperThreads.stackBytes)
    defer {
      unsafe pthread_attr_destroy(attributes)
      unsafe attributes.deallocate()
    }
    for number in 1..<max(1, count + 1) {
      let work = unsafe Unmanaged.passRetained(Work { body(number) })
      #if canImport(Darwin)
        var thread: pthread_t?
      #else
        var thread = pthread_t()
      #endif
      let result = unsafe pthread_create(&thread, attributes, runWork, work.toOpaque())
      guard result == 0 else {
        unsafe work.release()
        return
      }
      #if canImport(Darwin)
        if let thread { threads.append(thread) }
      #else
        threads.append(thread)
      #endif
    }
  }

  /// Waits until every body has returned.
  mutating func join() {
    for thread in threads { _ = pthread_join(thread, nil) }
    threads.removeAll()
  }
}

/// What one thread runs.
private final class Work: Sendable {
  let body: @Sendable () -> Void
  init(_ body: @escaping @Sendable () -> Void) { self.body = body }
}

#if canImport(Darwin)
  private func runWork(_ context: UnsafeMutableRawPointer) -> UnsafeMutableRawPointer? {
    // SAFETY: the reference that `start` retained for this thread.
    unsafe Unmanaged<Work>.fromOpaque(context).takeRetainedValue().body()
    return nil
  }
#else
  private func runWork(_ context: UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? {
    // SAFETY: the reference that `start` retained for this thread.
    if let context = unsafe context {
      unsafe Unmanaged<Work>.fromOpaque(context).takeRetainedValue().body()
    }
    return nil
  }
#endif
