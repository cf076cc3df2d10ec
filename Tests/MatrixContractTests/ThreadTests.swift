import Foundation
import TestServers
import Testing

@Suite("Threads", .serialized)
struct ThreadTests {
  private static let filter = #"{"room":{"timeline":{"unread_thread_notifications":true}}}"#

  /// Sends a message to a thread; returns its event.
  @discardableResult
  private func answer(_ text: String, in root: String, of room: String, by peer: Peer) throws
    -> String
  {
    let reply = try peer.put(
      peer.path(room, "send/m.room.message/\(UUID().uuidString)"),
      [
        "msgtype": "m.text", "body": text,
        "m.relates_to": ["rel_type": "m.thread", "event_id": root],
      ])
    return try #require(reply.text("event_id"))
  }

  private func threads(_ room: String, _ query: String, for peer: Peer) throws -> Reply {
    try peer.get("/_matrix/client/v1/" + peer.path(room, "threads?\(query)"))
  }

  @Test(
    "are listed from the one with the newest message on, page by page", arguments: TestServer.all)
  func list(server: TestServer) throws {
    let (ada, bob) = (try Peer.new("ada", on: server), try Peer.new("bob", on: server))
    let room = try ada.room()
    _ = try bob.post(ada.path(room, "join"))
    let roots = try (0..<3).map { try ada.say("root \($0)", in: room) }
    for root in roots { try answer("first", in: root, of: room, by: ada) }
    let last = try answer("second", in: roots[0], of: room, by: bob)
    try ada.say("no thread", in: room)

    let page = try threads(room, "limit=2", for: bob)
    #expect(page.list("chunk").compactMap { $0["event_id"] as? String } == [roots[0], roots[2]])
    let first = try #require(page.list("chunk").first)
    let unsigned = try #require(first["unsigned"] as? [String: Any])
    let relations = try #require(unsigned["m.relations"] as? [String: Any])
    let summary = try #require(relations["m.thread"] as? [String: Any])
    #expect(summary["count"] as? Int == 2)
    #expect(summary["current_user_participated"] as? Bool == true)
    #expect((summary["latest_event"] as? [String: Any])?["event_id"] as? String == last)
    let token = try #require(page.text("next_batch")).escapedForPath
    let rest = try threads(room, "limit=2&from=\(token)", for: bob)
    #expect(rest.list("chunk").compactMap { $0["event_id"] as? String } == [roots[1]])
    #expect(rest.text("next_batch") == nil)
    let own = try threads(room, "include=participated", for: bob)
    #expect(own.list("chunk").compactMap { $0["event_id"] as? String } == [roots[0]])
  }

  @Test("have their messages as relations, newest first", arguments: TestServer.all)
  func messages(server: TestServer) throws {
    let ada = try Peer.new("ada", on: server)
    let room = try ada.room()
    let root = try ada.say("root", in: room)
    for number in 0..<5 { try answer("\(number)", in: root, of: room, by: ada) }
    let path =
      "/_matrix/client/v1/"
      + ada.path(room, "relations/\(root.escapedForPath)/m.thread?dir=b&limit=3")
    let page = try ada.get(path)
    #expect(Reply.bodies(page.list("chunk")) == ["4", "3", "2"])
    let token = try #require(page.text("next_batch")).escapedForPath
    #expect(Reply.bodies(try ada.get(path + "&from=\(token)").list("chunk")) == ["1", "0"])
  }

  @Test("have reactions to their messages as relations of relations", arguments: TestServer.all)
  func recursion(server: TestServer) throws {
    let ada = try Peer.new("ada", on: server)
    let room = try ada.room()
    let root = try ada.say("root", in: room)
    let first = try answer("first", in: root, of: room, by: ada)
    let relation = ["rel_type": "m.annotation", "event_id": first, "key": "👍"]
    let reaction = try ada.put(
      ada.path(room, "send/m.reaction/\(UUID().uuidString)"), ["m.relates_to": relation])
    let last = try answer("last", in: root, of: room, by: ada)
    let path =
      "/_matrix/client/v1/" + ada.path(room, "relations/\(root.escapedForPath)")
    func events(_ rest: String) throws -> [String] {
      try ada.get(path + rest).list("chunk").compactMap { $0["event_id"] as? String }
    }
    let all = [last, try #require(reaction.text("event_id")), first]
    #expect(try events("?recurse=true&limit=9") == all)
    #expect(try events("?recurse=true&dir=f&limit=2") == all.reversed().dropLast())
    #expect(try events("/m.annotation?recurse=true") == [all[1]])
    #expect(try events("/m.thread?recurse=true") == [last, first])
    #expect(try events("/m.annotation/m.reaction?recurse=true") == [all[1]])
    #expect(try events("/m.annotation/m.room.message?recurse=true").isEmpty)
    #expect(try events("?limit=9") == [last, first])
    let page = try ada.get(path + "?recurse=true&limit=1")
    let token = try #require(page.text("next_batch")).escapedForPath
    #expect(try events("?recurse=true&limit=9&from=\(token)") == Array(all.dropFirst()))
  }

  @Test(
    "are counted apart for those who ask, and read apart by receipts", arguments: TestServer.all)
  func unread(server: TestServer) throws {
    let (ada, bob) = (try Peer.new("ada", on: server), try Peer.new("bob", on: server))
    let room = try ada.room()
    _ = try bob.post(ada.path(room, "join"))
    let root = try bob.say("root", in: room)
    try answer("one", in: root, of: room, by: bob)
    let last = try answer("two", in: root, of: room, by: bob)
    func counts(_ filter: String?) throws -> [Int?] {
      let reply = try ada.sync(filter: filter)
      let threads = reply.object("rooms", "join", room, "unread_thread_notifications")
      let thread = threads[root] as? [String: Any]
      return [
        reply.number("rooms", "join", room, "unread_notifications", "notification_count"),
        thread?["notification_count"] as? Int,
      ]
    }
    func read(_ event: String, _ thread: String) throws {
      let path = ada.path(room, "receipt/m.read/\(event.escapedForPath)")
      #expect(try ada.post(path, ["thread_id": thread]).outcome == "200")
    }
    #expect(try counts(Self.filter) == [1, 2])
    #expect(try counts(nil) == [3, nil])
    try read(root, "main")
    #expect(try counts(Self.filter) == [0, 2])
    try read(last, root)
    #expect(try counts(Self.filter) == [0, nil])
    try answer("three", in: root, of: room, by: bob)
    #expect(try counts(Self.filter) == [0, 1])
    let all = try bob.say("all", in: room)
    #expect(try ada.post(ada.path(room, "receipt/m.read/\(all.escapedForPath)")).outcome == "200")
    #expect(try counts(Self.filter) == [0, nil])
  }
}
