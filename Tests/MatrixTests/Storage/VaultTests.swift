import Foundation
import GRDB
import Glibc
import Testing

@testable import Matrix

@Suite("Vault", .timeLimit(.minutes(5)))
struct VaultTests {
  private let folder: TestFolder
  private let directory: AccountDirectory
  private var path: String { folder.path + "/vault.sqlite" }

  init() throws {
    folder = try TestFolder()
    directory = try AccountDirectory(path: folder.path)
  }

  private func mode(_ path: String) throws -> Int? {
    try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int
  }

  private var names: [String] {
    get throws {
      try FileManager.default.contentsOfDirectory(atPath: folder.path)
        .filter { !$0.hasSuffix(".lock") }.sorted()
    }
  }

  @Test("its files are private, also under a generous umask, and nothing temporary remains")
  func modes() throws {
    let vault = try Vault(in: directory)
    try vault.addEncryptedRooms(["!a"])

    #expect(try names == ["vault.sqlite", "vault.sqlite-shm", "vault.sqlite-wal"])
    for name in try FileManager.default.contentsOfDirectory(atPath: folder.path) {
      #expect(try mode(folder.path + "/" + name) == 0o600, "\(name)")
    }
  }

  @Test("a change waits for the disk, in a log")
  func settings() throws {
    let vault = try Vault(in: directory)
    let settings = try vault.read { database in
      try ["journal_mode", "synchronous", "busy_timeout", "application_id"].map {
        try String.fetchOne(database, sql: "PRAGMA \($0)")
      }
    }
    #expect(settings == ["wal", "2", "5000", "1668576865"])
  }

  @Test("a link, an open or a foreign file is refused by name, and stays as it is")
  func refused() throws {
    do { _ = try Vault(in: directory) }
    chmod(path, 0o640)
    #expect(throws: StorageError(path: directory.path, problem: .openToOthers)) {
      try Vault(in: directory)
    }
    chmod(path, 0o600)
    rename(path, folder.path + "/target")
    symlink(folder.path + "/target", path)
    #expect(throws: StorageError(path: path, problem: .notRegular)) { try Vault(in: directory) }
    unlink(path)
    mkfifo(path, 0o600)
    #expect(throws: StorageError(path: path, problem: .notRegular)) { try Vault(in: directory) }
  }

  @Test("a link in place of its log is refused")
  func linkedLog() throws {
    do { _ = try Vault(in: directory) }
    symlink("/dev/null", path + "-wal")
    #expect(throws: StorageError(path: path + "-wal", problem: .notRegular)) {
      try Vault(in: directory)
    }
  }

  @Test("a vault of another user is refused", .enabled(if: geteuid() == 0, "needs root"))
  func foreign() throws {
    do { _ = try Vault(in: directory) }
    chown(path, 12345, 12345)
    #expect(throws: StorageError(path: path, problem: .foreignOwner)) {
      try Vault(in: directory)
    }
  }

  @Test("many writers at once lose nothing and do not fail")
  func writers() async throws {
    try await withThrowingTaskGroup(of: Void.self) { group in
      for writer in 0..<4 {
        group.addTask {
          let vault = try Vault(in: AccountDirectory(path: directory.path))
          for number in 0..<25 { try vault.addEncryptedRooms(["!\(writer)-\(number)"]) }
        }
      }
      try await group.waitForAll()
    }
    #expect(try Vault(in: directory).encryptedRooms().count == 100)
  }

  @Test("another process's change is seen")
  func process() throws {
    let vault = try Vault(in: directory)
    try vault.addEncryptedRooms(["!a"])
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments = [
      "python3", "-c",
      "import sqlite3, sys; c = sqlite3.connect(sys.argv[1]); "
        + "c.execute(\"INSERT INTO encrypted_rooms (room) VALUES ('!b')\"); c.commit()", path,
    ]
    try process.run()
    process.waitUntilExit()
    #expect(process.terminationStatus == 0)
    #expect(try vault.encryptedRooms().sorted() == ["!a", "!b"])
  }

  @Test("sealing a part stops its changes through this value only")
  func sealed() throws {
    let vault = try Vault(in: directory)
    vault.seal(.encryptedRooms)
    #expect(throws: StorageError(path: path, problem: .sealed)) {
      try vault.addEncryptedRooms(["!a"])
    }
    try Vault(in: directory).addEncryptedRooms(["!b"])
    #expect(try vault.encryptedRooms() == ["!b"])
  }

  @Test("when the file cannot grow, the error names it, and what was there is kept")
  func full() throws {
    let vault = try Vault(in: directory)
    try vault.addEncryptedRooms(["!a"])
    try vault.read { try $0.execute(sql: "PRAGMA max_page_count = 1") }
    let error = #expect(throws: StorageError.self) {
      try vault.addEncryptedRooms((0..<5000).map { "!\($0)" })
    }
    #expect(error == StorageError(path: path, problem: .unwritable("no space left on the disk")))
    #expect(try vault.encryptedRooms() == ["!a"])
    try vault.read { try $0.execute(sql: "PRAGMA max_page_count = 1000000") }
    try vault.addEncryptedRooms(["!b"])
    #expect(try vault.encryptedRooms().count == 2)
  }

  // MARK: - Versions

  private var nextVersion: DatabaseMigrator {
    var migrator = VaultLayout.migrator
    migrator.registerMigration("next") { try $0.execute(sql: "CREATE TABLE later (id INTEGER)") }
    return migrator
  }

  @Test("a vault of a newer version is refused and left untouched")
  func newer() throws {
    do { try Vault(in: directory, migrator: nextVersion).addEncryptedRooms(["!a"]) }
    let before = try directory.read("vault.sqlite")
    #expect(throws: StorageError(path: path, problem: .newerVersion)) {
      try Vault(in: directory)
    }
    #expect(try directory.read("vault.sqlite") == before)
    #expect(try Vault(in: directory, migrator: nextVersion).encryptedRooms() == ["!a"])
  }

  @Test("before its tables change, an older vault is copied aside, privately and once")
  func copied() throws {
    do { try Vault(in: directory).addEncryptedRooms(["!a"]) }
    let version = VaultLayout.migrator.migrations.count
    try directory.write("vault.sqlite.schema-0", [1])
    let vault = try Vault(in: directory, migrator: nextVersion)

    #expect(try vault.encryptedRooms() == ["!a"])
    let copies = try names.filter { $0.contains("schema") }
    #expect(copies == ["vault.sqlite.schema-\(version)"])
    let copy = folder.path + "/" + (copies.first ?? "")
    #expect(try mode(copy) == 0o600)
    let rooms = try DatabaseQueue(path: copy).read {
      try String.fetchAll($0, sql: "SELECT room FROM encrypted_rooms")
    }
    #expect(rooms == ["!a"])
  }

  @Test("tables do not change under a process that uses them")
  func migrationAlone() throws {
    let vault = try Vault(in: directory)
    let error = #expect(throws: StorageError.self) {
      try Vault(in: AccountDirectory(path: folder.path), migrator: nextVersion)
    }
    #expect(error?.problem == .inUse(process: nil))
    try vault.addEncryptedRooms(["!a"])
  }

  @Test("a migration that fails leaves the vault as it was")
  func failedMigration() throws {
    do { try Vault(in: directory).addEncryptedRooms(["!a"]) }
    var broken = VaultLayout.migrator
    broken.registerMigration("broken") { database in
      try database.execute(sql: "DELETE FROM encrypted_rooms")
      try database.execute(sql: "no statement")
    }
    #expect(throws: StorageError.self) { try Vault(in: directory, migrator: broken) }
    #expect(try Vault(in: directory).encryptedRooms() == ["!a"])
  }

  @Test("what a start that was killed left behind is no obstacle")
  func leftovers() throws {
    for name in [".vault.sqlite.new", ".vault.sqlite.copy", ".vault.sqlite.new-journal"] {
      try directory.write(name, Array("half a file".utf8))
    }
    do { try Vault(in: directory).addEncryptedRooms(["!a"]) }
    #expect(try Vault(in: directory, migrator: nextVersion).encryptedRooms() == ["!a"])
  }
}
