import Controllers
import Models
import Signals
import SignalsTesting
import Support
import Testing
import ViewModels

@Suite("Replies of the view models")
@MainActor
struct ReplyTests {
  private let test = TestWorld()
  private let account = FakeAccount()
  private let room = Room.template(name: "A")

  private func open() -> ConversationViewModel {
    account.rooms.list.send([room])
    return ConversationViewModel(
      room: room.id, session: account.session, world: test.world,
      draft: RoomDraft(room: room.id, places: account.places), navigator: Navigator())
  }

  private var history: ReplaySubject<Timeline, Never> { account.timelines.history(of: room.id) }
  private static nonisolated let one = Message.ID(EventID.template("$1"))

  private func reply(_ name: String, _ quote: ReplyQuote) -> Message {
    .template(name) { $0.reply = Reply(target: Self.one, quote: quote) }
  }

  @Test(
    "a row has the quoted message in one line, or why there is none",
    arguments: [
      (.loading, QuoteText(noteText: "…")),
      (.missing, QuoteText(noteText: "message not available")),
      (
        .known(sender: User.linus.id, content: .text(.init(body: "a\nb"))),
        QuoteText(senderText: "Linus", bodyText: "a b")
      ),
      (
        .known(
          sender: User.linus.id,
          content: .text(
            .init(
              body: "[spoiler] *end*",
              formatted: FormattedText(blocks: [
                TextBlock(runs: [TextRun("he wakes", .spoiler), TextRun(" end", .emphasis)])
              ])))),
        QuoteText(senderText: "Linus", bodyText: "▒▒▒▒▒ end")
      ),
      (
        .known(sender: User.linus.id, content: .redacted),
        QuoteText(senderText: "Linus", noteText: "message removed")
      ),
      (
        .known(sender: User.linus.id, content: .image(.init(body: "cat.png"))),
        QuoteText(senderText: "Linus", noteText: "[image cat.png]")
      ),
    ] as [(ReplyQuote, QuoteText)])
  func rows(quote: ReplyQuote, text: QuoteText) throws {
    let conversation = open()
    history.send(.template(reply("2", quote), .template("3")))
    let rows = conversation.timeline.rows.value.suffix(2).map(\.content.value)
    var shown = try #require(rows[0].quote)
    shown.colorIndex = 0
    #expect(shown == text)
    #expect(rows[1].quote == nil)
  }

  @Test("a new name of the quoted person reaches the row")
  func renamed() throws {
    let conversation = open()
    let message = reply("2", .known(sender: User.linus.id, content: .text(.init(body: "a"))))
    history.send(.template(message))
    history.send(
      .template(message) { $0.people[User.linus.id] = .template("linus", name: "L. T.") })
    let row = try #require(conversation.timeline.rows.value.last)
    #expect(row.content.value.quote?.senderText == "L. T.")
  }

  @Test("a reply is written below a banner, kept with the draft, and sent with its relation")
  func sends() throws {
    let conversation = open()
    let composer = conversation.composer
    history.send(.template(.template("1", "how are you?", from: .linus)))
    let banner = Recorder(composer.banner.map { $0?.quote.bodyText })
    banner.expect(nil)
    composer.draftChanged("fine")
    composer.reply(to: try #require(conversation.timeline.rows.value.last))
    banner.expect("how are you?")
    #expect(composer.banner.value?.quote.senderText == "Linus")
    let target = ReplyTarget(message: Self.one, mentioned: User.linus.id)
    #expect(account.places.kept.drafts[room.id]?.reply == target)

    history.send(.template(.template("1", "how are you both?", from: .linus)))
    banner.expect("how are you both?")
    history.send(.template(.template("1", from: .linus) { $0.content = .redacted }))
    banner.expect("")
    #expect(composer.banner.value?.quote.noteText == "message removed")
    history.send(.template(.template("1", "how are you?", from: .linus)))
    banner.expect("how are you?")

    // After a restart.
    let next = open().composer
    #expect(next.draftText.value == "fine")
    #expect(next.banner.value?.quote.bodyText == "how are you?")
    let answer = account.sender.onSend.answerLater()
    next.send.execute()
    #expect(
      account.sender.onSend.takeCalls() == [.init(.text("fine", replyTo: target), room.id)])
    #expect(next.banner.value == nil)
    #expect(account.places.kept.drafts[room.id]?.reply == target, "until the sender has it")
    answer.fail(RequestError(operation: .send, reason: .storage("full")))
    #expect(next.draftText.value == "fine")
    #expect(next.banner.value?.quote.bodyText == "how are you?")
    #expect(next.dropBanner())
    #expect(next.draftText.value == "fine")
    #expect(account.places.kept.drafts[room.id] == Draft(text: "fine", cursor: 4))
    #expect(!next.dropBanner())
  }

  @Test("a reply to oneself mentions nobody; one without a text is kept too")
  func own() throws {
    let conversation = open()
    history.send(.template(.template("1", from: .ada)))
    conversation.composer.reply(to: try #require(conversation.timeline.rows.value.last))
    #expect(
      account.places.kept.drafts[room.id]
        == Draft(text: "", cursor: 0, reply: ReplyTarget(message: Self.one)))
  }

  @Test("a failed reply that returns to the composer is one again")
  func takenBack() throws {
    let conversation = open()
    let failed = Message.outgoing("t1", "again", delivery: .failed(status: 403, code: nil)).with {
      $0.reply = Reply(target: Self.one, quote: .missing)
      $0.mentions = Mentions(users: [User.linus.id])
    }
    history.send(.template(.template("1"), failed))
    account.sender.onTakeBack.answer(with: .empty)
    conversation.composer.edit(try #require(conversation.timeline.rows.value.last))
    #expect(conversation.composer.draftText.value == "again")
    #expect(
      account.places.kept.drafts[room.id]?.reply
        == ReplyTarget(message: Self.one, mentioned: User.linus.id))
  }

  @Test("a jump goes to a loaded message at once, to another one when it is there, and back")
  func jumps() throws {
    let timeline = open().timeline
    let message = reply("9", .known(sender: User.linus.id, content: .text(.init(body: "a"))))
    let landing = Recorder(timeline.landing.map { $0?.row })
    landing.expect(nil)
    history.send(.template(.template("1"), message))
    let row = try #require(timeline.rows.value.last)
    #expect(timeline.jump(from: row))
    landing.expect(RowID("$1"))
    #expect(!account.timelines.places.contains(.message(Self.one)))
    #expect(timeline.canJumpBack.value)
    timeline.jumpBack()
    landing.expect(RowID("$9"))
    #expect(!timeline.canJumpBack.value)

    history.send(.template(message))
    #expect(timeline.jump(from: try #require(timeline.rows.value.last)))
    #expect(account.timelines.places.last == .message(Self.one))
    timeline.showNewest()
    #expect(account.timelines.places.last == .message(Self.one), "the scroll is not the user's")
    landing.expectNothing()
    history.send(
      .template(.template("1"), .template("2")) {
        $0.place = Self.one
        $0.hasNewer = true
      })
    landing.expect(RowID("$1"))

    timeline.jumpBack()
    #expect(account.timelines.places.last == .message(message.id))
    history.send(.template(message) { $0.place = message.id })
    landing.expect(RowID("$9"))
  }

  @Test("a jump requests what the store does not have, and lands there, also by the second way")
  func jumpsFar() throws {
    let timeline = open().timeline
    let message = reply("9", .missing)
    history.send(.template(message))
    let request = account.timelines.onLoadAround.answerLater()
    #expect(timeline.jump(from: try #require(timeline.rows.value.last)))
    history.send(.template(message) { $0.place = Self.one })
    #expect(account.timelines.onLoadAround.takeCalls() == [Self.one])
    #expect(
      timeline.landing.value == Landing(row: nil, noteText: "Loading that message…", number: 1))
    history.send(.template(.template("1"), message) { $0.place = Self.one })
    #expect(timeline.landing.value == Landing(row: RowID("$1"), number: 2))
    request.complete()
    #expect(timeline.landing.value?.number == 2)
    #expect(account.timelines.places.last == .message(Self.one))
  }

  @Test("older messages that are loaded when a jump begins do not lead away from it")
  func jumpsWhileLoading() throws {
    let timeline = open().timeline
    let message = reply("9", .missing)
    history.send(.template(message) { $0.hasOlder = true })
    timeline.scrolled(to: RowID("$9"))
    let older = account.timelines.onLoadOlder.answerLater()
    timeline.loadOlder.execute()
    #expect(timeline.jump(from: try #require(timeline.rows.value.last)))
    older.complete()
    #expect(account.timelines.places.last == .message(Self.one))
  }

  @Test("a message that was requested once is requested again once it is gone")
  func jumpsAgain() throws {
    let timeline = open().timeline
    let message = reply("9", .missing)
    history.send(.template(message))
    for _ in 0..<2 {
      _ = account.timelines.onLoadAround.answerLater()
      #expect(timeline.jump(from: try #require(timeline.rows.value.last)))
      history.send(.template(message) { $0.place = Self.one })
      #expect(account.timelines.onLoadAround.takeCalls() == [Self.one])
      history.send(.template(.template("1"), message) { $0.place = Self.one })
      #expect(timeline.landing.value?.row == RowID("$1"))
      history.send(.template(message) { $0.place = Self.one })
    }
  }

  @Test("a jump to a message that is not there says why, and returns to the end")
  func jumpsNowhere() throws {
    let timeline = open().timeline
    let message = reply("9", .missing)
    history.send(.template(message))
    account.timelines.onLoadAround.answer(with: .empty)
    #expect(timeline.jump(from: try #require(timeline.rows.value.last)))
    history.send(.template(message) { $0.place = Self.one })
    #expect(
      timeline.landing.value?.noteText == "That message is not loaded: PageUp shows older ones")
    #expect(timeline.landing.value?.row == nil)
    #expect(account.timelines.places.last == .newest)
    account.timelines.onLoadAround.fail(.refused, status: 404)
    #expect(timeline.jump(from: try #require(timeline.rows.value.last)))
    history.send(.template(message) { $0.place = Self.one })
    #expect(timeline.landing.value?.noteText == "The server does not show that message to you")
    history.send(.template(.template("3")))
    #expect(!timeline.jump(from: try #require(timeline.rows.value.last)))
  }
}
