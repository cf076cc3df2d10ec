import Dispatch

/// Tells whether code runs on the main queue.
///
/// A queue-specific key, not the thread, tells it. The main queue can be drained by a thread other
/// than the first one (it is after `dispatchMain()`), and the first thread can run a block of another
/// queue (inside `sync`). libdispatch also treats the first thread as the main queue while nothing
/// else runs on it, so code that an event loop calls there outside a main-queue callback is on main
/// too.
enum MainQueue {
  private static let key: DispatchSpecificKey<Bool> = {
    let key = DispatchSpecificKey<Bool>()
    DispatchQueue.main.setSpecific(key: key, value: true)
    return key
  }()

  static var isCurrent: Bool {
    DispatchQueue.getSpecific(key: key) ?? false
  }
}
