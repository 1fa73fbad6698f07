internal import CLibrary

/// A lock that a thread can also wait under until something has changed.
///
/// `Mutex` has no condition to wait for, and a semaphore could not say "look again, all of you".
@safe
package final class Monitor: @unchecked Sendable {
  // Sendable: both are made for use by several threads. Their addresses must not change, so the
  // allocations.
  private let mutex = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
  private let condition = UnsafeMutablePointer<pthread_cond_t>.allocate(capacity: 1)

  package init() {
    unsafe pthread_mutex_init(mutex, nil)
    unsafe pthread_cond_init(condition, nil)
  }

  deinit {
    unsafe pthread_cond_destroy(condition)
    unsafe pthread_mutex_destroy(mutex)
    unsafe condition.deallocate()
    unsafe mutex.deallocate()
  }

  package func lock() { unsafe _ = pthread_mutex_lock(mutex) }

  package func unlock() { unsafe _ = pthread_mutex_unlock(mutex) }

  /// Gives up the lock until another thread calls ``wakeAll()``, or for no reason at all.
  package func wait() { unsafe _ = pthread_cond_wait(condition, mutex) }

  package func wakeAll() { unsafe _ = pthread_cond_broadcast(condition) }
}
