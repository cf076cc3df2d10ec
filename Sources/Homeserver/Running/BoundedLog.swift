import Synchronization

/// What a server says while it runs; its log in the background does not grow without end.
package final class BoundedLog: Sendable {
  private let log: ServerLog
  private let write: @Sendable (String) -> Void
  /// How many bytes were written since the length of the log was looked at.
  private let written = Mutex(0)

  /// - Parameters:
  ///   - log: Where the lines go when the server runs in the background.
  ///   - write: Writes a line.
  package init(_ log: ServerLog, write: @escaping @Sendable (String) -> Void) {
    self.log = log
    self.write = write
  }

  /// Writes a line; any thread may call.
  package func say(_ line: String) {
    written.withLock { written in
      write(line)
      written += line.utf8.count
      guard written > ServerLog.kept else { return }
      written = 0
      log.trim()
    }
  }
}
