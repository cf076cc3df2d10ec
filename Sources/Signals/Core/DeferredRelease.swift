import Glibc

/// Releases long chains of objects without recursion.
///
/// If each link released the next from its own deinitializer, 100,000 links would need as many
/// stack frames. Instead, each link hands what it owns to this queue as a parcel. The first parcel
/// on a thread starts a loop that empties parcels one by one; nested releases only append theirs.
enum DeferredRelease {
  private final class Queue {
    var parcels: [any Parcel] = []
  }

  private static let key: pthread_key_t = {
    var key = pthread_key_t()
    let status = pthread_key_create(&key, nil)
    precondition(status == 0, "a thread-specific key can be made")
    return key
  }()

  /// Empties the parcel now, or after the release that is already running on this thread.
  static func empty(_ parcel: any Parcel) {
    if let pointer = pthread_getspecific(key) {
      Unmanaged<Queue>.fromOpaque(pointer).takeUnretainedValue().parcels.append(parcel)
      return
    }
    let queue = Queue()
    withExtendedLifetime(queue) {
      pthread_setspecific(key, Unmanaged.passUnretained(queue).toOpaque())
      parcel.empty()
      // Emptied outside the access to the array, because emptying may append to it.
      while let next = queue.parcels.popLast() { next.empty() }
      pthread_setspecific(key, nil)
    }
  }
}

/// Content to release later.
///
/// A parcel is empty once it has been processed, so it does not matter which stack frame holds the
/// last reference.
protocol Parcel: AnyObject {
  /// Releases the content.
  func empty()
}
