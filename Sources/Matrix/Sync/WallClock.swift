import LocalSystem
package import Models

/// Where the time of day comes from, for what is shown and for what is kept across restarts.
package typealias WallClock = @Sendable () -> Timestamp

/// The machine's own time.
package let systemWallClock: WallClock = {
  Timestamp(milliseconds: SystemClock.milliseconds())
}
