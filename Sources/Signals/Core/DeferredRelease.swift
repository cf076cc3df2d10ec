import Glibc

/// Lets go of long chains of objects without recursion.
///
/// When the end of one link releases the next link, 100,000 links would need as many stack frames.
/// Links hand what they own to this queue as a parcel instead: the first one on a thread opens the
/// parcels one after the other, those inside of it only append theirs.
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

  /// Empties the parcel, now or when the release that is under way on this thread has returned.
  static func empty(_ parcel: any Parcel) {
    if let pointer = pthread_getspecific(key) {
      Unmanaged<Queue>.fromOpaque(pointer).takeUnretainedValue().parcels.append(parcel)
      return
    }
    let queue = Queue()
    withExtendedLifetime(queue) {
      pthread_setspecific(key, Unmanaged.passUnretained(queue).toOpaque())
      parcel.empty()
      // Emptied outside of the access to the array, which that may append to.
      while let next = queue.parcels.popLast() { next.empty() }
      pthread_setspecific(key, nil)
    }
  }
}

/// What is to be released later.
///
/// Holding a parcel costs nothing, so that it does not matter which stack frame holds it last.
protocol Parcel: AnyObject {
  /// Lets go of the content.
  func empty()
}
