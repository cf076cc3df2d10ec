import Glibc

/// Collects values from any thread.
///
/// `@unchecked Sendable` is correct because the values are accessed only under the mutex; it is a
/// pthread mutex because the thread sanitizer recognises it.
final class Box<Value: Sendable>: @unchecked Sendable {
  private let mutex: UnsafeMutablePointer<pthread_mutex_t>
  private var content: [Value]

  init(_ values: [Value] = []) {
    content = values
    mutex = .allocate(capacity: 1)
    mutex.initialize(to: pthread_mutex_t())
    pthread_mutex_init(mutex, nil)
  }

  deinit {
    pthread_mutex_destroy(mutex)
    mutex.deallocate()
  }

  var values: [Value] {
    modify { $0 }
  }

  func append(_ value: Value) {
    modify { $0.append(value) }
  }

  func removeAll() {
    modify { $0.removeAll() }
  }

  func modify<Result>(_ body: (inout [Value]) -> Result) -> Result {
    pthread_mutex_lock(mutex)
    defer { pthread_mutex_unlock(mutex) }
    return body(&content)
  }
}
