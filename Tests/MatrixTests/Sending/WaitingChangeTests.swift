import ModelKit
import Testing

@testable import Controllers
@testable import Matrix
@testable import MatrixWire
@testable import Models
@testable import Signals

@Suite("Changes on their way to the server", .timeLimit(.minutes(5)))
struct WaitingChangeTests {
  private let rehearsal: Rehearsal
  private let sender: MatrixMessageSender
  private let room: RoomID
  private let target: Message.ID

  init() async throws {
    rehearsal = try Rehearsal()
    sender = try rehearsal.sender()
    room = try await rehearsal.joinRoom()
    target = try #require(Message.ID("$m"))
    try await Self.sync(
      rehearsal,
      #"{"event_id":"$m","type":"m.room.message","sender":"\#(Rehearsal.me)","#
        + #""content":{"msgtype":"m.text","body":"one"}}"#)
  }

  private static func sync(_ rehearsal: Rehearsal, _ event: String) async throws {
    try await rehearsal.apply(
      #"{"next_batch":"n","rooms":{"join":{"!room":{"timeline":{"events":[\#(event)]}}}}}"#)
  }

  private static func reaction(_ id: String) -> String {
    #"{"event_id":"\#(id)","type":"m.reaction","sender":"\#(Rehearsal.me)","content":{"#
      + #""m.relates_to":{"rel_type":"m.annotation","event_id":"$m","key":"👍"}}}"#
  }

  private static func redaction(of id: String) -> String {
    #"{"event_id":"$r","type":"m.room.redaction","sender":"\#(Rehearsal.me)","#
      + #""content":{"redacts":"\#(id)"}}"#
  }

  private var message: Message {
    get async throws { try #require(await rehearsal.timeline(of: room).messages.first) }
  }

  @Test("a reaction counts at once, until and after the server has it, and can be taken back")
  func reaction() async throws {
    let notes = try await Notes(sender.send(.reaction("👍", to: target), to: room)).started()
    let own = try #require(notes.values.first?.id)
    let pending = Reaction(key: "👍", count: 1, own: own, isPending: true)
    #expect(try await message.reactions == [pending])
    try await rehearsal.transport.next(.put, "/m.reaction/").reply(200, #"{"event_id":"$1"}"#)
    try await notes.ended()
    #expect(try await message.reactions == [pending], "no sync has brought it yet")
    let event = try #require(Message.ID("$1"))
    try await Self.sync(rehearsal, Self.reaction("$1"))
    #expect(try await message.reactions == [Reaction(key: "👍", count: 1, own: event)])

    // The name that the reaction had before is as good as the event.
    let removal = try await Notes(sender.send(.redaction(own), to: room)).started()
    #expect(try await message.reactions == [])
    try await rehearsal.transport.next(.put, "/redact/%241/").reply(200, #"{"event_id":"$r"}"#)
    try await removal.ended()
    #expect(try await message.reactions == [])
    try await Self.sync(rehearsal, Self.redaction(of: "$1"))
    #expect(try await message.reactions == [])
    #expect(try await message.pendingChange == nil)
    #expect(rehearsal.store.current.rooms[room]?.waitingChanges == [])
  }

  @Test("a poll is voted in and ended at once, in the queue before the server has it")
  func poll() async throws {
    let poll = NewPoll(question: "Fruit?", answers: ["Apple", "Fig"], isDisclosed: false)
    let made = try await Notes(sender.send(.poll(poll), to: room)).started()
    let own = try #require(made.values.first?.id)
    let vote = try await Notes(sender.send(.vote(["2"], in: own), to: room)).started()
    var shown: Message {
      get async throws { try #require(await rehearsal.timeline(of: room).messages.last) }
    }
    #expect(try await shown.votes == PollVotes(counts: [0, 1], voters: 1, own: ["2"]))
    #expect(try await shown.pendingChange == .vote)
    let change = try await Notes(sender.send(.vote(["1"], in: own), to: room)).started()
    #expect(try await shown.votes == PollVotes(counts: [1, 0], voters: 1, own: ["1"]))
    let end = try await Notes(sender.send(.pollEnd(own, result: "over"), to: room)).started()
    #expect(try await shown.votes?.isEnded == true)
    #expect(try await shown.pendingChange == .pollEnd)

    try await rehearsal.transport.next(.put, "poll.start").reply(200, #"{"event_id":"$p"}"#)
    for answers in [["2"], ["1"]] {
      let put = try await rehearsal.transport.next(.put, "poll.response")
      let content = try JSONValue(Array(put.body.utf8))
      #expect(content["m.relates_to"]?["event_id"]?.string == "$p")
      #expect(Vote.answers(in: content) == answers)
      put.reply(200, #"{"event_id":"$v\#(answers[0])"}"#)
    }
    try await rehearsal.transport.next(.put, "poll.end").reply(200, #"{"event_id":"$e"}"#)
    for notes in [made, vote, change, end] { try await notes.ended() }
    #expect(
      try await shown.votes == PollVotes(counts: [1, 0], voters: 1, own: ["1"], isEnded: true))
  }

  @Test("a vote that the server refuses has a line, and the poll is as before")
  func refusedVote() async throws {
    let poll = NewPoll(question: "Fruit?", answers: ["Apple", "Fig"])
    let made = try await Notes(sender.send(.poll(poll), to: room)).started()
    try await rehearsal.transport.next(.put, "poll.start").reply(200, #"{"event_id":"$p"}"#)
    try await made.ended()
    let target = try #require(Message.ID("$p"))
    let vote = try await Notes(sender.send(.vote(["2"], in: target), to: room)).started()
    try await rehearsal.transport.next(.put, "poll.response")
      .reply(403, #"{"errcode":"M_FORBIDDEN"}"#)
    try await vote.ended()
    let messages = try await rehearsal.timeline(of: room).messages.suffix(2)
    #expect(messages.first?.votes == PollVotes(counts: [0, 0]))
    #expect(messages.last?.content == .unsentAction(.vote))
  }

  @Test("what an earlier run left counts too; a reaction that the server has already stays so")
  func restart() async throws {
    let notes = try await Notes(sender.send(.reaction("👍", to: target), to: room)).started()
    _ = try await rehearsal.transport.next(.put, "/m.reaction/")
    let restarted = try Rehearsal(folder: rehearsal.folder)
    let later = try restarted.sender()
    let shown = try await value(of: restarted.store.watch(.timeline(of: room))) {
      $0.messages.first?.reactions.isEmpty == false
    }
    #expect(shown.messages.map(\.reactions.count) == [1])
    _ = try await restarted.joinRoom()
    try await restarted.transport.next(.put, "/m.reaction/").reply(
      400, #"{"errcode":"M_DUPLICATE_ANNOTATION"}"#)
    _ = try await value(of: later.unsentCount) { $0 == UnsentCount() }
    try await eventually { restarted.store.current.rooms[room]?.waitingChanges == [] }
    withExtendedLifetime(notes) {}
  }

  @Test("a reaction that fails counts no more, and has a line until it is sent again")
  func failure() async throws {
    let notes = Notes(sender.send(.reaction("👍", to: target), to: room))
    try await rehearsal.transport.next(.put, "/m.reaction/").reply(
      403, #"{"errcode":"M_FORBIDDEN"}"#)
    try await notes.ended()
    var messages = try await rehearsal.timeline(of: room).messages
    #expect(messages.map(\.reactions) == [[], []])
    let again = try await Notes(sender.retry(messages[1].id, in: room)).started()
    messages = try await rehearsal.timeline(of: room).messages
    #expect(messages.map(\.reactions.count) == [1])
    again.dispose()
  }

  @Test("an edit shows its text at once, marked as on its way")
  func edit() async throws {
    let notes = try await Notes(sender.send(.edit(target, text: "two"), to: room)).started()
    #expect(try await message.text == "two")
    #expect(try await message.pendingChange == .edit)
    #expect(try await message.isEdited)
    try await rehearsal.transport.next(.put, "/m.room.message/").reply(
      403, #"{"errcode":"M_FORBIDDEN"}"#)
    try await notes.ended()
    #expect(try await message.text == "one")
    #expect(try await message.pendingChange == nil)
  }

  @Test("a message shows that it is being removed, and then that it is")
  func removal() async throws {
    let notes = try await Notes(sender.send(.redaction(target), to: room)).started()
    #expect(try await message.text == "one")
    #expect(try await message.pendingChange == .removal)
    try await rehearsal.transport.next(.put, "/redact/").reply(200, #"{"event_id":"$r"}"#)
    try await notes.ended()
    #expect(try await message.pendingChange == .removal)
    try await Self.sync(rehearsal, Self.redaction(of: "$m"))
    #expect(try await message.content == .redacted)
    #expect(try await message.pendingChange == nil)
  }

  @Test("a message that waits itself shows what waits behind it")
  func unsentTarget() async throws {
    let first = try await Notes(sender.send("new", to: room)).started()
    let id = try #require(first.values.first?.id)
    let second = try await Notes(sender.send(.reaction("🎉", to: id), to: room)).started()
    let last = try #require(await rehearsal.timeline(of: room).messages.last)
    #expect(last.id == id)
    #expect(last.reactions.map(\.key) == ["🎉"])
    try await rehearsal.transport.next(.put, "/m.room.message/").reply(
      200, #"{"event_id":"$n"}"#)
    try await rehearsal.transport.next(.put, "/m.reaction/").reply(200, #"{"event_id":"$2"}"#)
    try await second.ended()
    try await Self.sync(
      rehearsal,
      #"{"event_id":"$n","type":"m.room.message","sender":"\#(Rehearsal.me)","#
        + #""content":{"msgtype":"m.text","body":"new"}}"#)
    let listed = try #require(await rehearsal.timeline(of: room).messages.last)
    #expect(listed.eventID?.rawValue == "$n")
    #expect(listed.reactions.map(\.key) == ["🎉"])
  }
}
