import Glibc

/// Admits one transaction at a time; the others wait.
///
/// Entering twice on one thread is a programming error that would deadlock, so it traps.
final class UpdateGate: @unchecked Sendable {
  // `@unchecked Sendable` is correct because a mutex is designed to be shared.
  private let mutex: UnsafeMutablePointer<pthread_mutex_t>

  init() {
    mutex = .allocate(capacity: 1)
    mutex.initialize(to: pthread_mutex_t())
    var attributes = pthread_mutexattr_t()
    pthread_mutexattr_init(&attributes)
    pthread_mutexattr_settype(&attributes, Int32(PTHREAD_MUTEX_ERRORCHECK))
    let status = pthread_mutex_init(mutex, &attributes)
    pthread_mutexattr_destroy(&attributes)
    precondition(status == 0, "a lock can be made")
  }

  deinit {
    pthread_mutex_destroy(mutex)
    mutex.deinitialize(count: 1)
    mutex.deallocate()
  }

  func enter() {
    let status = pthread_mutex_lock(mutex)
    precondition(
      status == 0, "a transaction or a will-change hook may only read its own store")
  }

  func leave() {
    pthread_mutex_unlock(mutex)
  }
}
