import Synchronization
import Testing

@testable import Controllers
@testable import Matrix
@testable import Models

/// A value that is read before anybody asks for it is used once, and only while it is true.
@Suite("Reading ahead", .timeLimit(.minutes(5)))
struct ReadAheadTests {
  private let rehearsal: Rehearsal
  private let room: RoomID
  private let reads = Reads()

  /// Counts how often the store computes a value.
  private final class Reads: Sendable {
    private let counted = Mutex(0)

    var count: Int { counted.withLock { $0 } }

    func add() { counted.withLock { $0 += 1 } }
  }

  init() async throws {
    rehearsal = try Rehearsal()
    room = try #require(RoomID("!a"))
    try await say("1", isInitial: true)
  }

  private var store: AccountStore { rehearsal.store }

  private func say(_ text: String, in room: String = "!a", isInitial: Bool = false) async throws {
    let event =
      #"{"event_id":"$\#(text)","type":"m.room.message","sender":"@bob:x","origin_server_ts":1,"#
      + #""content":{"msgtype":"m.text","body":"\#(text)"}}"#
    try await rehearsal.apply(
      #"{"next_batch":"n","rooms":{"join":{"\#(room)":{"timeline":{"events":[\#(event)]}}}}}"#,
      isInitial: isInitial)
  }

  private func timeline(at place: TimelinePlace = .newest) -> StoreQuery<Timeline> {
    let query = StoreQuery.timeline(of: room, at: place)
    return StoreQuery(
      value: { [reads] contents, tables in
        reads.add()
        return try query.value(contents, tables)
      }, isAffected: query.isAffected, key: query.key)
  }

  private func texts(_ notes: Notes<Timeline, Never>) -> [[String]] {
    notes.values.map { $0.messages.compactMap { $0.eventID?.rawValue } }
  }

  @Test("the first observation takes the value without reading, and the second reads")
  func firstTakes() async throws {
    await store.readAhead(timeline())
    #expect(reads.count == 1)
    let first = try await Notes(store.watch(timeline())).started()
    #expect(reads.count == 1)
    #expect(texts(first) == [["$1"]])

    let second = try await Notes(store.watch(timeline())).started()
    #expect(reads.count == 2)
    #expect(texts(second) == [["$1"]])
  }

  @Test("an observation that took the value follows later changes, without repeats")
  func follows() async throws {
    await store.readAhead(timeline())
    let notes = try await Notes(store.watch(timeline())).started()
    try await say("2")
    try await say("3", in: "!b")
    #expect(texts(notes) == [["$1"], ["$1", "$2"]])
  }

  @Test("a change of the room discards the value, one of another room does not")
  func changed() async throws {
    await store.readAhead(timeline())
    try await say("2", in: "!b")
    #expect(texts(try await Notes(store.watch(timeline())).started()) == [["$1"]])
    #expect(reads.count == 1)

    await store.readAhead(timeline())
    try await say("3")
    #expect(texts(try await Notes(store.watch(timeline())).started()) == [["$1", "$3"]])
  }

  @Test("another place of the room is read anew")
  func otherPlace() async throws {
    await store.readAhead(timeline())
    let place = TimelinePlace.message(Message.ID(try #require(EventID("$1"))))
    let notes = try await Notes(store.watch(timeline(at: place))).started()
    #expect(reads.count == 2)
    #expect(notes.values.map(\.place) == [place.message])
  }
}
