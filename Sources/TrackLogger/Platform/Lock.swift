import Glibc

/// A mutex with one condition.
///
/// `@unchecked Sendable`: both are made before anyone else can see them, live at fixed addresses as long as the lock, and are
/// touched only by the calls that are made for many threads.
final class Lock: @unchecked Sendable {
  private let mutex = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
  private let condition = UnsafeMutablePointer<pthread_cond_t>.allocate(capacity: 1)

  init() {
    mutex.initialize(to: pthread_mutex_t())
    condition.initialize(to: pthread_cond_t())
    pthread_mutex_init(mutex, nil)
    // Waits are told apart by a clock that never steps.
    var attributes = pthread_condattr_t()
    pthread_condattr_init(&attributes)
    pthread_condattr_setclock(&attributes, CLOCK_MONOTONIC)
    pthread_cond_init(condition, &attributes)
    pthread_condattr_destroy(&attributes)
  }

  deinit {
    pthread_cond_destroy(condition)
    pthread_mutex_destroy(mutex)
    condition.deallocate()
    mutex.deallocate()
  }

  func hold<T>(_ body: () -> T) -> T {
    pthread_mutex_lock(mutex)
    defer { pthread_mutex_unlock(mutex) }
    return body()
  }

  /// Within `hold`: lets go until someone notifies. May return without cause.
  func wait() { pthread_cond_wait(condition, mutex) }

  /// Within `hold`: lets go until someone notifies, for `seconds` at most. May return without cause.
  func wait(seconds: Int) {
    var until = timespec()
    clock_gettime(CLOCK_MONOTONIC, &until)
    until.tv_sec += seconds
    pthread_cond_timedwait(condition, mutex, &until)
  }

  /// Wakes whoever waits.
  func notify() { pthread_cond_broadcast(condition) }
}
