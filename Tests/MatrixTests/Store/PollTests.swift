import GRDB
import ModelKit
import Testing

@testable import Matrix
@testable import MatrixWire
@testable import Models

@Suite("Polls")
struct PollTests {
  private let store: StoreRehearsal
  private let room: RoomID

  init() throws {
    store = try StoreRehearsal(userID: try #require(UserID("@me:x")))
    room = try #require(RoomID("!r"))
  }

  private func show(_ events: String..., isGapped: Bool = false) throws {
    let list = events.joined(separator: ",")
    let timeline = #"{"events":[\#(list)],"limited":\#(isGapped),"prev_batch":"t"}"#
    try store.apply(
      try decoded(#"{"next_batch":"n","rooms":{"join":{"!r":{"timeline":\#(timeline)}}}}"#),
      isInitial: false)
  }

  private static func event(
    _ id: String, _ type: String, by sender: String, at time: Int = 1, _ content: String
  ) -> String {
    #"{"event_id":"$\#(id)","type":"\#(type)","sender":"\#(sender)","origin_server_ts":\#(time),"#
      + #""content":\#(content)}"#
  }

  private static let prefix = "org.matrix.msc3381.poll"
  private static let answers =
    #"[{"id":"a","org.matrix.msc1767.text":"Apple"},{"id":"b","org.matrix.msc1767.text":"Pear"},"#
    + #"{"id":"c","org.matrix.msc1767.text":"Fig"}]"#

  private func poll(_ id: String = "p", max: Int = 1, answers: String = answers) -> String {
    Self.event(
      id, "\(Self.prefix).start", by: "@a:x",
      #"{"org.matrix.msc1767.text":"Fruit?\n1. Apple","\#(Self.prefix).start":{"#
        + #""kind":"\#(Self.prefix).disclosed","max_selections":\#(max),"#
        + #""question":{"org.matrix.msc1767.text":"Fruit?"},"answers":\#(answers)}}"#)
  }

  private static func reference(_ target: String) -> String {
    #""m.relates_to":{"rel_type":"m.reference","event_id":"$\#(target)"}"#
  }

  private func vote(
    _ id: String, _ answers: String, by sender: String = "@b:x", at time: Int = 10,
    in poll: String = "p"
  ) -> String {
    Self.event(
      id, "\(Self.prefix).response", by: sender, at: time,
      #"{\#(Self.reference(poll)),"\#(Self.prefix).response":{"answers":\#(answers)}}"#)
  }

  private func end(_ id: String, by sender: String = "@a:x", at time: Int = 100) -> String {
    Self.event(
      id, "\(Self.prefix).end", by: sender, at: time,
      #"{\#(Self.reference("p")),"\#(Self.prefix).end":{},"org.matrix.msc1767.text":"over"}"#)
  }

  private func redaction(_ id: String, of target: String) -> String {
    Self.event(id, "m.room.redaction", by: "@a:x", #"{"redacts":"$\#(target)"}"#)
  }

  private var message: Message { get throws { try #require(messages.first) } }
  private var messages: [Message] { get throws { try store.timeline(of: room).messages } }

  private func counts() throws -> [Int] { try #require(message.votes).counts }

  @Test("has its question and answers, by both spellings, and nothing else makes a line")
  func shown() throws {
    try show(poll(), vote("1", #"["a"]"#), end("e"))
    let content = PollContent(
      question: "Fruit?",
      answers: [
        PollAnswer(key: "a", text: "Apple"), PollAnswer(key: "b", text: "Pear"),
        PollAnswer(key: "c", text: "Fig"),
      ], maxSelections: 1, isDisclosed: true)
    #expect(try messages.map(\.content) == [.poll(content)])
    #expect(try message.votes == PollVotes(counts: [1, 0, 0], voters: 1, isEnded: true))

    try show(
      Self.event(
        "q", "m.poll.start", by: "@b:x",
        #"{"m.text":[{"body":"Colour?\n1. Red"}],"m.poll":{"max_selections":9,"#
          + #""question":{"m.text":[{"mimetype":"text/html","body":"<i>C</i>"},{"body":"Colour?"}]},"#
          + #""answers":[{"m.id":"r","m.text":[{"body":"Red"}]},{"m.id":"g"}]}}"#),
      Self.event(
        "2", "m.poll.response", by: "@me:x",
        #"{\#(Self.reference("q")),"m.selections":["r","g"]}"#),
      Self.event("3", "m.poll.end", by: "@b:x", at: 9, #"{\#(Self.reference("q"))}"#))
    let other = try #require(messages.last)
    #expect(
      other.content
        == .poll(
          PollContent(
            question: "Colour?",
            answers: [PollAnswer(key: "r", text: "Red"), PollAnswer(key: "g", text: "")],
            maxSelections: 2)))
    #expect(
      other.votes
        == PollVotes(counts: [1, 1], voters: 1, own: ["r", "g"], isEnded: true))
  }

  @Test(
    "counts the newest vote of each person, whatever came first, and reverts what is taken back")
  func newest() throws {
    try show(
      vote("2", #"["b"]"#, at: 20), poll(), vote("1", #"["a"]"#, at: 10),
      vote("own", #"["c"]"#, by: "@me:x"))
    #expect(try counts() == [0, 1, 1])
    #expect(try message.votes?.own == ["c"])
    try show(redaction("r", of: "2"))
    #expect(try counts() == [1, 0, 1])
    try show(vote("3", "[]", at: 30))
    #expect(try counts() == [0, 0, 1])
    #expect(try message.votes?.voters == 1)
  }

  @Test("counts 10,000 people and the account itself, and says that there are more")
  func limit() throws {
    try show(poll())
    try keepVotes((0..<Limits.voters).map { (id: "v\($0)", sender: "@a\($0):x") }, for: "a")
    #expect(try message.votes == PollVotes(counts: [10_000, 0, 0], voters: 10_000))
    try show(vote("own", #"["b"]"#, by: "@me:x"))
    #expect(
      try message.votes
        == PollVotes(counts: [10_000, 1, 0], voters: 10_001, own: ["b"], hasMoreVoters: true))
    try show(vote("z", #"["c"]"#, by: "@zoe:x"))
    #expect(try message.votes?.counts == [10_000, 1, 0])
  }

  @Test(
    "a vote is cut to the limit, and spoiled by an unknown answer or a wrong form",
    arguments: [
      (#"["a","b"]"#, [1, 1, 0]), (#"["a","b","c"]"#, [1, 1, 0]), (#"["a","a","b"]"#, [1, 0, 0]),
      (#"["a","x"]"#, [0, 0, 0]), (#"["a","b","x"]"#, [0, 0, 0]), (#"["a",5]"#, [0, 0, 0]),
      (#""a""#, [0, 0, 0]), ("null", [0, 0, 0]), ("{}", [0, 0, 0]),
      ("[\"\(String(repeating: "a", count: 9000))\"]", [0, 0, 0]),
    ])
  func forms(answers: String, expected: [Int]) throws {
    // The older vote does not count again.
    try show(poll(max: 2), vote("0", #"["c"]"#, at: 1), vote("1", answers, at: 2))
    #expect(try counts() == expected)
  }

  @Test("ends with the first end of its sender or a moderator; later votes do not count")
  func ends() throws {
    let levels =
      #"{"event_id":"$l","type":"m.room.power_levels","state_key":"","sender":"@a:x","#
      + #""content":{"users":{"@mod:x":50}}}"#
    try show(
      levels, poll(), vote("1", #"["a"]"#, at: 50), vote("2", #"["b"]"#, at: 51),
      end("x", by: "@b:x", at: 5))
    #expect(try message.votes?.isEnded == false, "somebody else cannot end it")
    try show(
      end("e", at: 100), vote("3", #"["c"]"#, at: 101), vote("4", #"["c"]"#, by: "@c:x", at: 100))
    #expect(try message.votes?.isEnded == true)
    #expect(try counts() == [0, 1, 1])
    try show(end("f", by: "@mod:x", at: 50))
    #expect(try counts() == [1, 0, 0])
    try show(redaction("r", of: "f"))
    #expect(try counts() == [0, 1, 1])
  }

  @Test("the creator of a new room may end the polls of others, and in some rooms everybody may")
  func enders() throws {
    let create =
      #"{"event_id":"$l","type":"m.room.create","state_key":"","sender":"@b:x","#
      + #""content":{"room_version":"12"}}"#
    try show(create, poll(), end("x", by: "@b:x"))
    #expect(try messages.last?.votes?.isEnded == true)
    let restored = try RoomState(
      StoredRoom(
        number: 1, shown: store.value(of: #require(store.contents.rooms[room])),
        record: #require(store.contents.rooms[room]).record))
    #expect(restored.creators.map(\.rawValue) == ["@b:x"])
    let moderator = try #require(UserID("@m:x"))
    #expect(RoomPower.pollEnders(["users_default": 50]) == .everybody)
    #expect(
      RoomPower.pollEnders(["users": ["@m:x": 50, "@n:x": 49, "junk": 99]]) == .these([moderator]))
  }

  @Test("vanishes when it is removed, and changes with an edit of its sender")
  func changed() throws {
    let new =
      #"{"\#(Self.prefix).start":{"question":{"body":"Tree?"},"answers":[{"id":"a"},{"id":"z"}]}}"#
    try show(
      poll(), vote("1", #"["a"]"#),
      Self.event(
        "e", "\(Self.prefix).start", by: "@a:x",
        #"{"m.new_content":\#(new),"m.relates_to":{"rel_type":"m.replace","event_id":"$p"}}"#))
    #expect(try counts() == [1, 0])
    guard case .poll(let poll) = try message.content else {
      Issue.record("no poll")
      return
    }
    #expect(poll.question == "Tree?" && !poll.isDisclosed)
    try show(redaction("r", of: "p"))
    #expect(try message.content == .redacted)
    #expect(try message.votes == nil)
  }

  @Test(
    "without a question or an answer is its fallback text",
    arguments: [
      #"{"question":{"body":"Q"},"answers":[]}"#, #"{"question":{"body":"Q"},"answers":"x"}"#,
      #"{"question":{},"answers":[{"id":"a"}]}"#,
      #"{"question":{"body":"Q"},"answers":[{"id":""}]}"#,
      "[]", "7",
    ])
  func broken(start: String) throws {
    try show(
      Self.event(
        "p", "\(Self.prefix).start", by: "@a:x",
        #"{"org.matrix.msc1767.text":"Q 1. A","\#(Self.prefix).start":\#(start)}"#))
    guard case .unknown(let content) = try message.content else {
      Issue.record("no poll")
      return
    }
    #expect(content.fallback == "Q 1. A")
  }

  @Test("has a bounded number of answers with different keys, and of voters")
  func bounded() throws {
    let many = (0..<10_000).map { #"{"id":"\#($0 % 15)","org.matrix.msc1767.text":"x"}"# }
    try show(poll(max: 1 << 40, answers: "[\(many.joined(separator: ","))]"))
    guard case .poll(let poll) = try message.content else {
      Issue.record("no poll")
      return
    }
    #expect(poll.answers.count == 15)
    #expect(poll.maxSelections == 15)

    try keepVotes((0..<(Limits.voters + 5)).map { (id: "v\($0)", sender: "@v\($0):x") })
    let votes = try #require(message.votes)
    #expect(votes.voters == Limits.voters)
    #expect(votes.hasMoreVoters)
  }

  @Test("somebody who votes all day counts once")
  func repeated() throws {
    try show(poll(), vote("1", #"["a"]"#))
    try keepVotes((0..<500).map { (id: "v\($0)", sender: "@b:x") })
    #expect(try counts() == [1, 0, 0])
  }

  private func keepVotes(
    _ votes: [(id: String, sender: String)], for answer: String = "1"
  ) throws {
    try store.change { contents, tables in
      let number = try #require(contents.rooms[room]?.number)
      for entry in votes {
        let raw = try RawEvent.decode(
          Array(vote(entry.id, #"["\#(answer)"]"#, by: entry.sender, at: 9).utf8))
        try tables.insert(try #require(StoredEvent(raw)), in: number, at: nil)
      }
      return StoreChanges(rooms: [room])
    }
  }

  @Test("may lack votes while there is a gap after it, until the server has given them out")
  func gaps() throws {
    try show(poll(), vote("1", #"["a"]"#))
    #expect(try message.votes?.isComplete == true)
    try show(vote("9", #"["b"]"#, by: "@c:x"), isGapped: true)
    #expect(try message.votes == PollVotes(counts: [1, 1, 0], voters: 2, isComplete: false))

    let event = try #require(EventID("$p"))
    let page = try [
      vote("1", #"["a"]"#), vote("2", #"["b"]"#, at: 20), vote("3", #"["b"]"#, in: "q"),
    ]
    .map { try RawEvent.decode(Array($0.utf8)) }
    let chunk = try store.read { try $0.newestChunk(of: room, $1) }
    try store.change {
      try $0.addVotes(RawEvents(page), of: event, in: room, upTo: nil, $1)
    }
    #expect(try message.votes == PollVotes(counts: [0, 2, 0], voters: 2, isComplete: false))
    try store.change { try $0.addVotes(RawEvents([]), of: event, in: room, upTo: chunk, $1) }
    #expect(try message.votes == PollVotes(counts: [0, 2, 0], voters: 2, isComplete: true))
    try show(isGapped: true)
    #expect(try message.votes?.isComplete == false, "a new gap may hide others")
  }

  @Test("is found by its question")
  func search() throws {
    let raw = try RawEvent.decode(Array(poll().utf8))
    #expect(StoredEvent(raw)?.searchText == "Fruit?")
    try show(poll())
    let state = try #require(store.contents.rooms[room])
    #expect(try store.value(of: state).latestMessage?.eventID?.rawValue == "$p")
  }

  @Test("what an earlier version kept counts after the migration")
  func migration() throws {
    let database = try DatabaseQueue()
    try CacheLayout.migrator.migrate(database, upTo: "7")
    let kept = [vote("1", #"["b"]"#), "no JSON", end("2"), vote("3", "7", by: "@c:x")]
    try database.write { database in
      for (index, json) in kept.enumerated() {
        try database.execute(
          sql: """
            INSERT INTO events (room, id, position, kind, sender, type, time, relation, target, json)
            VALUES (1, ?, ?, ?, ?, ?, 10, 'm.reference', '$p', ?)
            """,
          arguments: [
            "$\(index)", index, index == 2 ? 1 : 0, index == 2 ? "@a:x" : "@b:x",
            "\(Self.prefix).response", json,
          ])
      }
    }
    try CacheLayout.migrator.migrate(database)

    let event = try #require(EventID("$p"))
    let (own, sender) = (try #require(UserID("@me:x")), try #require(UserID("@a:x")))
    let poll = PollContent(
      question: "?", answers: [PollAnswer(key: "a", text: "A"), PollAnswer(key: "b", text: "B")])
    let votes = try database.read {
      try AccountTables($0).votes(
        in: poll, event, by: sender, own: own, enders: .these([]), in: 1)
    }
    #expect(votes.isEnded)
    let kinds = try database.read {
      try Int64.fetchAll($0, sql: "SELECT kind FROM events ORDER BY id")
    }
    #expect(kinds == [6, 0, 7, 6])
  }
}
