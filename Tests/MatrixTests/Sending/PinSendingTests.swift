import ModelKit
import Testing

@testable import Controllers
@testable import Matrix
@testable import MatrixWire
@testable import Models
@testable import Signals

@Suite("Pins in the outbox", .timeLimit(.minutes(5)))
struct PinSendingTests {
  private let rehearsal: Rehearsal
  private let sender: MatrixMessageSender
  private let room: RoomID
  private let target: EventID

  init() async throws {
    rehearsal = try Rehearsal()
    sender = try rehearsal.sender()
    room = try await rehearsal.joinRoom()
    target = try #require(EventID("$2"))
    try await Self.sync(rehearsal, Self.text("1"), Self.text("2"), Self.pins(#""$1""#))
  }

  private static func text(_ id: String) -> String {
    #"{"event_id":"$\#(id)","type":"m.room.message","sender":"@a:x","#
      + #""content":{"msgtype":"m.text","body":"\#(id)"}}"#
  }

  private static func pins(_ list: String, as id: String = "s", before: String? = nil) -> String {
    let unsigned = before.map { #","unsigned":{"prev_content":{"pinned":[\#($0)]}}"# } ?? ""
    return #"{"event_id":"$\#(id)","type":"m.room.pinned_events","sender":"\#(Rehearsal.me)","#
      + #""state_key":"","content":{"pinned":[\#(list)]}\#(unsigned)}"#
  }

  private static func sync(_ rehearsal: Rehearsal, _ events: String...) async throws {
    let list = events.joined(separator: ",")
    try await rehearsal.apply(
      #"{"next_batch":"n","rooms":{"join":{"!room":{"timeline":{"events":[\#(list)]}}}}}"#)
  }

  private var pinned: [String] {
    get async throws {
      try await rehearsal.timeline(of: room).messages.filter(\.isPinned).compactMap(\.text)
    }
  }

  private func nextList(_ list: String, in place: Rehearsal? = nil) async throws {
    try await (place ?? rehearsal).transport.next(.get, "/state/m.room.pinned_events").reply(
      200, list)
  }

  private func nextChange(
    in place: Rehearsal? = nil
  ) async throws -> RehearsedTransport.Exchange {
    try await (place ?? rehearsal).transport.next(.put, "/state/m.room.pinned_events")
  }

  /// Answers the question what a change replaced.
  private func replaced(by event: String, _ list: String?) async throws {
    let event = Self.pins("", as: event, before: list)
    try await rehearsal.transport.next(.get, "/context/").reply(200, #"{"event":\#(event)}"#)
  }

  @Test("a pin shows at once, and changes the list that the server has when it is sent")
  func pin() async throws {
    let notes = try await Notes(sender.send(.pin(target), to: room)).started()
    #expect(try await pinned == ["1", "2"])
    let timelines = MatrixTimelineController(network: rehearsal.network, store: rehearsal.store)
    let shown = try await value(of: timelines.pinnedMessages(in: room))
    #expect(shown.map(\.id.rawValue) == ["$2", "$1"])
    try await nextList(#"{"pinned":["$1","$3"],"x":1}"#)
    let put = try await nextChange()
    #expect(
      try JSONValue(Array(put.body.utf8))
        == .object(["pinned": .array(["$1", "$3", "$2"]), "x": .number(JSONNumber(1))]))
    put.reply(200, #"{"event_id":"$p"}"#)
    try await replaced(by: "p", #""$1","$3""#)
    try await notes.ended()
    #expect(notes.isCompleted)
    #expect(try await pinned == ["1", "2"], "no sync has brought it yet")
    try await Self.sync(rehearsal, Self.pins(#""$1","$3","$2""#, as: "p"))
    #expect(rehearsal.store.current.rooms[room]?.waitingChanges == [])
    #expect(try await pinned == ["1", "2"])
    try await Self.sync(rehearsal, Self.pins(#""$1""#, as: "q"))
    #expect(try await pinned == ["1"], "somebody else has unpinned it")
  }

  @Test("the end of a pin shows at once, and needs no list on the server")
  func unpin() async throws {
    let first = try #require(EventID("$1"))
    let notes = try await Notes(sender.send(.unpin(first), to: room)).started()
    #expect(try await pinned == [])
    try await rehearsal.transport.next(.get, "/state/m.room.pinned_events").reply(
      404, #"{"errcode":"M_NOT_FOUND"}"#)
    try await notes.ended()
    #expect(notes.isCompleted, "it is not pinned")
    #expect(rehearsal.store.current.rooms[room]?.waitingChanges == [])
    #expect(try await pinned == ["1"], "the next sync will tell")
  }

  @Test("a pin that somebody sets between reading and writing the list comes back")
  func race() async throws {
    let notes = Notes(sender.send(.pin(target), to: room))
    try await nextList(#"{"pinned":["$1"]}"#)
    try await nextChange().reply(200, #"{"event_id":"$p"}"#)
    try await replaced(by: "p", #""$1","$9""#)
    let second = try await nextChange()
    #expect(second.body == #"{"pinned":["$1","$9","$2"]}"#)
    second.reply(200, #"{"event_id":"$q"}"#)
    try await replaced(by: "q", #""$1","$2""#)
    try await notes.ended()
    #expect(notes.values.last?.eventID?.rawValue == "$q")
  }

  @Test("a server that does not tell what it replaced is believed")
  func silence() async throws {
    let notes = Notes(sender.send(.pin(target), to: room))
    try await nextList(#"{"pinned":["$1"]}"#)
    try await nextChange().reply(200, #"{"event_id":"$p"}"#)
    try await replaced(by: "p", nil)
    try await notes.ended()
    #expect(notes.isCompleted)
  }

  @Test("a refused pin is gone from the message, and has a line until it is sent again")
  func refusal() async throws {
    let notes = Notes(sender.send(.pin(target), to: room))
    try await nextList(#"{"pinned":["$1"]}"#)
    try await nextChange().reply(403, #"{"errcode":"M_FORBIDDEN"}"#)
    try await notes.ended()
    #expect(notes.failure?.code == OutgoingEvent.notPinnable)
    #expect(try await pinned == ["1"])
    let line = try #require(await rehearsal.timeline(of: room).messages.last)
    #expect(line.content == .unsentAction(.pin))
    #expect(line.delivery == .failed(status: 403, code: OutgoingEvent.notPinnable))
    let again = try await Notes(sender.retry(line.id, in: room)).started()
    #expect(try await pinned == ["1", "2"])
    withExtendedLifetime(again) {}
  }

  @Test("pins wait for the network behind what was sent before, and survive the program")
  func restart() async throws {
    let text = try await Notes(sender.send("before", to: room)).started()
    let pin = try await Notes(sender.send(.pin(target), to: room)).started()
    _ = try await rehearsal.transport.next(.put, "/send/m.room.message/")
    let restarted = try Rehearsal(folder: rehearsal.folder)
    let later = try restarted.sender()
    let shown = try await value(of: restarted.store.watch(.timeline(of: room))) {
      $0.messages.count(where: \.isPinned) == 2
    }
    #expect(shown.messages.filter(\.isPinned).compactMap(\.text) == ["1", "2"])
    _ = try await restarted.joinRoom()
    try await restarted.transport.next(.put, "/send/m.room.message/").reply(
      200, #"{"event_id":"$m"}"#)
    try await nextList(#"{"pinned":["$1","$2"]}"#, in: restarted)
    _ = try await value(of: later.unsentCount) { $0 == UnsentCount() }
    withExtendedLifetime((text, pin)) {}
  }

  @Test("an encrypted room has its pins in the clear")
  func encrypted() async throws {
    try await Self.sync(
      rehearsal,
      #"{"event_id":"$e","type":"m.room.encryption","sender":"@a:x","state_key":"","content":{}}"#)
    let notes = Notes(sender.send(.pin(target), to: room))
    try await nextList(#"{"pinned":["$2"]}"#)
    try await notes.ended()
    #expect(notes.isCompleted)
  }

  @Test(
    "a pin that ends before the server was asked for it leaves nothing to send; so does the reverse",
    arguments: ["$2", "$1"])
  func cancelled(name: String) async throws {
    let event = try #require(EventID(name))
    let isPin = event == target
    let text = try await Notes(sender.send("before", to: room)).started()
    let put = try await rehearsal.transport.next(.put, "/send/m.room.message/")
    let first = try await Notes(sender.send(isPin ? .pin(event) : .unpin(event), to: room))
      .started()
    #expect(try await pinned == (isPin ? ["1", "2"] : []))
    let second = Notes(sender.send(isPin ? .unpin(event) : .pin(event), to: room))
    try await second.ended()
    #expect(second.isCompleted && second.values.last?.delivery == .sent)
    try await first.ended()
    #expect(first.failure?.reason == .cancelled)
    #expect(try await pinned == ["1"])
    #expect(rehearsal.store.current.rooms[room]?.waitingChanges == [])

    let restarted = try Rehearsal(folder: rehearsal.folder)
    let later = try restarted.sender()
    #expect(try await value(of: later.unsentCount) == UnsentCount(waiting: 1))
    put.reply(200, #"{"event_id":"$m"}"#)
    try await text.ended()
    #expect(try await value(of: sender.unsentCount) == UnsentCount())
  }

  @Test("the end of a pin that is on its way follows it")
  func cancelledOnItsWay() async throws {
    let first = try await Notes(sender.send(.pin(target), to: room)).started()
    let list = try await rehearsal.transport.next(.get, "/state/m.room.pinned_events")
    let second = try await Notes(sender.send(.unpin(target), to: room)).started()
    #expect(try await pinned == ["1"])
    #expect(try await value(of: sender.unsentCount) == UnsentCount(waiting: 1))
    list.reply(200, #"{"pinned":["$1"]}"#)
    try await nextChange().reply(200, #"{"event_id":"$p"}"#)
    try await replaced(by: "p", #""$1""#)
    try await nextList(#"{"pinned":["$1","$2"]}"#)
    let end = try await nextChange()
    #expect(end.body == #"{"pinned":["$1"]}"#)
    end.reply(200, #"{"event_id":"$q"}"#)
    try await replaced(by: "q", #""$1","$2""#)
    try await second.ended()
    #expect(second.isCompleted)
    withExtendedLifetime(first) {}
  }

  @Test("the end of a pin that somebody else has set meanwhile is sent")
  func pinnedElsewhere() async throws {
    let text = try await Notes(sender.send("before", to: room)).started()
    let put = try await rehearsal.transport.next(.put, "/send/m.room.message/")
    let first = try await Notes(sender.send(.pin(target), to: room)).started()
    try await Self.sync(rehearsal, Self.pins(#""$1","$2""#, as: "o"))
    let second = try await Notes(sender.send(.unpin(target), to: room)).started()
    #expect(try await pinned == ["1"])
    put.reply(200, #"{"event_id":"$m"}"#)
    try await nextList(#"{"pinned":["$1","$2"]}"#)
    #expect(try await nextChange().body == #"{"pinned":["$1"]}"#)
    withExtendedLifetime((text, first, second)) {}
  }
}
