import Synchronization

/// Says in the log what is wrong with the disk: once a minute for each trouble, because every request
/// meets it.
final class TroubleLog: Sendable {
  private static let interval = Duration.seconds(60)

  private let log: @Sendable (String) -> Void
  private let told = Mutex<[StorageTrouble: ContinuousClock.Instant]>([:])

  init(_ log: @escaping @Sendable (String) -> Void) {
    self.log = log
  }

  /// - Parameter cause: What the system or SQLite said.
  func report(_ trouble: StorageTrouble, cause: any Error) {
    let now = ContinuousClock.now
    let isDue = told.withLock { told in
      if let last = told[trouble], now - last < Self.interval { return false }
      told[trouble] = now
      return true
    }
    guard isDue else { return }
    // SQLite's errors show statements of several lines.
    let words = "\(cause)".split(whereSeparator: \.isWhitespace).joined(separator: " ")
    log("\(trouble.text) (\(words))")
  }
}
