import Dispatch
import GRDB
import Testing

@testable import Matrix

@Suite("Lasting queues")
struct LastingQueueTests {
  @Test("the end of the program closes databases, but waits for no long transaction")
  func closing() throws {
    let (idle, busy) = (try DatabaseQueue(), try DatabaseQueue())
    let (begun, ending) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
    DispatchQueue.global().async {
      busy.inDatabase { _ in
        begun.signal()
        ending.wait()
      }
    }
    begun.wait()
    LastingQueue.close([idle, busy], within: .milliseconds(200))
    #expect(throws: DatabaseError.self) { try idle.read { try Int.fetchOne($0, sql: "SELECT 1") } }
    ending.signal()
  }
}
