import Foundation
import GRDB
import Testing

@testable import Controllers
@testable import Matrix

/// What becomes of a vault that a disk, a copy or a person has damaged.
@Suite("Damaged vault", .timeLimit(.minutes(2)))
struct VaultDamageTests {
  private static let rooms = (0..<2000).map { "!room-with-a-usual-name-\($0):example.org" }
  private let folder: TestFolder
  private let directory: AccountDirectory
  private var path: String { folder.path + "/vault.sqlite" }

  init() throws {
    folder = try TestFolder()
    directory = try AccountDirectory(path: folder.path)
    try Vault(in: directory).addEncryptedRooms(Self.rooms)
  }

  private func bytes(_ name: String = "vault.sqlite") throws -> [UInt8] {
    try #require(try directory.read(name))
  }

  /// The vault with garbage in the pages of the table, not of its index, that have the names.
  private func overwriting(_ names: [String]) throws -> [UInt8] {
    var damaged = try bytes()
    let leafOfTable: UInt8 = 13
    for name in names {
      let page = try #require(
        stride(from: 0, to: damaged.count, by: 4096).first { start in
          damaged[start] == leafOfTable
            && Data(damaged[start..<(start + 4096)]).range(of: Data(name.utf8)) != nil
        })
      for index in page..<(page + 4096) { damaged[index] = 0xA5 }
    }
    return damaged
  }

  /// Opens the damaged vault and checks the copy of it.
  private func repaired(_ damaged: [UInt8]) throws -> (Vault, VaultRepair) {
    try directory.write("vault.sqlite", damaged)
    let vault = try Vault(in: directory)
    let repair = try #require(vault.repair)
    #expect(repair.copy == path + ".damaged-1")
    #expect(try directory.read("vault.sqlite.damaged-1") == damaged)
    let attributes = try FileManager.default.attributesOfItem(atPath: repair.copy)
    #expect(attributes[.posixPermissions] as? Int == 0o600)
    return (vault, repair)
  }

  @Test("of a vault with an overwritten page all other rows are saved")
  func page() throws {
    let damaged = try overwriting(["name-1000:"])
    let (vault, repair) = try repaired(damaged)

    let saved = try vault.encryptedRooms()
    #expect(saved.count > 1850 && saved.count < 2000)
    #expect(Set(saved).isSubset(of: Self.rooms))
    #expect([Self.rooms[0], Self.rooms[1999]].allSatisfy(saved.contains))
    #expect(repair.saved["encrypted_rooms"] == saved.count)
    #expect(repair.incomplete == ["encrypted_rooms"])
  }

  @Test("of two overwritten pages, the rows between them are saved too")
  func twoPages() throws {
    let (vault, _) = try repaired(try overwriting(["name-500:", "name-1500:"]))
    #expect(try vault.encryptedRooms().contains(Self.rooms[1000]))
  }

  @Test("damage elsewhere costs no draft and not the open room")
  func places() throws {
    let drafts = ["!a", "!b"].map { DraftRow(room: $0, text: "half a th", cursor: 4, isCut: false) }
    let place = OpenRoomRow(room: "!b", message: "$m", thread: "$t")
    do {
      let changes = PlaceChanges(writtenDrafts: drafts, openRoom: place)
      try Vault(in: directory).change(changes)
    }
    let (vault, repair) = try repaired(try overwriting(["name-1000:"]))
    #expect(try vault.drafts(limit: 10) == drafts.reversed())
    #expect(try vault.openRoom() == place)
    #expect(repair.saved["drafts"] == 2)
    #expect(repair.incomplete == ["encrypted_rooms"])
  }

  @Test("of half a vault the readable rows are saved")
  func half() throws {
    let whole = try bytes()
    let (vault, repair) = try repaired(Array(whole.prefix(whole.count / 2)))
    #expect(try !vault.encryptedRooms().isEmpty)
    #expect(repair.incomplete.contains("encrypted_rooms"))
  }

  @Test(
    "an empty or foreign file is kept aside, never taken for an empty vault",
    arguments: ["", "no database at all", String(repeating: "x", count: 8192)])
  func nothingReadable(content: String) throws {
    let (vault, repair) = try repaired(Array(content.utf8))
    #expect(try vault.encryptedRooms().isEmpty)
    #expect(repair.incomplete.contains("encrypted_rooms"))
  }

  @Test("rooms that a repair could not read are an error until their copy is moved away")
  func missingRooms() throws {
    try directory.write("vault.sqlite", [])
    let error = #expect(throws: RequestError.self) { try EncryptedRooms(directory).load() }
    let second = #expect(throws: RequestError.self) {
      try EncryptedRooms(AccountDirectory(path: folder.path)).load()
    }
    for error in [error, second] {
      guard case .storage(let reason) = error?.reason else {
        Issue.record("no error of the storage")
        return
      }
      #expect(reason.hasPrefix("vault.sqlite.damaged-1 is damaged (encrypted rooms: "))
      #expect(reason.contains("unencrypted"))
    }
    try directory.remove("vault.sqlite.damaged-1")
    #expect(try EncryptedRooms(directory).load().isEmpty)
  }

  @Test("the log of another database costs nothing")
  func foreignLog() throws {
    let other = try TestFolder()
    let queue = try DatabaseQueue(path: other.path + "/other")
    try queue.writeWithoutTransaction { database in
      try database.execute(
        sql: """
          PRAGMA journal_mode = WAL; CREATE TABLE other (text TEXT);
          INSERT INTO other VALUES (hex(randomblob(9000)));
          """)
    }
    let log = try #require(FileManager.default.contents(atPath: other.path + "/other-wal"))
    try directory.write("vault.sqlite-wal", Array(log))
    let (vault, repair) = try repaired(try bytes())

    #expect(try Set(vault.encryptedRooms()) == Set(Self.rooms))
    #expect(repair.incomplete.isEmpty)
    #expect(try directory.read("vault.sqlite.damaged-1-wal") == Array(log))
    #expect(try EncryptedRooms(directory).load().count == 2000)
  }

  @Test("a log without its database is kept aside, and not added to a new vault")
  func lonelyLog() throws {
    try directory.write("vault.sqlite-wal", [1, 2, 3])
    try directory.remove("vault.sqlite")
    let vault = try Vault(in: directory)
    #expect(vault.repair != nil)
    #expect(try directory.read("vault.sqlite.damaged-1-wal") == [1, 2, 3])
    #expect(try vault.encryptedRooms().isEmpty)
  }

  @Test("a log that ends midway keeps what it completes")
  func tornLog() throws {
    let copy = try TestFolder()
    let live = try Vault(in: directory)
    try live.addEncryptedRooms(["!first"])
    try live.addEncryptedRooms(["!second"])
    var log = try bytes("vault.sqlite-wal")
    log.removeLast(100)
    let moved = try AccountDirectory(path: copy.path)
    try moved.write("vault.sqlite", try bytes())
    try moved.write("vault.sqlite-wal", log)
    let vault = try Vault(in: moved)
    #expect(vault.repair == nil)
    let rooms = try vault.encryptedRooms()
    #expect(rooms.contains("!first") && !rooms.contains("!second"))
  }

  @Test("a transaction that a killed process left unfinished is undone, which is no damage")
  func hotJournal() throws {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments = [
      "python3", "-c",
      """
      import os, sqlite3, sys
      c = sqlite3.connect(sys.argv[1], isolation_level=None)
      c.execute("PRAGMA journal_mode = DELETE")
      c.execute("PRAGMA cache_size = 1")
      c.execute("BEGIN")
      for n in range(5000):
        c.execute("INSERT INTO encrypted_rooms (room) VALUES (?)", ("!half-%d" % n,))
      os._exit(0)
      """, path,
    ]
    try process.run()
    process.waitUntilExit()
    #expect(try directory.read("vault.sqlite-journal")?.isEmpty == false)
    let vault = try Vault(in: directory)
    #expect(vault.repair == nil)
    #expect(try Set(vault.encryptedRooms()) == Set(Self.rooms))
  }

  @Test("each repair keeps its own copy")
  func numbers() throws {
    for number in 1...2 {
      try directory.write("vault.sqlite", [UInt8(number)])
      #expect(try Vault(in: directory).repair?.copy == path + ".damaged-\(number)")
    }
    #expect(try directory.read("vault.sqlite.damaged-1") == [1])
  }

  @Test("a repair that was killed before its end begins again")
  func killed() throws {
    let whole = try bytes()
    let damaged = Array(whole.prefix(whole.count / 2))
    try directory.write("vault.sqlite.damaged-1", damaged)
    try directory.write(".vault.sqlite.new", Array("half".utf8))
    try directory.write(".vault.sqlite.damaged", Array("half".utf8))
    try directory.write("vault.sqlite", damaged)
    let vault = try Vault(in: directory)
    #expect(vault.repair?.copy == path + ".damaged-2")
    #expect(try !vault.encryptedRooms().isEmpty)
    let hidden = try FileManager.default.contentsOfDirectory(atPath: folder.path)
      .filter { $0.hasPrefix(".") }
    #expect(hidden.isEmpty)
  }

  @Test("a vault that another process uses is not repaired under it")
  func inUse() throws {
    let vault = try Vault(in: directory)
    let file = try #require(FileHandle(forUpdatingAtPath: path))
    try file.write(contentsOf: [UInt8](repeating: 0xA5, count: 100))
    // A closed descriptor would drop SQLite's locks.
    defer { withExtendedLifetime((vault, file)) {} }
    let error = #expect(throws: StorageError.self) {
      try Vault(in: AccountDirectory(path: folder.path))
    }
    #expect(error?.problem == .inUse(process: nil))
    #expect(try !directory.contains("vault.sqlite.damaged-1"))
  }
}
