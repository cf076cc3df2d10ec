import ModelKit
import Testing

@testable import Controllers
@testable import Matrix
@testable import MatrixWire
@testable import Models
@testable import Signals

@Suite("Events of all kinds in the outbox", .timeLimit(.minutes(5)))
struct EventKindTests {
  private let rehearsal: Rehearsal
  private let sender: MatrixMessageSender
  private let room: RoomID

  init() async throws {
    rehearsal = try Rehearsal()
    sender = try rehearsal.sender()
    room = try await rehearsal.joinRoom()
  }

  private func lines() async throws -> [Message] {
    try await rehearsal.timeline(of: room).messages
  }

  private func next(_ text: String) async throws -> RehearsedTransport.Exchange {
    try await rehearsal.transport.next(.put, text)
  }

  private static var target: Message.ID {
    guard let id = Message.ID("$target") else { preconditionFailure("the text is not empty") }
    return id
  }

  private static let grace = ##"[Grace \*H\*](https://matrix.to/#/%40grace%3Ax)"##
  private static let swift = ##"[\#a\:b](https://matrix.to/#/%23a%3Ab)"##
  /// As it stands in JSON.
  private static let html = ##"<a href=\"https://matrix.to/#/%40grace%3Ax\">Grace *H*</a>"##

  @Test(
    "each kind goes to its place with its content, and shows no line unless the history has one",
    arguments: [
      (
        .text("yes", replyTo: ReplyTarget(message: target)), "/send/m.room.message/",
        #"{"msgtype":"m.text","body":"yes","m.relates_to":{"m.in_reply_to":{"event_id":"$target"}}}"#,
        true
      ),
      (
        .edit(target, text: "new"), "/send/m.room.message/",
        #"{"msgtype":"m.text","body":"* new","m.new_content":{"msgtype":"m.text","body":"new"},"#
          + #""m.relates_to":{"rel_type":"m.replace","event_id":"$target"}}"#, false
      ),
      (
        .text("*yes*"), "/send/m.room.message/",
        #"{"msgtype":"m.text","body":"*yes*","format":"org.matrix.custom.html","#
          + #""formatted_body":"<em>yes</em>"}"#, true
      ),
      (
        .text("*yes*", as: .plain), "/send/m.room.message/",
        #"{"msgtype":"m.text","body":"*yes*"}"#, true
      ),
      (
        .text("`waves`", as: .emote), "/send/m.room.message/",
        #"{"msgtype":"m.emote","body":"`waves`","format":"org.matrix.custom.html","#
          + #""formatted_body":"<code>waves</code>"}"#, true
      ),
      (
        .text("he *wakes*\n<up>", as: .spoiler), "/send/m.room.message/",
        #"{"msgtype":"m.text","body":"[spoiler]","format":"org.matrix.custom.html","#
          + #""formatted_body":"<span data-mx-spoiler>he <em>wakes</em><br>&lt;up&gt;</span>"}"#,
        true
      ),
      (
        .text("- a\n- b", as: .spoiler), "/send/m.room.message/",
        #"{"msgtype":"m.text","body":"[spoiler]","format":"org.matrix.custom.html","#
          + #""formatted_body":"<span data-mx-spoiler>- a<br>- b</span>"}"#, true
      ),
      (
        .text("he ||*wakes*||, \(grace)"), "/send/m.room.message/",
        #"{"msgtype":"m.text","body":"he [spoiler], Grace *H*","#
          + #""format":"org.matrix.custom.html","#
          + #""formatted_body":"he <span data-mx-spoiler><em>wakes</em></span>, \#(html)","#
          + #""m.mentions":{"user_ids":["@grace:x"]}}"#, true
      ),
      (
        .text("||wakes||", as: .emote), "/send/m.room.message/",
        #"{"msgtype":"m.emote","body":"[spoiler]","format":"org.matrix.custom.html","#
          + #""formatted_body":"<span data-mx-spoiler>wakes</span>"}"#, true
      ),
      (
        .text("<b>a</b> &amp; b", as: .html), "/send/m.room.message/",
        #"{"msgtype":"m.text","body":"a & b","format":"org.matrix.custom.html","#
          + #""formatted_body":"<b>a</b> &amp; b"}"#, true
      ),
      (
        .text(#"a <span data-mx-spoiler="end">b <i>c</i></span> d"#, as: .html),
        "/send/m.room.message/",
        #"{"msgtype":"m.text","body":"a (end) [spoiler] d","format":"org.matrix.custom.html","#
          + #""formatted_body":"a <span data-mx-spoiler=\"end\">b <i>c</i></span> d"}"#, true
      ),
      (
        .text(
          "\(grace), \(grace) and \(swift)",
          replyTo: ReplyTarget(message: target, mentioned: UserID("@ada:x"))),
        "/send/m.room.message/",
        #"{"msgtype":"m.text","body":"Grace *H*, Grace *H* and #a:b","#
          + #""format":"org.matrix.custom.html","formatted_body":"\#(html), \#(html) and "#
          + ##"<a href=\"https://matrix.to/#/%23a%3Ab\">#a:b</a>","##
          + #""m.mentions":{"user_ids":["@grace:x","@ada:x"]},"#
          + #""m.relates_to":{"m.in_reply_to":{"event_id":"$target"}}}"#,
        true
      ),
      (
        .text("*hi* \(grace)", as: .plain), "/send/m.room.message/",
        #"{"msgtype":"m.text","body":"*hi* Grace *H*","m.mentions":{"user_ids":["@grace:x"]}}"#,
        true
      ),
      (
        .text("<b>hi</b> \(grace)", as: .html), "/send/m.room.message/",
        #"{"msgtype":"m.text","body":"hi Grace *H*","format":"org.matrix.custom.html","#
          + #""formatted_body":"<b>hi</b> \#(html)","m.mentions":{"user_ids":["@grace:x"]}}"#, true
      ),
      (
        .text("`\(grace)`", as: .emote), "/send/m.room.message/",
        #"{"msgtype":"m.emote","body":"`Grace *H*`","format":"org.matrix.custom.html","#
          + #""formatted_body":"<code>Grace *H*</code>","m.mentions":{"user_ids":["@grace:x"]}}"#,
        true
      ),
      (
        .edit(target, text: grace), "/send/m.room.message/",
        #"{"msgtype":"m.text","body":"* Grace *H*","format":"org.matrix.custom.html","#
          + #""formatted_body":"* \#(html)","m.mentions":{"user_ids":["@grace:x"]},"m.new_content":{"msgtype":"m.text","#
          + #""body":"Grace *H*","format":"org.matrix.custom.html","formatted_body":"\#(html)","#
          + #""m.mentions":{"user_ids":["@grace:x"]}},"#
          + #""m.relates_to":{"rel_type":"m.replace","event_id":"$target"}}"#, false
      ),
      (
        .edit(target, text: "**new**"), "/send/m.room.message/",
        #"{"msgtype":"m.text","body":"* **new**","format":"org.matrix.custom.html","#
          + #""formatted_body":"* <strong>new</strong>","m.new_content":{"msgtype":"m.text","#
          + #""body":"**new**","format":"org.matrix.custom.html","#
          + #""formatted_body":"<strong>new</strong>"},"#
          + #""m.relates_to":{"rel_type":"m.replace","event_id":"$target"}}"#, false
      ),
      (
        .reaction("👍", to: target), "/send/m.reaction/",
        #"{"m.relates_to":{"rel_type":"m.annotation","event_id":"$target","key":"👍"}}"#, false
      ),
      (
        .poll(NewPoll(question: "Fruit?", answers: ["Apple", "Fig"], maxSelections: 2)),
        "/send/org.matrix.msc3381.poll.start/",
        #"{"org.matrix.msc3381.poll.start":{"kind":"org.matrix.msc3381.poll.disclosed","#
          + #""max_selections":2,"question":{"org.matrix.msc1767.text":"Fruit?","body":"Fruit?","#
          + #""msgtype":"m.text"},"answers":[{"id":"1","org.matrix.msc1767.text":"Apple"},"#
          + #"{"id":"2","org.matrix.msc1767.text":"Fig"}]},"#
          + #""org.matrix.msc1767.text":"Fruit?\n1. Apple\n2. Fig"}"#, true
      ),
      (
        .vote(["1", "2"], in: target), "/send/org.matrix.msc3381.poll.response/",
        #"{"m.relates_to":{"rel_type":"m.reference","event_id":"$target"},"#
          + #""org.matrix.msc3381.poll.response":{"answers":["1","2"]}}"#, false
      ),
      (
        .pollEnd(target, result: "It has ended."), "/send/org.matrix.msc3381.poll.end/",
        #"{"m.relates_to":{"rel_type":"m.reference","event_id":"$target"},"#
          + #""org.matrix.msc3381.poll.end":{},"org.matrix.msc1767.text":"It has ended."}"#, false
      ),
      (.redaction(target, reason: "spam"), "/redact/%24target/", #"{"reason":"spam"}"#, false),
      (.redaction(target), "/redact/%24target/", "{}", false),
      (
        .other(type: "m.poll.start", json: #"{"m.poll":{"max":1}}"#), "/send/m.poll.start/",
        #"{"m.poll":{"max":1}}"#, false
      ),
    ] as [(OutgoingEvent, String, String, Bool)])
  func kinds(event: OutgoingEvent, path: String, body: String, hasLine: Bool) async throws {
    let notes = Notes(sender.send(event, to: room))
    let put = try await next(path)
    #expect(try JSONValue(Array(put.body.utf8)) == JSONValue(Array(body.utf8)))
    #expect(try await lines().isEmpty == !hasLine)
    #expect(try await value(of: sender.unsentCount) == UnsentCount(waiting: 1))
    put.reply(200, #"{"event_id":"$1"}"#)
    try await notes.ended()

    #expect(notes.values.map(\.delivery) == [.sending, .sent])
    #expect(notes.values.last?.eventID?.rawValue == "$1")
    #expect(try await value(of: sender.unsentCount) == UnsentCount())
    #expect(try storedOutbox(rehearsal.directory).isEmpty)
  }

  @Test("a reaction that the server has already is settled")
  func reactionTwice() async throws {
    let notes = Notes(sender.send(.reaction("👍", to: Self.target), to: room))
    try await next("/m.reaction/").reply(400, #"{"errcode":"M_DUPLICATE_ANNOTATION"}"#)
    try await notes.ended()
    #expect(notes.isCompleted)
    #expect(try storedOutbox(rehearsal.directory).isEmpty)
  }

  @Test("an event without a line has one while it has failed, with the reason, and can be retried")
  func failedReaction() async throws {
    let notes = Notes(sender.send(.reaction("👍", to: Self.target), to: room))
    let put = try await next("/m.reaction/")
    put.reply(403, #"{"errcode":"M_FORBIDDEN"}"#)
    try await notes.ended()
    let line = try #require(await lines().first)
    #expect(line.content == .unsentAction(.reaction("👍")))
    #expect(line.delivery == .failed(status: 403, code: "M_FORBIDDEN"))

    let restarted = try Rehearsal(folder: rehearsal.folder)
    let later = try restarted.sender()
    _ = try await restarted.joinRoom()
    _ = try await value(of: restarted.store.watch(.timeline(of: room))) { $0.messages == [line] }
    let again = Notes(later.retry(line.id, in: room))
    let second = try await restarted.transport.next(.put, "/m.reaction/")
    #expect(second.path == put.path)
    #expect(try await restarted.timeline(of: room).messages.isEmpty)
    second.reply(200, #"{"event_id":"$1"}"#)
    try await again.ended()
    #expect(again.isCompleted)
  }

  /// A message in the queue, and an event that refers to it.
  private func pair(
    _ event: (Message.ID) -> OutgoingEvent
  ) async throws -> (first: Notes<Message, RequestError>, second: Notes<Message, RequestError>) {
    let first = try await Notes(sender.send("one", to: room)).started()
    let second = Notes(sender.send(event(try #require(first.values.first?.id)), to: room))
    return (first, second)
  }

  @Test(
    "an event that refers to an unsent message waits for it and then names it, even after a restart"
  )
  func dependent() async throws {
    let (first, _) = try await pair { .edit($0, text: "two") }
    let put = try await next("/m.room.message/")
    let directory = rehearsal.directory
    try await eventually { (try? storedOutbox(directory))?.contains("m.replace") == true }
    #expect(rehearsal.transport.unseenCount == 0)
    // The process ends here; the response is lost.
    let restarted = try Rehearsal(folder: rehearsal.folder)
    let later = try restarted.sender()
    _ = try await restarted.joinRoom()
    let again = try await restarted.transport.next(.put, "/m.room.message/")
    #expect(again.path == put.path)
    again.reply(200, #"{"event_id":"$one"}"#)
    let edit = try await restarted.transport.next(.put, "/m.room.message/")
    #expect(edit.body.contains(#""event_id":"$one""#))
    // What a program finds that is killed now names the event too.
    #expect(try storedOutbox(restarted.directory).contains("$one"))
    edit.reply(200, #"{"event_id":"$edit"}"#)
    _ = try await value(of: later.unsentCount) { $0 == UnsentCount() }
    withExtendedLifetime(first) {}
  }

  @Test("the copy of a sync names the target as well as a response does")
  func dependentByEcho() async throws {
    let (first, second) = try await pair { .redaction($0) }
    let put = try await next("/m.room.message/")
    let transaction = try #require(put.path.split(separator: "/").last)
    put.reply(200, "{}")
    _ = try await value(of: sender.unsentCount) { $0.waiting == 2 }
    for _ in 0..<1000 { await Task.yield() }
    #expect(rehearsal.transport.unseenCount == 0, "the id of the message is not known yet")
    try await rehearsal.apply(
      #"{"next_batch":"n","rooms":{"join":{"!room":{"timeline":{"events":[{"event_id":"$echo","#
        + #""type":"m.room.message","sender":"\#(Rehearsal.me)","content":{"msgtype":"m.text","#
        + #""body":"one"},"unsigned":{"transaction_id":"\#(transaction)"}}]}}}}}"#)
    try await next("/redact/%24echo/").reply(200, #"{"event_id":"$r"}"#)
    try await second.ended()
    #expect(first.isCompleted && second.isCompleted)
  }

  @Test(
    "when the message that it refers to fails, an event says so, and goes out once that one has")
  func dependentFails() async throws {
    let (first, second) = try await pair { .reaction("👍", to: $0) }
    try await next("/m.room.message/").reply(403, #"{"errcode":"M_FORBIDDEN"}"#)
    try await second.ended()
    #expect(first.failure?.status == 403)
    #expect(second.failure?.code == OutgoingEvent.targetNotSent)
    let failed = try await lines()
    #expect(failed.map(\.delivery).last == .failed(status: nil, code: OutgoingEvent.targetNotSent))

    let early = Notes(sender.retry(failed[1].id, in: room))
    try await early.ended()
    #expect(early.failure?.code == OutgoingEvent.targetNotSent)
    let again = Notes(sender.retry(failed[0].id, in: room))
    try await next("/m.room.message/").reply(200, #"{"event_id":"$1"}"#)
    try await again.ended()
    let reaction = Notes(sender.retry(failed[1].id, in: room))
    let put = try await next("/m.reaction/")
    #expect(put.body.contains(#""event_id":"$1""#))
    put.reply(200, #"{"event_id":"$2"}"#)
    try await reaction.ended()
    #expect(reaction.isCompleted)
  }

  @Test("a message that was sent long ago is named by its event")
  func sentTarget() async throws {
    let first = Notes(sender.send("one", to: room))
    try await next("/m.room.message/").reply(200, #"{"event_id":"$1"}"#)
    try await first.ended()
    let id = try #require(first.values.first?.id)
    let notes = Notes(sender.send(.reaction("👍", to: id), to: room))
    let put = try await next("/m.reaction/")
    #expect(put.body.contains(#""event_id":"$1""#))
    notes.dispose()
  }

  @Test(
    "an unsent text says what to type to send it again, if that is not its body",
    arguments: [
      (.text("hello"), nil), (.text("*a*"), nil), (.text("/x"), nil),
      (.text("*a*", as: .plain), "/plain *a*"), (.text("a", as: .plain), nil),
      (.text("*waves*", as: .emote), "/me *waves*"),
      (.text("<b>a</b>", as: .html), "/html <b>a</b>"),
      (.text("a <b>\nc", as: .spoiler), "/spoiler a <b>\nc"),
      (.text("*a*", as: .spoiler), "/html <span data-mx-spoiler><em>a</em></span>"),
      (.text("||a||"), "/spoiler a"), (.text("/ ||a|| b ||c||"), "// ||a|| b ||c||"),
      (.text("||a|| \(grace)"), "||a|| \(grace)"), (.text("||a||", as: .emote), "/me ||a||"),
      (.text("*b* ||a||"), "/html <em>b</em> <span data-mx-spoiler>a</span>"),
      (.text("*hi* \(grace)"), "*hi* \(grace)"), (.text("/\(grace)"), "//\(grace)"),
      (.text("hugs \(grace)", as: .emote), "/me hugs \(grace)"),
    ] as [(OutgoingEvent, String?)])
  func drafts(event: OutgoingEvent, draft: String?) async throws {
    let notes = Notes(sender.send(event, to: room))
    try await notes.started()
    let line = try #require(await lines().last)
    guard case .text(let text) = line.content else {
      Issue.record("\(line.content) is no text")
      return
    }
    #expect(text.draft == draft)
    notes.dispose()
  }

  @Test("the formats of a text that leaves no room for them stay behind; the text goes out")
  func largeText() async throws {
    let text = "*a* " + String(repeating: "x", count: 40_000)
    let notes = Notes(sender.send(.text(text), to: room))
    let put = try await next("/send/m.room.message/")
    #expect(try JSONValue(Array(put.body.utf8)) == ["msgtype": "m.text", "body": .string(text)])
    put.reply(200, #"{"event_id":"$1"}"#)
    try await notes.ended()
    #expect(notes.isCompleted)
  }

  @Test("a preview is what the line will be; events without a line have none")
  func preview() async throws {
    for event in [.text("a **b** \(Self.grace)"), .text("/x", as: .plain)] as [OutgoingEvent] {
      let notes = Notes(sender.send(event, to: room))
      try await notes.started()
      guard case .text(let sent)? = try await lines().last?.content,
        case .text(let shown)? = sender.preview(event)
      else {
        Issue.record("no text")
        return
      }
      #expect(shown.formatted == sent.formatted && shown.body == sent.body)
      notes.dispose()
    }
    #expect(sender.preview(.reaction("👍", to: Self.target)) == nil)
  }

  @Test("the line of a text has its formats before the server has it")
  func echo() async throws {
    let notes = Notes(sender.send(.text("a **b**"), to: room))
    try await notes.started()
    let line = try #require(await lines().last)
    #expect(line.delivery == .sending)
    #expect(
      line.content
        == .text(
          TextContent(
            body: "a **b**",
            formatted: FormattedText(blocks: [
              TextBlock(runs: [TextRun("a "), TextRun("b", .strong)])
            ]))))
    notes.dispose()
  }

  @Test("what is no event, refers to nothing, or is too large is refused before anything is kept")
  func invalid() async throws {
    let long = String(repeating: "x", count: 40_000)
    let events: [(OutgoingEvent, Bool)] = [
      (.other(type: "m.poll.start", json: "[1]"), false), (.other(type: "", json: "{}"), false),
      (.reaction("👍", to: try #require(Message.ID("ct-unknown"))), false),
      (.edit(Self.target, text: long), true),
    ]
    for (event, isTooLarge) in events {
      let notes = Notes(sender.send(event, to: room))
      try await notes.ended()
      guard case .invalidInput? = notes.failure?.reason else {
        #expect(isTooLarge && notes.failure?.reason == .tooLarge, "\(event)")
        continue
      }
      #expect(!isTooLarge)
    }
    #expect(try storedOutbox(rehearsal.directory).isEmpty)
  }

  @Test(
    "a day after its first attempt, or by a clock set back by ten years, an event is looked for",
    arguments: [24 * 3600 * 1000, -10 * 365 * 24 * 3600 * 1000] as [Int64])
  func old(shift: Int64) async throws {
    let notes = [
      Notes(sender.send(.reaction("👍", to: Self.target), to: room))
    ]
    _ = try await next("/m.reaction/")
    let restarted = try Rehearsal(folder: rehearsal.folder)
    restarted.time.value += shift
    let later = try restarted.sender()
    _ = try await restarted.joinRoom()
    try await restarted.transport.next(.get, "/messages").reply(200, #"{"chunk":[]}"#)
    let failed = try await value(of: later.unsentCount) { $0.failed == 1 }
    #expect(failed.waiting == 0)
    #expect(!restarted.transport.log.contains { $0.contains("/send/") })
    withExtendedLifetime((later, notes)) {}
  }

  @Test("a removal is sent again after a day, because a second one changes nothing")
  func oldRemoval() async throws {
    let notes = Notes(sender.send(.redaction(Self.target), to: room))
    let put = try await next("/redact/")
    let restarted = try Rehearsal(folder: rehearsal.folder)
    restarted.time.value += 24 * 3600 * 1000
    let later = try restarted.sender()
    _ = try await restarted.joinRoom()
    let again = try await restarted.transport.next(.put, "/redact/")
    #expect(again.path == put.path)
    withExtendedLifetime((later, notes)) {}
  }
}
