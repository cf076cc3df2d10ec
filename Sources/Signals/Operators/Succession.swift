import Glibc

/// Attaches signals that replace one another, without recursion.
///
/// `concat` and `catch` attach the next signal to the observer of the one that ended. When signals
/// end while they are being attached, each attachment would run inside the previous one. Instead,
/// the outermost attachment for a subscription on a thread runs those that follow. A recursive
/// `concat`, `a.concat(.deferred { b.concat(.deferred { … }) })`, therefore needs a constant stack.
enum Succession {
  /// One running attachment; the frames of a thread form a linked list.
  private final class Frame {
    let subscription: Subscription
    let outer: Frame?
    /// The attachment that follows.
    ///
    /// There is at most one: only the end of the current signal adds it.
    var next: (() -> Void)?

    init(_ subscription: Subscription, inside outer: Frame?) {
      self.subscription = subscription
      self.outer = outer
    }
  }

  private static let key: pthread_key_t = {
    var key = pthread_key_t()
    let status = pthread_key_create(&key, nil)
    precondition(status == 0, "a thread-specific key can be made")
    return key
  }()

  /// Attaches a signal for the subscription, then those that follow it on this thread.
  static func begin(_ subscription: Subscription, _ attach: () -> Void) {
    let innermost = current()
    guard innermost?.subscription !== subscription else { return attach() }
    let frame = Frame(subscription, inside: innermost)
    withExtendedLifetime(frame) {
      pthread_setspecific(key, Unmanaged.passUnretained(frame).toOpaque())
      attach()
      while let next = frame.next {
        frame.next = nil
        next()
      }
      pthread_setspecific(key, innermost.map { Unmanaged.passUnretained($0).toOpaque() })
    }
  }

  /// Attaches the next signal for the subscription: now, or when the running attachment returns.
  static func follow(_ subscription: Subscription, _ attach: @escaping () -> Void) {
    var frame = current()
    while let candidate = frame, candidate.subscription !== subscription { frame = candidate.outer }
    guard let frame else { return begin(subscription, attach) }
    frame.next = attach
  }

  private static func current() -> Frame? {
    pthread_getspecific(key).map { Unmanaged<Frame>.fromOpaque($0).takeUnretainedValue() }
  }
}
