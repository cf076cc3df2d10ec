import ModelKit
import Testing

@testable import Matrix
@testable import MatrixWire
@testable import Models

/// A real account, sync by sync, as the store shows it.
@Suite("Recorded account")
struct RecordedAccountTests {
  private let me: UserID
  private let wonderland: RoomID
  private let sealed: RoomID
  private let direct: RoomID
  private let space: RoomID

  init() throws {
    me = try #require(UserID("@alice:localhost"))
    wonderland = try #require(RoomID("!_XkU678qgJviwfQtyQ3tMBhvZl23qY43x3ixfOfn7m8"))
    sealed = try #require(RoomID("!-Ie-G740-PWuzgJIH9VK9cATdmtWsdtKaoAMWkO9K5Y"))
    direct = try #require(RoomID("!IG6we6EmITPNGGb1FXaXyctBrzJCxmvTHTnY-K1iW7E"))
    space = try #require(RoomID("!1bY-xxglJPxIGTsh0WoyXNp1H6WAJC3C8Abjtd4aFBc"))
  }

  private func store(after syncs: [String] = []) throws -> StoreRehearsal {
    let store = try StoreRehearsal(userID: me)
    try store.apply(try Recorded.sync("sync-initial-lazy"), isInitial: true)
    for name in syncs { try store.apply(try Recorded.sync(name), isInitial: false) }
    return store
  }

  private func room(_ id: RoomID, in store: StoreRehearsal) throws -> Room {
    try store.value(of: try #require(store.contents.rooms[id]))
  }

  @Test("rooms have their names, kinds, counts and people")
  func rooms() throws {
    let store = try store()
    let wonderland = try room(wonderland, in: store)
    #expect(wonderland.name == "Wonderland ☕")
    #expect(wonderland.alias?.rawValue == "#wonderland:localhost")
    #expect(wonderland.joinedCount == 4)
    // The nine of the room's own history, and one of a thread.
    #expect(wonderland.unreadCount == 10)
    #expect(wonderland.mentionCount == 1)
    #expect(!wonderland.isEncrypted && !wonderland.isSpace)
    #expect(try room(sealed, in: store).isEncrypted)
    #expect(try room(space, in: store).isSpace)
    let direct = try room(direct, in: store)
    #expect(direct.name == nil)
    #expect(direct.heroes.map(\.displayName) == ["Bob"])
    #expect(direct.directUser?.rawValue == "@bob:localhost")
    #expect(store.contents.dropped == 0)
  }

  @Test("an invite in a sync names the inviter")
  func invite() throws {
    let store = try store(after: ["sync-incremental-invite"])
    let invites = store.contents.rooms.values.filter { $0.membership == .invited }

    #expect(invites.count == 2)
    #expect(try invites.allSatisfy { try store.value(of: $0).inviter != nil })
    #expect(try invites.allSatisfy { try !store.timeline(of: $0.id).hasOlder })
  }

  @Test("a timeline has lines for messages, a poll and pins, and none for reactions and redactions")
  func timeline() throws {
    let timeline = try store().timeline(of: wonderland)
    let kinds = timeline.messages.map(\.content)

    #expect(timeline.hasOlder)
    #expect(timeline.messages.count == 13)
    #expect(timeline.messages.compactMap { $0.thread?.count } == [2])
    #expect(kinds.contains { if case .sticker = $0 { true } else { false } })
    #expect(kinds.contains(.redacted))
    let files = kinds.compactMap { if case .file(let it) = $0 { it.kind } else { nil } }
    #expect(files == [.file, .voice, .video])
    #expect(kinds.contains { if case .location = $0 { true } else { false } })
    #expect(
      timeline.messages.compactMap(\.text).contains("hi Alice"), "a reply without its quotation")
    #expect(timeline.messages.filter(\.isEdited).compactMap(\.text) == ["the typo"])
    #expect(timeline.people[me]?.displayName == "Alice Liddell 🐇")
    #expect(timeline.messages.allSatisfy { timeline.people[$0.sender] != nil })
  }

  @Test("an encrypted room shows each encrypted event as one locked line")
  func encrypted() throws {
    let timeline = try store().timeline(of: sealed)

    #expect(timeline.isEncrypted)
    #expect(timeline.messages.map(\.content).filter { $0 == .encrypted }.count == 1)
    #expect(timeline.messages.map(\.content).contains(.encryptionEnabled))
    #expect(!timeline.hasOlder)
  }

  @Test("an edit of an unloaded message is not a line, but applies once the message is loaded")
  func edit() throws {
    let store = try store(after: ["sync-incremental-message", "sync-incremental-own-echo"])
    let before = try store.timeline(of: wonderland).messages
    try store.apply(try Recorded.sync("sync-incremental-edit"), isInitial: false)
    let after = try store.timeline(of: wonderland).messages

    #expect(after.count == before.count)
    let edited = try #require(
      after.first { $0.eventID?.rawValue == "$jgJDfGmcr8wMvgZ2Q4OXMVTCo-ZQusYjNV0muCsr6bM" })
    #expect(edited.isEdited)
    #expect(edited.content == .text(TextContent(body: "the typo, twice")))
  }

  @Test("messages that a server claims to have come by one transaction stay apart, and are found")
  func sharedTransaction() throws {
    let store = try StoreRehearsal(userID: try #require(UserID("@me:x")))
    let room = try #require(RoomID("!r"))
    let events = ["1", "2", "3"].map {
      #"{"event_id":"$\#($0)","type":"m.room.message","sender":"@me:x","#
        + #""content":{"msgtype":"m.text","body":"\#($0)"},"unsigned":{"transaction_id":"t"}}"#
    }
    try store.apply(
      try decoded(
        #"{"next_batch":"n","rooms":{"join":{"!r":{"timeline":{"events":["#
          + events.joined(separator: ",") + "]}}}}}"),
      isInitial: false)
    // The answer to a request that this program sent under the same transaction.
    let transaction = try #require(TransactionID("t"))
    try store.change {
      try $0.confirm(transaction, as: try #require(EventID("$3")), in: room, $1)
    }

    let messages = try store.timeline(of: room).messages
    #expect(messages.map(\.id.rawValue) == ["t", "$2", "$3"])
    #expect(messages.compactMap(\.text) == ["1", "2", "3"])
    for message in messages {
      let content = try store.read { contents, tables in
        let state = try #require(contents.rooms[room])
        return try tables.currentContent(of: message.id, in: state.number)
      }
      #expect(content?.content["body"]?.string == message.text)
    }
  }

  @Test("the echo of a sent message is recognised by its transaction")
  func echo() throws {
    let store = try store()
    let changes = try store.apply(try Recorded.sync("sync-incremental-own-echo"), isInitial: false)
    let transaction = try #require(TransactionID("cap1795229207993.30"))

    #expect(changes.echoes.map(\.transaction) == [transaction])
    #expect(try store.timeline(of: wonderland).messages.last?.id == Message.ID(transaction))
  }

  @Test("a rename shows a grey line and the new name everywhere")
  func rename() throws {
    let store = try store(after: ["sync-incremental-member-rename"])
    let timeline = try store.timeline(of: wonderland)
    let dave = try #require(UserID("@dave:localhost"))

    #expect(
      timeline.messages.last?.content
        == .membership(
          MembershipChange(
            user: dave, displayName: "Dave 2", kind: .renamed(from: "Dave", to: "Dave 2"))))
    #expect(timeline.people[dave]?.displayName == "Dave 2")
  }

  @Test("an empty summary keeps heroes and counts")
  func summary() throws {
    let store = try store(after: ["sync-incremental-message"])

    #expect(try room(wonderland, in: store).joinedCount == 4)
    #expect(try room(direct, in: store).heroes.map(\.displayName) == ["Bob"])
  }

  @Test("a limited sync leaves a gap, and a page fills it without duplicates")
  func gap() throws {
    let store = try store(after: ["sync-incremental-message", "sync-incremental-limited"])
    let limited = try store.timeline(of: wonderland)
    let gap = try #require(try store.gap(in: wonderland))
    #expect(limited.hasOlder)
    #expect(gap.token == "s142_8_3_5_6_1_2_7_0_1_1_1_1_1")
    let bodies = limited.messages.compactMap(\.text)
    #expect(bodies.last == "burst 39")

    try store.prepend(try Recorded.messages("messages-gap"), to: wonderland, at: gap)

    let filled = try store.timeline(of: wonderland).messages
    let bursts = filled.compactMap(\.text).filter { $0.hasPrefix("burst") }
    #expect(bursts == (0...39).suffix(bursts.count).map { "burst \($0)" })
    #expect(bursts.count >= 30)
    #expect(Set(filled.map(\.id)).count == filled.count)
  }

  @Test("being removed from a room removes it from the list")
  func left() throws {
    let store = try store()
    try store.apply(
      try decoded(
        #"{"next_batch":"x","rooms":{"leave":{"\#(wonderland)":{"timeline":{"events":[]}}}}}"#),
      isInitial: false)

    #expect(try room(wonderland, in: store).membership == .left)
  }

  @Test("a page of a whole room reaches its start, in the server's order")
  func wholeRoom() throws {
    let store = try StoreRehearsal(userID: me)
    try store.apply(
      try decoded(
        #"{"next_batch":"x","rooms":{"join":{"\#(direct)":{"timeline":{"events":[],"#
          + #""prev_batch":"p","limited":true}}}}}"#), isInitial: true)
    let page = try Recorded.messages("messages-whole-room")
    try store.prepend(page, to: direct)
    let timeline = try store.timeline(of: direct)

    #expect(!timeline.hasOlder)
    #expect(timeline.messages.first?.content == .roomCreated)
    let order = page.chunk.reversed().map(\.eventID)
    let shown = timeline.messages.compactMap(\.eventID?.rawValue)
    #expect(shown == order.filter(shown.contains))
  }
}

extension Message {
  /// The text of a text message.
  var text: String? { if case .text(let text) = content { text.body } else { nil } }
}
