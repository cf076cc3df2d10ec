import Foundation
import GRDB
import Glibc
import ModelKit
import ModelStoreGRDB
import Testing

/// Children are exit tests: separate processes that run only the closure.
@Suite("Killed in the caller's transaction", .serialized)
struct JoinKillTests {
  /// The path shared by parent and child; a child knows only its parent's id.
  private static func path(of parent: pid_t) -> String { "/tmp/model-store-joins-\(parent)" }

  private static func open(_ parent: pid_t) throws -> JoinTests.Desk {
    try JoinTests.Desk(DatabasePool(path: path(of: parent)))
  }

  private static func removeFiles() {
    for suffix in ["", "-wal", "-shm"] { unlink(path(of: getpid()) + suffix) }
  }

  @Test("before the commit: neither the token nor the row is stored")
  func diesBeforeCommit() async throws {
    Self.removeFiles()
    defer { Self.removeFiles() }
    try Self.open(getpid()).save(1, "Ada")
    await #expect(processExitsWith: .signal(SIGKILL)) {
      try JoinKillTests.open(getppid()).save(2, "Bob") { _ in kill(getpid(), SIGKILL) }
    }
    let desk = try Self.open(getpid())
    #expect(try desk.tokens == [1])
    #expect(desk.name() == "Ada")
  }

  @Test("after the commit, before anybody is told: both are stored")
  func diesAfterCommit() async throws {
    Self.removeFiles()
    defer { Self.removeFiles() }
    try Self.open(getpid()).save(1, "Ada")
    await #expect(processExitsWith: .signal(SIGKILL)) {
      try JoinKillTests.open(getppid()).save(2, "Bob") { database in
        database.afterNextTransaction { _ in kill(getpid(), SIGKILL) }
      }
    }
    let desk = try Self.open(getpid())
    #expect(try desk.tokens == [1, 2])
    #expect(desk.name() == "Bob")
  }

  @Test("at any time: the rows are those of the token")
  func diesAnywhere() async throws {
    Self.removeFiles()
    defer { Self.removeFiles() }
    for round in 0..<6 {
      await #expect(processExitsWith: .signal(SIGKILL)) { [round = round as Int] in
        let desk = try JoinKillTests.open(getppid())
        let delay = UInt32(2_000 + round * 7_000)
        Thread.detachNewThread {
          usleep(delay)
          kill(getpid(), SIGKILL)
        }
        for number in ((try desk.tokens.last ?? 0) + 1)... {
          try desk.store.update { transaction in
            try desk.database.write { database in
              try database.execute(sql: "INSERT INTO token VALUES (?)", arguments: [number])
              for id in ["a", "b", "c"] {
                transaction.merge(FirstContact(id, ["name": "\(number)"]))
              }
              try transaction.save(in: database)
            }
          }
        }
      }
      let desk = try Self.open(getpid())
      let token = try desk.tokens.last.map(String.init)
      for id in ["a", "b", "c"] { #expect(desk.name(of: id) == token) }
    }
  }
}
