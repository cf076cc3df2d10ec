import Synchronization

/// What controllers were asked to do, in order.
final class Journal: Sendable {
  private let lines = Mutex<[String]>([])

  /// Notes a call.
  func note(_ line: String) {
    lines.withLock { $0.append(line) }
  }

  /// The calls since the last time.
  func take() -> [String] {
    lines.withLock { lines in
      defer { lines = [] }
      return lines
    }
  }
}
