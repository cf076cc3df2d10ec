import Foundation
import GRDB
import ModelKit
import Testing

@testable import Homeserver

@Suite("News of members", .timeLimit(.minutes(5)))
struct MemberNewsTests {
  private let bob = "@bob:localhost"

  private func membership(
    _ home: RoomsHome, _ room: String, _ user: String
  ) async throws -> String? {
    try await home.content(room, "m.room.member", user)?["membership"]?.string
  }

  /// Makes rooms and gives them in the order in which they are told.
  private func rooms(_ count: Int, _ home: RoomsHome) async throws -> [String] {
    var rooms: [String] = []
    for _ in 0..<count { rooms.append(try await home.room(by: bob)) }
    return rooms.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
  }

  private func rename(_ name: String, _ home: RoomsHome) async throws {
    try await home.setProfile(bob, "displayname", name)
    let user = RoomModel.user("bob")
    try await home.store.write { try home.rooms.profileChanged(of: user, in: $0) }
  }

  private func names(_ rooms: [String], _ home: RoomsHome) async throws -> [String] {
    var names: [String] = []
    for room in rooms {
      names.append(
        try await home.content(room, "m.room.member", bob)?["displayname"]?.string ?? "-")
    }
    return names
  }

  /// Tells all rooms; gives how many events each write made.
  private func tellAll(_ home: RoomsHome) async throws -> [Int] {
    var counts: [Int] = []
    var last: UserID?
    _ = home.newCommits()
    while true {
      let user = last
      last = try await home.store.write { try home.rooms.tellNext(after: user, in: $0) }
      let count = home.newCommits().reduce(0) { $0 + $1.events.count }
      if last == nil { return counts }
      counts.append(count)
    }
  }

  @Test("Many rooms hear of a new name a few in a write, each once")
  func portions() async throws {
    let home = try RoomsHome()
    let rooms = try await rooms(45, home)
    _ = home.newCommits()
    try await rename("Bob", home)
    #expect(home.newCommits().reduce(0) { $0 + $1.events.count } == 20)
    #expect(try await names(rooms, home).filter { $0 == "Bob" }.count == 20)
    #expect(try await tellAll(home) == [20, 5])
    #expect(Set(try await names(rooms, home)) == ["Bob"])
    #expect(try await tellAll(home) == [])
  }

  @Test("The rooms that had not heard of it when the server ended hear of it when it starts")
  func crash() async throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
    defer { try? FileManager.default.removeItem(at: folder) }
    let rooms: [String]
    do {
      let home = try RoomsHome(folder: folder)
      rooms = try await self.rooms(45, home)
      try await rename("Bob", home)
    }
    let home = try RoomsHome(folder: folder)
    let spreading = Task { await home.rooms.spreadNews { _ in } }
    while try await home.texts("SELECT user FROM member_news") != [] { await Task.yield() }
    spreading.cancel()
    #expect(Set(try await names(rooms, home)) == ["Bob"])
  }

  @Test("News of an unknown kind are dropped, and keep no others from being told")
  func damagedNews() async throws {
    let home = try RoomsHome()
    let rooms = try await rooms(25, home)
    try await rename("Bob", home)
    for (user, kind) in [("@ada:localhost", "7"), ("@carl:localhost", "'x'")] {
      try await home.store.write { context in
        try context.database.execute(
          sql: "INSERT INTO member_news (user, kind, room, again) VALUES (?, \(kind), '', 0)",
          arguments: [user])
      }
    }
    let log = Events()
    let spreading = Task { await home.rooms.spreadNews { _ in log.note("log") } }
    while try await home.texts("SELECT user FROM member_news") != [] { await Task.yield() }
    spreading.cancel()
    #expect(Set(try await names(rooms, home)) == ["Bob"])
    #expect(log.count("log") == 2)
  }

  @Test("Of many new names the rooms that wait hear the last one")
  func coalescing() async throws {
    let home = try RoomsHome()
    let rooms = try await rooms(45, home)
    _ = home.newCommits()
    for name in ["A", "B", "C"] { try await rename(name, home) }
    #expect(home.newCommits().reduce(0) { $0 + $1.events.count } == 20)
    #expect(try await tellAll(home) == [20, 5, 20, 0, 0])
    #expect(Set(try await names(rooms, home)) == ["C"])
  }

  @Test("Users take turns")
  func turns() async throws {
    let home = try RoomsHome()
    for user in ["@bob:localhost", "@ada:localhost"] {
      for _ in 0..<45 { _ = try await home.room(by: user) }
      try await home.setProfile(user, "displayname", "New")
      let id = try #require(UserID(user))
      try await home.store.write { try home.rooms.profileChanged(of: id, in: $0) }
    }
    var last: UserID?
    var turns: [String] = []
    repeat {
      let user = last
      last = try await home.store.write { try home.rooms.tellNext(after: user, in: $0) }
      if let last { turns.append(String(last.localpart)) }
    } while last != nil
    #expect(turns == ["ada", "bob", "ada", "bob"])
  }

  @Test("Who gives up the account leaves rooms by the hundred, too")
  func departures() async throws {
    let home = try RoomsHome()
    let rooms = try await rooms(45, home)
    let user = RoomModel.user("bob")
    try await rename("Bob", home)
    try await home.store.write { try home.rooms.userDeactivated(user, in: $0) }
    _ = try await tellAll(home)
    for room in rooms { #expect(try await membership(home, room, bob) == "leave") }
  }

  @Test("A room whose powers cannot be read holds nobody, and keeps no other from hearing of it")
  func damagedPowers() async throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
    defer { try? FileManager.default.removeItem(at: folder) }
    let rooms: [String]
    do {
      let home = try RoomsHome(folder: folder)
      rooms = try await self.rooms(4, home)
      try await damage(rooms[0], "m.room.power_levels", #"{"users":{"@a:b":"100"}}"#, home)
      try await damage(rooms[1], "m.room.name", "{", home)
      try await damage(rooms[2], "m.room.power_levels", #"{"users":{"@a:b":"100"}}"#, home)
    }
    let home = try RoomsHome(folder: folder)
    try await rename("Bob", home)
    #expect(try await names([rooms[3]], home) == ["Bob"])
    let refused = await home.call(
      "PUT", "rooms/\(rooms[0])/state/m.room.topic", as: bob, ["topic": "x"])
    #expect(refused.status == 400)
    #expect(await home.call("POST", "rooms/\(rooms[0])/leave", as: bob).status == 200)
    #expect(try await membership(home, rooms[0], bob) == "leave")
    let user = RoomModel.user("bob")
    try await home.store.write { try home.rooms.userDeactivated(user, in: $0) }
    for room in rooms[2...] { #expect(try await membership(home, room, bob) == "leave") }
  }

  /// Gives a room a state that this server never writes.
  private func damage(
    _ room: String, _ type: String, _ content: String, _ home: RoomsHome
  ) async throws {
    if type == "m.room.name" {
      _ = await home.call("PUT", "rooms/\(room)/state/\(type)", as: bob, ["name": "x"])
    }
    try await home.store.write { context in
      try context.database.execute(
        sql: "UPDATE events SET head = ? WHERE room = ? AND type = ?",
        arguments: [Data(#"{"content":\#(content)"#.utf8), room, type])
    }
  }

  @Test("A new profile reaches the rooms where it is new")
  func profile() async throws {
    let home = try RoomsHome()
    let first = try await home.room(by: bob)
    let second = try await home.room(by: bob)
    let left = try await home.room(by: bob)
    _ = await home.call("POST", "rooms/\(left)/leave", as: bob)
    _ = await home.call(
      "PUT", "rooms/\(second)/state/m.room.member/\(bob)", as: bob,
      ["membership": "join", "displayname": "Bob"])
    try await home.setProfile(bob, "displayname", "Bob")
    let before = try await home.events(second).count
    let user = RoomModel.user("bob")
    try await home.store.write { try home.rooms.profileChanged(of: user, in: $0) }
    #expect(
      try await home.content(first, "m.room.member", bob)
        == ["membership": "join", "displayname": "Bob"])
    #expect(try await home.events(second).count == before)
    #expect(try await membership(home, left, bob) == "leave")
  }

  @Test("A room that takes no joins does not keep a profile from changing")
  func profileRefused() async throws {
    let home = try RoomsHome()
    let closed = try await home.room(by: bob)
    let open = try await home.room(by: bob)
    _ = await home.call(
      "PUT", "rooms/\(closed)/state/m.room.join_rules", as: bob, ["join_rule": "private"])
    try await home.setProfile(bob, "displayname", "Bob")
    let user = RoomModel.user("bob")
    try await home.store.write { try home.rooms.profileChanged(of: user, in: $0) }
    #expect(try await home.content(closed, "m.room.member", bob) == ["membership": "join"])
    #expect(
      try await home.content(open, "m.room.member", bob)
        == ["membership": "join", "displayname": "Bob"])
  }

  @Test("Who gives up the account leaves all rooms and declines all invitations")
  func deactivated() async throws {
    let home = try RoomsHome()
    let joined = try await home.room(by: bob)
    let invited = try await home.room(["invite": [.string(bob)]])
    let banned = try await home.room(with: [bob])
    _ = await home.call("POST", "rooms/\(banned)/ban", ["user_id": .string(bob)])
    let user = RoomModel.user("bob")
    try await home.store.write { try home.rooms.userDeactivated(user, in: $0) }
    #expect(try await membership(home, joined, bob) == "leave")
    #expect(try await membership(home, invited, bob) == "leave")
    #expect(try await membership(home, banned, bob) == "ban")
  }
}
