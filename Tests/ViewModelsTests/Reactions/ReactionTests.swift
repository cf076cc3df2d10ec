import Controllers
import Models
import Signals
import SignalsTesting
import Support
import Testing
import ViewModels

@Suite("Reactions of the view models")
@MainActor
struct ReactionTests {
  private let test = TestWorld()
  private let account = FakeAccount()
  private let room = Room.template(name: "A")
  private static nonisolated let emoji = "👍 thumbs up, yes\n❤️ heart, love\n💔 broken heart\nbroken"

  private func openMain() throws -> (MainViewModel, ConversationViewModel) {
    var world = test.world
    world.emoji = { Self.emoji }
    let main = MainViewModel(
      session: account.session, sessions: FakeSessionController(), world: world)
    account.rooms.list.send([room])
    main.openFirstRoom()
    return (main, try #require(main.conversation.value))
  }

  private var history: ReplaySubject<Timeline, Never> { account.timelines.history(of: room.id) }

  private let reactions = [
    Reaction(key: "👍", count: 3, own: Message.ID(EventID.template("$own"))),
    Reaction(key: "🎉", count: 1), Reaction(key: "\u{200B}\u{3164}", count: 2),
    Reaction(
      key: "a\nb", count: 1, own: Message.ID(TransactionID.template("t1")), isPending: true),
  ]

  @Test("a row has the kinds of reactions, and only its own content changes with them")
  func rows() throws {
    let conversation = try openMain().1
    history.send(.template(.template("1"), .template("2"), .template("3")))
    let rows = conversation.timeline.rows.value.filter { $0.content.value.bodyText == "hello" }
    let contents = rows.map { Recorder($0.content.map(\.reactions)) }
    for content in contents { content.expect([]) }
    let all = Recorder(conversation.timeline.rows.map(\.count))
    all.skipAll()

    history.send(
      .template(
        .template("1"),
        .template("2") {
          $0.reactions = reactions
          $0.moreReactions = 7
        }, .template("3")))
    contents[1].expect([
      ReactionText(keyText: "👍", countText: "3", isOwn: true),
      ReactionText(keyText: "🎉", countText: "1"),
      ReactionText(keyText: "[invisible]", countText: "2"),
      ReactionText(keyText: "a b", countText: "1", isOwn: true, isPending: true),
    ])
    #expect(rows[1].content.value.moreReactionsText == "and 7 more")
    contents[0].expectNothing()
    contents[2].expectNothing()
    all.expectNothing()
  }

  @Test(
    "an answer is an emoji, its name, or a text in quotes; the key of an own reaction takes it back",
    arguments: [
      ("🎉", .reaction("🎉", to: target)), ("Heart", .reaction("❤️", to: target)),
      (":thumbs_up:", .redaction(Message.ID(EventID.template("$own")))),
      ("👍", .redaction(Message.ID(EventID.template("$own")))),
      (" \"well done\" ", .reaction("well done", to: target)), ("🦖", .reaction("🦖", to: target)),
      ("1️⃣", .reaction("1️⃣", to: target)), ("🇦🇽", .reaction("🇦🇽", to: target)),
      ("👋🏽", .reaction("👋🏽", to: target)), ("☺", .reaction("☺", to: target)),
      ("lgtm", .reaction("lgtm", to: target)),
      ("lov", .reaction("❤️", to: target)), ("broken", .reaction("💔", to: target)),
      ("umbs", .redaction(Message.ID(EventID.template("$own")))),
      ("\"love\"", .reaction("love", to: target)),
    ] as [(String, OutgoingEvent)])
  func answers(text: String, event: OutgoingEvent) throws {
    let (main, conversation) = try openMain()
    history.send(
      .template(
        .template("1") {
          $0.reactions = [reactions[0], Reaction(key: "lgtm", count: 1)]
        }))
    let row = try #require(conversation.timeline.rows.value.last)
    main.askToReact(to: row)
    let prompt = try #require(main.prompt.value)
    #expect(prompt.titleText == "React to the message")
    #expect(prompt.subject?.senderText.isEmpty == false)
    prompt.textChanged(text)
    account.sender.onSend.answer(with: .just(.template("1")))
    prompt.submit.execute()
    #expect(account.sender.onSend.takeCalls() == [.init(event, room.id)])
    #expect(main.prompt.value == nil)
  }

  private static nonisolated let target = Message.ID(EventID.template("$1"))

  @Test(
    "words that name no emoji are refused, and nothing is sent",
    arguments: ["tada", "well done", ":nope:", "1", "©", "🎉 done", "\"\""])
  func refusals(text: String) throws {
    let (main, conversation) = try openMain()
    history.send(.template(.template("1")))
    main.askToReact(to: try #require(conversation.timeline.rows.value.last))
    let prompt = try #require(main.prompt.value)
    prompt.textChanged(text)
    prompt.submit.execute()
    #expect(
      prompt.errorText.value
        == "No emoji is called “\(text)”. To react with a text, put it in quotes.")
    #expect(account.sender.onSend.takeCalls() == [])
    #expect(main.prompt.value === prompt)
  }

  @Test("where the account's power does not suffice, no reaction is sent")
  func unwritable() throws {
    let (main, conversation) = try openMain()
    history.send(.template(.template("1")))
    account.rooms.levels.send(RoomPowers(reaction: 10))
    main.askToReact(to: try #require(conversation.timeline.rows.value.last))
    let prompt = try #require(main.prompt.value)
    prompt.textChanged("heart")
    prompt.submit.execute()
    #expect(
      prompt.errorText.value == "You may not react here: it needs the power 10, and you have 0")
    #expect(account.sender.onSend.takeCalls() == [])
  }

  @Test("names are completed while they are typed")
  func suggestions() throws {
    let (main, conversation) = try openMain()
    history.send(.template(.template("1")))
    main.askToReact(to: try #require(conversation.timeline.rows.value.last))
    let prompt = try #require(main.prompt.value)
    let found = Recorder(prompt.suggestions)
    found.expect([])
    prompt.textChanged("heart")
    test.scheduler.advance(by: .seconds(1))
    found.expect([
      .init(nameText: "heart, love", answerText: "❤️"),
      .init(nameText: "broken heart", answerText: "💔"),
    ])
    prompt.moveSuggestion(by: 2)
    account.sender.onSend.fail(.storage("full"))
    prompt.submit.execute()
    #expect(
      account.sender.onSend.takeCalls() == [.init(.reaction("💔", to: Self.target), room.id)])
    #expect(!prompt.errorText.value.isEmpty)
    #expect(main.prompt.value != nil, "nothing is lost")
    prompt.textChanged("nobody calls an emoji so")
    test.scheduler.advance(by: .seconds(1))
    found.expect([])
  }

  @Test("events, removed and failed messages take no reaction")
  func refused() throws {
    let (main, conversation) = try openMain()
    history.send(
      .template(
        .template("1") { $0.content = .redacted }, .template("2") { $0.content = .roomName("x") },
        .outgoing("t1", delivery: .failed(status: 403, code: nil))))
    for row in conversation.timeline.rows.value {
      #expect(!row.canRelate)
      main.askToReact(to: row)
      #expect(main.prompt.value == nil)
    }
  }

  @Test("a change on its way is told")
  func pending() throws {
    let conversation = try openMain().1
    history.send(
      .template(
        .template("1") { $0.pendingChange = .edit }, .template("2") { $0.pendingChange = .removal },
        .template("3")))
    let texts = conversation.timeline.rows.value.suffix(3).map(\.content.value.changeText)
    #expect(texts == ["(sending the new text…)", "(removing…)", ""])
  }
}
