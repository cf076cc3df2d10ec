import ModelKit
import Testing

@testable import Controllers
@testable import Matrix
@testable import MatrixWire
@testable import Models
@testable import Signals

@Suite("Pinned messages, versions and copies", .timeLimit(.minutes(5)))
struct PinTests {
  private let rehearsal: Rehearsal
  private let timelines: MatrixTimelineController
  private let sender: MatrixMessageSender
  private let room: RoomID

  init() throws {
    rehearsal = try Rehearsal()
    sender = try rehearsal.sender()
    timelines = MatrixTimelineController(network: rehearsal.network, store: rehearsal.store)
    room = try #require(RoomID("!room"))
  }

  private func event(_ id: String, _ content: String, sender: String = Rehearsal.me) -> String {
    #"{"event_id":"$\#(id)","type":"m.room.message","sender":"\#(sender)","#
      + #""origin_server_ts":7,"content":\#(content)}"#
  }

  private func text(_ id: String, _ body: String) -> String {
    event(id, #"{"msgtype":"m.text","body":"\#(body)"}"#)
  }

  private func edit(_ id: String, of target: String, _ body: String, by sender: String) -> String {
    event(
      id,
      #"{"msgtype":"m.text","body":"*","m.new_content":{"msgtype":"m.text","body":"\#(body)"},"#
        + #""m.relates_to":{"rel_type":"m.replace","event_id":"$\#(target)"}}"#, sender: sender)
  }

  private func state(_ type: String, _ content: String) -> String {
    #"{"event_id":"$s-\#(type)","type":"\#(type)","sender":"@a:x","state_key":"","#
      + #""content":\#(content)}"#
  }

  private func pins(_ list: String) -> String {
    state("m.room.pinned_events", #"{"pinned":[\#(list)]}"#)
  }

  private func sync(_ events: String..., room: String = "!room") async throws {
    let list = events.joined(separator: ",")
    try await rehearsal.apply(
      #"{"next_batch":"n","rooms":{"join":{"\#(room)":{"timeline":{"events":[\#(list)]}}}}}"#)
  }

  private var timeline: Timeline {
    get async throws { try await rehearsal.timeline(of: room) }
  }

  @Test("the room's state pins messages, whatever else is in it, and survives a restart")
  func state() async throws {
    try await sync(text("1", "one"), text("2", "two"), pins(#""$2",7,"$2","no event""#))
    #expect(try await timeline.messages.filter(\.isPinned).compactMap(\.text) == ["two"])
    let restarted = try Rehearsal(folder: rehearsal.folder)
    let later = try await restarted.timeline(of: room)
    #expect(later.messages.filter(\.isPinned).compactMap(\.text) == ["two"])
    try await sync(state("m.room.pinned_events", #"{"pinned":5}"#))
    #expect(try await timeline.messages.allSatisfy { !$0.isPinned })
    let many = (0..<500).map { #""$p\#($0)""# }.joined(separator: ",")
    try await sync(pins(many))
    #expect(rehearsal.store.current.rooms[room]?.pinned.count == 100)
  }

  @Test(
    "who may pin follows the level of the event, else that of state",
    arguments: [
      (#"{"users":{"\#(Rehearsal.me)":50}}"#, true), ("{}", false),
      (#"{"events":{"m.room.pinned_events":0}}"#, true),
      (#"{"state_default":0}"#, true),
      (#"{"users":{"\#(Rehearsal.me)":50},"events":{"m.room.pinned_events":60}}"#, false),
    ])
  func power(levels: String, allows: Bool) async throws {
    try await sync(state("m.room.power_levels", levels))
    #expect(try await timeline.canPin == allows)
  }

  @Test("the list has the last pin first, and requests what it does not know")
  func list() async throws {
    try await sync(text("1", "one"), pins(#""$1","$far","$gone""#))
    let notes = Notes(timelines.pinnedMessages(in: room))
    try await notes.started()
    #expect(notes.values.last?.map(\.id.rawValue) == ["$gone", "$far", "$1"])
    #expect(notes.values.last?.map { $0.quote == .loading } == [true, true, false])
    try await rehearsal.transport.next(.get, "/event/%24gone").reply(
      404, #"{"errcode":"M_NOT_FOUND"}"#)
    try await rehearsal.transport.next(.get, "/event/%24far").reply(200, text("far", "long ago"))
    try await eventually { notes.values.last?.map(\.quote).contains(.loading) == false }
    #expect(notes.values.last?.first?.quote == .missing)
    #expect(notes.values.last?[1].timestamp == Timestamp(milliseconds: 7))
    #expect(notes.values.last?[1].sender?.id.rawValue == Rehearsal.me)
    notes.dispose()
  }

  @Test("the versions are the sender's own, newest first, down to the original")
  func versions() async throws {
    try await sync(text("1", "one"))
    let id = try #require(Message.ID("$1"))
    let notes = Notes(timelines.versions(of: id, in: room))
    let request = try await rehearsal.transport.next(.get, "/relations/%241/m.replace")
    #expect(request.path.contains("v1/rooms"))
    let edits = [
      edit("c", of: "1", "three", by: Rehearsal.me), edit("x", of: "1", "forged", by: "@x:x"),
      edit("y", of: "other", "elsewhere", by: Rehearsal.me),
      edit("b", of: "1", "two", by: Rehearsal.me), text("z", "no edit"),
    ]
    request.reply(200, #"{"chunk":[\#(edits.joined(separator: ","))],"next_batch":"more"}"#)
    try await notes.ended()
    let found = try #require(notes.values.first)
    let texts = found.versions.map { version in
      if case .text(let text) = version.content { text.body } else { "" }
    }
    #expect(texts == ["three", "two", "one"])
    #expect(!found.isComplete)

    let unknown = Notes(
      timelines.versions(of: try #require(Message.ID("$none")), in: room))
    try await unknown.ended()
    #expect(unknown.failure?.status == 404)
  }

  @Test(
    "a copy has the last words and the file, and neither a relation nor mentions nor keys",
    arguments: [
      (
        #"{"msgtype":"m.text","body":"> <@a:x> q\n\nyes","format":"org.matrix.custom.html","#
          + #""formatted_body":"<mx-reply><blockquote>q</blockquote></mx-reply><b>yes</b>","#
          + #""m.mentions":{"user_ids":["@a:x"]},"#
          + #""m.relates_to":{"m.in_reply_to":{"event_id":"$0"}}}"#,
        #"{"msgtype":"m.text","body":"yes","format":"org.matrix.custom.html","#
          + #""formatted_body":"<b>yes</b>","m.mentions":{}}"#
      ),
      (
        #"{"msgtype":"m.image","body":"cat","filename":"cat.png","url":"mxc://x/c","info":{"w":1}}"#,
        #"{"msgtype":"m.image","body":"cat","filename":"cat.png","url":"mxc://x/c","info":{"w":1},"#
          + #""m.mentions":{}}"#
      ),
      (#"{"msgtype":"m.image","body":"cat","file":{"url":"mxc://x/c","key":{}}}"#, nil),
    ] as [(String, String?)])
  func copies(content: String, copy: String?) async throws {
    let target = try await rehearsal.joinRoom("!target")
    try await sync(event("1", content))
    let source = try #require(Message.ID("$1"))
    let notes = Notes(sender.send(.forward(source, from: room), to: target))
    guard let copy else {
      try await notes.ended()
      #expect(notes.failure?.code == OutgoingEvent.notForwardable)
      return
    }
    let put = try await rehearsal.transport.next(.put, "target/send/m.room.message/")
    #expect(try JSONValue(Array(put.body.utf8)) == JSONValue(Array(copy.utf8)))
    notes.dispose()
  }

  @Test("a copy has the text of the last edit; of a removed message there is none")
  func changedCopies() async throws {
    let target = try await rehearsal.joinRoom("!target")
    try await sync(text("1", "one"), edit("e", of: "1", "two", by: Rehearsal.me))
    let source = try #require(Message.ID("$1"))
    let notes = Notes(sender.send(.forward(source, from: room), to: target))
    let put = try await rehearsal.transport.next(.put, "/send/m.room.message/")
    #expect(put.body.contains(#""body":"two""#))
    put.reply(200, #"{"event_id":"$c"}"#)
    try await notes.ended()
    try await sync(
      #"{"event_id":"$r","type":"m.room.redaction","sender":"@a:x","content":{"redacts":"$1"}}"#)
    let gone = Notes(sender.send(.forward(source, from: room), to: target))
    try await gone.ended()
    #expect(gone.failure?.code == OutgoingEvent.notForwardable)
    try await sync(
      #"{"event_id":"$enc","type":"m.room.encryption","sender":"@a:x","state_key":"","content":{}}"#,
      text("2", "x"), room: "!target")
    let secret = Notes(
      sender.send(.forward(try #require(Message.ID("$2")), from: target), to: target))
    try await secret.ended()
    #expect(secret.failure?.reason == .encryptedRoom)
  }
}
