import Foundation
import TestServers
import Testing

@Suite("Messages", .serialized)
struct MessageTests {
  @Test("a repeated transaction makes only one event", arguments: TestServer.all)
  func transactions(server: TestServer) throws {
    let ada = try Peer.new("ada", on: server)
    let room = try ada.room()
    let first = try ada.say("once", in: room, transaction: "t1")
    #expect(try ada.say("twice", in: room, transaction: "t1") == first)
    #expect(try ada.another().say("other device", in: room, transaction: "t1") != first)
    let reply = try ada.get(ada.path(room, "messages?dir=b&limit=10"))
    #expect(Reply.bodies(reply.list("chunk")) == ["other device", "once"])
  }

  @Test("only the sending device sees its transaction id", arguments: TestServer.all)
  func echo(server: TestServer) throws {
    let ada = try Peer.new("ada", on: server)
    let other = try ada.another()
    let room = try ada.room()
    let (mine, theirs) = (try ada.sync(), try other.sync())
    try ada.say("hello", in: room, transaction: "t9")
    func transaction(_ reply: Reply) throws -> String? {
      let events = reply.list("rooms", "join", room, "timeline", "events")
      let event = try #require(events.last)
      return (event["unsigned"] as? [String: Any])?["transaction_id"] as? String
    }
    #expect(try transaction(ada.sync(since: mine.text("next_batch"))) == "t9")
    #expect(try transaction(other.sync(since: theirs.text("next_batch"))) == nil)
  }

  @Test("a history can be paged forwards and backwards", arguments: TestServer.all)
  func paging(server: TestServer) throws {
    let ada = try Peer.new("ada", on: server)
    let room = try ada.room()
    let texts = (0..<25).map { "m\($0)" }
    for text in texts { try ada.say(text, in: room) }
    var (bodies, from, pages) = ([String](), "", 0)
    while pages < 20 {
      let reply = try ada.get(ada.path(room, "messages?dir=b&limit=7\(from)"))
      bodies += Reply.bodies(reply.list("chunk"))
      pages += 1
      guard let end = reply.text("end") else { break }
      from = "&from=\(end.escapedForPath)"
    }
    #expect(bodies == texts.reversed())
    let all = try ada.get(ada.path(room, "messages?dir=f&limit=100"))
    #expect(Reply.bodies(all.list("chunk")) == texts)
  }

  @Test("an event can be fetched alone and with its context", arguments: TestServer.all)
  func context(server: TestServer) throws {
    let ada = try Peer.new("ada", on: server)
    let room = try ada.room()
    let ids = try (0..<5).map { try ada.say("m\($0)", in: room) }
    let id = ids[2].escapedForPath
    let event = try ada.get(ada.path(room, "event/\(id)"))
    #expect(event.text("content", "body") == "m2" && event.text("room_id") == room)
    let context = try ada.get(ada.path(room, "context/\(id)?limit=4"))
    #expect(context.text("event", "event_id") == ids[2])
    #expect(Reply.bodies(context.list("events_before")) == ["m1", "m0"])
    #expect(Reply.bodies(context.list("events_after")) == ["m3", "m4"])
  }

  @Test("a redaction removes the content", arguments: TestServer.all)
  func redaction(server: TestServer) throws {
    let (ada, bob) = (try Peer.new("ada", on: server), try Peer.new("bob", on: server))
    let room = try ada.room()
    _ = try bob.post(ada.path(room, "join"))
    let id = try ada.say("regret", in: room)
    let path = ada.path(room, "redact/\(id.escapedForPath)/")
    #expect(try bob.put(path + "1").outcome == "403 M_FORBIDDEN")
    let redaction = try ada.put(path + "2", ["reason": "typo"])
    #expect(redaction.outcome == "200")
    let event = try bob.get(ada.path(room, "event/\(id.escapedForPath)"))
    #expect(event.object("content").isEmpty)
    #expect(event.text("unsigned", "redacted_because", "event_id") == redaction.text("event_id"))
  }

  @Test("edits and reactions can be found by the event they relate to", arguments: TestServer.all)
  func relations(server: TestServer) throws {
    let ada = try Peer.new("ada", on: server)
    let room = try ada.room()
    let id = try ada.say("teh", in: room)
    let edit: [String: Any] = [
      "msgtype": "m.text", "body": "* the", "m.new_content": ["msgtype": "m.text", "body": "the"],
      "m.relates_to": ["rel_type": "m.replace", "event_id": id],
    ]
    let edited = try ada.put(ada.path(room, "send/m.room.message/e"), edit)
    let reaction: [String: Any] = [
      "m.relates_to": ["rel_type": "m.annotation", "event_id": id, "key": "👍"]
    ]
    #expect(try ada.put(ada.path(room, "send/m.reaction/r1"), reaction).outcome == "200")
    #expect(
      try ada.put(ada.path(room, "send/m.reaction/r2"), reaction).outcome
        == "400 M_DUPLICATE_ANNOTATION")
    let relations = "/_matrix/client/v1/" + ada.path(room, "relations/\(id.escapedForPath)")
    #expect(try ada.get(relations).list("chunk").count == 2)
    let edits = try ada.get(relations + "/m.replace").list("chunk")
    #expect(edits.map { $0["event_id"] as? String } == [edited.text("event_id")])
    let event = try ada.get(ada.path(room, "event/\(id.escapedForPath)"))
    #expect(
      event.text("unsigned", "m.relations", "m.replace", "event_id")
        == edited.text("event_id"))
  }

  @Test("an event has the events that reference it with it", arguments: TestServer.all)
  func references(server: TestServer) throws {
    let ada = try Peer.new("ada", on: server)
    let room = try ada.room()
    let id = try ada.say("which?", in: room)
    let event = ada.path(room, "event/\(id.escapedForPath)")
    #expect(try ada.get(event).object("unsigned")["m.relations"] == nil)
    let vote: [String: Any] = [
      "m.relates_to": ["rel_type": "m.reference", "event_id": id], "m.selections": ["a"],
    ]
    let votes = try (0..<3).map { number in
      try #require(
        try ada.put(ada.path(room, "send/m.poll.response/v\(number)"), vote).text("event_id"))
    }
    let removal = ada.path(room, "redact/\(votes[1].escapedForPath)/r")
    #expect(try ada.put(removal, [:]).outcome == "200")

    let relations = try ada.get(event).object("unsigned")["m.relations"] as? [String: Any]
    let references = relations?["m.reference"] as? [String: Any]
    let chunk = try #require(references?["chunk"] as? [[String: Any]])
    #expect(chunk.map { $0["event_id"] as? String } == [votes[0], votes[2]])
    #expect(chunk.allSatisfy { $0.count == 1 })
  }
}
