import Foundation
import GRDB
import Glibc
import Testing

@testable import Homeserver

@Suite("A damaged or foreign database")
struct DatabaseFileTests {
  private let name = "homeserver.sqlite"

  /// Damages the database of a stopped server, and expects that a start is refused with a reason
  /// and changes nothing.
  private func expectRefusal(
    _ reason: String, after spoil: (DataRoom, Data) async throws -> Void
  ) async throws {
    let room = DataRoom()
    try await room.fill()
    try await spoil(room, try room.bytes(name))
    let spoilt = try? room.bytes(name)
    let refusal = room.refusal()
    #expect(refusal?.contains(room.file(name)) == true)
    #expect(refusal?.contains(reason) == true, "\(refusal ?? "started")")
    #expect((try? room.bytes(name)) == spoilt)
  }

  @Test("A server that ended leaves its data in one file")
  func wholeFile() async throws {
    let room = DataRoom()
    try await room.fill()
    let log = try? room.bytes(name + "-wal")
    #expect(log == nil || log?.isEmpty == true)
    #expect(try room.bytes(name).count > 4096)
  }

  @Test("Overwritten bytes in the middle are detected", arguments: [1, 3, 9])
  func overwritten(page: Int) async throws {
    try await expectRefusal("is damaged") { room, data in
      var data = data
      let start = page * 4096
      for index in start..<start + 4096 { data[index] = UInt8(index % 255) + 1 }
      try room.write(data, to: name)
    }
  }

  @Test("A truncated file is detected", arguments: [4096, 20000])
  func cutOff(size: Int) async throws {
    try await expectRefusal("is damaged") { room, data in
      try room.write(data.prefix(size), to: name)
    }
  }

  @Test("An empty file beside a server's data is not a new server")
  func empty() async throws {
    try await expectRefusal("is empty or missing") { room, _ in
      try room.write(Data(), to: name)
    }
  }

  @Test("An empty file is not a new server, even without other data")
  func emptyAlone() throws {
    let room = DataRoom()
    mkdir(room.path, 0o700)
    try room.write(Data(), to: name)
    #expect(room.refusal()?.contains("is empty or missing") == true)
    #expect(try room.bytes(name).isEmpty)
  }

  @Test("A missing file beside a server's data is not a new server")
  func missing() async throws {
    try await expectRefusal("is empty or missing") { room, _ in unlink(room.file(name)) }
  }

  @Test("The write-ahead log of a missing file is kept")
  func onlyLog() async throws {
    let room = DataRoom()
    mkdir(room.path, 0o700)
    try room.write(Data([1, 2, 3]), to: name + "-wal")
    #expect(room.refusal()?.contains("is empty or missing") == true)
    #expect(try room.bytes(name + "-wal") == Data([1, 2, 3]))
  }

  @Test("A file that is not a database is left alone")
  func noDatabase() async throws {
    try await expectRefusal("no longer a database") { room, _ in
      try room.write(Data("Dear diary, today I wrote a server.".utf8), to: name)
    }
  }

  @Test("The database of another program is left alone")
  func foreign() async throws {
    try await expectRefusal("another program") { room, _ in
      unlink(room.file(name))
      try await DatabaseQueue(path: room.file(name)).write {
        try $0.execute(sql: "CREATE TABLE notes (text TEXT); INSERT INTO notes VALUES ('mine')")
      }
    }
  }

  @Test("A database of a newer version is left alone")
  func newer() async throws {
    try await expectRefusal("newer version") { room, _ in
      try await DatabaseQueue(path: room.file(name)).write {
        try $0.execute(sql: "INSERT INTO grdb_migrations VALUES ('999')")
      }
    }
  }

  @Test("An interrupted first start is resumed", arguments: [false, true])
  func earlyEnd(hasTable: Bool) async throws {
    let room = DataRoom()
    mkdir(room.path, 0o700)
    try room.write(Data(), to: name + ".new")
    try DatabaseFile(path: room.file(name)).prepare()
    #expect(try room.bytes(name).count > 0 && room.mode(name) == 0o600)
    if hasTable {
      try await DatabaseQueue(path: room.file(name)).write {
        try $0.execute(sql: "CREATE TABLE grdb_migrations (identifier TEXT NOT NULL PRIMARY KEY)")
      }
    }
    #expect(room.refusal() == nil)
  }

  @Test("A copy made by SQLite is as good as the file")
  func copy() async throws {
    let room = DataRoom()
    try await room.fill()
    let copy = room.file("copy")
    try await DatabaseQueue(path: room.file(name)).vacuum(into: copy)
    #expect(rename(copy, room.file(name)) == 0)
    #expect(room.refusal() == nil)
  }
}
