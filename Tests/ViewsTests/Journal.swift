import Synchronization

/// The calls that controllers received, in order.
final class Journal: Sendable {
  private let lines = Mutex<[String]>([])

  /// Records a call.
  func note(_ line: String) {
    lines.withLock { $0.append(line) }
  }

  /// The calls since the last time this method was called.
  func take() -> [String] {
    lines.withLock { lines in
      defer { lines = [] }
      return lines
    }
  }
}
