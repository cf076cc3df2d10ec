import Synchronization

/// Logs trouble with the disk, once a minute for each kind, because every request meets it.
final class TroubleLog: Sendable {
  private static let interval = Duration.seconds(60)

  private let log: @Sendable (String) -> Void
  private let reported = Mutex<[StorageTrouble: ContinuousClock.Instant]>([:])

  init(_ log: @escaping @Sendable (String) -> Void) {
    self.log = log
  }

  /// - Parameter cause: The error of the system or of SQLite.
  func report(_ trouble: StorageTrouble, cause: any Error) {
    let now = ContinuousClock.now
    let isDue = reported.withLock { reported in
      if let last = reported[trouble], now - last < Self.interval { return false }
      reported[trouble] = now
      return true
    }
    guard isDue else { return }
    // SQLite's errors contain statements of several lines.
    let words = "\(cause)".split(whereSeparator: \.isWhitespace).joined(separator: " ")
    log("\(trouble.text) (\(words))")
  }
}
