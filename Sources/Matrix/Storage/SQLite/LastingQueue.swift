import Dispatch
import GRDB
import Synchronization

/// Opens databases without ever freeing their queues.
///
/// libdispatch frees a queue that has specific data, as GRDB's have, on its pool of threads. Once
/// used, that pool wakes the program once a second for good. A queue whose database is closed costs
/// a few kilobytes.
package enum LastingQueue {
  private static let queues = Mutex<[DatabaseQueue]>([])

  /// Opens a database; the caller must close it.
  static func open(
    _ path: String, _ configuration: Configuration = Configuration()
  ) throws -> DatabaseQueue {
    try keep(DatabaseQueue(path: path, configuration: configuration))
  }

  /// Makes a database in memory; the caller must close it.
  static func openInMemory() throws -> DatabaseQueue { try keep(DatabaseQueue()) }

  /// Empties the logs of all databases when the program ends, which the next start would have to read.
  ///
  /// The databases stay open: other threads may use them until the process is gone, and SQLite crashes on a
  /// closed one.
  package static func emptyLogs() {
    emptyLogs(of: queues.withLock { $0 }, within: .milliseconds(200))
  }

  /// Empties logs; gives up on databases that a long transaction still uses, as users expect to leave at
  /// once.
  static func emptyLogs(of queues: [DatabaseQueue], within limit: DispatchTimeInterval) {
    let done = DispatchSemaphore(value: 0)
    DispatchQueue(label: "empty logs").async {
      for queue in queues {
        _ = try? queue.writeWithoutTransaction { try $0.checkpoint(.truncate) }
      }
      done.signal()
    }
    _ = done.wait(timeout: .now() + limit)
  }

  private static func keep(_ queue: DatabaseQueue) -> DatabaseQueue {
    queues.withLock { $0.append(queue) }
    return queue
  }
}
