import Glibc

/// The threads that are inside of one disposable's `dispose()`.
///
/// Whoever disposes while another thread is about it must not return before everything has ended, so
/// the second thread ends the same entries once more. Only a thread that is in there already turns
/// back: disposables that end each other would never be done.
struct DisposingThreads {
  private var threads: [pthread_t] = []

  /// Whether the calling thread is new here, and has to leave when it is done.
  mutating func enter() -> Bool {
    let thread = pthread_self()
    guard !threads.contains(thread) else { return false }
    threads.append(thread)
    return true
  }

  /// Whether the calling thread was the last one.
  mutating func leave() -> Bool {
    let thread = pthread_self()
    threads.removeAll { $0 == thread }
    return threads.isEmpty
  }
}
