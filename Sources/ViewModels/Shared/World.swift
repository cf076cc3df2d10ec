package import Imaging
package import Models
package import Signals

/// What view models need of the world besides controllers; nothing ambient is left to them.
package nonisolated struct World {
  /// Where delays run; its callbacks are brought to the main actor by whoever uses it.
  package var scheduler: any Scheduler
  /// The time of day.
  package var now: @Sendable () -> Timestamp
  /// Seconds east of UTC at a time.
  package var secondsFromUTC: @Sendable (Timestamp) -> Int
  /// The picture of people without one.
  package var placeholder: Bitmap
  /// What the machine calls the person; may be empty.
  package var loginName: String

  package init(
    scheduler: any Scheduler, now: @escaping @Sendable () -> Timestamp,
    secondsFromUTC: @escaping @Sendable (Timestamp) -> Int, placeholder: Bitmap,
    loginName: String
  ) {
    self.scheduler = scheduler
    self.now = now
    self.secondsFromUTC = secondsFromUTC
    self.placeholder = placeholder
    self.loginName = loginName
  }
}
