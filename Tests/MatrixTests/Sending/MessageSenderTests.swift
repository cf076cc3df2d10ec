import Testing

@testable import Controllers
@testable import Matrix
@testable import MatrixWire
@testable import Models
@testable import Signals

@Suite("Message sender", .timeLimit(.minutes(5)))
struct MessageSenderTests {
  private let rehearsal: Rehearsal
  private let sender: MatrixMessageSender
  private let connection = ReplaySubject<ConnectionState, Never>(capacity: 1)

  init() throws {
    rehearsal = try Rehearsal()
    sender = try rehearsal.sender(connection: connection.signal)
  }

  private func nextPut() async throws -> RehearsedTransport.Exchange {
    try await rehearsal.transport.next(.put, "/send/m.room.message/")
  }

  private func transaction(_ exchange: RehearsedTransport.Exchange) -> String {
    String(exchange.path.split(separator: "/").last ?? "")
  }

  private func lines(_ room: RoomID) async throws -> [Message] {
    try await rehearsal.timeline(of: room).messages
  }

  /// A sync with one event of this device.
  private func echo(_ transaction: String?, _ event: String, _ body: String) -> String {
    let unsigned = transaction.map { #","unsigned":{"transaction_id":"\#($0)"}"# } ?? ""
    return #"{"next_batch":"n","rooms":{"join":{"!room":{"timeline":{"events":[{"#
      + #""event_id":"\#(event)","type":"m.room.message","sender":"\#(Rehearsal.me)","#
      + #""content":{"msgtype":"m.text","body":"\#(body)"}\#(unsigned)}]}}}}}"#
  }

  @Test("a message is shown as sending, then sent, then once as the server's")
  func sends() async throws {
    let room = try await rehearsal.joinRoom()
    let notes = Notes(sender.send("hello", to: room))
    let put = try await nextPut()
    #expect(put.body == #"{"msgtype":"m.text","body":"hello"}"#)
    #expect(try await lines(room).map(\.delivery) == [.sending])
    put.reply(200, #"{"event_id":"$1"}"#)
    try await notes.ended()

    #expect(notes.values.map(\.delivery) == [.sending, .sent])
    #expect(try await lines(room).map(\.delivery) == [.sent])
    let id = try #require(await lines(room).first?.id)
    try await rehearsal.apply(echo(transaction(put), "$1", "hello"))
    #expect(try await lines(room).map(\.id) == [id])
    #expect(rehearsal.store.current.rooms[room]?.unsent == [])
  }

  @Test("the sync's copy may precede the response, with or without its transaction")
  func syncFirst() async throws {
    let room = try await rehearsal.joinRoom()
    for (named, event) in [(true, "$1"), (false, "$2")] {
      let notes = Notes(sender.send("hello", to: room))
      let put = try await nextPut()
      try await rehearsal.apply(echo(named ? transaction(put) : nil, event, "hello"))
      put.reply(200, #"{"event_id":"\#(event)"}"#)
      try await notes.ended()

      #expect(notes.isCompleted)
      let matching = try await lines(room).filter { $0.eventID?.rawValue == event }
      #expect(matching.map(\.id.rawValue) == [transaction(put)])
    }
    #expect(try await lines(room).count == 2)
  }

  @Test("after a lost response the message is resent under the same transaction")
  func lostResponse() async throws {
    let room = try await rehearsal.joinRoom()
    let notes = Notes(sender.send("hello", to: room))
    let first = try await nextPut()
    first.fail(.timedOut)
    #expect(try await rehearsal.clock.fireNext() == .seconds(1))
    let second = try await nextPut()
    #expect(transaction(second) == transaction(first))
    second.reply(502, "<html>bad gateway</html>")
    #expect(try await rehearsal.clock.fireNext() == .seconds(2))
    let third = try await nextPut()
    third.reply(200, #"{"event_id":"$1"}"#)
    try await notes.ended()

    #expect(transaction(third) == transaction(first))
    #expect(try await lines(room).count == 1)
  }

  @Test("the sync alone settles a message whose response was lost")
  func lostResponseThenSync() async throws {
    let room = try await rehearsal.joinRoom()
    let notes = Notes(sender.send("hello", to: room))
    let put = try await nextPut()
    put.fail(.timedOut)
    try await rehearsal.clock.nextTimer()
    try await rehearsal.apply(echo(transaction(put), "$1", "hello"))
    try await notes.ended()

    #expect(notes.isCompleted)
    #expect(rehearsal.transport.log.count == 1)
    #expect(try await lines(room).count == 1)
  }

  @Test("messages of one room go out in sequence, those of another room in parallel")
  func order() async throws {
    let room = try await rehearsal.joinRoom()
    try await rehearsal.apply(#"{"next_batch":"n","rooms":{"join":{"!other":{}}}}"#)
    let other = try #require(RoomID("!other"))
    let notes = (0..<5).map { Notes(sender.send("m\($0)", to: room)) }
    let beside = Notes(sender.send("beside", to: other))
    try await rehearsal.transport.next(.put, "other").reply(200, #"{"event_id":"$o"}"#)
    try await beside.ended()
    for index in 0..<5 {
      let put = try await nextPut()
      #expect(put.body.contains("\"m\(index)\""))
      #expect(rehearsal.transport.unseenCount == 0)
      put.reply(200, #"{"event_id":"$\#(index)"}"#)
    }
    for note in notes { try await note.ended() }
    #expect(try await lines(room).compactMap(\.text) == (0..<5).map { "m\($0)" })
  }

  @Test("a refusal stops only its message and gives a reason; a retry keeps the transaction")
  func refusal() async throws {
    let room = try await rehearsal.joinRoom()
    let bad = Notes(sender.send("bad", to: room))
    let good = Notes(sender.send("good", to: room))
    let first = try await nextPut()
    first.reply(403, #"{"errcode":"M_FORBIDDEN","error":"no"}"#)
    try await bad.ended()
    let second = try await nextPut()
    #expect(second.body.contains("good"))
    second.reply(200, #"{"event_id":"$2"}"#)
    try await good.ended()

    #expect(bad.failure?.status == 403)
    let failed = try #require(await lines(room).first)
    #expect(failed.delivery == .failed(status: 403, code: "M_FORBIDDEN"))
    let again = Notes(sender.retry(failed.id, in: room))
    let third = try await nextPut()
    #expect(transaction(third) == transaction(first))
    third.reply(200, #"{"event_id":"$1"}"#)
    try await again.ended()
    #expect(again.isCompleted)
    #expect(try await lines(room).map(\.delivery) == [.sent, .sent])
  }

  @Test("a discarded message stays gone after a restart")
  func discard() async throws {
    let room = try await rehearsal.joinRoom()
    let notes = Notes(sender.send("bad", to: room))
    try await nextPut().reply(403, #"{"errcode":"M_FORBIDDEN","error":"no"}"#)
    try await notes.ended()
    let id = try #require(await lines(room).first?.id)
    sender.discard(id, in: room)
    _ = try await value(of: rehearsal.store.watch(.timeline(of: room))) { $0.messages.isEmpty }

    let restarted = try Rehearsal(folder: rehearsal.folder)
    let unsent = try restarted.sender().unsentCount
    #expect(try await value(of: unsent) == UnsentCount())
    #expect(try storedOutbox(rehearsal.directory).isEmpty)
  }

  /// Sends texts that the server refuses.
  private func sendRefused(_ texts: String..., to room: RoomID) async throws -> [Message] {
    for text in texts {
      let notes = Notes(sender.send(text, to: room))
      try await nextPut().reply(403, "{}")
      try await notes.ended()
    }
    return try await lines(room)
  }

  @Test("a discarded message can be restored: in place, as failed, and on disk")
  func restore() async throws {
    let room = try await rehearsal.joinRoom()
    let before = try await sendRefused("one", "two", "three", to: room)
    sender.discard(before[0].id, in: room)
    sender.discard(before[1].id, in: room)
    _ = try await value(of: sender.unsentCount) { $0.failed == 1 }
    sender.restore(before[1].id, in: room)
    sender.restore(before[0].id, in: room)
    _ = try await value(of: rehearsal.store.watch(.timeline(of: room))) { $0.messages.count == 3 }

    #expect(try await lines(room) == before)
    #expect(try await value(of: sender.unsentCount) == UnsentCount(failed: 3))
    #expect(try storedOutbox(rehearsal.directory).contains("two"))
    let again = Notes(sender.retry(before[1].id, in: room))
    try await nextPut().reply(200, #"{"event_id":"$2"}"#)
    try await again.ended()
    #expect(again.isCompleted)
  }

  @Test("messages not discarded, or discarded too long ago, are neither restored nor retried")
  func restoreNothing() async throws {
    let room = try await rehearsal.joinRoom()
    let failed = try await sendRefused("bad", to: room)[0]
    sender.restore(failed.id, in: room)
    sender.discard(failed.id, in: room)
    for _ in 0..<Outbox.mostDiscarded {
      let other = try await sendRefused("other", to: room)
      for line in other where line.id != failed.id { sender.discard(line.id, in: room) }
      _ = try await value(of: sender.unsentCount) { $0.failed == 0 }
    }
    sender.restore(failed.id, in: room)
    let again = Notes(sender.retry(failed.id, in: room))
    try await again.ended()

    #expect(again.failure?.reason == .invalidInput(failed.id.rawValue))
    #expect(try await lines(room).isEmpty)
  }

  @Test("a server's rate limit is respected even when the connection returns")
  func limited() async throws {
    let room = try await rehearsal.joinRoom()
    let notes = Notes(sender.send("hello", to: room))
    try await nextPut().reply(429, try Recorded.data("error-429-limit-exceeded"))
    #expect(try await rehearsal.clock.nextTimer() == .milliseconds(5876))
    connection.send(.online)
    #expect(rehearsal.clock.timerCount == 1)
    let limited = try await value(of: sender.unsentCount) { $0.limitedUntil != nil }
    #expect(limited.waiting == 1)
    try await rehearsal.clock.fireNext()
    let put = try await nextPut()
    _ = try await value(of: sender.unsentCount) { $0 == UnsentCount(waiting: 1) }
    put.reply(200, #"{"event_id":"$1"}"#)
    try await notes.ended()
    #expect(notes.isCompleted)
  }

  @Test("waiting messages are sent at once when the connection returns")
  func online() async throws {
    let room = try await rehearsal.joinRoom()
    let notes = Notes(sender.send("hello", to: room))
    try await nextPut().fail(.unreachable("refused"))
    try await rehearsal.clock.nextTimer()
    connection.send(.online)
    try await nextPut().reply(200, #"{"event_id":"$1"}"#)
    try await notes.ended()

    #expect(notes.isCompleted)
    #expect(rehearsal.clock.timerCount == 0)
  }

  @Test("after a response without an ID, the sync settles the message and the next one goes out")
  func syncBeforeID() async throws {
    let room = try await rehearsal.joinRoom()
    let first = Notes(sender.send("one", to: room))
    let second = Notes(sender.send("two", to: room))
    let put = try await nextPut()
    put.reply(200, "{}")
    try await rehearsal.clock.nextTimer()
    #expect(first.values.map(\.delivery) == [.sending])
    try await rehearsal.apply(echo(transaction(put), "$1", "one"))
    try await first.ended()
    try await nextPut().reply(200, #"{"event_id":"$2"}"#)
    try await second.ended()

    #expect(first.isCompleted)
    #expect(rehearsal.transport.log.count == 2)
  }

  @Test("after a response without an ID, the same transaction is sent until one has it")
  func missingID() async throws {
    let room = try await rehearsal.joinRoom()
    let notes = Notes(sender.send("one", to: room))
    let put = try await nextPut()
    put.reply(200, #"{"event_id":7}"#)
    try await rehearsal.clock.fireNext()
    let again = try await nextPut()
    #expect(transaction(again) == transaction(put))
    again.reply(200, #"{"event_id":"$1"}"#)
    try await notes.ended()

    #expect(notes.values.last?.delivery == .sent)
    #expect(try await lines(room).count == 1)
  }

  @Test("empty and oversized texts are refused before anything is shown")
  func sizes() async throws {
    let room = try await rehearsal.joinRoom()
    let long = Notes(sender.send(String(repeating: "é", count: 30_001), to: room))
    try await long.ended()
    let empty = Notes(sender.send("", to: room))
    try await empty.ended()

    #expect(long.failure?.reason == .tooLarge)
    #expect(empty.failure?.reason == .invalidInput(""))
    #expect(try await lines(room).isEmpty)
    #expect(rehearsal.transport.log.isEmpty)
  }

  @Test("a full queue refuses messages before anything is shown")
  func full() async throws {
    let room = try await rehearsal.joinRoom()
    let sender = try rehearsal.sender(storage: .memory)
    let text = String(repeating: "x", count: MessageText.mostBytes)
    let fitting = Outbox.mostText / MessageText.mostBytes
    // Megabytes of Markdown would take a debug build a minute.
    let event = OutgoingEvent.text(text, as: .plain)
    let notes = (0..<fitting).map { _ in Notes(sender.send(event, to: room)) }
    _ = try await value(of: sender.unsentCount) { $0.waiting == fitting }
    let refused = Notes(sender.send(event, to: room))
    try await refused.ended()

    #expect(refused.failure?.reason == .storage("too many unsent messages"))
    #expect(try await lines(room).count == fitting)
    #expect(notes.allSatisfy { $0.failure == nil })
  }

  @Test("a room that was left is checked again, and its refusal is reported")
  func leftMeanwhile() async throws {
    let room = try await rehearsal.joinRoom()
    let first = Notes(sender.send("one", to: room))
    let second = Notes(sender.send("two", to: room))
    let put = try await nextPut()
    try await rehearsal.apply(#"{"next_batch":"n","rooms":{"leave":{"!room":{}}}}"#)
    put.reply(200, #"{"event_id":"$1"}"#)
    try await first.ended()
    #expect(first.values.last?.delivery == .sent)

    let forbidden = #"{"errcode":"M_FORBIDDEN","error":"no"}"#
    try await rehearsal.transport.next(.get, "/state/m.room.encryption").reply(403, forbidden)
    try await second.ended()
    #expect(second.failure?.status == 403)
    #expect(try await lines(room).last?.delivery == .failed(status: 403, code: "M_FORBIDDEN"))
    #expect(rehearsal.transport.log.filter { $0.hasPrefix("PUT") }.count == 1)

    // Neither an invite nor rejoining hides the failed message.
    for news in [#""invite":{"!room":{}}"#, #""join":{"!room":{}}"#] {
      try await rehearsal.apply(#"{"next_batch":"n","rooms":{\#(news)}}"#)
      #expect(try await lines(room).last?.delivery == .failed(status: 403, code: "M_FORBIDDEN"))
    }
  }

  @Test("a sent message inside a sync gap does not stay at the end forever")
  func gap() async throws {
    let room = try await rehearsal.joinRoom()
    let notes = Notes(sender.send("hello", to: room))
    try await nextPut().reply(200, #"{"event_id":"$1"}"#)
    try await notes.ended()
    try await rehearsal.apply(
      #"{"next_batch":"n","rooms":{"join":{"!room":{"timeline":{"limited":true,"prev_batch":"p","#
        + #""events":[{"event_id":"$9","type":"m.room.message","sender":"@bob:x","#
        + #""content":{"msgtype":"m.text","body":"later"}}]}}}}}"#)
    #expect(try await lines(room).compactMap(\.text) == ["later"])
    let gap = try await rehearsal.store.read { try $0.gap(in: room, before: nil, $1) }
    #expect(gap?.token == "p")
  }

  @Test("counts waiting and failed messages")
  func counts() async throws {
    let room = try await rehearsal.joinRoom()
    let counts = Notes(sender.unsentCount)
    let first = Notes(sender.send("one", to: room))
    let second = Notes(sender.send("two", to: room))
    try await nextPut().reply(200, #"{"event_id":"$1"}"#)
    try await first.ended()
    try await nextPut().reply(403, "{}")
    try await second.ended()

    _ = try await value(of: sender.unsentCount) { $0.failed == 1 }
    #expect(counts.values.first == UnsentCount())
    #expect(counts.values.contains(UnsentCount(waiting: 2)))
    #expect(counts.values.last == UnsentCount(failed: 1))
  }
}
