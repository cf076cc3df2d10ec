import GRDB
import Synchronization

/// Opens databases without ever freeing their queues.
///
/// libdispatch frees a queue that has specific data, as GRDB's have, on its pool of threads. Once
/// used, that pool wakes the program once a second for good. A queue whose database is closed costs
/// a few kilobytes.
enum LastingQueue {
  private static let queues = Mutex<[DatabaseQueue]>([])

  /// Opens a database; the caller must close it.
  static func open(
    _ path: String, _ configuration: Configuration = Configuration()
  ) throws -> DatabaseQueue {
    try keep(DatabaseQueue(path: path, configuration: configuration))
  }

  /// Makes a database in memory; the caller must close it.
  static func openInMemory() throws -> DatabaseQueue { try keep(DatabaseQueue()) }

  private static func keep(_ queue: DatabaseQueue) -> DatabaseQueue {
    queues.withLock { $0.append(queue) }
    return queue
  }
}
