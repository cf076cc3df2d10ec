import Controllers
import Models
import Signals
import SignalsTesting
import Support
import Testing
import ViewModels

@Suite("Polls of the view models")
@MainActor
struct PollTests {
  private let test = TestWorld()
  private let account = FakeAccount()
  private let room = Room.template(name: "A")

  private func openMain() throws -> (MainViewModel, ConversationViewModel) {
    let main = MainViewModel(
      session: account.session, sessions: FakeSessionController(), world: test.world)
    account.rooms.list.send([room])
    main.openFirstRoom()
    return (main, try #require(main.conversation.value))
  }

  private static nonisolated func poll(_ max: Int = 1, isDisclosed: Bool = true) -> MessageContent {
    .poll(
      PollContent(
        question: "Fruit?",
        answers: [
          PollAnswer(key: "a", text: "Apple"), PollAnswer(key: "b", text: "Fig\ntree"),
          PollAnswer(key: "c", text: "\u{200B}"),
        ], maxSelections: max, isDisclosed: isDisclosed))
  }

  /// A row with a poll, of somebody else by default.
  private func row(
    _ conversation: ConversationViewModel, _ content: MessageContent = poll(),
    _ votes: PollVotes = PollVotes(counts: [0, 0, 0]), from sender: User = .grace,
    canRemoveOthers: Bool = false
  ) throws -> MessageRowViewModel {
    account.timelines.history(of: room.id).send(
      .template(
        .template("1", from: sender) {
          $0.content = content
          $0.votes = votes
        }
      ) { $0.canRemoveOthers = canRemoveOthers })
    return try #require(conversation.timeline.rows.value.last)
  }

  private static nonisolated let target = Message.ID(EventID.template("$1"))

  @Test("a row has the question, the answers with their votes, and how many voted")
  func rows() throws {
    let conversation = try openMain().1
    let votes = PollVotes(counts: [2, 1, 0], voters: 3, own: ["b"])
    let content = try row(conversation, Self.poll(), votes).content.value
    #expect(content.noteText == "[poll]")
    #expect(content.bodyText == "Fruit?")
    #expect(
      content.poll
        == PollText(
          answers: [
            .init(text: "Apple", countText: "2", percentText: "67%", share: 2.0 / 3),
            .init(
              text: "Fig tree", countText: "1", percentText: "33%", share: 1.0 / 3, isOwn: true),
            .init(text: "[empty answer]", countText: "0", percentText: "0%", share: 0),
          ], summaryText: "3 votes"))
  }

  @Test(
    "the summary says what is not shown yet, and what may be missing",
    arguments: [
      (true, PollVotes(counts: [0, 0, 0]), "0 votes", true),
      (false, PollVotes(counts: [1, 0, 0], voters: 1), "1 vote, results when it ends", false),
      (
        false, PollVotes(counts: [1, 0, 0], voters: 1, isEnded: true, isComplete: false),
        "ended, 1 vote; some may be missing", true
      ),
      (
        true,
        PollVotes(counts: [9000, 1000, 0], voters: 10_000, hasMoreVoters: true, isComplete: false),
        "10,000+ votes; no more are counted", true
      ),
    ])
  func summary(isDisclosed: Bool, votes: PollVotes, text: String, isShown: Bool) throws {
    let conversation = try openMain().1
    let poll = try #require(
      row(conversation, Self.poll(2, isDisclosed: isDisclosed), votes).content.value.poll)
    #expect(poll.summaryText == text)
    #expect(poll.answers.allSatisfy { ($0.share != nil) == isShown })
    #expect(poll.answers.map(\.isWinner) == [votes.isEnded, false, false])
    #expect(
      conversation.timeline.rows.value.last?.content.value.noteText == "[poll: choose up to 2]")
  }

  @Test("the only choice is sent at once, replaces the one before, and is taken back")
  func vote() throws {
    let (main, conversation) = try openMain()
    let row = try row(
      conversation, Self.poll(), PollVotes(counts: [1, 0, 0], voters: 1, own: ["a"]))
    main.showAnswers(of: row)
    let sheet = try #require(main.sheet.value)
    #expect(sheet.rows.value.map(\.markText) == ["[x]", "[ ]", "[ ]"])
    #expect(sheet.rows.value.map(\.quote.bodyText) == ["Apple", "Fig tree", "[empty answer]"])
    for (index, answers) in [(1, ["b"]), (1, [])] {
      account.sender.onSend.answer(with: .just(.template("2")))
      sheet.open(sheet.rows.value[index])
      #expect(
        account.sender.onSend.takeCalls() == [.init(.vote(answers, in: Self.target), room.id)])
    }
    #expect(sheet.rows.value.map(\.markText) == ["[ ]", "[ ]", "[ ]"])
    account.sender.onSend.fail(.storage("full"))
    sheet.open(sheet.rows.value[0])
    #expect(sheet.noteText.value.contains("full"))
    #expect(sheet.rows.value.map(\.markText) == ["[ ]", "[ ]", "[ ]"], "the vote is not kept")
  }

  @Test("as many answers as allowed can be chosen, and none once the poll has ended")
  func selections() throws {
    let (main, conversation) = try openMain()
    var told: [String] = []
    main.showAnswers(of: try row(conversation, Self.poll(2))) { told.append($0) }
    let sheet = try #require(main.sheet.value)
    #expect(sheet.noteText.value.hasPrefix("Choose up to 2 answers"))
    for (index, answers) in [(0, ["a"]), (2, ["a", "c"])] {
      account.sender.onSend.answer(with: .just(.template("2")))
      sheet.open(sheet.rows.value[index])
      #expect(
        account.sender.onSend.takeCalls() == [.init(.vote(answers, in: Self.target), room.id)])
    }
    sheet.open(sheet.rows.value[1])
    #expect(account.sender.onSend.takeCalls() == [])
    #expect(sheet.noteText.value == "That is all: take one of your 2 answers back first.")
    #expect(told == [sheet.noteText.value], "also where the list is longer than the screen")
    account.sender.onSend.answer(with: .just(.template("3")))
    sheet.open(sheet.rows.value[0])
    #expect(account.sender.onSend.takeCalls() == [.init(.vote(["c"], in: Self.target), room.id)])
    #expect(sheet.noteText.value.hasPrefix("Choose up to 2 answers"))
    _ = try row(conversation, Self.poll(2), PollVotes(counts: [1, 0, 1], voters: 1, isEnded: true))
    sheet.open(sheet.rows.value[0])
    #expect(account.sender.onSend.takeCalls() == [])
    #expect(sheet.noteText.value == "The poll has ended.")
  }

  @Test(
    "its sender and moderators end it after a question, with the result in words",
    arguments: [
      (PollVotes(counts: [2, 1, 0], voters: 3), "The poll has ended. Top answer: Apple"),
      (
        PollVotes(counts: [1, 1, 0], voters: 2), "The poll has ended. Top answers: Apple, Fig tree"
      ),
      (PollVotes(counts: [0, 0, 0]), "The poll has ended without votes."),
    ])
  func ends(votes: PollVotes, result: String) throws {
    let (main, conversation) = try openMain()
    let foreign = try row(conversation, Self.poll(), votes)
    #expect(!main.canEndPoll(foreign))
    main.askToEndPoll(foreign)
    #expect(main.prompt.value == nil)
    #expect(main.canEndPoll(try row(conversation, Self.poll(), votes, canRemoveOthers: true)))
    main.askToEndPoll(try row(conversation, Self.poll(), votes, from: .ada))
    let prompt = try #require(main.prompt.value)
    account.sender.onSend.answer(with: .just(.template("2")))
    prompt.confirm()
    test.scheduler.advance(by: .seconds(1))
    #expect(
      account.sender.onSend.takeCalls()
        == [.init(.pollEnd(Self.target, result: result), room.id, after: .seconds(5))])
    #expect(main.prompt.value == nil)
    let ended = PollVotes(counts: [0, 0, 0], isEnded: true)
    #expect(!main.canEndPoll(try row(conversation, Self.poll(), ended, from: .ada)))
  }

  @Test("the end of a poll that waits is said in its row, taken back, and not asked for again")
  func heldEnd() throws {
    let (main, conversation) = try openMain()
    let end = Message.ID(TransactionID.template("e1"))
    account.timelines.history(of: room.id).send(
      .template(
        .template("1", from: .ada) {
          $0.content = Self.poll()
          $0.votes = PollVotes(counts: [0, 0, 0])
          $0.pendingChange = .heldPollEnd(event: end, until: .noon(plusMinutes: 1))
        }))
    let row = try #require(conversation.timeline.rows.value.last)
    #expect(row.content.value.changeText == "(ending the poll… u undoes)")
    #expect(row.canVote && !main.canEndPoll(row))
    #expect(conversation.timeline.heldChangeRow === row)
    account.sender.onTakeBack.answer(with: .empty)
    main.undoHeldChange(of: row)
    #expect(account.sender.onTakeBack.takeCalls() == [end])
  }

  @Test(
    "a poll waits like other messages, and is written in the composer again when it is taken back",
    arguments: [
      "/poll Fruit? | Apple | Fig", "/poll -hidden -2 Which two? | a | b | c",
    ])
  func takenBack(text: String) throws {
    test.preferences.current.value.undoSeconds = 5
    let conversation = try openMain().1
    let composer = conversation.composer
    composer.draftChanged(text)
    account.sender.onSend.answer(with: .just(.template("2")))
    composer.send.execute()
    let call = try #require(account.sender.onSend.takeCalls().first)
    #expect(call.delay == .seconds(5))
    guard case .poll(let poll) = call.event else {
      Issue.record("no poll: \(call.event)")
      return
    }
    let answers = poll.answers.enumerated().map { PollAnswer(key: "\($0)", text: $1) }
    account.timelines.history(of: room.id).send(
      .template(
        Message.outgoing("t1", delivery: .held(until: .noon(plusMinutes: 1))).with {
          $0.content = .poll(
            PollContent(
              question: poll.question, answers: answers, maxSelections: poll.maxSelections,
              isDisclosed: poll.isDisclosed))
        }))
    account.sender.onTakeBack.answer(with: .empty)
    composer.edit(try #require(conversation.timeline.heldRow))
    #expect(composer.draftText.value == text)
  }

  @Test("a poll is sent from the composer, and neither a change nor a reply becomes one")
  func composer() throws {
    let conversation = try openMain().1
    let composer = conversation.composer
    composer.draftChanged("/poll Fruit? | a | b")
    account.sender.onSend.answer(with: .just(.template("2")))
    composer.send.execute()
    let poll = NewPoll(question: "Fruit?", answers: ["a", "b"])
    #expect(account.sender.onSend.takeCalls() == [.init(.poll(poll), room.id)])
    #expect(composer.draftText.value.isEmpty)

    account.timelines.history(of: room.id).send(.template(.template("1", from: .ada)))
    composer.change(try #require(conversation.timeline.rows.value.last))
    composer.draftChanged("/poll Fruit? | a | b")
    composer.send.execute()
    #expect(account.sender.onSend.takeCalls() == [])
    #expect(composer.errorText.value.hasPrefix("A message cannot become a poll"))
    composer.dropBanner()
    composer.draftChanged("/poll Fruit? | a | b")
    composer.reply(to: try #require(conversation.timeline.rows.value.last))
    composer.send.execute()
    #expect(account.sender.onSend.takeCalls() == [])
    #expect(composer.errorText.value.hasPrefix("A poll cannot be a reply"))
  }
}
