import ModelKit
import Testing

@testable import Homeserver

@Suite("Sync across invisible events")
struct SyncGapTests {
  private func topics(_ told: JSONValue?) -> [String] {
    let events = (told?["state"]?.events ?? []) + (told?["timeline"]?.events ?? [])
    return events.compactMap { $0["content"]?["topic"]?.string }
  }

  @Test(
    "A returning user gets the state that changed during the absence",
    arguments: ["joined", "invited"])
  func stateOfAbsence(_ visibility: String) async throws {
    for leave in [SyncHome.Step.leave, .kick] {
      let home = try await SyncHome()
      let room = try await home.makeRoom(joined: ["grace"], visibility: visibility)
      try await home.send(["topic": "old"], to: room, type: "m.room.topic", stateKey: "")
      let before = try await home.sync(as: "grace")
      try await home.say("hello", in: room)
      try await home.step(leave, "grace", room)
      let away = try await home.sync(as: "grace", since: before.token)
      try await home.send(["topic": "new"], to: room, type: "m.room.topic", stateKey: "")
      try await home.say("secret", in: room)
      try await home.step(.join, "grace", room)
      try await home.say("again", in: room)
      for (since, isElsewhere) in [
        (before.token, false), (before.token, true), (away.token, false),
      ] {
        let reply = try await home.sync(as: "grace", since: since, isElsewhere: isElsewhere)
        let told = try #require(reply.joined(room))
        #expect(topics(told).last == "new")
        #expect(told.isLimited == true)
        #expect(told.said == ["again"])
        let start = try #require(told["timeline"]?["prev_batch"]?.string)
        let page = try await home.ask(
          "GET", "rooms/\(room.rawValue)/messages", as: "grace", [("dir", "b"), ("from", start)])
        let said = (page.json["chunk"]?.array ?? []).compactMap { $0["content"]?["body"]?.string }
        #expect(said == ["hello"])
      }
    }
  }

  @Test("A client that is ahead of a restored database gets a full sync")
  func olderCopy() async throws {
    let home = try await SyncHome()
    let room = try await home.makeRoom(joined: ["grace"])
    try await home.say("kept", in: room)
    let token = try #require(StreamToken(try await home.sync(as: "grace").token))
    for (boot, rest) in [
      (token.boot, nil), ("other", nil),
      ("other", StreamToken.Rest(since: token.position, isFullState: false, behind: room)),
    ] {
      let ahead = StreamToken(position: token.position + 20, typing: 0, boot: boot, rest: rest)
      let reply = try await home.sync(as: "grace", since: ahead.text, isElsewhere: true)
      let told = try #require(reply.joined(room))
      #expect(told.said.last == "kept")
      #expect(told.isLimited == true)
      #expect(StreamToken(reply.token)?.position == token.position)
    }
  }

  @Test("A user banned after a kick can still page back")
  func bannedAfterKick() async throws {
    let home = try await SyncHome()
    let room = try await home.makeRoom(joined: ["grace"], visibility: "joined")
    let before = try await home.sync(as: "grace")
    try await home.say("last words", in: room)
    try await home.step(.kick, "grace", room)
    try await home.step(.ban, "grace", room)
    let told = try #require(try await home.sync(as: "grace", since: before.token).left(room))
    #expect(told.isLimited == true)
    #expect(told["timeline"]?.events.last?["content"]?["membership"]?.string == "ban")
  }
}
