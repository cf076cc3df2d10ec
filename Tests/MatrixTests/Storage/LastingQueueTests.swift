import Dispatch
import Foundation
import GRDB
import Testing

@testable import Matrix

@Suite("Lasting queues", .timeLimit(.minutes(1)))
struct LastingQueueTests {
  @Test("the end of the program empties the logs, but waits for no long transaction")
  func logs() throws {
    let folder = try TemporaryFolder()
    var configuration = Configuration()
    configuration.journalMode = .wal
    let paths = ["idle", "busy"].map { "\(folder.path)/\($0).sqlite" }
    let queues = try paths.map { try DatabaseQueue(path: $0, configuration: configuration) }
    for queue in queues { try queue.write { try $0.execute(sql: "CREATE TABLE rows (id)") } }
    #expect(try paths.map(logSize).allSatisfy { $0 > 0 })

    let (begun, ending, ended) = (
      DispatchSemaphore(value: 0), DispatchSemaphore(value: 0), DispatchSemaphore(value: 0)
    )
    DispatchQueue.global().async { [queue = queues[1]] in
      queue.inDatabase { _ in
        begun.signal()
        ending.wait()
      }
      ended.signal()
    }
    begun.wait()
    LastingQueue.emptyLogs(of: queues, within: .milliseconds(200))
    #expect(try logSize(of: paths[0]) == 0)
    #expect(try logSize(of: paths[1]) > 0)
    ending.signal()
    ended.wait()
    #expect(try queues[0].read { try Int.fetchOne($0, sql: "SELECT count(*) FROM rows") } == 0)
  }

  private func logSize(of path: String) throws -> Int {
    try #require(
      FileManager.default.attributesOfItem(atPath: path + "-wal")[.size] as? Int)
  }
}
