import FoundationEssentials
package import Models

/// Where the time of day comes from, for what is shown and for what is kept across restarts.
package typealias WallClock = @Sendable () -> Timestamp

/// The machine's own time.
package let systemWallClock: WallClock = {
  Timestamp(milliseconds: Int64(Date().timeIntervalSince1970 * 1000))
}
