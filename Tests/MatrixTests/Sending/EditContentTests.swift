import ModelKit
import Testing

@testable import Controllers
@testable import Matrix
@testable import MatrixWire
@testable import Models
@testable import Signals

@Suite("What edits keep of a message", .timeLimit(.minutes(5)))
struct EditContentTests {
  private let rehearsal: Rehearsal
  private let sender: MatrixMessageSender
  private let room: RoomID

  init() async throws {
    rehearsal = try Rehearsal()
    sender = try rehearsal.sender()
    room = try await rehearsal.joinRoom()
  }

  private func sync(_ event: String) async throws {
    try await rehearsal.apply(
      #"{"next_batch":"n","rooms":{"join":{"!room":{"timeline":{"events":[\#(event)]}}}}}"#)
  }

  private func message(_ id: String, _ content: String) -> String {
    #"{"event_id":"\#(id)","type":"m.room.message","sender":"\#(Rehearsal.me)","#
      + #""content":\#(content)}"#
  }

  /// The content with which a message is edited.
  private func edit(_ id: String, _ text: String, as form: TextForm = .markdown) async throws
    -> JSONValue
  {
    let target = try #require(Message.ID(id))
    let notes = Notes(sender.send(.edit(target, text: text, as: form), to: room))
    let put = try await rehearsal.transport.next(.put, "/m.room.message/")
    put.reply(200, #"{"event_id":"$e\#(id.dropFirst())"}"#)
    try await notes.ended()
    return try JSONValue(Array(put.body.utf8))
  }

  @Test("a notice stays one, and what was said to whom stays said, once")
  func notice() async throws {
    try await sync(
      message(
        "$1",
        #"{"msgtype":"m.notice","body":"beep","m.mentions":{"user_ids":["@a:x"]},"#
          + #""m.relates_to":{"m.in_reply_to":{"event_id":"$0"}}}"#))
    let content = try await edit("$1", "*boop*")
    #expect(content["msgtype"]?.string == "m.notice")
    #expect(content["body"]?.string == "* *boop*")
    #expect(content["m.mentions"] == .object([:]))
    #expect(
      content["m.new_content"]
        == .object([
          "msgtype": "m.notice", "body": "*boop*", "format": "org.matrix.custom.html",
          "formatted_body": "<em>boop</em>",
          "m.mentions": .object(["user_ids": .array(["@a:x"])]),
        ]))
    #expect(
      content["m.relates_to"]
        == .object(["rel_type": "m.replace", "event_id": "$1"]))
  }

  @Test("an emote stays one when it is typed so, and text when it is not")
  func emote() async throws {
    try await sync(message("$1", #"{"msgtype":"m.emote","body":"waves"}"#))
    guard case .text(let text)? = try await rehearsal.timeline(of: room).messages.first?.content
    else {
      Issue.record("the emote is no text")
      return
    }
    #expect(text.draft == "/me waves")
    let content = try await edit("$1", "nods", as: .emote)
    #expect(content["m.new_content"] == .object(["msgtype": "m.emote", "body": "nods"]))
    #expect(content["msgtype"]?.string == "m.emote")
    let plain = try await edit("$1", "nods")
    #expect(plain["m.new_content"]?["msgtype"]?.string == "m.text")
  }

  @Test("a file keeps its address and name when its caption changes, also the second time")
  func caption() async throws {
    let info = #""info":{"size":7},"url":"mxc://x/cat","filename":"cat.png","x.own":1"#
    try await sync(message("$1", #"{"msgtype":"m.image","body":"my cat",\#(info)}"#))
    let content = try await edit("$1", "**our** cat")
    let new = try #require(content["m.new_content"])
    let expected = try JSONValue(
      Array(
        (#"{"msgtype":"m.image","body":"**our** cat",\#(info),"format":"org.matrix.custom.html","#
          + #""formatted_body":"<strong>our</strong> cat"}"#).utf8))
    #expect(new == expected)
    #expect(content["body"]?.string == "* **our** cat")
    #expect(content["url"]?.string == "mxc://x/cat")

    try await sync(message("$e1", content.text))
    let shown = try await rehearsal.timeline(of: room).messages.first?.content
    guard case .image(let image)? = shown else {
      Issue.record("\(String(describing: shown)) is no image")
      return
    }
    #expect(image.caption == "**our** cat")
    #expect(image.source?.rawValue == "mxc://x/cat")
    let again = try await edit("$1", "plain")
    #expect(again["m.new_content"]?["url"]?.string == "mxc://x/cat")
    #expect(again["m.new_content"]?["formatted_body"] == nil)

    let bare = try await edit("$1", "")
    #expect(bare["m.new_content"]?["body"]?.string == "cat.png")
    #expect(bare["m.new_content"]?["filename"]?.string == "cat.png")
    #expect(bare["m.new_content"]?["formatted_body"] == nil)
  }

  @Test("hidden words of an own message come back to be typed, and stay hidden in its plain body")
  func spoiler() async throws {
    let html = "<span data-mx-spoiler>he wakes up</span>"
    let sent = Notes(sender.send(.text(html, as: .html), to: room))
    let put = try await rehearsal.transport.next(.put, "/m.room.message/")
    #expect(try JSONValue(Array(put.body.utf8))["body"]?.string == "[spoiler]")
    put.reply(200, #"{"event_id":"$1"}"#)
    try await sent.ended()
    try await sync(message("$1", put.body))
    let shown = try await rehearsal.timeline(of: room).messages.first?.content
    guard case .text(let text)? = shown else {
      Issue.record("\(String(describing: shown)) is no text")
      return
    }
    #expect(text.draft == "/spoiler he wakes up")
    #expect(text.shownText == FormattedText.cover)
    let edited = try await edit("$1", "he <sleeps>", as: .spoiler)
    #expect(edited["body"]?.string == "* [spoiler]")
    #expect(
      edited["m.new_content"]?["formatted_body"]?.string
        == "<span data-mx-spoiler>he &lt;sleeps&gt;</span>")
  }

  @Test("a changed spoiler that is long keeps its cover")
  func longSpoiler() throws {
    let text = String(repeating: "x", count: MessageText.mostBytes / 2)
    let content = EventContent.edit(
      of: try #require(Message.ID("$1")), text, as: .spoiler,
      original: ["msgtype": "m.text", "body": "a"])
    #expect(content["m.new_content"]?["formatted_body"]?.string?.contains(text) == true)
    #expect(content["body"]?.string == "* [spoiler]")
  }
}
