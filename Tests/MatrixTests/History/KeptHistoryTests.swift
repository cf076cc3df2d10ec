import Testing

@testable import Controllers
@testable import Matrix
@testable import MatrixWire
@testable import Models
@testable import Signals

@Suite("The history that is kept", .timeLimit(.minutes(5)))
struct KeptHistoryTests {
  private let stage: HistoryRehearsal

  init() throws { stage = try HistoryRehearsal() }

  private func kept(_ limit: Int, after place: HistoryPlace? = nil) async throws -> HistoryPart {
    let own = stage.rehearsal.store.userID
    let part = try Cache.read(in: stage.rehearsal.directory, of: own) { tables in
      try EntryReader(tables, of: stage.room, for: own)?.kept(after: place, limit: limit)
    }
    return try #require(part.flatMap { $0 })
  }

  @Test("has messages of threads among the others, as they are now, with their senders")
  func order() async throws {
    try await stage.sync(
      [
        stage.message(1), stage.threadMessage(2, of: 1), stage.message(3), stage.edit(4, of: 3),
        stage.message(5), stage.redaction(6, of: 5),
      ], isFirst: true)

    let part = try #require(try await stage.history.kept(in: stage.room, after: nil).first())
    #expect(part.texts == ["1", "2", "new 3", "-"])
    #expect(part.entries.map(\.found.message.threadRoot?.rawValue) == [nil, "$1", nil, nil])
    #expect(
      part.entries.allSatisfy { $0.kind == .message && $0.found.sender.id.rawValue == "@a:x" })
    #expect(part.end == nil)
  }

  @Test("comes in parts that have every message once")
  func parts() async throws {
    try await stage.sync(
      (1...7).map { $0 == 3 ? stage.threadMessage(3, of: 1) : stage.message($0) }, isFirst: true)
    var (texts, place) = ([String](), HistoryPlace?.none)
    repeat {
      let part = try await kept(2, after: place)
      #expect(part.entries.count <= 2)
      texts += part.texts
      place = part.end
    } while place != nil
    #expect(texts == (1...7).map(String.init))
  }

  @Test("has the messages of threads whose place in the room is not known")
  func unplaced() async throws {
    try await stage.sync([stage.message(1), stage.message(9)], previous: "p", isFirst: true)
    let (root, room) = (try #require(EventID("$1")), stage.room)
    for id in [5, 4] {
      let raw: RawEvent = try decoded(stage.threadMessage(id, of: 1))
      let event = try #require(StoredEvent(raw))
      try await stage.rehearsal.store.change { contents, tables in
        let number = try #require(try tables.number(of: room))
        try tables.addThreadLine(event, of: root, in: number, below: 1, nil)
        return StoreChanges(rooms: [room])
      }
    }
    var (texts, place) = ([String](), HistoryPlace?.none)
    repeat {
      let part = try await kept(1, after: place)
      texts += part.texts
      place = part.end
    } while place != nil
    #expect(texts == ["4", "5", "1", "9"])
  }

  @Test("leaves out the people whom the account ignores")
  func ignored() async throws {
    try await stage.sync(
      [stage.message(1), stage.message(2, by: "@b:x")], isFirst: true, ignoring: "@b:x")
    #expect(try await kept(10).texts == ["1"])
  }

  @Test("says whether older messages and some in between are missing")
  func extent() async throws {
    func extent() async throws -> HistoryExtent? {
      try await stage.history.keptExtent(of: stage.room).first()
    }
    try await stage.sync([stage.message(1)], previous: "p", isFirst: true)
    #expect(try await extent() == HistoryExtent(hasOlder: true, gapCount: 0))
    try await stage.sync([stage.message(9)], previous: "q", isLimited: true)
    #expect(try await extent() == HistoryExtent(hasOlder: true, gapCount: 1))
    let load = Task { try await stage.history.newest(4, in: stage.room).first() }
    try await stage.answer([stage.message(8), stage.message(1)], end: "r")
    try await stage.answer([stage.message(0)], end: nil)
    _ = try await load.value
    #expect(try await extent() == HistoryExtent(hasOlder: false, gapCount: 0))
    #expect(try await stage.history.keptRooms().first()?.map(\.id) == [stage.room])
  }

  @Test("is nothing without a cache, and in a room that is not known")
  func nothing() async throws {
    let nowhere = try #require(RoomID("!nowhere"))
    try await stage.sync([stage.message(1)], isFirst: true)
    #expect(
      try await stage.history.kept(in: nowhere, after: nil).first()
        == HistoryPart(entries: [], end: nil))
    let folder = try TestFolder()
    let empty = MatrixHistoryController(
      network: stage.rehearsal.network, store: stage.rehearsal.store,
      directory: try AccountDirectory(path: folder.path))
    #expect(try await empty.keptRooms().first() == [])
    #expect(
      try await empty.kept(in: stage.room, after: nil).first()
        == HistoryPart(entries: [], end: nil))
  }
}
