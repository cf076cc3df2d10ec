import Foundation
import GRDB
import ModelKit
import Testing

@testable import Homeserver

@Suite("Profile changes and departures", .timeLimit(.minutes(5)))
struct MemberNewsTests {
  private let bob = "@bob:localhost"

  private func membership(
    _ home: RoomsHome, _ room: String, _ user: String
  ) async throws -> String? {
    try await home.content(room, "m.room.member", user)?["membership"]?.string
  }

  /// Creates rooms and returns them in the order of their events.
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

  @Test("Each room gets a new name and a departure once")
  func manyRooms() async throws {
    let home = try RoomsHome()
    let rooms = try await rooms(45, home)
    _ = home.newCommits()
    try await rename("Bob", home)
    #expect(home.newCommits().reduce(0) { $0 + $1.events.count } == 45)
    #expect(Set(try await names(rooms, home)) == ["Bob"])
    let user = RoomModel.user("bob")
    try await home.store.write { try home.rooms.userDeactivated(user, in: $0) }
    for room in rooms { #expect(try await membership(home, room, bob) == "leave") }
  }

  @Test("Users can leave a room with unreadable power levels, and others learn of it")
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

  /// Writes state that this server would never accept.
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

  @Test("A new profile reaches the rooms that lack it")
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

  @Test("A room that refuses joins does not block profile changes")
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

  @Test("Deactivating an account leaves all rooms and declines all invitations")
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
