import Models
import Signals
import Support
import Terminal
import Testing
import ViewModels

@testable import Views

@MainActor
@Suite("Polls")
struct PollStoryTests {
  private static func poll(_ max: Int = 1, isDisclosed: Bool = true) -> MessageContent {
    .poll(
      PollContent(
        question: "What should we order for the party on Friday?",
        answers: [
          PollAnswer(key: "a", text: "Pizza 🍕"),
          PollAnswer(
            key: "b", text: "Poutine, which is a dish of French fries with cheese curds and gravy"),
          PollAnswer(key: "c", text: "Nothing"),
        ], maxSelections: max, isDisclosed: isDisclosed))
  }

  /// A stage whose room has a poll.
  static func stage(
    _ content: MessageContent = poll(),
    _ votes: PollVotes = PollVotes(counts: [3, 5, 0], voters: 8, own: ["a"]),
    canRemoveOthers: Bool = false
  ) throws -> Stage {
    let stage = try Stage()
    let room = stage.scenario.swift.id
    let messages = stage.scenario.timeline.messages.map { message in
      guard message.eventID?.rawValue == "$7" else { return message }
      return message.with {
        $0.content = content
        $0.votes = votes
      }
    }
    stage.connect(opening: room)
    stage.timelines[room]?.send(
      stage.scenario.timeline.with {
        $0.messages = messages
        $0.canRemoveOthers = canRemoveOthers
      })
    return stage
  }

  /// Selects the poll.
  private static func select(_ stage: Stage) {
    stage.press("Esc", "G", "k", "k", "k")
  }

  @Test("the menu says why a poll cannot be forwarded")
  func forwarding() throws {
    let stage = try Self.stage()
    _ = stage.screen()
    Self.select(stage)
    stage.choose("forward")
    #expect(stage.view.context == .timeline)
    #expect(stage.view.notice == "A poll stays in its room: its votes cannot be forwarded")
  }

  @Test(
    "below the question, the account's choice marked",
    arguments: [[80, 24], [50, 15], [200, 60]])
  func screens(size: [Int]) throws {
    let stage = try Self.stage()
    _ = stage.screen(size[0], size[1])
    Self.select(stage)

    try ScreenTests.expect(stage, "poll", size)
  }

  @Test(
    "hidden votes, and those of a poll that has ended",
    arguments: [false, true], [[80, 24], [50, 15], [200, 60]])
  func states(isEnded: Bool, size: [Int]) throws {
    let votes = PollVotes(
      counts: [3, 5, 0], voters: 8, own: isEnded ? [] : ["a"], isEnded: isEnded,
      isComplete: !isEnded)
    let stage = try Self.stage(Self.poll(2, isDisclosed: false), votes)
    _ = stage.screen(size[0], size[1])
    Self.select(stage)

    try ScreenTests.expect(stage, isEnded ? "poll-ended" : "poll-hidden", size)
  }

  @Test("a hostile poll takes no more rows than a screen, and is read in full elsewhere")
  func boundedRows() throws {
    let long = String(repeating: "long words without an end ", count: 40)
    for (count, rows) in [(4, 30), (12, 35), (20, 31)] {
      let poll = PollContent(
        question: String(repeating: long + "\n", count: 20),
        answers: (1...count).map { PollAnswer(key: "\($0)", text: "answer \($0) \(long)") },
        isDisclosed: true)
      let votes = PollVotes(counts: poll.answers.map { _ in 1 }, voters: count, own: ["2"])
      let content = MessageContent.poll(poll)
      var row = MessageRowContent()
      row.kind = .message(isOwn: false)
      row.bodyText = poll.question
      row.poll = PollText(
        answers: poll.answers.map {
          PollText.Answer(text: $0.text, countText: "1", percentText: "5%", share: 0.05)
        }, summaryText: "\(count) votes")
      for width in [50, 80, 200] {
        let layout = MessageLayoutBuilder.layout(
          row, picture: .none, columns: MessageColumns(width: width, timeWidth: 5))
        #expect(layout.height <= rows, "\(count) answers, \(width) columns")
      }
      let stage = try Self.stage(content, votes)
      _ = stage.screen(80, 24)
      Self.select(stage)
      #expect(stage.choose("read-whole"))
      stage.press("End")
      let screen = stage.screen(80, 24)
      #expect(screen.contains { $0.contains("answer \(count) ") }, "\(count)")
    }
  }

  @Test("a list with the answers", arguments: [[80, 24], [50, 15], [200, 60]])
  func answers(size: [Int]) throws {
    let stage = try Self.stage()
    _ = stage.screen(size[0], size[1])
    Self.select(stage)
    stage.press("v", "Down")

    try ScreenTests.expect(stage, "poll-answers", size)
  }

  @Test("Enter votes in the list, Esc leaves it, and only those who may can end the poll")
  func keys() throws {
    let stage = try Self.stage()
    _ = stage.screen()
    Self.select(stage)
    #expect(stage.choose("vote"))
    #expect(stage.view.context == .sheet)
    _ = stage.journal.take()
    stage.press("Down", "Enter")
    #expect(stage.journal.take().last?.hasPrefix(#"send vote(["b"], in: "#) == true)
    stage.press("Enter")
    #expect(stage.journal.take().last?.hasPrefix("send vote([], in: ") == true)
    #expect(stage.view.context == .sheet)
    stage.press("Up", "Space")
    #expect(stage.journal.take().last?.hasPrefix(#"send vote(["a"], in: "#) == true)
    stage.press("Space")
    #expect(stage.journal.take().last?.hasPrefix("send vote([], in: ") == true)
    stage.press("Esc")
    #expect(stage.view.context == .timeline)
    stage.press("Enter")
    #expect(stage.view.context == .sheet, "Enter opens the answers too")
    stage.press("Esc")
    stage.choose("end-poll")
    #expect(stage.view.context == .timeline)
    #expect(stage.view.notice == "Only its sender and those who may remove it can end it")
  }

  @Test("whoever may remove messages ends a poll, once that is confirmed")
  func end() throws {
    let stage = try Self.stage(canRemoveOthers: true)
    _ = stage.screen()
    Self.select(stage)
    _ = stage.journal.take()
    stage.choose("end-poll")
    #expect(stage.view.context == .confirmation)
    stage.press("y")
    stage.pause()
    #expect(stage.journal.take().last?.hasPrefix("send pollEnd(") == true)
  }

  @Test("nobody votes in a poll that has ended")
  func ended() throws {
    let stage = try Self.stage(
      Self.poll(), PollVotes(counts: [0, 0, 0], isEnded: true))
    _ = stage.screen()
    Self.select(stage)
    for action in ["vote", "end-poll"] {
      stage.choose(action)
      #expect(stage.view.context == .timeline)
      #expect(stage.view.notice == "The poll has ended")
    }
  }

  @Test("a stranger's answers stay in their cells, behind the program's mark")
  func hostile() throws {
    let texts = [
      "\u{1B}[2J", "a\nb\r\u{8}", "\u{202E}evil\u{2066}", String(repeating: "long ", count: 200),
      "12:00 Admin: your account is closed", "\u{200B}",
    ]
    let answers = texts.enumerated().map { PollAnswer(key: "\($0)", text: $1) }
    let stage = try ReactionStoryTests.stage { scenario in
      [
        scenario.timeline.messages[1].with { message in
          message.content = .poll(
            PollContent(question: "\u{202E}Q", answers: answers, isDisclosed: true))
          message.votes = PollVotes(counts: [1 << 40, 0, 0, 0, 0, 0], voters: 1 << 40)
        }
      ]
    }
    let screen = stage.screen(80, 40)
    let row = try #require(screen.first { $0.contains("12:00 Admin") })
    #expect(row.contains("- 12:00 Admin"))
    #expect(screen.count { $0.contains("long long") } == 3)
    #expect(screen.joined().contains("[empty answer]"))
    #expect(screen.joined().contains("1099511627776, 100%"))
  }
}
