import Foundation
import Glibc
import ModelKit
import ModelStoreGRDB
import Testing

/// Children are exit tests: separate processes that run only the closure.
@Suite("Processes", .serialized)
struct ProcessTests {
  /// The path shared by parent and child; a child knows only its parent's id.
  private static func path(of parent: pid_t) -> String { "/tmp/model-store-processes-\(parent)" }

  /// Each transaction writes the same number to all of these rows.
  private static let ids = (0..<20).map(String.init)

  private static func makeStore(_ parent: pid_t) throws -> ModelStore {
    try ModelStore(
      persistence: GRDBPersistence(path: path(of: parent)), of: [FirstContact.self])
  }

  private static func removeFiles() {
    for suffix in ["", "-wal", "-shm", "-flushed"] { unlink(path(of: getpid()) + suffix) }
  }

  private static func writeNumber(_ number: Int, to store: ModelStore) {
    store.update { transaction in
      for id in ids { transaction.merge(FirstContact(id, ["name": "\(number)"])) }
    }
  }

  @Test(
    "a child killed while it writes loses no flushed transaction and leaves no partial one")
  func survivesKill() async throws {
    Self.removeFiles()
    defer { Self.removeFiles() }
    for round in 0..<8 {
      await #expect(processExitsWith: .signal(SIGKILL)) { [round = round as Int] in
        let parent = getppid()
        let store = try ProcessTests.makeStore(parent)
        let first = Int(store.value(FirstContact.self, "0")?.texts["name"] ?? "0") ?? 0
        let delay = UInt32(2_000 + round * 8_000)
        // A separate thread: on one processor a queue would wait until the writer is done.
        Thread.detachNewThread {
          usleep(delay)
          kill(getpid(), SIGKILL)
        }
        for number in (first + 1)... {
          ProcessTests.writeNumber(number, to: store)
          guard number % 3 == 0 else { continue }
          try store.flush()
          write(Array("\(number)".utf8), to: ProcessTests.path(of: parent) + "-flushed")
        }
      }
      let persistence = try GRDBPersistence(path: Self.path(of: getpid()))
      try persistence.check()
      let store = try ModelStore(persistence: persistence, of: [FirstContact.self])
      let numbers = Set(
        Self.ids.map { store.value(FirstContact.self, $0)?.texts["name"].flatMap(Int.init) ?? 0 })
      #expect(numbers.count == 1)
      let text = contents(of: Self.path(of: getpid()) + "-flushed")
      let flushed = Int(String(decoding: text, as: UTF8.self)) ?? 0
      #expect(numbers.allSatisfy { $0 >= flushed })
    }
    let store = try Self.makeStore(getpid())
    #expect(store.value(FirstContact.self, "0") != nil)
  }

  @Test("two processes that write one file at the same time neither lose nor damage anything")
  func sharesFile() async throws {
    Self.removeFiles()
    defer { Self.removeFiles() }
    await withTaskGroup(of: Void.self) { group in
      for _ in 0..<2 {
        group.addTask {
          await #expect(processExitsWith: .success) {
            let store = try ProcessTests.makeStore(getppid())
            for number in 0..<200 {
              store.update { transaction in
                transaction.merge(FirstContact("\(getpid())-\(number)", ["name": "\(number)"]))
                transaction.merge(FirstContact("both", ["name": "\(getpid())"]))
              }
              if number % 5 == 0 { try store.flush() }
            }
            try store.flush()
            exit(EXIT_SUCCESS)
          }
        }
      }
    }
    let persistence = try GRDBPersistence(path: Self.path(of: getpid()))
    try persistence.check()
    var count = 0
    try persistence.forEachRow(in: FirstContact.schema, ModelRowQuery()) { _, _ in
      count += 1
      return true
    }
    #expect(count == 401)
  }

  @Test("processes that create one file at the same time all open it", arguments: 0..<6)
  func createsFileTogether(round: Int) async throws {
    Self.removeFiles()
    defer { Self.removeFiles() }
    await withTaskGroup(of: Void.self) { group in
      for _ in 0..<4 {
        group.addTask {
          await #expect(processExitsWith: .success) {
            // All begin at the next tenth of a second, however long each took to start.
            usleep(100_000 - useconds_t(UInt64(Date().timeIntervalSince1970 * 1e6) % 100_000))
            _ = try ProcessTests.makeStore(getppid())
            exit(EXIT_SUCCESS)
          }
        }
      }
    }
  }
}
