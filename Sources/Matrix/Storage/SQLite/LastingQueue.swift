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

  /// Ends the use of all databases when the program ends: the next start finds no log to read first.
  package static func closeAll() { close(queues.withLock { $0 }, within: .milliseconds(200)) }

  /// Closes databases; gives up on those that a long transaction still uses, as users expect to leave at
  /// once.
  static func close(_ queues: [DatabaseQueue], within limit: DispatchTimeInterval) {
    let done = DispatchSemaphore(value: 0)
    DispatchQueue(label: "close databases").async {
      for queue in queues { try? queue.close() }
      done.signal()
    }
    _ = done.wait(timeout: .now() + limit)
  }

  private static func keep(_ queue: DatabaseQueue) -> DatabaseQueue {
    queues.withLock { $0.append(queue) }
    return queue
  }
}
