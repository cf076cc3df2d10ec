import ModelKit
import Testing

@testable import Homeserver

@Suite("Ignored users")
struct IgnoredUsersTests {
  private func ignore(_ names: [String], by name: String, _ store: Store) async throws {
    let list = JSONObject(names.map { JSONObject.Member(key: id($0).rawValue, value: [:]) })
    try await store.write { context in
      try AccountDataRows.set(
        "m.ignored_user_list", of: id(name), room: nil, to: ["ignored_users": .object(list)],
        in: context)
    }
  }

  @Test("Their old and new messages are hidden, but their state events are not")
  func messages() async throws {
    let home = try await SyncHome()
    let room = try await home.makeRoom(joined: ["grace", "linus"])
    try await home.say("before", in: room, by: "linus")
    let first = try await home.sync(as: "grace")
    #expect(first.joined(room)?.said == ["before"])
    try await ignore(["linus", "grace"], by: "grace", home.store)
    let token = try await home.sync(as: "grace", since: first.token).token

    try await home.say("hidden @grace", in: room, by: "linus")
    try await home.say("shown", in: room)
    try await home.send(
      ["membership": "join", "displayname": "Lin"], to: room, by: "linus", type: "m.room.member",
      stateKey: "@linus:localhost")
    try await home.say("own", in: room, by: "grace")

    let news = try await home.sync(as: "grace", since: token)
    #expect(news.joined(room)?.said == ["shown", "own"])
    #expect(news.joined(room)?.timelineIDs.count == 3)
    #expect(try await home.sync(as: "grace").joined(room)?.said == ["shown", "own"])
    #expect(try await home.sync(as: "ada").joined(room)?.said.contains("hidden @grace") == true)
    try await ignore([], by: "grace", home.store)
    let all = try await home.sync(as: "grace").joined(room)?.said
    #expect(all == ["before", "hidden @grace", "shown", "own"])
  }

  @Test("Their messages neither wake a sync nor count as unread")
  func waiting() async throws {
    let home = try await SyncHome()
    let room = try await home.makeRoom(joined: ["grace", "linus"])
    try await ignore(["linus"], by: "grace", home.store)
    let token = try await home.sync(as: "grace").token
    let task = Task { try await home.sync(as: "grace", since: token, timeout: 30_000) }
    try await home.untilWaiting(1)

    for _ in 0..<3 { try await home.say("grace", in: room, by: "linus") }
    try await home.untilWaiting(1)
    try await home.say("shown", in: room)

    let reply = try await task.value
    #expect(reply.joined(room)?.said == ["shown"])
    #expect(reply.joined(room)?.unread == [1, 0])
  }

  @Test("Their invitations are hidden, those of others are not")
  func invitations() async throws {
    let home = try await SyncHome()
    let (hidden, shown) = (
      try await home.makeRoom(.privateChat), try await home.makeRoom(by: "linus", .privateChat)
    )
    try await ignore(["ada"], by: "grace", home.store)
    let token = try await home.sync(as: "grace").token
    try await home.step(.invite, "grace", hidden)
    try await home.store.write { [rooms = home.rooms] context in
      try rooms.invite(id("grace"), to: shown, by: id("linus"), in: context)
    }
    for since in [nil, token] {
      let reply = try await home.sync(as: "grace", since: since)
      #expect(reply.invited(hidden) == nil && reply.invited(shown) != nil)
    }
  }

  @Test("History leaves out their messages")
  func history() async throws {
    let home = try await HistoryHome()
    let room = try await home.makeRoom()
    for name in ["grace", "linus"] { try await home.step(.join, name, room) }
    let hidden = try await home.say("hidden", in: room, by: "linus")
    let shown = try await home.say("shown", in: room)
    try await home.relate("m.thread", to: shown, by: "ada", "heard")
    try await home.relate("m.thread", to: shown, by: "linus", "unheard")
    try await ignore(["linus"], by: "grace", home.store)

    let path = "rooms/\(room.rawValue)/"
    let page = try await home.get(path + "messages", as: "grace", [("dir", "b")])
    let texts = page.body["chunk"]?.bodies.filter { !$0.hasPrefix("m.") }
    #expect(texts == ["heard", "shown"])
    let around = try await home.get(path + "context/\(shown.id.rawValue)", as: "grace")
    #expect(around.body["events_before"]?.bodies.contains("hidden") == false)
    #expect(around.body["events_after"]?.bodies == ["heard"])
    let thread = around.body["event"]?["unsigned"]?["m.relations"]?["m.thread"]
    #expect(thread?["count"] == 1)
    #expect(thread?["latest_event"]?["content"]?["body"] == "heard")
    let children = try await home.get(
      "/_matrix/client/v1/rooms/\(room.rawValue)/relations/\(shown.id.rawValue)", as: "grace")
    #expect(children.body["chunk"]?.bodies == ["heard"])
    #expect(try await home.get(path + "event/\(hidden.id.rawValue)", as: "grace").status == 404)
    #expect(try await home.get(path + "event/\(hidden.id.rawValue)", as: "ada").status == 200)
  }

  @Test(
    "A malformed ignore list ignores nobody",
    arguments: [[:], ["ignored_users": []], ["ignored_users": ["linus": [:]]]] as [JSONObject])
  func nonsense(content: JSONObject) async throws {
    let home = try await SyncHome()
    let room = try await home.makeRoom(joined: ["grace", "linus"])
    try await home.store.write { context in
      try AccountDataRows.set(
        "m.ignored_user_list", of: id("grace"), room: nil, to: content, in: context)
    }
    try await home.say("heard", in: room, by: "linus")
    #expect(try await home.sync(as: "grace").joined(room)?.said == ["heard"])
  }
}
