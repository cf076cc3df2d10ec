import Synchronization

/// Writes the lines of a running server, and keeps its log file from growing without bound.
package final class BoundedLog: Sendable {
  private let log: ServerLog
  private let write: @Sendable (String) -> Void
  /// The bytes written since the last check of the file's length.
  private let written = Mutex(0)

  /// - Parameter log: The file that receives the lines when the server runs in the background.
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
