import GRDB
import ModelKit
import Testing

@testable import Controllers
@testable import Matrix
@testable import MatrixWire
@testable import Models

@Suite("Reactions")
struct ReactionTests {
  private let store: StoreRehearsal
  private let room: RoomID

  init() throws {
    store = try StoreRehearsal(userID: try #require(UserID("@me:x")))
    room = try #require(RoomID("!r"))
  }

  private func show(_ events: [String]) throws {
    let list = events.joined(separator: ",")
    try store.apply(
      try decoded(
        #"{"next_batch":"n","rooms":{"join":{"!r":{"timeline":{"events":[\#(list)]}}}}}"#),
      isInitial: false)
  }

  private func message(_ id: String, by sender: String = "@a:x") -> String {
    #"{"event_id":"$\#(id)","type":"m.room.message","sender":"\#(sender)","#
      + #""content":{"msgtype":"m.text","body":"\#(id)"}}"#
  }

  private func reaction(
    _ id: String, _ key: String, by sender: String = "@a:x", to target: String = "m"
  ) -> String {
    #"{"event_id":"$\#(id)","type":"m.reaction","sender":"\#(sender)","content":{"#
      + #""m.relates_to":{"rel_type":"m.annotation","event_id":"$\#(target)","key":"\#(key)"}}}"#
  }

  private func redaction(_ id: String, of target: String) -> String {
    #"{"event_id":"$\#(id)","type":"m.room.redaction","sender":"@a:x","#
      + #""content":{"redacts":"$\#(target)"}}"#
  }

  private func reactions(to id: String = "m") throws -> [String] {
    let message = try store.timeline(of: room).messages.first { $0.eventID?.rawValue == "$\(id)" }
    return (message?.reactions ?? []).map {
      "\($0.key) \($0.count)" + ($0.own.map { " \($0.rawValue)" } ?? "")
    }
  }

  @Test("are counted by key, by their first use, and know the account's own event")
  func counted() throws {
    try show([
      message("m"), message("n"), reaction("1", "👍"), reaction("2", "🎉", by: "@b:x"),
      reaction("3", "👍", by: "@me:x"), reaction("4", "🎉", by: "@me:x", to: "n"),
    ])

    #expect(try reactions() == ["👍 2 $3", "🎉 1"])
    #expect(try reactions(to: "n") == ["🎉 1 $4"])
  }

  private func found(_ id: String = "m") throws -> MessageReactions {
    let target = Message.ID(try #require(EventID("$\(id)")))
    return try store.read { contents, tables in
      let state = try #require(contents.rooms[room])
      return try state.reactions(to: target, contents.surroundings(tables))
    }
  }

  private func people(_ id: String = "m") throws -> [String] {
    try found(id).kinds.map { kind in
      "\(kind.key) " + kind.people.map(\.id.rawValue).joined(separator: " ")
    }
  }

  @Test("have their people, each once for a key, in the order of their first use")
  func people() throws {
    try show([
      message("m"), reaction("1", "👍", by: "@b:x"), reaction("2", "🎉"), reaction("3", "👍"),
      reaction("4", "👍", by: "@b:x"), reaction("5", "🎉", by: "@me:x"),
    ])
    #expect(try people() == ["👍 @b:x @a:x", "🎉 @a:x @me:x"])
    try show([redaction("r", of: "2")])
    #expect(try people() == ["👍 @b:x @a:x", "🎉 @me:x"])
    #expect(try people("none") == [])
    try show([redaction("s", of: "m")])
    #expect(try people() == [], "of a message that was removed, nothing is told")
  }

  @Test("of very many, some people are listed, and that there are more")
  func manyPeople() throws {
    try show(
      [message("m")] + (0...Limits.reactionPeople).map { reaction("\($0)", "👍", by: "@\($0):x") })
    let found = try found()
    #expect(found.kinds.map(\.people.count) == [Limits.reactionPeople])
    #expect(found.isCut)
  }

  @Test("a person counts once for each key, and those taken back do not count")
  func once() throws {
    try show([message("m"), reaction("1", "👍"), reaction("2", "👍"), reaction("3", "🎉")])
    #expect(try reactions() == ["👍 1", "🎉 1"])
    try show([redaction("r", of: "3")])
    #expect(try reactions() == ["👍 1"])
    try show([redaction("s", of: "1")])
    #expect(try reactions() == ["👍 1"], "the second event still counts")
    try show([redaction("t", of: "2")])
    #expect(try reactions().isEmpty)
  }

  @Test("that come before their message, to itself, without a key or redacted are harmless")
  func odd() throws {
    try show([
      reaction("1", "👍", to: "m"), reaction("2", "", to: "m"), reaction("3", "x", to: "3"),
      #"{"event_id":"$4","type":"m.reaction","sender":"@b:x","content":{"m.relates_to":"#
        + #"{"rel_type":"m.annotation","event_id":"$m","key":"y"}},"#
        + #""unsigned":{"redacted_because":{"sender":"@b:x"}}}"#,
      #"{"event_id":"$5","type":"m.reaction","sender":"@b:x","content":{"m.relates_to":"#
        + #"{"rel_type":"m.annotation","event_id":"$m","key":7}}}"#,
      message("m"),
    ])

    #expect(try reactions() == ["👍 1"])
    #expect(try store.timeline(of: room).messages.count == 1)
  }

  @Test("a message has a bounded number of kinds, the account's own among them, with bounded keys")
  func bounded() throws {
    let long = String(repeating: "long", count: 15_000)
    try show(
      [message("m"), reaction("long", long)]
        + (0..<40).map { reaction("\($0)", "k\($0)") } + [reaction("own", "mine", by: "@me:x")])
    let message = try #require(store.timeline(of: room).messages.first)

    #expect(message.reactions.count == Limits.reactionKinds + 1)
    #expect(message.reactions.first?.key.utf8.count == Limits.reactionKey)
    #expect(message.reactions.last?.key == "mine")
    #expect(message.moreReactions == 42 - message.reactions.count)
  }

  @Test("a removed message shows none, and reactions change no preview")
  func removed() throws {
    try show([message("m"), message("n"), reaction("1", "👍"), reaction("2", "👍", to: "n")])
    let state = try #require(store.contents.rooms[room])
    #expect(try store.value(of: state).latestMessage?.text == "n")
    #expect(try store.value(of: state).latestMessage?.reactions == [])
    try show([redaction("r", of: "m")])
    #expect(try reactions().isEmpty)
  }

  @Test("what an earlier version kept counts after the migration")
  func migration() throws {
    let database = try DatabaseQueue()
    try CacheLayout.migrator.migrate(database, upTo: "1")
    let kept = [
      reaction("1", "👍"), #"{"content":{"m.relates_to":{"key":5}}}"#, "no JSON",
      #"{"content":{"m.relates_to":{"key":""}}}"#,
    ]
    try database.write { database in
      for (index, json) in kept.enumerated() {
        try database.execute(
          sql: """
            INSERT INTO events (room, id, position, kind, sender, type, time, relation, target, json)
            VALUES (1, ?, ?, 0, '@a:x', 'm.reaction', 1, 'm.annotation', '$m', ?)
            """, arguments: ["$\(index)", index, json])
      }
    }
    try CacheLayout.migrator.migrate(database)

    let (own, target) = (try #require(UserID("@me:x")), try #require(EventID("$m")))
    let lists = try database.read {
      try AccountTables($0).reactions(to: [target], own: own, in: 1)
    }
    #expect(lists["$m"]?.reactions == [Reaction(key: "👍", count: 1)])
  }
}
