import ModelKit
import Testing

@testable import Homeserver

@Suite("Sync with a filter")
struct SyncFilteringTests {
  @Test("Excluded types are left out, from memory and from the file")
  func types() async throws {
    let home = try await SyncHome()
    let room = try await home.makeRoom(joined: ["grace"])
    let filter = #"{"room":{"timeline":{"types":["m.room.message"],"limit":2}}}"#
    let first = try await home.sync(as: "grace", filter: filter)
    try await home.say("one", in: room)
    for number in 0..<30 {
      try await home.send(["n": .string("\(number)")], to: room, type: "org.example.noise")
    }
    try await home.send(["topic": "tea"], to: room, type: "m.room.topic", stateKey: "")
    for isElsewhere in [false, true] {
      let reply = try await home.sync(
        as: "grace", since: first.token, filter: filter, isElsewhere: isElsewhere)
      #expect(reply.joined(room)?.said == ["one"])
      #expect(reply.joined(room)?.isLimited == false)
      // What the filter keeps out of the timeline must reach the client as state.
      #expect(reply.joined(room)?.stateKeys == ["m.room.topic|"])
    }
    try await home.say("two", in: room)
    try await home.say("three", in: room)
    for isElsewhere in [false, true] {
      let reply = try await home.sync(
        as: "grace", since: first.token, filter: filter, isElsewhere: isElsewhere)
      #expect(reply.joined(room)?.said == ["two", "three"])
      #expect(reply.joined(room)?.isLimited == true)
    }
  }

  @Test("Filters select senders, urls and rooms")
  func choices() async throws {
    let home = try await SyncHome()
    let room = try await home.makeRoom(joined: ["grace"])
    let other = try await home.makeRoom(joined: ["grace"])
    let first = try await home.sync(as: "grace")
    try await home.say("by ada", in: room)
    try await home.say("by grace", in: room, by: "grace")
    try await home.send(
      ["msgtype": "m.image", "body": "picture", "url": "mxc://a/b"], to: room)
    try await home.say("elsewhere", in: other)
    let cases: [(String, [String]?, [String]?)] = [
      (
        #"{"room":{"timeline":{"not_senders":["@grace:localhost"]}}}"#,
        ["by ada", "picture"], ["elsewhere"]
      ),
      (#"{"room":{"timeline":{"contains_url":true}}}"#, ["picture"], nil),
      (#"{"room":{"timeline":{"contains_url":false}}}"#, ["by ada", "by grace"], ["elsewhere"]),
      (#"{"room":{"rooms":["\#(other.rawValue)"]}}"#, nil, ["elsewhere"]),
      (#"{"room":{"not_rooms":["\#(other.rawValue)"]}}"#, ["by ada", "by grace", "picture"], nil),
      (#"{"room":{"timeline":{"rooms":["\#(other.rawValue)"]}}}"#, nil, ["elsewhere"]),
    ]
    for (filter, here, there) in cases {
      for isElsewhere in [false, true] {
        let reply = try await home.sync(
          as: "grace", since: first.token, filter: filter, isElsewhere: isElsewhere)
        #expect(reply.joined(room)?.said == here, "\(filter) \(isElsewhere)")
        #expect(reply.joined(other)?.said == there, "\(filter) \(isElsewhere)")
      }
    }
  }

  @Test("A timeline limit of 0 gives a limited, empty timeline")
  func noEvents() async throws {
    let home = try await SyncHome()
    let room = try await home.makeRoom()
    try await home.say("one", in: room)
    let filter = #"{"room":{"timeline":{"limit":0}}}"#
    let told = try #require(try await home.sync(as: "ada", filter: filter).joined(room))
    #expect(told.timelineIDs.isEmpty)
    #expect(told.isLimited == true)
    #expect(told.stateKeys.contains("m.room.create|"))
  }

  @Test("Filters exclude ephemeral events, state and account data")
  func parts() async throws {
    let home = try await SyncHome()
    let room = try await home.makeRoom(joined: ["grace"])
    let event = try await home.say("one", in: room)
    _ = try await home.ask(
      "POST", "rooms/\(room.rawValue)/receipt/m.read/\(event.id.rawValue)", as: "grace", body: "{}")
    _ = try await home.ask(
      "PUT", "rooms/\(room.rawValue)/typing/@grace:localhost", as: "grace",
      body: #"{"typing":true}"#)
    _ = try await home.ask(
      "POST", "rooms/\(room.rawValue)/read_markers", as: "ada",
      body: #"{"m.fully_read":"\#(event.id.rawValue)"}"#)
    func told(_ room: RoomID, _ filter: String) async throws -> JSONValue {
      try #require(try await home.sync(as: "ada", filter: filter).joined(room))
    }
    let all = try await told(room, "{}")
    #expect(all.ephemeral("m.typing")?["user_ids"] == ["@grace:localhost"])
    #expect(all.ephemeral("m.receipt") != nil)
    #expect(all["account_data"]?.events.map { $0["type"]?.string } == ["m.fully_read"])
    let noTyping = try await told(room, #"{"room":{"ephemeral":{"not_types":["m.typing"]}}}"#)
    #expect(noTyping.ephemeral("m.typing") == nil)
    #expect(noTyping.ephemeral("m.receipt") != nil)
    let nothing = try await told(
      room,
      """
      {"room":{"ephemeral":{"types":[]},"account_data":{"types":[]},
       "state":{"types":["m.room.name"]}}}
      """)
    #expect(nothing["ephemeral"]?.events.isEmpty == true)
    #expect(nothing["account_data"]?.events.isEmpty == true)
    #expect(nothing.stateKeys.isEmpty)
    let global = try await home.sync(as: "ada", filter: #"{"account_data":{"types":[]}}"#)
    #expect(global.json["account_data"]?.events.isEmpty == true)
  }
}

@Suite("Sync with lazy members")
struct LazySyncTests {
  private static let filter =
    #"{"room":{"timeline":{"limit":3},"state":{"lazy_load_members":true}}}"#

  private func members(_ room: JSONValue?) -> [String] {
    (room?["state"]?.events ?? []).filter { $0["type"]?.string == "m.room.member" }
      .compactMap { $0["state_key"]?.string }.sorted()
  }

  private let ada = "@ada:localhost"
  private let grace = "@grace:localhost"
  private let linus = "@linus:localhost"

  @Test("The state holds only the members that the timeline needs")
  func needed() async throws {
    let home = try await SyncHome()
    let room = try await home.makeRoom(name: "Tea", joined: ["grace", "linus"])
    for number in 0..<3 { try await home.say("\(number)", in: room) }
    let first = try await home.sync(as: "grace", filter: Self.filter)
    #expect(members(first.joined(room)) == [ada, grace])
    #expect(first.joined(room)?["summary"]?["m.heroes"] == nil)
  }

  @Test("The state of a room without a name holds its heroes")
  func heroes() async throws {
    let home = try await SyncHome()
    let room = try await home.makeRoom(joined: ["grace", "linus"])
    for number in 0..<3 { try await home.say("\(number)", in: room) }
    let first = try await home.sync(as: "ada", filter: Self.filter)
    #expect(
      first.joined(room)?["summary"]?["m.heroes"] == ["@grace:localhost", "@linus:localhost"])
    #expect(members(first.joined(room)) == [ada, grace, linus])
  }

  @Test("An incremental sync holds the senders of its timeline and no other members")
  func senders() async throws {
    let home = try await SyncHome()
    for isElsewhere in [false, true] {
      let room = try await home.makeRoom(name: "Tea", joined: ["grace", "linus"])
      for number in 0..<3 { try await home.say("\(number)", in: room, by: "grace") }
      func sync(_ token: String?) async throws -> SyncHome.Reply {
        try await home.sync(
          as: "grace", since: token, filter: Self.filter, isElsewhere: isElsewhere)
      }
      let first = try await sync(nil)
      #expect(members(first.joined(room)) == [grace])
      for _ in 0..<2 { try await home.say("by linus", in: room, by: "linus") }
      // A client repeats the token when the response was lost.
      for _ in 0..<2 { #expect(members(try await sync(first.token).joined(room)) == [linus]) }
    }
  }

  @Test("The state holds the old name of a member whom the timeline renames")
  func renamed() async throws {
    let home = try await SyncHome()
    let room = try await home.makeRoom(name: "Tea", joined: ["grace"])
    let first = try await home.sync(as: "grace", filter: Self.filter)
    try await home.say("before", in: room)
    try await home.send(
      ["membership": "join", "displayname": "Lady Ada"], to: room, type: "m.room.member",
      stateKey: ada)
    try await home.say("after", in: room)
    for isElsewhere in [false, true] {
      let told = try #require(
        try await home.sync(
          as: "grace", since: first.token, filter: Self.filter, isElsewhere: isElsewhere
        ).joined(room))
      let member = try #require(
        told["state"]?.events.first { $0["state_key"]?.string == ada })
      #expect(member["content"]?["displayname"]?.string != "Lady Ada")
    }
  }
}
