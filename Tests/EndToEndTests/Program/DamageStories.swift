import Foundation
import TestServers
import Testing

/// What is left when something else has damaged a file of the account.
@Suite("A damaged file", .enabled(if: TestServer.shared != nil))
struct DamageStories {
  /// What becomes of a file, whose size is given.
  enum Damage: String, CaseIterable {
    case cut = "f.truncate(size * 2 // 3)"
    case emptied = "f.truncate(0)"
    case beginOverwritten = "f.write(b'\\xa5' * 8192)"
    case middleOverwritten = "f.seek(size // 3); f.write(b'\\xa5' * (size // 3))"
    case middleZeroed = "f.seek(size // 2); f.write(bytes(16384))"
  }

  private let server: TestServer
  private let friend: MatrixClient
  private let account: MatrixClient
  private let room: String

  init() throws {
    server = try #require(TestServer.shared)
    friend = try server.newAccount()
    account = try server.newAccount()
    room = try friend.createRoom(["preset": "public_chat", "name": "Archive"])
    try account.join(room)
    for number in 1...6 { try friend.send("folio \(number).", to: room) }
  }

  /// Signs in, and leaves a draft in the room when it is killed.
  private func program(draft: String) async throws -> Program {
    let program = try Program(on: server, as: account)
    try await program.signIn(to: server)
    try await program.openFirstRoom(named: "Archive")
    try await program.terminal.wait(for: "folio ")
    try program.terminal.type(draft)
    try await program.terminal.wait(for: "the draft on the disk") { _ in
      (try? program.vault().range(of: Data(draft.utf8))) != nil
    }
    try await program.kill()
    return program
  }

  /// Damages a database that is closed and has all of its content; returns what is left of it.
  private func strike(_ name: String, of program: Program, _ damage: Damage) throws -> Data {
    let path = try program.accountFolder().appending(path: name)
    try CommandRunner.output(
      of: [
        "python3", "-c",
        """
        import os, sqlite3, sys
        c = sqlite3.connect(sys.argv[1])
        c.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        c.close()
        size = os.path.getsize(sys.argv[1])
        with open(sys.argv[1], "r+b") as f:
          \(damage.rawValue)
        """, path.path,
      ], environment: ["PATH": "/usr/bin:/bin"])
    return try Data(contentsOf: path)
  }

  @Test(
    "a cache is set aside with a line that says so; its rooms come again, and the draft is there",
    arguments: Damage.allCases)
  func cache(damage: Damage) async throws {
    let program = try await program(draft: "half-a-thought")
    let damaged = try strike("cache.sqlite", of: program, damage)
    try program.restart()
    // An empty file is a new one.
    if damage != .emptied {
      try await program.terminal.wait(for: "The cache was unusable")
    }
    try await program.terminal.wait(for: "> half-a-thought")
    try await program.terminal.wait(for: "folio ")
    let aside = try program.accountFolder().appending(path: "cache.sqlite.damaged")
    // Zeros in the middle show when the file is in use.
    if damage != .emptied, damage != .middleZeroed {
      #expect(try Data(contentsOf: aside) == damaged)
    }

    try await program.pause()
    try program.terminal.send(keys: "Enter")
    try await program.terminal.wait(for: "the message on the server") { _ in
      (try? friend.count(of: "half-a-thought", in: room)) == 1
    }
    try await program.kill()
    try program.restart()
    let screen = try await program.terminal.wait(for: "> Write to Archive")
    #expect(!screen.contains("unusable"))
    #expect(try friend.count(of: "half-a-thought", in: room) == 1)
  }

  @Test(
    "a vault is kept as it is, and a line says so; what could be read of it is used",
    arguments: [Damage.cut, .middleOverwritten])
  func vault(damage: Damage) async throws {
    let program = try await program(draft: "half-a-thought")
    let damaged = try strike("vault.sqlite", of: program, damage)
    try program.restart()
    let screen = try await program.terminal.wait(for: "a line") {
      $0.contains("damaged") || $0.contains("file repaired")
    }
    let copy = try program.accountFolder().appending(path: "vault.sqlite.damaged-1")
    #expect(try Data(contentsOf: copy) == damaged)
    // The account is still known, so the form starts at the user ID.
    if screen.contains("Password") { try await program.signIn(to: server, by: "Up") }
    try await program.terminal.wait(for: "Archive")
    try await program.kill()
    try program.restart()
    try await program.terminal.wait(for: "Archive")
    #expect(try Data(contentsOf: copy) == damaged)
  }

  @Test("without its list of encrypted rooms, a vault is used no more until the copy is moved away")
  func lostList() async throws {
    let program = try await program(draft: "half-a-thought")
    let damaged = try strike("vault.sqlite", of: program, .beginOverwritten)
    try program.restart()
    try await program.terminal.wait(for: "damaged")
    try await program.fillIn(account, on: server, by: "Up")
    // The rest of the word is cut on a narrow screen.
    try await program.terminal.wait(for: "is damaged (encrypt")
    let copy = try program.accountFolder().appending(path: "vault.sqlite.damaged-1")
    #expect(try Data(contentsOf: copy) == damaged)
    try FileManager.default.moveItem(at: copy, to: copy.appendingPathExtension("away"))
    try program.terminal.send(keys: "Enter")
    try await program.terminal.wait(for: "online", within: .seconds(20))
    try await program.terminal.wait(for: "Archive")
  }
}
