import LocalSystem
package import Models

/// The source of the time of day, for display and for storage across restarts; any thread may call.
package typealias WallClock = @Sendable () -> Timestamp

/// The machine's own clock.
package let systemWallClock: WallClock = {
  Timestamp(milliseconds: SystemClock.milliseconds())
}
