public import Glibc

/// A value behind a lock.
///
/// `@unchecked Sendable` is correct because `withLock` is the only access to the value. The lock is
/// a pthread mutex rather than the standard library's `Mutex` because the thread sanitizer cannot
/// see into the latter and would report every use. Code that runs with the lock held must not call
/// user code, nor release the last reference to an object whose deinitialiser might.
@usableFromInline
package final class Lock<Value>: @unchecked Sendable {
  @usableFromInline let mutex: UnsafeMutablePointer<pthread_mutex_t>
  @usableFromInline @exclusivity(unchecked) var value: Value

  @inlinable
  package init(_ value: Value) {
    self.value = value
    mutex = .allocate(capacity: 1)
    mutex.initialize(to: pthread_mutex_t())
    let status = pthread_mutex_init(mutex, nil)
    precondition(status == 0, "a lock can be made")
  }

  deinit {
    pthread_mutex_destroy(mutex)
    mutex.deinitialize(count: 1)
    mutex.deallocate()
  }

  @inlinable
  package func withLock<Result: ~Copyable, Failure: Error>(
    _ body: (inout Value) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    pthread_mutex_lock(mutex)
    defer { pthread_mutex_unlock(mutex) }
    return try body(&value)
  }
}
