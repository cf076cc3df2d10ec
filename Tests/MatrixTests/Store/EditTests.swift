import ModelKit
import Testing

@testable import Matrix
@testable import MatrixWire
@testable import Models

@Suite("Edits and redactions")
struct EditTests {
  private let store: StoreRehearsal
  private let room: RoomID

  init() throws {
    store = try StoreRehearsal(userID: try #require(UserID("@me:x")))
    room = try #require(RoomID("!r"))
  }

  private func show(_ events: String...) throws {
    let list = events.joined(separator: ",")
    try store.apply(
      try decoded(
        #"{"next_batch":"n","rooms":{"join":{"!r":{"timeline":{"events":[\#(list)]}}}}}"#),
      isInitial: false)
  }

  private func message(_ id: String, _ body: String, by sender: String = "@a:x") -> String {
    #"{"event_id":"$\#(id)","type":"m.room.message","sender":"\#(sender)","origin_server_ts":1,"#
      + #""content":{"msgtype":"m.text","body":"\#(body)"}}"#
  }

  private func edit(
    _ id: String, of target: String, _ body: String, by sender: String = "@a:x", at time: Int = 2,
    new: String? = nil, type: String = "m.room.message"
  ) -> String {
    let new = new ?? #"{"msgtype":"m.text","body":"\#(body)"}"#
    return #"{"event_id":"$\#(id)","type":"\#(type)","sender":"\#(sender)","#
      + #""origin_server_ts":\#(time),"content":{"msgtype":"m.text","body":"* \#(body)","#
      + #""m.new_content":\#(new),"#
      + #""m.relates_to":{"rel_type":"m.replace","event_id":"$\#(target)"}}}"#
  }

  private func redaction(_ id: String, of target: String, by sender: String = "@mod:x") -> String {
    #"{"event_id":"$\#(id)","type":"m.room.redaction","sender":"\#(sender)","#
      + #""content":{"redacts":"$\#(target)","reason":"by \#(id)"}}"#
  }

  private var lines: [Message] {
    get throws { try store.timeline(of: room).messages }
  }

  @Test("the sender's newest edit counts")
  func newest() throws {
    try show(message("m", "one"), edit("b", of: "m", "three", at: 9), edit("a", of: "m", "two"))

    #expect(try lines.compactMap(\.text) == ["three"])
    #expect(try lines.map(\.isEdited) == [true])
  }

  @Test("an edit by somebody else, of another type, of an edit or without content is ignored")
  func ignored() throws {
    try show(
      message("m", "one"), edit("a", of: "m", "bad", by: "@evil:x"),
      edit("b", of: "m", "bad", type: "m.sticker"), edit("c", of: "m", "bad", new: "5"),
      edit("d", of: "c", "bad"), edit("e", of: "e", "bad"))

    #expect(try lines.compactMap(\.text) == ["one"])
    #expect(try lines.map(\.isEdited) == [false])
  }

  @Test("an edit whose target is not loaded is not a line")
  func pending() throws {
    try show(edit("a", of: "far", "x"), message("m", "one"))

    #expect(try lines.compactMap(\.text) == ["one"])
  }

  @Test("a redaction empties the line, and a later edit restores nothing")
  func redacted() throws {
    try show(message("m", "secret"), edit("a", of: "m", "more secret"))
    try show(redaction("r", of: "m"))
    try show(edit("b", of: "m", "again", at: 9))

    #expect(try lines.map(\.content) == [.redacted])
    #expect(try lines.map(\.isEdited) == [false])
  }

  @Test("redacting an edit uncovers the previous content")
  func redactedEdit() throws {
    try show(
      message("m", "one"), edit("a", of: "m", "two", at: 2), edit("b", of: "m", "three", at: 3))
    try show(redaction("r", of: "b"))
    #expect(try lines.compactMap(\.text) == ["two"])
    try show(redaction("s", of: "a"))
    #expect(try lines.compactMap(\.text) == ["one"])
  }

  @Test("a redaction in the format of older room versions counts too")
  func oldForm() throws {
    try show(
      message("m", "one"),
      #"{"event_id":"$r","type":"m.room.redaction","sender":"@a:x","redacts":"$m","content":{}}"#)

    #expect(try lines.map(\.content) == [.redacted])
  }

  @Test("redacting an unknown event or itself changes nothing")
  func unknown() throws {
    try show(message("m", "one"), redaction("r", of: "far"), redaction("s", of: "s"))

    #expect(try lines.compactMap(\.text) == ["one"])
  }

  @Test("the preview of a room follows edits and redactions")
  func preview() throws {
    try show(message("m", "one"), edit("a", of: "m", "two"))
    let state = try #require(store.contents.rooms[room])
    #expect(try store.value(of: state).latestMessage?.text == "two")
  }

  @Test("the preview of a room follows an edit that is not sent yet, as its history does")
  func waitingPreview() throws {
    try show(message("m", "one"), message("n", "last"))
    func preview() throws -> String? {
      try store.value(of: try #require(store.contents.rooms[room])).latestMessage?.text
    }
    func wait(_ id: String, _ target: String, _ text: String) throws {
      let change = WaitingChange(
        id: try #require(Message.ID(id)), target: try #require(Message.ID(target)),
        effect: .edit(.text(TextContent(body: text)), nil))
      try store.change { contents, _ in contents.setWaiting(change, in: room) }
    }
    try wait("t1", "$m", "older")
    #expect(try preview() == "last")
    try wait("t2", "$n", "new")
    #expect(try preview() == "new")
    #expect(try lines.compactMap(\.text) == ["older", "new"])
    try store.change { contents, _ in
      contents.removeUnsent(try #require(Message.ID("t2")), in: room)
    }
    #expect(try preview() == "last")
  }

  @Test("who removed a message, and why, is known from the redaction or the server's addition")
  func removedBy() throws {
    try show(
      message("m", "one"), redaction("s", of: "m", by: "@late:x"), redaction("r", of: "m"),
      #"{"event_id":"$n","type":"m.room.message","sender":"@a:x","content":{},"#
        + #""unsigned":{"redacted_because":{"sender":"@a:x","content":{"reason":"mine"}}}}"#,
      #"{"event_id":"$o","type":"m.room.message","sender":"@a:x","content":{},"#
        + #""unsigned":{"redacted_because":true}}"#,
      message("p", "four"))

    #expect(try lines.map { $0.removedBy?.rawValue } == ["@mod:x", "@a:x", nil, nil])
    #expect(try lines.map(\.removalReason) == ["by r", "mine", nil, nil])
    #expect(try lines.map { $0.content == .redacted } == [true, true, true, false])
    let named = try store.timeline(of: room).people.keys.map(\.rawValue)
    #expect(Set(named) == ["@mod:x", "@a:x"])
  }

  @Test("the account is among a timeline's people even if it never wrote")
  func ownName() throws {
    try show(
      #"{"event_id":"$j","type":"m.room.member","sender":"@me:x","state_key":"@me:x","#
        + #""content":{"membership":"join","displayname":"Me"}}"#)
    let me = try #require(UserID("@me:x"))
    #expect(try store.timeline(of: room).people[me]?.displayName == "Me")
  }

  @Test("an edit replaces the mentions of a message; a redaction removes them")
  func mentions() throws {
    let me = try #require(UserID("@me:x"))
    try show(
      message("m", "one"),
      edit(
        "e", of: "m", "",
        new: #"{"msgtype":"m.text","body":"two","m.mentions":{"user_ids":["@me:x"]}}"#
      ))
    #expect(try lines.first?.mentions == Mentions(users: [me]))
    try show(redaction("r", of: "m"))
    #expect(try lines.first?.mentions == nil)
  }
}
