import Dispatch

/// The time that waiting is measured by, which tests set themselves.
struct FeedTimer: Sendable {
  /// Milliseconds that only grow.
  var now: @Sendable () -> Int64
  /// Calls something after so many milliseconds.
  var call: @Sendable (_ after: Int64, _ body: @escaping @Sendable () -> Void) -> Void

  /// The time of this machine.
  static let system: FeedTimer = {
    let queue = DispatchQueue(label: "homeserver.feed")
    return FeedTimer(
      now: { Int64(DispatchTime.now().uptimeNanoseconds / 1_000_000) },
      call: { delay, body in
        queue.asyncAfter(deadline: .now() + .milliseconds(Int(delay)), execute: body)
      })
  }()
}
