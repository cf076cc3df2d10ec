import Foundation
import TestServers
import Testing

@Suite("The list of rooms", .enabled(if: TestServer.shared != nil))
struct RoomListStories {
  private let server: TestServer

  init() throws {
    server = try #require(TestServer.shared)
  }

  @Test(
    "a favourite, a fold and an order are set by keys, seen by the server, and there after a restart",
    arguments: ScreenSizes.shared([(80, 24), (50, 15), (200, 60)]))
  func arranges(size: (columns: Int, rows: Int)) async throws {
    let account = try server.newAccount()
    let rooms = try ["Alpha", "Beta", "Gamma"].map {
      try account.createRoom(["preset": "public_chat", "name": $0])
    }
    let space = try account.createRoom([
      "name": "Workshop", "creation_content": ["type": "m.space"],
    ])
    try account.setState("m.space.child", key: rooms[0], ["via": ["localhost"]], in: space)
    let program = try Program(on: server, as: account, columns: size.columns, rows: size.rows)
    let other = try server.newAccount()
    try other.invite(
      account.userID, to: other.createRoom(["preset": "private_chat", "name": "Den"]))
    try await program.signIn(to: server)
    let terminal = program.terminal
    try await terminal.wait(for: "Write to")
    try terminal.send(keys: "F3")
    try await terminal.wait(for: "▾ Workshop")
    try await press("z", on: 0, in: terminal)
    try await terminal.wait(for: "▸ Invites")
    try await terminal.wait(forAbsenceOf: "Den")

    // Below the line of invites: the space, Alpha, Gamma, Beta.
    try await press("*", on: 3, in: terminal)
    try await terminal.wait(for: "Gamma is a favourite")
    try await terminal.wait(for: "Favourites")
    #expect(try account.tags(of: rooms[2]) == ["m.favourite"])
    try await press("z", on: 3, in: terminal)
    try await terminal.wait(for: "▸ Workshop")
    try await terminal.wait(for: "no row for Alpha") { screen in
      !screen.rows.contains { $0.dropFirst().hasPrefix("   Alpha") }
    }
    try await press("s", on: 3, in: terminal)
    try await terminal.wait(for: "Rooms: unread first")

    try terminal.send(keys: "C-q")
    try await terminal.waitForEnd()
    terminal.end()
    try program.restart()
    try await program.terminal.wait(for: "Write to")
    try program.terminal.send(keys: "F3")
    try await program.terminal.wait(for: "▸ Workshop")
    try await program.terminal.wait(for: "▸ Invites")
    try await press("*", on: 1, in: program.terminal)
    try await program.terminal.wait(forAbsenceOf: "Favourites")
    #expect(try account.tags(of: rooms[2]).isEmpty)
    try await press("z", on: 0, in: program.terminal)
    try await program.terminal.wait(for: "Den")
  }

  @Test("a low priority takes the place of a favourite; the same key brings that back, and ends it")
  func priorities() async throws {
    let account = try server.newAccount()
    let rooms = try ["Alpha", "Beta", "Gamma"].map {
      try account.createRoom(["preset": "public_chat", "name": $0])
    }
    let program = try Program(on: server, as: account, columns: 80, rows: 24)
    try await program.signIn(to: server)
    let terminal = program.terminal
    try await terminal.wait(for: "Write to")
    try terminal.send(keys: "F3")
    try await terminal.wait(for: "Alpha")
    try await press("*", on: 1, in: terminal)
    try await terminal.wait(for: "Beta is a favourite; the same key takes that back")
    #expect(try account.tags(of: rooms[1]) == ["m.favourite"])
    // It is the first one now, and will be the last one.
    try await press("-", on: 0, in: terminal)
    try await terminal.wait(for: "Beta has a low priority; the same key takes that back")
    try await terminal.wait(for: "Beta below the others") { screen in
      guard let title = screen.rows.firstIndex(where: { $0.contains(" Low priority") }),
        let alpha = screen.rows.firstIndex(where: { $0.contains(" Alpha") })
      else { return false }
      // What the program says below has the name too.
      let below = screen.rows[(title + 1)...].filter { !$0.contains("priority;") }
      return alpha < title && below.contains { $0.contains(" Beta") }
        && !screen.contains("Favourites")
    }
    #expect(try account.tags(of: rooms[1]) == ["m.lowpriority"])
    try await press("-", on: 2, in: terminal)
    try await terminal.wait(for: "Beta is a favourite")
    try await terminal.wait(forAbsenceOf: "Low priority")
    #expect(try account.tags(of: rooms[1]) == ["m.favourite"])
    try await press("*", on: 0, in: terminal)
    try await terminal.wait(for: "Beta is no favourite any more")
    try await terminal.wait(forAbsenceOf: "Favourites")
    #expect(try account.tags(of: rooms[1]).isEmpty)
  }

  @Test("a word is looked for until it is removed, also where mentions alone are told of")
  func words() async throws {
    let account = try server.newAccount()
    let other = try server.newAccount()
    let rooms = try ["Alpha", "Beta"].map {
      try account.createRoom(["preset": "public_chat", "name": $0])
    }
    for room in rooms { try other.join(room) }
    let program = try Program(on: server, as: account, columns: 80, rows: 24)
    try await program.signIn(to: server)
    let terminal = program.terminal
    try await terminal.wait(for: "Write to Beta")
    try terminal.send(keys: "F3")
    try await press("@", on: 1, in: terminal)
    try await terminal.wait(for: "Alpha tells of mentions only")
    try await chooseLastRule(above: 0, program)
    try await terminal.wait(for: "Which word?")
    try await program.pause()
    try program.say("espresso")
    try await terminal.wait(for: "You are told of messages with “espresso”")
    #expect(try words(account) == ["espresso"])
    try other.send("tea for me", to: rooms[0])
    try other.send("an Espresso, please", to: rooms[0])
    try await terminal.wait(for: "inbox 1  @1")

    try await program.escape()
    try await chooseLastRule(above: 1, program)
    try await terminal.wait(for: "No longer look for “espresso”?")
    try await program.confirm()
    try await terminal.wait(for: "You are no longer told of messages with “espresso”")
    #expect(try words(account) == [])
    try other.send("one more espresso", to: rooms[0])
    try other.send("\(account.userID): and you?", to: rooms[0])
    try await terminal.wait(for: "inbox 1  @2")
  }

  /// Opens the list of what the account is told of, and chooses an entry near its end.
  private func chooseLastRule(above count: Int, _ program: Program) async throws {
    try await program.pause()
    try await program.choose("choose what you are told of…")
    try await program.terminal.wait(for: "What you are told of")
    try await program.terminal.wait(for: "Mentions")
    try await program.pause()
    try program.terminal.send(keys: "End")
    try await program.terminal.wait(for: "look for another word…")
    for _ in 0..<count { try program.terminal.send(keys: "Up") }
    try await program.pause()
    try program.terminal.send(keys: "Enter")
  }

  /// The words that the account is told of, besides its own name.
  private func words(_ account: MatrixClient) throws -> [String] {
    let rules = try account.call("GET", "v3/pushrules/")["global"] as? [String: Any]
    let list = rules?["content"] as? [[String: Any]] ?? []
    return list.filter { $0["default"] as? Bool != true }.compactMap { $0["pattern"] as? String }
  }

  @Test(
    "a silent room and one with mentions only are set by keys, and counted as the server does",
    arguments: ScreenSizes.shared([(80, 24), (50, 15)]))
  func silences(size: (columns: Int, rows: Int)) async throws {
    let account = try server.newAccount()
    let other = try server.newAccount()
    let rooms = try ["Alpha", "Beta", "Gamma"].map {
      try account.createRoom(["preset": "public_chat", "name": $0])
    }
    for room in rooms { try other.join(room) }
    let program = try Program(on: server, as: account, columns: size.columns, rows: size.rows)
    try await program.signIn(to: server)
    let terminal = program.terminal
    try await terminal.wait(for: "Write to")
    try terminal.send(keys: "F3")
    try await terminal.wait(for: "Alpha")
    func row(_ name: String, _ text: String) -> (Screen) -> Bool {
      { screen in screen.rows.contains { $0.contains(name) && $0.contains(text) } }
    }

    // The order is by activity: Gamma, which is open, Beta, Alpha.
    try await press("!", on: 2, in: terminal)
    try await terminal.wait(for: "Alpha is silent")
    #expect(try account.pushRules("override") == [rooms[0]])
    try await press("@", on: 1, in: terminal)
    try await terminal.wait(for: "Beta tells of mentions only")
    #expect(try account.pushRules("room") == [rooms[1]])
    try await terminal.wait(for: "a sign at Alpha", until: row("Alpha", "🔕"))

    for room in rooms.prefix(2) { try other.send("hello", to: room) }
    try other.send("\(account.userID): look", to: rooms[0])
    try other.send("\(account.userID): look here", to: rooms[1])
    try await terminal.wait(for: "inbox 1  @1")
    try await terminal.wait(for: "one mention at Beta", until: row("Beta", "@1"))
    #expect(try !row("Alpha", "@1")(terminal.capture()))
    // The next unread room is not the silent one.
    try terminal.send(keys: "F6")
    try await terminal.wait(for: "Write to Beta")
    try await terminal.wait(forAbsenceOf: "inbox")
    try terminal.send(keys: "F6")
    try await terminal.wait(for: "Write to Beta")

    // Beta has the newest message, and then Alpha.
    try terminal.send(keys: "F3")
    try await program.pause()
    try await press("!", on: 1, in: terminal)
    try await terminal.wait(for: "Alpha tells of all messages")
    #expect(try account.pushRules("override") == [])
    try other.send("back", to: rooms[0])
    try await terminal.wait(for: "inbox 1")
  }

  @Test(
    "C-o goes to a room, a space and a person by some letters, with nothing but the store",
    arguments: ScreenSizes.shared([(80, 24), (50, 15), (200, 60)]))
  func goesAnywhere(size: (columns: Int, rows: Int)) async throws {
    let account = try server.newAccount()
    let other = try server.newAccount()
    let rooms = try ["Swift on servers", "Gardening", "Beta"].map {
      try account.createRoom(["preset": "public_chat", "name": $0])
    }
    try other.setDisplayName("Zebedee Quux")
    try other.join(rooms[2])
    let space = try account.createRoom([
      "name": "Workshop", "creation_content": ["type": "m.space"],
    ])
    try account.setState("m.space.child", key: rooms[0], ["via": ["localhost"]], in: space)
    let program = try Program(on: server, as: account, columns: size.columns, rows: size.rows)
    try await program.signIn(to: server)
    let terminal = program.terminal
    try await terminal.wait(for: "Write to")
    try await go("sos", expecting: "Swift on servers", in: terminal)
    try await terminal.wait(for: "Write to Swift on servers")
    try await go("garden", expecting: "Gardening", in: terminal)
    try await terminal.wait(for: "Write to Gardening")
    try await go("workshop", expecting: "space", in: terminal)
    try await terminal.wait(for: "▾ Workshop")
    try await go("zq", expecting: "person", in: terminal)
    try await terminal.wait(for: "ZEBEDEE QUUX")
  }

  private func go(_ letters: String, expecting text: String, in terminal: TmuxDriver) async throws {
    try terminal.send(keys: "C-o")
    try await terminal.wait(for: "Go to")
    // What follows at once counts as typed without looking.
    try await ContinuousClock().sleep(for: .milliseconds(600))
    try terminal.type(letters)
    try await terminal.wait(for: text)
    try terminal.send(keys: "Enter")
  }

  @Test("rooms are found by their kind and by letters of their names; Esc shows all")
  func filters() async throws {
    let account = try server.newAccount()
    let other = try server.newAccount()
    for name in ["Alpha", "Beta", "Gamma"] {
      let room = try account.createRoom(["preset": "public_chat", "name": name])
      guard name == "Beta" else { continue }
      try other.join(room)
      try other.send("news", to: room)
      try account.send("mine", to: try account.createRoom(["name": "Delta"]))
    }
    let program = try Program(on: server, as: account, columns: 80, rows: 24)
    try await program.signIn(to: server)
    let terminal = program.terminal
    try await terminal.wait(for: "Write to")
    try terminal.send(keys: "F3")
    try await program.pause()
    try terminal.send(keys: "f")
    try await terminal.wait(for: "Only unread")
    try await terminal.wait(forAbsenceOf: " Alpha ")
    try await terminal.wait(for: "Beta")
    try await program.escape()
    try await terminal.wait(for: "Alpha")

    try terminal.send(keys: "/")
    try await terminal.wait(for: "Rooms whose name contains")
    try await program.pause()
    try terminal.type("mm")
    try await terminal.wait(for: "Only mm")
    try await terminal.wait(forAbsenceOf: " Alpha ")
    try terminal.send(keys: "Enter")
    try await terminal.wait(for: "> Write to Gamma")
    try await program.lookAtRooms(for: "Alpha")
  }

  /// Presses a key on an entry of the list.
  private func press(_ key: String, on entry: Int, in terminal: TmuxDriver) async throws {
    try terminal.send(keys: "g")
    for _ in 0..<entry { try terminal.send(keys: "Down") }
    // What follows at once counts as typed without looking.
    try await ContinuousClock().sleep(for: .milliseconds(600))
    try terminal.send(keys: key)
  }
}
