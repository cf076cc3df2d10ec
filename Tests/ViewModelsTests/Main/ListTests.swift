import Controllers
import Models
import Signals
import SignalsTesting
import Support
import Testing
import ViewModels

@Suite("Pins, versions and forwarding")
@MainActor
struct ListTests {
  private var test = TestWorld()
  private let account = FakeAccount()
  private let room = Room.template(name: "A")
  private let other = Room.template("!other:example.org", name: "B")
  private static nonisolated let own = Message.ID(EventID.template("$1"))

  private func open(
    _ message: Message, _ change: (inout Timeline.Builder) -> Void = { _ in }
  ) throws -> (main: MainViewModel, row: MessageRowViewModel) {
    let main = MainViewModel(
      session: account.session, sessions: FakeSessionController(), world: test.world)
    account.rooms.list.send([room, other])
    main.openFirstRoom()
    let conversation = try #require(main.conversation.value)
    account.timelines.history(of: conversation.roomID).send(
      .template(message) { change(&$0) })
    return (main, try #require(conversation.timeline.rows.value.last))
  }

  private func answer(_ main: MainViewModel, _ text: String? = nil) throws {
    let prompt = try #require(main.prompt.value)
    if let text {
      prompt.textChanged(text)
      prompt.submit.execute()
    } else {
      prompt.confirm()
      test.scheduler.advance(by: .seconds(1))
    }
  }

  @Test("a message of somebody else is reported with a reason, once that is confirmed")
  func report() throws {
    let (main, row) = try open(.template("1"))
    var told: [String] = []
    main.askToReport(row) { told.append($0) }
    #expect(
      main.prompt.value?.titleText == "Report the message to the administrators of example.org?")
    try answer(main, "spam")
    #expect(
      main.prompt.value?.titleText
        == "Tell the administrators of example.org that Grace wrote this? Reason: spam")
    #expect(main.prompt.value?.subject?.labelText == "Grace: hello")
    account.timelines.onReport.fail(.unreachable("no route"))
    try answer(main)
    #expect(
      main.prompt.value?.errorText.value
        == "The server cannot be reached (no route), so nothing was reported. Try again later.")
    #expect(told == [])
    account.timelines.onReport.answer(with: .empty)
    main.askToReport(row) { told.append($0) }
    try answer(main, "spam")
    try answer(main)
    let report = FakeTimelineController.Report(EventID.template("$1"), room.id, reason: "spam")
    #expect(account.timelines.onReport.takeCalls() == [report, report])
    #expect(main.prompt.value == nil)
    #expect(told == ["Reported: the server's administrators can read it now"])
  }

  @Test("a question quotes the beginning of a long message in one line")
  func longSubject() throws {
    let (main, row) = try open(
      .template("1", "first\nsecond " + String(repeating: "x", count: 900)))
    main.askToPin(row)
    let label = try #require(main.prompt.value?.subject?.labelText)
    #expect(label.hasPrefix("Grace: first second xxx") && label.hasSuffix("x…"))
    #expect(label.count == 65)
  }

  @Test("one's own message, an event and a removed message are not reported")
  func unreportable() throws {
    for message in [
      Message.template("1", from: .ada), .template("2") { $0.content = .redacted },
      .template("3") { $0.content = .roomName("x") },
    ] {
      let (main, row) = try open(message)
      #expect(!row.canReport)
      main.askToReport(row) { _ in }
      #expect(main.prompt.value == nil)
    }
  }

  @Test("a message is pinned and unpinned once that is confirmed", arguments: [true, false])
  func pin(isPinned: Bool) throws {
    let (main, row) = try open(.template("1") { $0.isPinned = isPinned })
    #expect(row.content.value.isPinned == isPinned)
    main.askToPin(row)
    #expect(main.prompt.value?.titleText.hasPrefix(isPinned ? "Unpin" : "Pin") == true)
    #expect(main.prompt.value?.subject?.labelText == "Grace: hello")
    account.sender.onSend.fail(.storage("full"))
    try answer(main)
    #expect(main.prompt.value?.errorText.value == "An account file cannot be used: full")
    account.sender.onSend.answer(with: .merge([.just(.template("kept")), .never]))
    main.askToPin(row)
    try answer(main)
    let event = EventID.template("$1")
    let outgoing = FakeMessageSender.Outgoing(isPinned ? .unpin(event) : .pin(event), room.id)
    #expect(account.sender.onSend.takeCalls() == [outgoing, outgoing])
    #expect(main.prompt.value == nil, "it does not wait for the server")
  }

  @Test("the list of pins follows the room, and leads to a message that need not be loaded")
  func pins() throws {
    let (main, _) = try open(.template("1"))
    let roomRow = try #require(main.roomList.selectedRow.value)
    main.showPins(of: roomRow)
    let sheet = try #require(main.sheet.value)
    #expect(sheet.titleText == "Pinned in \(roomRow.content.value.nameText)")
    #expect(sheet.noteText.value == "No message is pinned here.")
    let far = Message.ID(EventID.template("$far"))
    account.timelines.pins.send([
      PinnedMessage(
        id: far, quote: .known(sender: User.linus.id, content: .text(.init(body: "a\nb"))),
        sender: .linus, timestamp: .noon),
      PinnedMessage(id: Self.own),
    ])
    #expect(sheet.noteText.value == "")
    #expect(sheet.rows.value.map(\.quote.senderText) == ["Linus", ""])
    #expect(sheet.rows.value.map(\.quote.bodyText) == ["a b", ""])
    #expect(sheet.rows.value.map(\.quote.noteText) == ["", "…"])
    #expect(sheet.rows.value.map(\.timeText.isEmpty) == [false, true])
    #expect(sheet.opensRows)
    sheet.open(sheet.rows.value[0])
    #expect(main.sheet.value == nil)
    #expect(account.timelines.places.last == .message(far))
    #expect(main.conversation.value?.timeline.canJumpBack.value == true)
  }

  @Test("earlier versions are listed with their times, and an error is told")
  func versions() throws {
    let (main, row) = try open(.template("1", "two") { $0.isEdited = true })
    #expect(row.hasVersions)
    let response = account.timelines.onVersions.answerLater()
    main.showVersions(of: row)
    let sheet = try #require(main.sheet.value)
    #expect(sheet.noteText.value == "Loading…")
    #expect(!sheet.opensRows)
    response.send(
      MessageVersions(
        versions: [
          .init(timestamp: .noon(plusMinutes: 1), content: .text(.init(body: "two"))),
          .init(timestamp: .noon, content: .text(.init(body: "one"))),
        ], isComplete: false))
    #expect(sheet.rows.value.map(\.quote.bodyText) == ["two", "one"])
    #expect(sheet.rows.value.allSatisfy { !$0.timeText.isEmpty && $0.quote.senderText.isEmpty })
    #expect(sheet.noteText.value == "Some versions before these are not shown.")

    account.timelines.onVersions.fail(.timedOut)
    main.showVersions(of: row)
    #expect(
      main.sheet.value?.noteText.value == "The server did not answer in time. Try again.")
    main.closeSheet()
    #expect(main.sheet.value == nil)
    let plain = try open(.template("1"))
    plain.main.showVersions(of: plain.row)
    #expect(plain.main.sheet.value == nil)
  }

  @Test("a copy goes to the room that is marked among those found; an encrypted one is told")
  func forward() throws {
    let (main, row) = try open(.template("1"))
    var told: [String] = []
    main.askToForward(row) { told.append($0) }
    let prompt = try #require(main.prompt.value)
    #expect(!prompt.submit.isEnabled.value && prompt.suggestions.value.isEmpty)
    #expect(prompt.subject?.labelText == "Grace: hello")
    try answer(main, "nowhere")
    #expect(!prompt.submit.isEnabled.value)
    #expect(account.sender.onSend.takeCalls() == [])
    account.sender.onSend.fail(.encryptedRoom)
    try answer(main, "B")
    #expect(main.prompt.value?.errorText.value.contains("encrypted") == true)
    account.sender.onSend.answer(with: .just(.outgoing("t1")))
    try answer(main, "B")
    let copy = FakeMessageSender.Outgoing(.forward(Self.own, from: room.id), other.id)
    #expect(account.sender.onSend.takeCalls() == [copy, copy])
    #expect(main.prompt.value == nil)
    #expect(told == ["Forwarding to B…"])
  }

  @Test("what becomes of a copy is told with its room, also when the question is closed")
  mutating func forwardTold() throws {
    var told: [String] = []
    let (main, row) = try open(.template("1"))
    let progress = account.sender.onSend.answerLater()
    main.askToForward(row) { told.append($0) }
    try answer(main, "B")
    progress.send(.outgoing("t1"))
    #expect(main.prompt.value == nil)
    progress.send(.outgoing("t1", delivery: .sent))
    #expect(told == ["Forwarding to B…", "Forwarded to B"])

    test.preferences.current.value.undoSeconds = 5
    account.sender.onSend.answer(with: .just(.outgoing("t2")))
    main.askToForward(row) { told.append($0) }
    try answer(main, "B")
    #expect(told.last == "Will be forwarded to B in 5 s")
    account.sync.states.send(
      .offline(RequestError(operation: .sync, reason: .timedOut), retryAfter: .seconds(3)))
    main.askToForward(row) { told.append($0) }
    try answer(main, "B")
    #expect(told.last == "Will be forwarded to B once the server can be reached")
  }

  @Test("a copy can be taken back for as long as every message can")
  mutating func heldForward() throws {
    test.preferences.current.value.undoSeconds = 5
    let (main, row) = try open(.template("1"))
    main.askToForward(row) { _ in }
    account.sender.onSend.answer(with: .just(.outgoing("t1")))
    try answer(main, "B")
    #expect(account.sender.onSend.takeCalls().map(\.delay) == [.seconds(5)])
  }

  @Test("a forwarded picture that is taken back goes, and leaves the draft as it is")
  func takenBack() throws {
    let until = Timestamp.noon(plusMinutes: 1)
    let (main, row) = try open(
      .outgoing("t1").with {
        $0.content = .location("here")
        $0.delivery = .held(until: until)
      })
    let composer = try #require(main.conversation.value).composer
    composer.draftChanged("a draft")
    account.sender.onTakeBack.fail(.invalidInput("t1"))
    composer.edit(row)
    #expect(account.sender.onTakeBack.takeCalls().count == 1)
    #expect(composer.draftText.value == "a draft")
    #expect(composer.errorText.value == "That message is being sent or was sent.")
  }

  @Test(
    "only what the server has and another room can understand is forwarded; what people sent says why not",
    arguments: [
      (.text(TextContent(body: "a")), true, nil), (.location("here"), true, nil),
      (.encrypted, false, "This version cannot read the message, so it cannot forward it"),
      (.redacted, false, nil), (.roomCreated, false, nil),
      (
        .poll(PollContent(question: "q", answers: [])), false,
        "A poll stays in its room: its votes cannot be forwarded"
      ),
      (
        .unknown(UnknownContent(type: "m.poll", json: "{}")), false,
        "A message of this type stays in its room: other programs could not read a copy"
      ),
    ] as [(MessageContent, Bool, String?)])
  func forwardable(content: MessageContent, isForwardable: Bool, refusal: String?) throws {
    let (_, row) = try open(.template("1") { $0.content = content })
    #expect(row.canForward == isForwardable)
    #expect(row.forwardRefusalText == refusal)
    let (_, unsent) = try open(.outgoing("t1"))
    #expect(!unsent.canForward && unsent.forwardRefusalText == nil)
  }
}
