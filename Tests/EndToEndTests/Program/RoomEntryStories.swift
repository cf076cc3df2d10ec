import FaultProxy
import Foundation
import TestServers
import Testing

@Suite("Ways into rooms", .enabled(if: TestServer.shared != nil))
struct RoomEntryStories {
  private let server: TestServer

  init() throws {
    server = try #require(TestServer.shared)
  }

  /// The program of a new account, with the cursor in its list of rooms.
  private func start(
    columns: Int = 80, rows: Int = 24, _ prepare: (MatrixClient) throws -> Void = { _ in }
  ) async throws -> Program {
    let account = try server.newAccount()
    _ = try account.createRoom(["name": "Home"])
    try prepare(account)
    let program = try Program(on: server, as: account, columns: columns, rows: rows)
    try await program.signIn(to: server)
    try await program.terminal.wait(for: "Write to")
    try program.terminal.send(keys: "F3")
    try await program.pause()
    return program
  }

  private func answer(_ text: String, _ program: Program) async throws {
    try await program.pause()
    try program.terminal.type(text)
    try program.terminal.send(keys: "Enter")
  }

  @Test(
    "a public room is found by a word, joined, and left and forgotten",
    arguments: ScreenSizes.shared([(80, 24), (50, 15), (200, 60)]))
  func directory(size: (columns: Int, rows: Int)) async throws {
    let other = try server.newAccount()
    let word = "kettle\(UInt32.random(in: 0...UInt32.max))"
    let room = try other.createRoom([
      "preset": "public_chat", "visibility": "public", "name": word, "topic": "Boiling water",
    ])
    // Synapse lists rooms some time after their creation.
    for _ in 0..<50 {
      let found = try other.call(
        "POST", "v3/publicRooms", ["filter": ["generic_search_term": word]])
      if (found["chunk"] as? [Any])?.isEmpty == false { break }
      try await ContinuousClock().sleep(for: .milliseconds(100))
    }
    let program = try await start(columns: size.columns, rows: size.rows)
    let terminal = program.terminal
    try terminal.send(keys: "d")
    try await terminal.wait(for: "Public rooms of")
    try await program.pause()
    try terminal.send(keys: "/")
    try await terminal.wait(for: "Search the public rooms")
    try await answer(word, program)
    try await terminal.wait(for: "Boiling water")
    try await program.pause()
    try terminal.send(keys: "Enter")
    try await terminal.wait(for: "> Write to \(word)")

    try await program.choose("leave and forget the room")
    try await terminal.wait(for: "y: leave it")
    try await program.confirm()
    try await terminal.wait(forAbsenceOf: "> Write to")
    try await terminal.wait(forAbsenceOf: word)
    let members = try other.call("GET", "v3/rooms/\(room.escapedForPath)/joined_members")
    #expect((members["joined"] as? [String: Any])?.count == 1)
  }

  @Test("more public rooms than one answer tells are listed to the last one, which is joined")
  func longDirectory() async throws {
    let other = try server.newAccount()
    let word = "tea\(UInt32.random(in: 0...UInt32.max))"
    for number in 1...3 {
      _ = try other.createRoom([
        "preset": "public_chat", "visibility": "public", "name": "Shelf \(number) \(word)",
      ])
    }
    for _ in 0..<50 {
      let found = try other.call(
        "POST", "v3/publicRooms", ["filter": ["generic_search_term": word]])
      if (found["chunk"] as? [Any])?.count == 3 { break }
      try await ContinuousClock().sleep(for: .milliseconds(100))
    }
    // More rooms than the program asks for at a time would take a server long to make.
    let proxy = try await FaultProxy.start(
      before: server.url,
      rules: [
        FaultRule(
          "POST", "*/publicRooms",
          faults: .rewriteRequest {
            Array(
              String(decoding: $0, as: UTF8.self).replacing(/"limit":50/, with: "\"limit\":2").utf8)
          })
      ])
    let account = try server.newAccount()
    _ = try account.createRoom(["name": "Home"])
    let program = try Program(on: server, as: account, columns: 80, rows: 24)
    try await program.signIn(to: server.behind(proxy.url))
    let terminal = program.terminal
    try await terminal.wait(for: "Write to")
    try terminal.send(keys: "F3")
    try await program.pause()
    try terminal.send(keys: "d")
    try await terminal.wait(for: "Public rooms of")
    try await program.pause()
    try terminal.send(keys: "/")
    try await terminal.wait(for: "Search the public rooms")
    try await answer(word, program)
    try await terminal.wait(for: "two of the rooms") { $0.count("Shelf ") == 2 }
    try await program.pause()
    try terminal.send(keys: "End")
    try await terminal.wait(for: "all of the rooms") { $0.count("Shelf ") == 3 }
    try terminal.send(keys: "End")
    try await program.pause()
    let last = try #require(
      terminal.capture().rows.last { $0.contains("Shelf ") }?.firstMatch(of: /Shelf \d/)?.output)
    try terminal.send(keys: "Enter")
    try await terminal.wait(for: "> Write to \(last)")
    try terminal.send(keys: "C-q")
    try await terminal.waitForEnd()
    await proxy.stop()
  }

  @Test("who may not join asks the members with a reason, and is let in by an invite")
  func knock() async throws {
    let other = try server.newAccount()
    let room = try other.createRoom([
      "preset": "private_chat", "name": "Chess club",
      "initial_state": [["type": "m.room.join_rules", "content": ["join_rule": "knock"]]],
    ])
    let program = try await start()
    let terminal = program.terminal
    try terminal.send(keys: "J")
    try await terminal.wait(for: "Join room")
    try await program.pause()
    try terminal.paste("https://matrix.to/#/\(room.escapedForPath)?via=localhost")
    try await program.pause()
    try terminal.send(keys: "Enter")
    // The question names the room by its random ID, so nobody knows where its lines break.
    try await terminal.wait(for: "> why, if you like")
    try await answer("I like chess", program)
    try await terminal.wait(for: "You asked to join")
    let events = try other.events(of: "m.room.member", in: room)
    let reasons = events.compactMap { ($0["content"] as? [String: Any])?["reason"] as? String }
    #expect(reasons.contains("I like chess"))

    try other.call(
      "POST", "v3/rooms/\(room.escapedForPath)/invite",
      ["user_id": program.account.userID, "reason": "welcome"])
    try await terminal.wait(for: "Invites")
    try terminal.send(keys: "g")
    try await program.pause()
    try terminal.send(keys: "Enter")
    try await terminal.wait(for: "Join Chess club?")
    try await terminal.wait(for: "“welcome”")
    try await program.confirm()
    try await terminal.wait(for: "> Write to Chess club")
  }

  @Test("a request that the members decline leaves the list with a word")
  func declined() async throws {
    let other = try server.newAccount()
    let room = try other.createRoom([
      "preset": "private_chat", "name": "Chess club",
      "initial_state": [["type": "m.room.join_rules", "content": ["join_rule": "knock"]]],
    ])
    let program = try await start()
    let terminal = program.terminal
    try program.account.call("POST", "v3/knock/\(room.escapedForPath)")
    try await terminal.wait(for: "you asked to join")
    try other.call(
      "POST", "v3/rooms/\(room.escapedForPath)/kick", ["user_id": program.account.userID])
    try await terminal.wait(for: "your request to join has ended without an invite")
    try await terminal.wait(forAbsenceOf: "you asked to join")
  }

  @Test("an invite to a space leads to the rooms of the space, and to no chat")
  func spaceInvite() async throws {
    let other = try server.newAccount()
    let space = try other.createRoom([
      "preset": "private_chat", "name": "Garden", "creation_content": ["type": "m.space"],
    ])
    let program = try await start()
    let terminal = program.terminal
    try other.call(
      "POST", "v3/rooms/\(space.escapedForPath)/invite", ["user_id": program.account.userID])
    try await terminal.wait(for: "Garden")
    try terminal.send(keys: "g")
    try await program.pause()
    try terminal.send(keys: "Enter")
    try await terminal.wait(for: "Join space Garden?")
    try await program.confirm()
    try await terminal.wait(for: "Rooms of Garden")
    try await program.pause()
    try terminal.send(keys: "Escape")
    // A narrow screen shows the list alone.
    try await terminal.wait(for: "▾ Garden")
    #expect(try !terminal.capture().contains("Write to Garden"))
  }

  @Test("a removal from a room is told with who did it and why, unless its messages are in front")
  func removed() async throws {
    let other = try server.newAccount()
    let rooms = try ["Tea", "Milk"].map {
      try other.createRoom(["preset": "public_chat", "name": $0])
    }
    let program = try await start { for room in rooms { try $0.join(room) } }
    let terminal = program.terminal
    func remove(from room: String, _ way: String, _ reason: String) throws {
      try other.call(
        "POST", "v3/rooms/\(room.escapedForPath)/\(way)",
        ["user_id": program.account.userID, "reason": reason])
    }
    try await terminal.wait(for: "Milk")
    try terminal.send(keys: "C-o")
    try await terminal.wait(for: "Go to")
    try await answer("Tea", program)
    try await terminal.wait(for: "Write to Tea")
    try remove(from: rooms[1], "ban", "off topic")
    try await terminal.wait(for: "banned you from Milk: off topic")
    try remove(from: rooms[0], "kick", "go home")
    try await terminal.wait(for: "You are no longer in this room")
    let screen = try await terminal.wait(for: "go home")
    #expect(!screen.contains("removed you from Tea"))
  }

  @Test("a room that was replaced leads to the new one, which takes its place in the list")
  func replacement() async throws {
    let other = try server.newAccount()
    let old = try other.createRoom(["preset": "public_chat", "name": "Tea"])
    let program = try await start { try $0.join(old) }
    let terminal = program.terminal
    try await terminal.wait(for: "Tea")
    try terminal.send(keys: "g")
    try await program.pause()
    try terminal.send(keys: "Enter")
    try await terminal.wait(for: "> Write to Tea")
    let reply = try other.call(
      "POST", "v3/rooms/\(old.escapedForPath)/upgrade", ["new_version": "11"])
    let new = try #require(reply["replacement_room"] as? String)
    try await terminal.wait(for: "This room was replaced.")
    try await program.pause()
    try terminal.send(keys: "Enter")
    try await terminal.wait(for: "took this one's place")
    try await program.confirm()
    try await terminal.wait(for: "> Write to Tea")
    try terminal.type("here again")
    try terminal.send(keys: "Enter")
    for _ in 0..<50 where try other.count(of: "here again", in: new) == 0 {
      try await ContinuousClock().sleep(for: .milliseconds(100))
    }
    #expect(try other.count(of: "here again", in: new) == 1)
    try await terminal.wait(for: "one row for Tea") { screen in
      screen.rows.count { $0.hasPrefix("   Tea") || $0.hasPrefix("▌  Tea") } <= 1
    }
  }

  @Test("a space is created with settings, and a room in it; another one of its rooms is joined")
  func space() async throws {
    let program = try await start()
    let terminal = program.terminal
    try terminal.send(keys: "C")
    try await terminal.wait(for: "New room")
    try await program.pause()
    try terminal.send(keys: "Enter")
    try await terminal.wait(for: "Name of the new room")
    try await answer("Workshop", program)
    try await terminal.wait(forAbsenceOf: "Name of the new room")
    try await program.pause()
    try terminal.send(keys: "Down", "Down", "Enter")
    // The last entry of a list that a small screen does not show as a whole.
    try terminal.send(keys: "End")
    try await terminal.wait(for: "Create the space")
    try await program.pause()
    try terminal.send(keys: "Enter")
    try await terminal.wait(for: "Rooms of Workshop")
    try await terminal.wait(for: "You see no rooms in this space.")

    let other = try server.newAccount()
    let room = try other.createRoom(["preset": "public_chat", "name": "Tools"])
    let spaces = try program.account.call("GET", "v3/joined_rooms")["joined_rooms"] as? [String]
    for space in spaces ?? [] {
      let state = try program.account.call(
        "GET", "v3/rooms/\(space.escapedForPath)/state/m.room.create")
      guard state["type"] as? String == "m.space" else { continue }
      try program.account.setState("m.space.child", key: room, ["via": ["localhost"]], in: space)
    }
    try await program.escape()
    try terminal.send(keys: "F3", "g")
    try await terminal.wait(for: "▾ Workshop")
    try await program.pause()
    try terminal.send(keys: "b")
    try await terminal.wait(for: "Tools")
    try await program.pause()
    try terminal.send(keys: "Enter")
    try await terminal.wait(for: "> Write to Tools")
  }

  @Test(
    "an encrypted room is created after a warning, and takes no plain text",
    arguments: ScreenSizes.shared([(80, 24), (50, 15), (200, 60)]))
  func encrypted(size: (columns: Int, rows: Int)) async throws {
    let program = try await start(columns: size.columns, rows: size.rows)
    let terminal = program.terminal
    try terminal.send(keys: "C")
    try await terminal.wait(for: "New room")
    try await program.pause()
    try terminal.send(keys: "Enter")
    try await terminal.wait(for: "Name of the new room")
    try await answer("Vault", program)
    try await terminal.wait(forAbsenceOf: "Name of the new room")
    try await program.pause()
    try terminal.send(keys: "End", "Up", "Enter")
    try await terminal.wait(for: "Only other clients")
    try await program.pause()
    try terminal.send(keys: "End")
    try await terminal.wait(for: "Create the room")
    try await program.pause()
    try terminal.send(keys: "Enter")
    try await terminal.wait(for: "This room is encrypted")
    let rooms = try program.account.call("GET", "v3/joined_rooms")["joined_rooms"] as? [String]
    let vault = try #require(
      rooms?.first { room in
        let name = try? program.account.call(
          "GET", "v3/rooms/\(room.escapedForPath)/state/m.room.name")
        return name?["name"] as? String == "Vault"
      })
    let state = try program.account.call(
      "GET", "v3/rooms/\(vault.escapedForPath)/state/m.room.encryption")
    #expect(state["algorithm"] as? String == "m.megolm.v1.aes-sha2")
    try await program.pause()
    try program.say("no secret")
    try await program.pause()
    try terminal.paste("nor this")
    try terminal.send(keys: "Enter")
    try await ContinuousClock().sleep(for: .seconds(2))
    #expect(try program.account.messages(in: vault).isEmpty)
    #expect(try terminal.capture().contains("This room is encrypted"))
  }
}
