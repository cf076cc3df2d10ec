import GRDB
import MatrixWire
import ModelKit
import Testing

@testable import Controllers
@testable import Matrix
@testable import Models
@testable import Signals

@Suite("Search controller", .timeLimit(.minutes(5)))
struct SearchControllerTests {
  private let rehearsal: Rehearsal

  init() throws { rehearsal = try Rehearsal() }

  private func message(_ id: Int, _ body: String) -> String {
    #"{"event_id":"$\#(id)","type":"m.room.message","sender":"@bob:x","origin_server_ts":\#(id),"#
      + #""content":{"msgtype":"m.text","body":"\#(body)"}}"#
  }

  private func find(
    _ query: String, sent times: Range<Timestamp>? = nil, in room: RoomID? = nil, limit: Int = 10
  ) async throws -> [FoundMessage] {
    let controller = MatrixSearchController(
      directory: rehearsal.directory, userID: rehearsal.store.userID)
    return try await controller.messages(containing: query, sent: times, in: room, limit: limit)
      .first() ?? []
  }

  @Test("finds messages of all rooms, newest first, with their rooms and senders")
  func finds() async throws {
    let member =
      #"{"event_id":"$m","type":"m.room.member","state_key":"@bob:x","sender":"@bob:x","#
      + #""content":{"membership":"join","displayname":"Bob"}}"#
    try await rehearsal.apply(
      #"{"next_batch":"n","rooms":{"join":{"!a":{"state":{"events":[\#(member)]},"#
        + #""timeline":{"events":[\#(message(1, "A zero width joiner")),"#
        + #"\#(message(4, "nothing"))]}},"#
        + #""!b":{"timeline":{"events":[\#(message(2, "Zero WÏDTH")),\#(message(3, "zerö"))]}}}}}"#,
      isInitial: true)

    let found = try await find("width zero")
    #expect(found.map(\.message.text) == ["Zero WÏDTH", "A zero width joiner"])
    #expect(found.map(\.room.id.rawValue) == ["!b", "!a"])
    #expect(found.map(\.sender.displayName) == ["Bob", "Bob"])
    #expect(try await find("zer").count == 3)
    #expect(try await find("zer", limit: 1).map(\.message.text) == ["zerö"])
    #expect(try await find("absent").isEmpty)
  }

  @Test("finds messages by who wrote them: by a name, a part of one, or the beginning of a user ID")
  func senders() async throws {
    func named(_ user: String, _ name: String) -> String {
      #"{"event_id":"$\#(user)","type":"m.room.member","state_key":"@\#(user):x","#
        + #""sender":"@\#(user):x","content":{"membership":"join","displayname":"\#(name)"}}"#
    }
    let events = [
      message(1, "word of Bob"), message(2, "word").replacing("@bob:x", with: "@amy:x"),
      message(3, "other").replacing("@bob:x", with: "@amy:x"),
    ]
    try await rehearsal.apply(
      #"{"next_batch":"n","rooms":{"join":{"!a":{"state":{"events":[\#(named("bob", "100% Bob")),"#
        + #"\#(named("amy", "Miss_Amy"))]},"timeline":{"events":["#
        + events.joined(separator: ",") + "]}}}}}", isInitial: true)

    let queries = [
      "from:amy": ["other", "word"], "FROM:@am": ["other", "word"], "from:s_a": ["other", "word"],
      "from:\"miss_a\"": ["other", "word"], "from:\"100% Bob\"": ["word of Bob"],
      "from:\"100% b": ["word of Bob"], "from:\"Bob 100%\"": [],
      "from:\"\" word": ["word", "word of Bob"],
      "word from:bob": ["word of Bob"], "from:0% wor": ["word of Bob"], "from:my:x": [],
      "from:b%b": [], "from:": [], "word from:amy from:bob": ["word", "word of Bob"],
    ]
    for (query, texts) in queries {
      #expect(try await find(query).map(\.message.text) == texts, "\(query)")
    }
  }

  @Test("finds messages by when they were sent, a changed one by when it was written first")
  func times() async throws {
    let edit =
      #"{"event_id":"$9","type":"m.room.message","sender":"@bob:x","origin_server_ts":9,"#
      + #""content":{"msgtype":"m.text","body":"* new","m.new_content":{"msgtype":"m.text","#
      + #""body":"new"},"m.relates_to":{"rel_type":"m.replace","event_id":"$2"}}}"#
    try await rehearsal.apply(
      #"{"next_batch":"n","rooms":{"join":{"!a":{"timeline":{"events":["#
        + ["one", "two", "three", "four"].enumerated().map { message($0 + 1, $1) }
        .joined(separator: ",") + ",\(edit)]}}}}}", isInitial: true)

    func found(_ query: String, _ first: Int64, _ end: Int64) async throws -> [String?] {
      let times = Timestamp(milliseconds: first)..<Timestamp(milliseconds: end)
      return try await find(query, sent: times).map(\.message.text)
    }
    let only = "after:2020-01-01"
    #expect(try await found(only, 2, 4) == ["three", "new"])
    #expect(try await found(only, 4, .max) == ["four"])
    #expect(try await found(only, .min, 2) == ["one"])
    #expect(try await found(only, 3, 3).isEmpty)
    #expect(try await found("t", 3, 5) == ["three"])
    #expect(try await found("n", 3, 10).isEmpty)
    #expect(
      try await find("before:2030-13-13").count == 4, "whoever asks has said that it is wrong")
  }

  @Test("finds ß by ss, ss by ß, and what lies between them by its beginning")
  func sharp() async throws {
    let texts = ["größer", "GROSSES", "ein GROẞER Fuß", "Fluss an Fluß", "Gras", "Großmassstab"]
    try await rehearsal.apply(
      #"{"next_batch":"n","rooms":{"join":{"!a":{"timeline":{"events":["#
        + texts.enumerated().map { message($0 + 1, $1) }.joined(separator: ",") + "]}}}}}",
      isInitial: true)

    let queries: [String: [Int]] = [
      "grosser": [0, 2], "GROSSER": [0, 2], "größer": [0, 2], "groß": [0, 1, 2, 5],
      "gross": [0, 1, 2, 5], "gros": [0, 1, 2, 5], "gr": [0, 1, 2, 4, 5], "fluss an fluss": [3],
      "fuss groß": [2], "FUß gro": [2], "großmaßstab": [5], "grossmassstab": [5],
      "!! gross": [0, 1, 2, 5],
      "fus !!": [], "gras": [4], "!!": [], "\"größer\" \"fuss": [2],
    ]
    for (query, places) in queries {
      let found = try await find(query).compactMap(\.message.text)
      #expect(Set(found) == Set(places.map { texts[$0] }), "\(query)")
    }
    let many = String(repeating: "ss", count: 200)
    #expect(try await find(many + " " + many).isEmpty)
    #expect(IndexedText.spellings(of: many, isBeginning: true).count == 8)
  }

  @Test("finds any part of a text that is written without spaces")
  func withoutSpaces() async throws {
    let texts = ["你好世界", "世界你好", "ใครขายไก่", "テストmessage", "好你"]
    try await rehearsal.apply(
      #"{"next_batch":"n","rooms":{"join":{"!a":{"timeline":{"events":["#
        + texts.enumerated().map { message($0 + 1, $1) }.joined(separator: ",") + "]}}}}}",
      isInitial: true)

    let queries = [
      "你好": ["世界你好", "你好世界"], "好世": ["你好世界"], "界 你": ["世界你好", "你好世界"],
      "ขาย": ["ใครขายไก่"], "ストmess": ["テストmessage"], "essage": [],
    ]
    for (query, found) in queries {
      #expect(try await find(query).map(\.message.text) == found, "\(query)")
    }
  }

  @Test("finds parts of what an earlier version kept, after the migration")
  func migration() throws {
    let database = try DatabaseQueue()
    try CacheLayout.migrator.migrate(database, upTo: "12")
    try database.write { database in
      for number in 1...2_100 {
        try database.execute(
          sql: "INSERT INTO texts (rowid, body) VALUES (?, ?)",
          arguments: [number * 3, number % 700 == 0 ? "你好世界\(number)" : "number \(number)"])
      }
    }
    try CacheLayout.migrator.migrate(database)

    func count(_ pattern: String) throws -> Int? {
      try database.read {
        try Int.fetchOne(
          $0, sql: "SELECT count(*) FROM texts WHERE texts MATCH ?", arguments: [pattern])
      }
    }
    #expect(try count(#""世 界""#) == 3)
    #expect(try count("number") == 2_097)
  }

  @Test("finds the current text of a message in its place, and nothing that was removed")
  func changes() async throws {
    let edit =
      #"{"event_id":"$5","type":"m.room.message","sender":"@bob:x","origin_server_ts":5,"#
      + #""content":{"msgtype":"m.text","body":"* a new word","m.new_content":{"msgtype":"m.text","#
      + #""body":"a new word"},"m.relates_to":{"rel_type":"m.replace","event_id":"$1"}}}"#
    let redaction =
      #"{"event_id":"$6","type":"m.room.redaction","sender":"@bob:x","origin_server_ts":6,"#
      + #""redacts":"$3","content":{}}"#
    let events = [
      message(1, "an old word"), message(2, "another word"), message(3, "a removed word"), edit,
      redaction,
    ]
    try await rehearsal.apply(
      #"{"next_batch":"n","rooms":{"join":{"!a":{"timeline":{"events":["#
        + events.joined(separator: ",") + "]}}}}}", isInitial: true)

    #expect(try await find("word").map(\.message.text) == ["another word", "a new word"])
    #expect(try await find("new").map(\.message.eventID?.rawValue) == ["$1"])
    #expect(try await find("old").isEmpty)
    #expect(try await find("removed").isEmpty)
  }

  @Test("what is found before a gap is in the timeline at its place, without a request")
  func places() async throws {
    let room = try #require(RoomID("!a"))
    func sync(_ numbers: ClosedRange<Int>, limited: Bool) -> String {
      let events = numbers.map { message($0, $0 == 3 ? "the needle" : "filler \($0)") }
      return #"{"next_batch":"n","rooms":{"join":{"!a":{"timeline":{"events":["#
        + events.joined(separator: ",") + #"],"limited":\#(limited),"prev_batch":"p"}}}}}"#
    }
    try await rehearsal.apply(sync(1...240, limited: false), isInitial: true)
    try await rehearsal.apply(sync(1_000...1_200, limited: true))
    let found = try #require(try await find("needle").first)
    let event = try #require(found.message.eventID.map { Message.ID($0) })
    let timelines = MatrixTimelineController(network: rehearsal.network, store: rehearsal.store)
    #expect(await timelines.home(of: event, in: room).first() == .room)
    let shown = try await value(of: timelines.timeline(of: room, around: .just(.message(event))))
    #expect(shown.place == event && shown.messages.contains { $0.isNamed(event) })
    #expect(shown.hasNewer)
    let notes = Notes(timelines.loadMessages(around: event, in: room))
    try await notes.ended()
    #expect(notes.isCompleted, "no request is out")
  }

  @Test("finds nothing of people whom the account ignores, and the limit does not count them")
  func ignored() async throws {
    let amy = message(2, "word of Amy").replacing("@bob:x", with: "@amy:x")
    let own = message(3, "own word").replacing("@bob:x", with: Rehearsal.me)
    try await rehearsal.apply(
      #"{"next_batch":"n","account_data":{"events":[{"type":"m.ignored_user_list","content":"#
        + #"{"ignored_users":{"@amy:x":{},"\#(Rehearsal.me)":{}}}}]},"rooms":{"join":{"!a":"#
        + #"{"timeline":{"events":[\#(message(1, "word of Bob")),\#(amy),\#(own)]}}}}}"#,
      isInitial: true)

    #expect(try await find("word", limit: 2).map(\.message.text) == ["own word", "word of Bob"])
  }

  @Test("finds nothing that is known from a quote alone, and the limit does not count it")
  func quoted() async throws {
    try await rehearsal.apply(
      #"{"next_batch":"n","rooms":{"join":{"!a":{"timeline":{"events":[\#(message(1, "word"))]}}}}}"#,
      isInitial: true)
    let quoted = try RawEvent.decode(Array(message(2, "quoted word").utf8))
    let (event, room) = try (#require(EventID("$2")), #require(RoomID("!a")))
    try await rehearsal.store.change { try $0.addQuoted(quoted, as: event, to: room, $1) }

    #expect(try await find("word", limit: 1).map(\.message.text) == ["word"])
  }

  @Test("finds messages of one room alone, and says of a room that the account has left it")
  func scope() async throws {
    try await rehearsal.apply(
      #"{"next_batch":"n","rooms":{"join":{"!a":{"timeline":{"events":[\#(message(1, "word"))]}},"#
        + #""!b":{"timeline":{"events":[\#(message(2, "word"))]}}}}}"#, isInitial: true)
    try await rehearsal.apply(#"{"next_batch":"o","rooms":{"leave":{"!b":{}}}}"#)

    #expect(try await find("word", in: RoomID("!a")).map(\.room.id.rawValue) == ["!a"])
    #expect(try await find("word", in: RoomID("!c")).isEmpty)
    let all = try await find("word")
    #expect(all.map(\.room.id.rawValue) == ["!b", "!a"])
    #expect(all.map(\.room.membership) == [.left, .joined])
  }

  @Test(
    "nothing in a query is an operator",
    arguments: ["", " ", "\"", "a OR", "NEAR(", "body:", "*", "-x", "'; DROP TABLE texts; --", "^"])
  func operators(query: String) async throws {
    #expect(try await find(query).isEmpty)
  }

  @Test("without a cache there is nothing to find")
  func noCache() async throws {
    let folder = try TestFolder()
    let controller = MatrixSearchController(
      directory: try AccountDirectory(path: folder.path), userID: rehearsal.store.userID)
    #expect(
      try await controller.messages(containing: "x", sent: nil, in: nil, limit: 1).first() == [])
  }
}
