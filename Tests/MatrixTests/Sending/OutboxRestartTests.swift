import Foundation
import GRDB
import Testing

@testable import Controllers
@testable import Matrix
@testable import MatrixWire
@testable import Models
@testable import Signals

/// What the next run finds after a run that ended midway.
@Suite("Outbox after a restart", .timeLimit(.minutes(5)))
struct OutboxRestartTests {
  /// Sends texts in a run without network responses, ends the run, and returns its first request.
  private func endedRun(
    _ texts: [String], in folder: TestFolder, before: Int = 1
  ) async throws -> RehearsedTransport.Exchange {
    let rehearsal = try Rehearsal(folder: folder)
    let room = try await rehearsal.joinRoom()
    let sender = try rehearsal.sender()
    let notes = texts.map { Notes(sender.send($0, to: room)) }
    let put = try await rehearsal.transport.next(.put, "/send/")
    _ = try await value(of: sender.unsentCount) { $0.waiting == texts.count }
    _ = try await value(of: rehearsal.store.watch(.timeline(of: room))) {
      $0.messages.count == texts.count
    }
    withExtendedLifetime((sender, notes)) {}
    return put
  }

  @Test("unsent messages appear at once and are sent after the first sync, in order")
  func sentAgain() async throws {
    let folder = try TestFolder()
    let before = try await endedRun(["one", "two"], in: folder)
    let rehearsal = try Rehearsal(folder: folder)
    let sender = try rehearsal.sender(connection: ReplaySubject(capacity: 1).signal)
    let room = try #require(RoomID("!room"))
    let shown = try await value(of: rehearsal.store.watch(.timeline(of: room))) {
      $0.messages.count == 2
    }
    #expect(shown.messages.compactMap(\.text) == ["one", "two"])
    #expect(try await value(of: sender.unsentCount) == UnsentCount(waiting: 2))
    #expect(rehearsal.transport.log.isEmpty)

    _ = try await rehearsal.joinRoom()
    // The connection state signals the first sync.
    let online = ReplaySubject<ConnectionState, Never>(capacity: 1)
    online.send(.online)
    let second = try Rehearsal(folder: folder)
    _ = try await second.joinRoom()
    let again = try second.sender(connection: online.signal)
    let first = try await second.transport.next(.put, "/send/")
    #expect(first.path == before.path)
    #expect(first.body == before.body)
    first.reply(200, #"{"event_id":"$1"}"#)
    try await second.transport.next(.put, "/send/").reply(200, #"{"event_id":"$2"}"#)
    _ = try await value(of: again.unsentCount) { $0 == UnsentCount() }
  }

  @Test("unsent messages appear together: a new message is saved only after them")
  func together() async throws {
    let folder = try TestFolder()
    _ = try await endedRun(["one", "two", "three"], in: folder)
    let rehearsal = try Rehearsal(folder: folder)
    let room = try #require(RoomID("!room"))
    let timelines = Notes(rehearsal.store.watch(.timeline(of: room)))
    _ = try await awaited("watched timeline") { timelines.values.first }
    let sender = try rehearsal.sender()
    let shown = try await awaited("unsent messages") {
      timelines.values.first { !$0.messages.isEmpty }
    }
    #expect(shown.messages.compactMap(\.text) == ["one", "two", "three"])
    withExtendedLifetime(sender) {}
  }

  @Test("a message that cannot be kept is refused, and does not count as unsent")
  func unkept() async throws {
    let folder = try TestFolder()
    let rehearsal = try Rehearsal(folder: folder)
    let room = try await rehearsal.joinRoom()
    let sender = try rehearsal.sender()
    let counts = Notes(sender.unsentCount)
    // As a full disk, which takes no new row.
    try await DatabaseQueue(path: rehearsal.directory.path + "/vault.sqlite").write {
      try $0.execute(
        sql: "CREATE TRIGGER full BEFORE INSERT ON outbox BEGIN SELECT RAISE(ABORT, 'full'); END")
    }
    let refused = Notes(sender.send("lost", to: room))
    try await refused.ended()
    guard case .storage = refused.failure?.reason else {
      Issue.record("\(String(describing: refused.failure))")
      return
    }
    #expect(counts.values.last == UnsentCount())
    #expect(rehearsal.transport.log.isEmpty)
  }

  @Test("nothing goes out before the first sync, which may bring encryption")
  func encryptedMeanwhile() async throws {
    let folder = try TestFolder()
    _ = try await endedRun(["secret"], in: folder)
    let rehearsal = try Rehearsal(folder: folder)
    let connection = ReplaySubject<ConnectionState, Never>(capacity: 1)
    let sender = try rehearsal.sender(connection: connection.signal)
    connection.send(.connecting)
    let place = try #require(RoomID("!room"))
    _ = try await value(of: rehearsal.store.watch(.timeline(of: place))) { !$0.messages.isEmpty }
    // Enough time for a worker that does not wait.
    for _ in 0..<5000 { await Task.yield() }
    #expect(rehearsal.transport.log.isEmpty)
    try await rehearsal.apply(
      #"{"next_batch":"n","rooms":{"join":{"!room":{"state":{"events":[{"event_id":"$e","#
        + #""type":"m.room.encryption","sender":"@a:x","state_key":"","content":{}}]}}}}}"#,
      isInitial: true)
    connection.send(.online)
    _ = try await value(of: sender.unsentCount) { $0 == UnsentCount(failed: 1) }

    #expect(rehearsal.transport.log.isEmpty)
    let line = try await value(of: rehearsal.store.watch(.timeline(of: place))) {
      $0.messages.first?.delivery != .sending
    }
    #expect(line.messages.first?.delivery == .failed(status: nil, code: nil))
  }

  /// An event of this account, as a page has it; the first attempt was at 1,700,000,000,000.
  private static func event(_ id: String, _ body: String, _ more: String = "") -> String {
    #"{"event_id":"$\#(id)","type":"m.room.message","sender":"\#(Rehearsal.me)","#
      + #""origin_server_ts":1700000000500,"content":{"msgtype":"m.text","body":"\#(body)"}\#(more)}"#
  }

  @Test(
    "after a day the user decides about a message that the server does not have",
    arguments: [
      "", event("1", "other"), event("2", "old", #","unsigned":{"transaction_id":"another"}"#),
      event("3", "old").replacing("1700000000500", with: "1600000000000"),
      event("4", "old").replacing(Rehearsal.me, with: "@eve:x"),
    ])
  func old(events: String) async throws {
    let folder = try TestFolder()
    _ = try await endedRun(["old"], in: folder)
    let rehearsal = try Rehearsal(folder: folder)
    rehearsal.time.value += 24 * 3600 * 1000
    let room = try await rehearsal.joinRoom()
    let sender = try rehearsal.sender()
    try await rehearsal.transport.next(.get, "/messages").reply(200, #"{"chunk":[\#(events)]}"#)
    let timeline = try await value(of: rehearsal.store.watch(.timeline(of: room))) {
      $0.messages.first.map { $0.delivery != .sending } ?? false
    }
    #expect(timeline.messages.first?.delivery == .failed(status: nil, code: nil))
    #expect(!rehearsal.transport.log.contains { $0.hasPrefix("PUT") })

    let again = Notes(sender.retry(try #require(timeline.messages.first?.id), in: room))
    try await rehearsal.transport.next(.put, "/send/").reply(200, #"{"event_id":"$1"}"#)
    try await again.ended()
    #expect(again.isCompleted)
  }

  @Test("a message that the server has after all is not sent again", arguments: [true, false])
  func found(tellsTransaction: Bool) async throws {
    let folder = try TestFolder()
    let put = try await endedRun(["old"], in: folder)
    let transaction = try #require(put.path.split(separator: "/").last)
    let rehearsal = try Rehearsal(folder: folder)
    rehearsal.time.value += 24 * 3600 * 1000
    let room = try await rehearsal.joinRoom()
    let sender = try rehearsal.sender()
    let unsigned = #","unsigned":{"transaction_id":"\#(transaction)"}"#
    let found = Self.event("found", "old", tellsTransaction ? unsigned : "")
    try await rehearsal.transport.next(.get, "/messages").fail(.unreachable("down"))
    try await rehearsal.clock.fireNext()
    try await rehearsal.transport.next(.get, "/messages").reply(
      200, #"{"chunk":[\#(Self.event("newer", "text"))],"end":"p"}"#)
    let second = try await rehearsal.transport.next(.get, "/messages")
    #expect(second.path.contains("from=p"))
    second.reply(200, #"{"chunk":[\#(found)]}"#)

    let timeline = try await value(of: rehearsal.store.watch(.timeline(of: room))) {
      $0.messages.first?.delivery == .sent
    }
    #expect(timeline.messages.map(\.eventID?.rawValue) == ["$found"])
    _ = try await value(of: sender.unsentCount) { $0 == UnsentCount() }
    #expect(!rehearsal.transport.log.contains { $0.hasPrefix("PUT") })
    #expect(try storedOutbox(rehearsal.directory).isEmpty)
  }

  @Test("a different device does not resend a message that may have arrived")
  func otherDevice() async throws {
    let folder = try TestFolder()
    _ = try await endedRun(["one"], in: folder)
    let rehearsal = try Rehearsal(folder: folder)
    let room = try await rehearsal.joinRoom()
    let sender = try rehearsal.sender(device: "OTHER")
    let timeline = try await value(of: rehearsal.store.watch(.timeline(of: room))) {
      !$0.messages.isEmpty
    }

    #expect(timeline.messages.map(\.delivery) == [.failed(status: nil, code: nil)])
    #expect(try await value(of: sender.unsentCount) == UnsentCount(failed: 1))
  }

  private static func entry(_ createdAt: String, _ state: String) -> String {
    #"{"version":1,"device":"DEVICE","entries":[{"transaction":"t","room":"!a","text":"x","#
      + #""createdAt":\#(createdAt),"state":\#(state)}]}"#
  }

  @Test(
    "a damaged outbox causes an error with its location, and stays unchanged",
    arguments: [
      ("{broken", "$"), (entry(#""soon""#, #"{"waiting":{}}"#), "$.entries[0].createdAt"),
      (
        entry("1", #"{"waiting":{}}"#).replacingOccurrences(of: "!a", with: "a"),
        "$.entries[0].room"
      ),
      (#"{"version":2,"device":"DEVICE","entries":[]}"#, "$.version"),
    ])
  func damaged(text: String, place: String) throws {
    let rehearsal = try Rehearsal()
    try rehearsal.directory.write("outbox.json", Array(text.utf8))

    let error = #expect(throws: RequestError.self) { try rehearsal.sender() }
    guard case .storage(let reason) = error?.reason else {
      Issue.record("no error of the storage: \(String(describing: error))")
      return
    }
    #expect(reason.hasPrefix("outbox.json is damaged (\(place): "))
    #expect(try rehearsal.directory.read("outbox.json") == Array(text.utf8))
  }

  @Test("the state of an earlier run is read, and members of newer versions are kept")
  func members() async throws {
    let rehearsal = try Rehearsal()
    let failed = #"{"failed":{"status":403,"code":"M_FORBIDDEN"}}"#
    let later = #"{"transaction":"u","room":"!a","text":"y","createdAt":2,"state":{"later":7}}"#
    let text = Self.entry("1", failed)
      .replacingOccurrences(of: #""text":"x""#, with: #""text":"x","colour":"red""#)
      .replacingOccurrences(of: "}]}", with: "},\(later)],\"top\":1}")
    try rehearsal.directory.write("outbox.json", Array(text.utf8))
    let sender = try rehearsal.sender()
    let room = try await rehearsal.joinRoom()
    let line = try await value(of: rehearsal.store.watch(.timeline(of: RoomID("!a") ?? room))) {
      !$0.messages.isEmpty
    }
    #expect(line.messages.first?.delivery == .failed(status: 403, code: "M_FORBIDDEN"))
    #expect(
      try await value(of: rehearsal.store.watch(.timeline(of: RoomID("!a") ?? room))) {
        $0.messages.count == 2
      }.messages.last?.delivery == .failed(status: nil, code: nil), "nothing is sent unasked")
    _ = sender.send("hello", to: room).subscribe(value: { _ in }, failed: { _ in })
    let directory = rehearsal.directory
    try await eventually {
      let json = (try? storedOutbox(directory)) ?? ""
      return ["hello", #""colour":"red""#, #"{"later":7}"#, #""top":1"#].allSatisfy {
        json.contains($0)
      }
    }
  }

  @Test("a command's messages stay out of the screen's file")
  func memory() async throws {
    let rehearsal = try Rehearsal()
    let room = try await rehearsal.joinRoom()
    let sender = try rehearsal.sender(storage: .memory)
    let notes = Notes(sender.send("hi", to: room))
    try await rehearsal.transport.next(.put, "/send/").reply(200, #"{"event_id":"$1"}"#)
    try await notes.ended()

    #expect(notes.isCompleted)
    #expect(try storedOutbox(rehearsal.directory).isEmpty)
  }

  @Test("the sender's work ends with the sender")
  func release() async throws {
    let rehearsal = try Rehearsal()
    let room = try await rehearsal.joinRoom()
    weak var released: MatrixMessageSender?
    do {
      let sender = try rehearsal.sender()
      released = sender
      let notes = Notes(sender.send("hi", to: room))
      _ = try await rehearsal.transport.next(.put, "/send/")
      notes.dispose()
    }
    #expect(released == nil)
    await settle { rehearsal.transport.pendingCount == 0 }
    #expect(rehearsal.transport.pendingCount == 0)
  }
}
