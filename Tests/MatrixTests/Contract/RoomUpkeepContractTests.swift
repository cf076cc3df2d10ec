import ModelKit
import TestServers
import Testing

@testable import Controllers
@testable import Matrix
@testable import MatrixWire
@testable import Models
@testable import Signals

extension TwoPeopleTests {
  @Test("the files of a room are listed without its other messages", arguments: Place.all)
  func roomFiles(place: Place) async throws {
    try await play(place) { alice, bob in
      let room = try await value(
        of: alice.rooms.create(NewRoom(name: "Files", invited: [bob.userID])))
      _ = try await value(of: bob.rooms.join(room.rawValue))
      func send(_ content: JSONObject) async throws {
        let transaction = "t\(UInt64.random(in: 0...UInt64.max))"
        try await bob.call(
          .put, .client("rooms", room.rawValue, "send", "m.room.message", transaction), content)
      }
      for number in 1...60 {
        let name = JSONValue.string("\(number).txt")
        try await send(["msgtype": "m.file", "body": name, "url": "mxc://localhost/abc"])
      }
      try await send(["msgtype": "m.text", "body": "words"])
      try await send(["msgtype": "m.image", "body": "cat.png", "url": "mxc://localhost/def"])
      _ = try await alice.room(room) { $0.joinedCount == 2 }
      let first = try await value(of: alice.timelines.files(in: room, after: nil))
      #expect(first.messages.count == 50)
      #expect(first.messages.allSatisfy { $0.sender.id == bob.userID && $0.room.id == room })
      guard case .image(let image) = first.messages.first?.message.content else {
        Issue.record("\(String(describing: first.messages.first))")
        return
      }
      #expect(image.body == "cat.png")
      let second = try await value(of: alice.timelines.files(in: room, after: first.next))
      let names = (first.messages + second.messages).compactMap { found -> String? in
        if case .file(let file) = found.message.content { file.name } else { nil }
      }
      #expect(names == (1...60).reversed().map { "\($0).txt" })
    }
  }

  @Test("a room is replaced by one of a version that the server offers", arguments: Place.all)
  func upgrade(place: Place) async throws {
    try await play(place) { alice, bob in
      let versions = try await value(of: alice.rooms.roomVersions())
      #expect(versions.areStable[versions.usual] == true)
      let room = try await value(
        of: alice.rooms.create(NewRoom(name: "Old", invited: [bob.userID])))
      _ = try await value(of: bob.rooms.join(room.rawValue))
      _ = try await alice.room(room) { $0.joinedCount == 2 }
      var house = NewRoom(name: "House")
      house.isSpace = true
      let space = try await value(of: alice.rooms.create(house))
      try await value(of: alice.rooms.add(room, to: space))
      _ = try await alice.room(space) { $0.children == [room] }
      let settings = try await value(of: bob.rooms.settings(of: room))
      #expect(!settings.canUpgrade)
      #expect(try await value(of: alice.rooms.settings(of: room)).canUpgrade)
      await #expect(throws: RequestError.self) {
        try await value(of: bob.rooms.upgrade(room, to: "11"))
      }
      let new = try await value(of: alice.rooms.upgrade(room, to: "11"))
      #expect(new != room)
      #expect(try await alice.room(new) { $0.name == "Old" } != nil)
      #expect(try await bob.room(room) { $0.replacement != nil } != nil)
      #expect(try await bob.room(new) { $0.membership == .invited } != nil)
      _ = try await value(of: bob.rooms.join(new.rawValue))
      let parent = try await alice.room(space) { $0.children == [new] }
      #expect(parent != nil)
      #expect(try await value(of: alice.rooms.settings(of: new)).version == "11")
    }
  }
}
