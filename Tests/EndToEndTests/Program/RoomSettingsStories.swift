import Foundation
import TestServers
import Testing

@Suite("Settings of rooms", .enabled(if: TestServer.shared != nil))
struct RoomSettingsStories {
  private let server: TestServer

  init() throws {
    server = try #require(TestServer.shared)
  }

  private func start(
    _ account: MatrixClient, columns: Int, rows: Int, room: String
  ) async throws -> Program {
    let program = try Program(on: server, as: account, columns: columns, rows: rows)
    try await program.signIn(to: server)
    try await program.terminal.wait(for: "Write to \(room)")
    try program.terminal.send(keys: "F3", "g")
    try await program.pause()
    try program.terminal.send(keys: "e")
    try await program.terminal.wait(for: "Settings of \(room)")
    try await program.terminal.wait(for: "Name")
    try await program.pause()
    return program
  }

  private func topic(of room: String, _ account: MatrixClient) throws -> String? {
    try account.call("GET", "v3/rooms/\(room.escapedForPath)/state/m.room.topic")["topic"]
      as? String
  }

  @Test(
    "a topic is changed and taken back, and who asks to join is let in",
    arguments: ScreenSizes.shared([(80, 24), (50, 15), (200, 60)]))
  func changes(size: (columns: Int, rows: Int)) async throws {
    let account = try server.newAccount()
    let other = try server.newAccount()
    let room = try account.createRoom([
      "preset": "private_chat", "name": "Tea", "topic": "Leaves",
      "initial_state": [["type": "m.room.join_rules", "content": ["join_rule": "knock"]]],
    ])
    try other.call("POST", "v3/knock/\(room.escapedForPath)", ["reason": "thirsty"])
    let program = try await start(account, columns: size.columns, rows: size.rows, room: "Tea")
    let terminal = program.terminal
    try terminal.send(keys: "Down", "Enter")
    try await terminal.wait(for: "Topic of the room")
    try await program.pause()
    try terminal.send(keys: "C-u")
    try terminal.type("Cups")
    try terminal.send(keys: "Enter")
    try await terminal.wait(for: "Topic changed")
    #expect(try topic(of: room, account) == "Cups")
    try await program.pause()
    try terminal.send(keys: "u")
    try await terminal.wait(for: "Taken back")
    #expect(try topic(of: room, account) == "Leaves")

    for _ in 0..<9 { try terminal.send(keys: "Down") }
    try await program.pause()
    try terminal.send(keys: "Enter")
    try await terminal.wait(for: "thirsty")
    try await program.pause()
    try terminal.send(keys: "Enter")
    try await terminal.wait(for: "decline the request")
    try await program.pause()
    try terminal.send(keys: "Enter")
    try await terminal.wait(for: "> why")
    try await program.pause()
    try program.say("have a cup")
    try await terminal.wait(for: "Reason: have a cup")
    try await program.confirm()
    try await terminal.wait(for: "Invited: ")
    let invite = try member(other, of: room, account)
    #expect(invite["membership"] as? String == "invite")
    #expect(invite["reason"] as? String == "have a cup")

    // A sentence for the composer: its first letter is the key that takes the invite back.
    try await ContinuousClock().sleep(for: .seconds(1))
    try terminal.type("us too, yes. yes")
    try terminal.send(keys: "Enter")
    try await ContinuousClock().sleep(for: .seconds(2))
    #expect(try !terminal.capture().contains("Withdraw the invite of"))
    try terminal.send(keys: "u")
    try await terminal.wait(for: "Withdraw the invite of")
    #expect(try member(other, of: room, account)["membership"] as? String == "invite")
    try await program.escape()
    try await ContinuousClock().sleep(for: .seconds(2))
    #expect(try member(other, of: room, account)["membership"] as? String == "invite")
    try other.join(room)
  }

  private func member(
    _ user: MatrixClient, of room: String, _ account: MatrixClient
  ) throws -> [String: Any] {
    try account.call(
      "GET", "v3/rooms/\(room.escapedForPath)/state/m.room.member/\(user.userID.escapedForPath)")
  }

  @Test(
    "a ban that ended comes back after a question alone",
    arguments: ScreenSizes.shared([(80, 24), (50, 15), (200, 60)]))
  func ban(size: (columns: Int, rows: Int)) async throws {
    let account = try server.newAccount()
    let other = try server.newAccount()
    let room = try account.createRoom(["preset": "private_chat", "name": "Tea"])
    try account.call(
      "POST", "v3/rooms/\(room.escapedForPath)/ban",
      ["user_id": other.userID, "reason": "spam"])
    let program = try await start(account, columns: size.columns, rows: size.rows, room: "Tea")
    let terminal = program.terminal
    for _ in 0..<11 { try terminal.send(keys: "Down") }
    try await program.pause()
    try terminal.send(keys: "Enter")
    try await terminal.wait(for: "spam")
    try await program.pause()
    try terminal.send(keys: "Enter")
    try await terminal.wait(for: "End the ban of")
    try await program.confirm()
    try await terminal.wait(for: "The ban ended")
    #expect(try member(other, of: room, account)["membership"] as? String == "leave")
    try await ContinuousClock().sleep(for: .seconds(1))
    try terminal.type("un-banned you, sorry")
    try await ContinuousClock().sleep(for: .seconds(2))
    #expect(try member(other, of: room, account)["membership"] as? String == "leave")
    #expect(try !terminal.capture().contains("Ban @"))
    try terminal.send(keys: "u")
    try await terminal.wait(for: "Ban @")
    try await program.pause()
    try await program.confirm()
    try await terminal.wait(for: "Taken back")
    let member = try member(other, of: room, account)
    #expect(member["membership"] as? String == "ban")
    #expect(member["reason"] as? String == "spam")
  }

  @Test("a room for invited people in the directory is told as what the server may hide")
  func closedInDirectory() async throws {
    let account = try server.newAccount()
    let word = "attic\(UInt32.random(in: 0...UInt32.max))"
    let room = try account.createRoom(["preset": "private_chat", "name": word])
    let program = try await start(account, columns: 80, rows: 24, room: word)
    let terminal = program.terminal
    for _ in 0..<5 { try terminal.send(keys: "Down") }
    try await program.pause()
    try terminal.send(keys: "Enter")
    try await terminal.wait(for: "The directory")
    try await program.pause()
    try terminal.send(keys: "Down", "Enter")
    try await terminal.wait(for: "The directory has the room, but may not show it")
    let listing = try account.call("GET", "v3/directory/list/room/\(room.escapedForPath)")
    #expect(listing["visibility"] as? String == "public")
    try await program.pause()
    try terminal.send(keys: "u")
    try await terminal.wait(for: "The directory lists the room no more")

    try account.setState("m.room.join_rules", ["join_rule": "knock"], in: room)
    try await program.escape()
    try await program.pause()
    try terminal.send(keys: "e")
    try await terminal.wait(for: "who asks and is let in")
    for _ in 0..<5 { try terminal.send(keys: "Down") }
    try await program.pause()
    try terminal.send(keys: "Enter")
    try await terminal.wait(for: "The directory")
    try await program.pause()
    try terminal.send(keys: "Down", "Enter")
    try await terminal.wait(for: "The directory lists the room. u in")
    try await terminal.wait(for: "the room in the directory", within: .seconds(20)) { _ in
      let found = try? account.call(
        "POST", "v3/publicRooms", ["filter": ["generic_search_term": word]])
      return (found?["chunk"] as? [Any])?.count == 1
    }
  }

  @Test(
    "the picture is drawn; addresses and rooms whose members may join come and go",
    arguments: ScreenSizes.shared([(80, 24), (50, 15), (200, 60)]))
  func lists(size: (columns: Int, rows: Int)) async throws {
    let account = try server.newAccount()
    let picture = try #require(Data(base64Encoded: OwnProfileStories.png))
    let url = try account.upload(picture, type: "image/png")
    let house = try account.createRoom(["preset": "private_chat", "name": "House"])
    let room = try account.createRoom([
      "preset": "private_chat", "name": "Tea",
      "initial_state": [
        ["type": "m.room.avatar", "content": ["url": url]],
        ["type": "m.room.join_rules", "content": ["join_rule": "restricted", "allow": []]],
      ],
    ])
    let program = try await start(account, columns: size.columns, rows: size.rows, room: "Tea")
    let terminal = program.terminal
    try await terminal.wait(for: "the picture") { screen in
      screen.rows.contains { $0.contains("▀▀▀▀▀") } && screen.contains("TEA")
        && (try? program.files { $0.contains("/media/") })?.isEmpty == false
    }
    #expect(try !terminal.capture().contains("! Picture"))
    func content(_ type: String, _ key: String) throws -> [Any] {
      let path = "v3/rooms/\(room.escapedForPath)/state/\(type)"
      return try account.call("GET", path)[key] as? [Any] ?? []
    }

    for _ in 0..<4 { try terminal.send(keys: "Down") }
    try await choose("add an address…", inside: "More addresses of the room", in: program)
    let name = "cups\(UInt32.random(in: 0...UInt32.max))"
    try terminal.type(name)
    try terminal.send(keys: "Enter")
    try await terminal.wait(for: "Address added")
    let alias = try #require(content("m.room.canonical_alias", "alt_aliases").first as? String)
    #expect(alias.hasPrefix("#\(name):"))
    try await program.pause()
    try terminal.send(keys: "Down", "Enter")
    try await terminal.wait(for: "Remove #\(name)")
    try await program.confirm()
    try await terminal.wait(for: "Address removed")
    #expect(try content("m.room.canonical_alias", "alt_aliases").isEmpty)
    try terminal.send(keys: "Escape")
    try await terminal.wait(for: "Settings of Tea")
    try await program.pause()

    for _ in 0..<3 { try terminal.send(keys: "Down") }
    try await choose("add a room or a space…", inside: "Whose members may join", in: program)
    try terminal.type("House")
    try terminal.send(keys: "Enter")
    try await terminal.wait(for: "Its members may join")
    let entry = try content("m.room.join_rules", "allow").first as? [String: Any]
    #expect(entry?["room_id"] as? String == house)
    try await program.pause()
    try terminal.send(keys: "u")
    try await terminal.wait(for: "Taken back")
    #expect(try content("m.room.join_rules", "allow").isEmpty)
  }

  /// Opens the list under the cursor, and chooses its first entry.
  private func choose(_ entry: String, inside title: String, in program: Program) async throws {
    try await program.pause()
    try program.terminal.send(keys: "Enter")
    try await program.terminal.wait(for: title)
    try await program.terminal.wait(for: entry)
    try await program.pause()
    try program.terminal.send(keys: "Enter")
    try await program.terminal.wait(for: ">")
    try await program.pause()
  }

  @Test("what the account's power does not allow is greyed with the reason")
  func refused() async throws {
    let other = try server.newAccount()
    let room = try other.createRoom(["preset": "public_chat", "name": "Tea"])
    let account = try server.newAccount()
    try account.join(room)
    let program = try await start(account, columns: 80, rows: 24, room: "Tea")
    try await program.terminal.wait(for: "It needs the power 50, and you")
    try program.terminal.send(keys: "Enter")
    try await program.pause()
    #expect(try !program.terminal.capture().contains("Name of the room"))
  }
}
