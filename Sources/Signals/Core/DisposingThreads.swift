import Glibc

/// The threads that are currently inside one disposable's `dispose()`.
///
/// When two threads call `dispose()` at once, neither may return before every entry has ended, so
/// the second thread ends the same entries again. Only a re-entrant call on the same thread returns
/// early; otherwise two disposables that dispose of each other would never finish.
struct DisposingThreads {
  private var threads: [pthread_t] = []

  /// Returns whether the calling thread was not inside yet; it must then call `leave()`.
  mutating func enter() -> Bool {
    let thread = pthread_self()
    guard !threads.contains(thread) else { return false }
    threads.append(thread)
    return true
  }

  /// Returns whether the calling thread was the last one.
  mutating func leave() -> Bool {
    let thread = pthread_self()
    threads.removeAll { $0 == thread }
    return threads.isEmpty
  }
}
