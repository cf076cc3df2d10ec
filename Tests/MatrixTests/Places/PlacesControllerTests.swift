import Controllers
import GRDB
import Models
import Signals
import SignalsTesting
import Testing

@testable import Matrix

@Suite("Places controller", .timeLimit(.minutes(5)))
struct PlacesControllerTests {
  private let folder: TestFolder
  private let directory: AccountDirectory
  private let scheduler = TestScheduler()
  private let room: RoomID
  private let other: RoomID

  init() throws {
    folder = try TestFolder()
    directory = try AccountDirectory(path: folder.path)
    room = try #require(RoomID("!a:x"))
    other = try #require(RoomID("!b:x"))
  }

  private func controller() throws -> MatrixPlacesController {
    try MatrixPlacesController(in: directory, scheduler: scheduler)
  }

  /// What a program that starts now would find: nothing of this one is asked.
  private var left: KeptPlaces {
    get throws {
      let fresh = try AccountDirectory(path: folder.path)
      return try MatrixPlacesController(in: fresh, scheduler: scheduler).kept
    }
  }

  private func draft(_ text: String, at cursor: Int = 0) -> Draft {
    Draft(text: text, cursor: cursor)
  }

  @Test("a draft is on the disk half a second after its first change, with what was typed since")
  func delay() throws {
    let places = try controller()
    places.keep(draft("h", at: 1), in: room)
    scheduler.advance(by: .milliseconds(300))
    places.keep(draft("hé\n\"", at: 2), in: room)
    scheduler.advance(by: .milliseconds(199))
    #expect(try left == KeptPlaces())

    scheduler.advance(by: .milliseconds(1))
    #expect(try left.drafts == [room: draft("hé\n\"", at: 2)])
    #expect(scheduler.pendingCount == 0)
  }

  @Test("a thread has a draft apart from its room's and other threads'")
  func threads() throws {
    let places = try controller()
    let roots = try ["$r", "transaction"].map { try #require(Message.ID($0)) }
    let threads = roots.map { ThreadID(room: room, root: $0) }
    places.keep(draft("room", at: 1), in: room)
    places.keep(draft("one", at: 2), in: threads[0])
    places.keep(draft("two", at: 3), in: threads[1])
    scheduler.advance(by: .milliseconds(500))
    #expect(
      try left
        == KeptPlaces(
          drafts: [room: draft("room", at: 1)],
          threadDrafts: [threads[0]: draft("one", at: 2), threads[1]: draft("two", at: 3)]))
    places.keep(nil, in: threads[0])
    scheduler.run()
    #expect(try left.threadDrafts == [threads[1]: draft("two", at: 3)])
    #expect(try left.drafts == [room: draft("room", at: 1)])
  }

  @Test("a draft keeps what it replies to, even before it has a text")
  func reply() throws {
    let places = try controller()
    let target = ReplyTarget(
      message: try #require(Message.ID("$m")), mentioned: UserID("@a:x"))
    let drafts = [
      room: Draft(text: "", cursor: 0, reply: target),
      other: Draft(text: "x", cursor: 1, reply: ReplyTarget(message: target.message)),
    ]
    for (room, draft) in drafts { places.keep(draft, in: room) }
    places.flush()
    #expect(try left.drafts == drafts)
  }

  @Test("a reply that is dropped is gone at once, and its text stays")
  func droppedReply() throws {
    let places = try controller()
    let reply = ReplyTarget(message: try #require(Message.ID("$1")))
    places.keep(Draft(text: "a", cursor: 1, reply: reply), in: room)
    scheduler.advance(by: .seconds(1))
    places.keep(draft("a", at: 1), in: room)
    scheduler.advance(by: .zero)
    #expect(try left.drafts == [room: draft("a", at: 1)])
    places.keep(draft("ab", at: 2), in: room)
    scheduler.advance(by: .zero)
    #expect(try left.drafts == [room: draft("a", at: 1)], "the next change has time")
  }

  @Test(
    "a change of a message is kept beside the text, also in a thread, and gone at once when sent")
  func changes() throws {
    let places = try controller()
    let message = try #require(Message.ID("$1"))
    var changed = draft("half", at: 4)
    changed.change = DraftChange(message: message, original: "teh", text: "the")
    places.keep(changed, in: room)
    let thread = ThreadID(room: room, root: message)
    places.keep(changed, in: thread)
    scheduler.advance(by: .seconds(1))
    #expect(try left.drafts == [room: changed])
    #expect(try left.threadDrafts == [thread: changed])
    places.keep(draft("half", at: 4), in: room)
    scheduler.advance(by: .zero)
    #expect(try left.drafts == [room: draft("half", at: 4)])
  }

  @Test("a vault of an earlier version keeps its drafts, which reply to nothing")
  func earlierVault() throws {
    do {
      let old = try Vault(in: directory, migrator: VaultLayout.migrator(upTo: "5"))
      try old.change(.places) { database in
        try database.execute(
          sql: "INSERT INTO drafts (room, text, cursor, is_cut) VALUES ('!a:x', 'old', 1, 0)")
      }
    }
    #expect(try left.drafts == [room: draft("old", at: 1)])
  }

  @Test("a user who never pauses loses half a second of typing at most")
  func steady() throws {
    let places = try controller()
    for number in 1...40 {
      places.keep(draft(String(repeating: "x", count: number)), in: room)
      scheduler.advance(by: .milliseconds(100))
      if number > 5 { #expect(try (left.drafts[room]?.text.count ?? 0) >= number - 5) }
    }
  }

  @Test("a removed draft is gone at once, and the others stay")
  func removal() throws {
    let places = try controller()
    places.keep(draft("one"), in: room)
    places.keep(draft("two"), in: other)
    scheduler.advance(by: .milliseconds(500))
    places.keep(nil, in: room)
    #expect(try left.drafts.count == 2, "the caller's thread writes nothing")
    scheduler.advance(by: .zero)
    #expect(try left.drafts == [other: draft("two")])
  }

  @Test("another open room is written at once, with all that waits; a place in it soon")
  func openRoom() throws {
    let places = try controller()
    places.keep(draft("one"), in: room)
    places.keep(OpenRoom(room: room))
    scheduler.advance(by: .zero)
    #expect(try left == KeptPlaces(drafts: [room: draft("one")], openRoom: OpenRoom(room: room)))

    let place = OpenRoom(room: room, message: Message.ID("$m"))
    places.keep(place)
    scheduler.advance(by: .zero)
    #expect(try left.openRoom == OpenRoom(room: room))
    scheduler.advance(by: .milliseconds(500))
    #expect(try left.openRoom == place)

    let thread = OpenRoom(room: room, message: place.message, thread: Message.ID("$t"))
    places.keep(thread)
    scheduler.advance(by: .zero)
    #expect(try left.openRoom == thread)

    places.keep(nil)
    scheduler.advance(by: .zero)
    #expect(try left.openRoom == nil)
  }

  @Test("each room keeps the place where it was left, up to a number of rooms")
  func positions() throws {
    let places = try controller()
    let rooms = try (0...KeptPlaces.mostPositions).map { try #require(RoomID("!\($0):x")) }
    places.keep(OpenRoom(room: rooms[0], message: Message.ID("$0")))
    places.flush()
    places.keep(OpenRoom(room: rooms[1], message: Message.ID("$1")))
    places.keep(OpenRoom(room: rooms[2]))
    places.flush()
    #expect(try left.positions.mapValues(\.rawValue) == [rooms[0]: "$0", rooms[1]: "$1"])
    places.keep(OpenRoom(room: rooms[1]))
    places.keep(nil)
    places.flush()
    #expect(try left.positions.mapValues(\.rawValue) == [rooms[0]: "$0"])

    for room in rooms.dropFirst() { places.keep(OpenRoom(room: room, message: Message.ID("$m"))) }
    places.flush()
    #expect(try left.positions.count == KeptPlaces.mostPositions)
    #expect(try left.positions[rooms[0]] == nil)
  }

  @Test("each thread keeps the place where it was left, up to a number of threads")
  func threadPositions() throws {
    let places = try controller()
    let threads = try (0...KeptPlaces.mostPositions).map {
      ThreadID(room: room, root: try #require(Message.ID("$\($0)")))
    }
    let message = try #require(Message.ID("$m"))
    places.keep(position: message, of: threads[0])
    places.keep(position: message, of: threads[1])
    scheduler.advance(by: .seconds(1))
    #expect(try left.threadPositions == [threads[0]: message, threads[1]: message])
    places.keep(position: nil, of: threads[1])
    places.flush()
    #expect(try left.threadPositions == [threads[0]: message])

    for thread in threads.dropFirst() { places.keep(position: message, of: thread) }
    places.flush()
    #expect(try left.threadPositions.count == KeptPlaces.mostPositions)
    #expect(try left.threadPositions[threads[0]] == nil)
  }

  @Test("what was not seen of a room is kept with its place, also at its end")
  func unseen() throws {
    let places = try controller()
    let place = OpenRoom(room: room, unseen: Message.ID("$read"))
    places.keep(place)
    places.keep(OpenRoom(room: other, message: Message.ID("$m"), unseen: Message.ID("$r")))
    places.keep(place)
    places.flush()
    #expect(try left.unseen.mapValues(\.rawValue) == [room: "$read", other: "$r"])
    #expect(try left.positions.mapValues(\.rawValue) == [other: "$m"])
    #expect(try left.openRoom == place)
    places.keep(OpenRoom(room: room))
    places.flush()
    #expect(try left.unseen.mapValues(\.rawValue) == [other: "$r"])
  }

  @Test("a vault of an earlier version keeps the places where rooms were left")
  func earlierPositions() throws {
    do {
      let old = try Vault(in: directory, migrator: VaultLayout.migrator(upTo: "9"))
      try old.change(.places) { database in
        try database.execute(sql: "INSERT INTO positions (room, message) VALUES ('!a:x', '$m')")
      }
    }
    #expect(try left.positions == [room: try #require(Message.ID("$m"))])
    #expect(try left.unseen == [:])
  }

  @Test("the same place again needs no write")
  func unchanged() throws {
    let place = OpenRoom(room: room, message: Message.ID("$m"))
    let first = try controller()
    first.keep(place)
    scheduler.advance(by: .zero)
    let next = try controller()
    next.keep(place)
    #expect(scheduler.pendingCount == 0)
  }

  @Test("a flush writes without waiting for the delay")
  func flush() throws {
    let places = try controller()
    places.keep(draft("one"), in: room)
    places.flush()
    #expect(try left.drafts == [room: draft("one")])
  }

  @Test("of a draft that is too long the beginning is kept, in whole characters, and marked")
  func tooLong() throws {
    let places = try controller()
    let text = String(repeating: "é", count: MessageText.mostBytes)
    places.keep(draft("x" + text, at: 7), in: room)
    places.keep(draft(String(text.prefix(MessageText.mostBytes / 2))), in: other)
    places.flush()

    let kept = try left.drafts
    let expected = "x" + text.prefix((MessageText.mostBytes - 1) / 2)
    #expect(kept[room] == Draft(text: expected, cursor: 7, isCut: true))
    #expect(kept[other]?.isCut == false)
    #expect(kept[other]?.text.utf8.count == MessageText.mostBytes)
  }

  @Test("the drafts changed last are kept, up to a number")
  func most() throws {
    let places = try controller()
    let rooms = try (0...KeptPlaces.mostDrafts).map { try #require(RoomID("!\($0):x")) }
    places.keep(draft("first"), in: rooms[0])
    places.flush()
    places.keep(draft("second"), in: rooms[1])
    places.flush()
    for room in rooms.dropFirst(2) { places.keep(draft("text"), in: room) }
    places.flush()
    places.keep(draft("again"), in: rooms[0])
    #expect(try left.drafts.count == KeptPlaces.mostDrafts)
    #expect(try left.drafts[rooms[0]] == nil)
    places.flush()
    let kept = try left.drafts
    #expect(kept.count == KeptPlaces.mostDrafts)
    #expect(kept[rooms[0]] == draft("again"))
    #expect(kept[rooms[1]] == nil)
  }

  @Test("what a full disk refused is written later, and what changed since is newer")
  func full() throws {
    let places = try controller()
    let vault = try directory.vault()
    try vault.read { try $0.execute(sql: "PRAGMA max_page_count = 1") }
    places.keep(draft(String(repeating: "x", count: 50_000)), in: room)
    places.keep(draft(String(repeating: "y", count: 50_000)), in: other)
    let problems = Notes(places.problem)
    places.flush()
    try vault.read { try $0.execute(sql: "PRAGMA max_page_count = 1000000") }
    #expect(try left.drafts.isEmpty)
    let reason = "no space left on the disk: \(folder.path)/vault.sqlite"
    let problem = RequestError(operation: .changePreference, reason: .storage(reason))
    #expect(problems.values == [nil, problem])

    places.keep(draft("newer"), in: room)
    scheduler.advance(by: .milliseconds(500))
    #expect(problems.values == [nil, problem, nil])
    let kept = try left.drafts
    #expect(kept[room] == draft("newer"))
    #expect(kept[other]?.text.count == 50_000)
  }

  @Test("what a full disk refused is tried again without another change, once at a time")
  func retry() throws {
    let places = try controller()
    let vault = try directory.vault()
    try vault.read { try $0.execute(sql: "PRAGMA max_page_count = 1") }
    for (room, letter) in [(room, "x"), (other, "y")] {
      places.keep(draft(String(repeating: letter, count: 50_000)), in: room)
      places.flush()
    }
    scheduler.advance(by: .milliseconds(500))
    #expect(scheduler.pendingCount == 1)
    scheduler.advance(by: .seconds(30))
    #expect(scheduler.pendingCount == 1)
    #expect(try left.drafts.isEmpty)

    try vault.read { try $0.execute(sql: "PRAGMA max_page_count = 1000000") }
    scheduler.advance(by: .seconds(10))
    #expect(try left.drafts.count == 2)
    #expect(scheduler.pendingCount == 0)
  }

  @Test("an ended session changes nothing any more")
  func ended() throws {
    let places = try controller()
    places.keep(draft("one"), in: room)
    places.flush()
    try directory.vault().seal(.places)
    places.keep(draft("late"), in: room)
    scheduler.advance(by: .seconds(1))
    #expect(try left.drafts == [room: draft("one")])
    #expect(scheduler.pendingCount == 0)
  }

  @Test("a command keeps nothing, and leaves what the screen has kept")
  func command() throws {
    let screen = try controller()
    screen.keep(draft("one"), in: room)
    scheduler.advance(by: .seconds(1))
    let places = try MatrixPlacesController(in: nil, scheduler: scheduler)
    #expect(places.kept == KeptPlaces())
    places.keep(draft("two"), in: room)
    places.keep(OpenRoom(room: other))
    places.flush()
    #expect(scheduler.pendingCount == 0)
    #expect(try left == KeptPlaces(drafts: [room: draft("one")]))
  }

  @Test("rows that are no drafts cost no others")
  func foreignRows() throws {
    let places = try controller()
    places.keep(draft("one"), in: room)
    places.flush()
    try directory.vault().change(.places) { database in
      try database.execute(
        sql: """
          INSERT INTO drafts (room, text, cursor, is_cut) VALUES
          ('no room', 'x', 0, 0), ('!c:x', x'ff', 0, 0), ('!d:x', '', 0, 0),
          ('!e:x', 'negative', -5, 0), (x'00ff', 'x', 0, 0);
          INSERT INTO open_room (id, room) VALUES (1, x'ff');
          """)
    }
    let kept = try left
    #expect(kept.openRoom == nil)
    #expect(
      kept.drafts == [
        room: draft("one"), try #require(RoomID("!e:x")): draft("negative"),
      ])
  }
}
