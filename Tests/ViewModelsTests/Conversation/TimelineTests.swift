import Controllers
import Models
import Signals
import SignalsTesting
import Support
import Testing
import ViewModels

@Suite("Timeline view model")
@MainActor
struct TimelineTests {
  private var test = TestWorld()
  private let account = FakeAccount()
  private let room = Room.template(name: "Swift")
  private let navigator = Navigator()

  private var history: ReplaySubject<Timeline, Never> { account.timelines.history(of: room.id) }

  private func open() -> ConversationViewModel {
    account.rooms.list.send([room])
    return ConversationViewModel(
      room: room.id, session: account.session, world: test.world, draft: .empty,
      navigator: navigator)
  }

  @Test("a timeline is loading, then empty, then filled")
  func empty() {
    let conversation = open()
    let timeline = conversation.timeline
    let (text, rows) = (Recorder(timeline.emptyText), Recorder(timeline.rows.map(\.count)))
    text.expect("Loading messages…")
    rows.expect(0)
    history.send(.template())
    text.expect("No messages yet.")
    rows.expectNothing()
    history.send(.template(.template("1")))
    text.expect("")
    rows.expect(2)
  }

  @Test("a timeline that is available at once is never shown as empty")
  func filledAtOnce() {
    let conversation = open()
    let text = Recorder(conversation.timeline.emptyText)
    history.send(.template(.template("1")))
    text.expect("Loading messages…", "")
  }

  @Test("days divide, senders are grouped for five minutes, and every kind has its line")
  func lines() {
    let conversation = open()
    history.send(
      .template(
        .template("0", "long ago", minute: -60 * 24 * 400),
        .template("1", "on monday", minute: -60 * 24 * 3),
        .template("2", "yesterday", minute: -60 * 24),
        .template("3", "hello", minute: 0),
        .template("4", "are you there?", minute: 4),
        .template("5", "still?", minute: 9),
        .template("6", "yes", from: .ada, minute: 9),
        .template("7", "build is green", from: .ada, minute: 9) { $0.set(.notice) },
        .template("8", "waves", from: .linus, minute: 10) { $0.set(.emote) },
        .template("9", from: .linus, minute: 11) { $0.content = .encrypted },
        .template("10", from: .linus, minute: 11) { $0.content = .redacted },
        .template("11", "after", from: .linus, minute: 11)
      ) { $0.readUpTo = .template("$11") })
    #expect(
      conversation.timeline.lines == [
        "-- Wed 16 Oct 2024", "12:30 Grace: long ago",
        "-- Mon 17 Nov", "12:30 Grace: on monday",
        "-- Yesterday", "12:30 Grace: yesterday",
        "-- Today", "12:30 Grace: hello", "12:34 …: are you there?", "12:39 Grace: still?",
        "12:39 Ada* yes", "12:39 Ada - build is green",
        "12:40 Linus * waves",
        "12:41 Linus 🔒 Encrypted message: this version cannot read it.",
        "12:41 · Message removed", "12:41 Linus: after",
      ])
  }

  @Test("a message dated hours before its predecessor shows its sender's name")
  func clockGoesBack() {
    let conversation = open()
    history.send(
      .template(.template("1", "later", minute: 120), .template("2", "earlier", minute: 0)))
    #expect(
      conversation.timeline.lines == ["-- Today", "14:30 Grace: later", "12:30 Grace: earlier"])
  }

  @Test("a row shows every field of its message")
  func content() throws {
    let conversation = open()
    history.send(.template(.template("1", "hello\nworld") { $0.isEdited = true }))
    let rows = conversation.timeline.rows.value
    let row = try #require(rows.last)
    var expected = MessageRowContent()
    expected.kind = .message(isOwn: false)
    expected.timeText = "12:30"
    expected.senderText = "Grace"
    expected.colorIndex = row.content.value.colorIndex
    expected.bodyText = "hello\nworld"
    expected.isEdited = true
    expected.deliveryState = .sent
    #expect(row.content.value == expected)
    #expect(row.id == RowID("$1"))
    #expect(row.image.value == .none)
    let commands = [row.retry, row.openSender, row.retryImage, row.toggle]
    #expect(commands.map(\.isEnabled.value) == [false, true, false, false])

    let asked = Recorder(navigator.profiles.signal)
    row.openSender.execute()
    asked.expect(User.grace.id)

    var day = MessageRowContent()
    day.kind = .day
    day.dayText = "Today"
    let divider = try #require(rows.first)
    #expect(divider.content.value == day)
    let none = [divider.retry, divider.openSender, divider.retryImage, divider.toggle]
    #expect(none.allSatisfy { !$0.isEnabled.value })
  }

  @Test("a person has one colour, and people differ")
  func colours() {
    let conversation = open()
    history.send(
      .template(.template("1"), .template("2", minute: 20), .template("3", from: .linus)))
    let colours = conversation.timeline.rows.value.dropFirst().map(\.content.value.colorIndex)
    #expect(colours[0] == colours[1])
    #expect(colours[0] != colours[2])
    #expect(colours.allSatisfy { $0 >= 0 })
  }

  @Test("the new-messages marker stays where it was when the room was opened")
  func newMarker() throws {
    let conversation = open()
    let messages: [Message] = [.template("1"), .template("2"), .template("3")]
    history.send(
      .template(messages[0], messages[1], messages[2]) { $0.readUpTo = .template("$2") })
    let lines = [
      "-- Today", "12:30 Grace: hello", "12:30 …: hello", "-- new", "12:30 Grace: hello",
    ]
    #expect(conversation.timeline.lines == lines)
    let marker = try #require(conversation.timeline.rows.value.dropFirst(3).first)

    history.send(
      .template(messages[0], messages[1], messages[2], .template("4", from: .linus)) {
        $0.readUpTo = .template("$3")
      })
    #expect(conversation.timeline.lines == lines + ["12:30 Linus: hello"])
    #expect(conversation.timeline.rows.value[3] === marker)
  }

  @Test("an unread room opens at its start once it is fully loaded")
  func opensAtStart() {
    let messages: [Message] = [.template("1"), .template("2")]
    let whole = Timeline.template().with {
      $0.messages = messages
      $0.hasOlder = false
    }
    func opens(_ timelines: Timeline...) -> [Bool] {
      let account = FakeAccount()
      let conversation = ConversationViewModel(
        room: room.id, session: account.session, world: test.world, draft: .empty,
        navigator: navigator)
      return timelines.map {
        account.timelines.history(of: room.id).send($0)
        return conversation.timeline.opensAtStart.value
      }
    }
    let read = whole.with { $0.readUpTo = .template("$1") }
    let part = whole.with { $0.hasOlder = true }
    let own = whole.with { $0.messages.append(.template("3", from: .ada)) }
    #expect(opens(whole, read, own) == [true, true, true])
    #expect(opens(part, read, whole) == [false, true, true])
    #expect(opens(read, whole) == [false, false])
    #expect(opens(own, whole) == [false, false])
  }

  @Test("rows are kept from sending to sent, and only changed rows notify their observers")
  func identity() throws {
    let conversation = open()
    let timeline = conversation.timeline
    history.send(.template(.template("1"), .outgoing("t1", "mine", minute: 1)))
    let rows = timeline.rows.value
    let contents = rows.map { Recorder($0.content) }
    for recorder in contents { recorder.skipAll() }
    let listed = Recorder(timeline.rows.map { $0.map(\.id) })
    listed.skipAll()
    #expect(timeline.lines.last == "12:31 Ada* mine [sending…]")

    history.send(
      .template(
        .template("1"),
        .outgoing("t1", "mine", minute: 1, delivery: .sent).with { $0.eventID = .template("$2") }))
    contents[0].expectNothing()
    contents[1].expectNothing()
    let sent = try #require(contents[2].takeValues().first)
    #expect(sent.deliveryState == .sent)
    #expect(sent.deliveryText == "")
    listed.expectNothing()

    history.send(
      .template(
        .template("0", minute: -60 * 24), .template("1"),
        .outgoing("t1", "mine", minute: 1, delivery: .sent).with { $0.eventID = .template("$2") }))
    for recorder in contents { recorder.expectNothing() }
    #expect(timeline.rows.value[2...].elementsEqual(rows, by: ===))
    #expect(listed.takeValues().count == 1)
  }

  @Test("the id precedes a name as soon as two people share it")
  func ambiguousNames() {
    let conversation = open()
    let other = User.template("other", name: "Grace")
    history.send(.template(.template("1"), .template("2", from: other)))
    #expect(
      conversation.timeline.lines == [
        "-- Today", "12:30 Grace: hello", "12:30 @other:example.org: hello",
      ])
    history.send(
      .template(.template("1"), .template("2", from: other)) { $0.people[other.id] = other })
    #expect(
      conversation.timeline.lines == [
        "-- Today", "12:30 @grace:example.org (Grace): hello",
        "12:30 @other:example.org (Grace): hello",
      ])
  }

  @Test(
    "a name that only looks like another person's stands behind the id",
    arguments: [
      "Grace\u{200B}", "Grace\u{2061}\u{2062}", "Grace\u{FE0F}", "Grace ", "\u{A0}Grace",
      "gr\u{AD}ace",
      "· Grace", "\u{200B}· Grace", "G r a c e", "Gr\u{430}ce",
    ])
  func lookAlikes(name: String) {
    let conversation = open()
    let other = User.template("other", name: name)
    history.send(
      .template(.template("1"), .template("2", from: other)) { $0.people[other.id] = other })
    let lines = conversation.timeline.lines
    #expect(lines[1] == "12:30 @grace:example.org (Grace): hello")
    #expect(lines[2].hasPrefix("12:30 @other:example.org ("))
  }

  @Test("letters of other alphabets are compared with those that look like two, such as an m")
  func lookAlikeLetters() {
    let conversation = open()
    // The second letter of the second name is Cyrillic; "Torn" is as different from "Tom" as it looks.
    let people = ["Tom", "T\u{43E}m", "Torn"].enumerated().map { User.template("p\($0)", name: $1) }
    func show(_ shown: [User], _ more: Message...) -> [String] {
      history.send(
        .template { timeline in
          timeline.messages = shown.enumerated().map { .template("\($0)", from: $1) } + more
          for person in shown { timeline.people[person.id] = person }
        })
      return conversation.timeline.lines.dropFirst().map { String($0.dropFirst(6)) }
    }
    #expect(show([people[0], people[2]]) == ["Tom: hello", "Torn: hello"])
    #expect(
      show(people) == [
        "@p0:example.org (Tom): hello", "@p1:example.org (T\u{43E}m): hello",
        "@p2:example.org (Torn): hello",
      ])
    // A former name, while nobody has a name in other letters.
    let joined = Message.template("9", from: people[2]) {
      $0.content = .membership(
        .init(user: people[2].id, displayName: "T\u{43E}m", kind: .joined))
    }
    #expect(show([people[0], people[2]], joined).last?.contains("@p2:example.org (") == true)
  }

  @Test("nobody is called You, and events distinguish people with the same name")
  func called() {
    let conversation = open()
    let you = User.template("other", name: "You\u{200B}")
    let second = User.template("second", name: "Grace")
    let joined = Message.template("3", from: second) {
      $0.content = .membership(.init(user: second.id, displayName: "Grace", kind: .joined))
    }
    history.send(
      .template(.template("1"), .template("2", from: you), joined) {
        $0.people[you.id] = you
        $0.people[second.id] = second
      })
    let lines = conversation.timeline.lines
    #expect(lines[2].hasPrefix("12:30 @other:example.org (You"))
    #expect(lines[3].contains("@second:example.org (Grace) joined"))
  }

  @Test(
    "a name made to look like another person stands behind the id",
    arguments: ["@grace:example.org", "Grace (@grace:example.org)"])
  func namedLikeAnother(name: String) {
    let conversation = open()
    let other = User.template("other", name: name)
    history.send(
      .template(.template("1", from: other)) { $0.people[other.id] = other })
    #expect(
      conversation.timeline.lines == ["-- Today", "12:30 @other:example.org (\(name)): hello"])
  }

  @Test("older messages load at the second attempt, until the beginning is reached")
  func loadsOlder() {
    let conversation = open()
    let timeline = conversation.timeline
    #expect(!timeline.loadOlder.isEnabled.value)
    history.send(.template(.template("2")))
    let (text, enabled) = (Recorder(timeline.historyText), Recorder(timeline.loadOlder.isEnabled))
    text.expect("")
    enabled.expect(true)

    var answer = account.timelines.onLoadOlder.answerLater()
    timeline.loadOlder.execute()
    timeline.loadOlder.execute()
    text.expect("Loading older messages…")
    enabled.expect(false)
    #expect(account.timelines.onLoadOlder.takeCalls() == [room.id])
    answer.fail(RequestError(operation: .loadTimeline, reason: .timedOut))
    text.expect("The server did not answer in time. Try again. PageUp tries again.")
    enabled.expect(true)
    #expect(timeline.lines == ["-- Today", "12:30 Grace: hello"])

    answer = account.timelines.onLoadOlder.answerLater()
    timeline.loadOlder.execute()
    text.expect("Loading older messages…")
    enabled.expect(false)
    history.send(.template(.template("1"), .template("2")) { $0.hasOlder = false })
    answer.complete()
    text.expect("Beginning of the room")
    #expect(timeline.rows.value.count == 3)
    enabled.expectNothing()
    timeline.loadOlder.execute()
    #expect(account.timelines.onLoadOlder.takeCalls() == [room.id])
  }

  @Test("the part that is looked at moves to older messages, to newer ones, and back to the end")
  func window() {
    let conversation = open()
    let timeline = conversation.timeline
    let five = Message.template("5")
    let six = Message.template("6")
    history.send(.template(five, six))
    #expect(account.timelines.places.allSatisfy { $0 == .newest })
    account.timelines.onLoadOlder.answer(with: .just(()))
    timeline.loadOlder.execute()
    #expect(account.timelines.places.last == .newest, "the end stays the place of who is there")
    timeline.scrolled(to: timeline.rows.value.last?.id)
    timeline.loadOlder.execute()
    history.send(.template(.template("3"), .template("4"), .template("5")) { $0.hasNewer = true })
    #expect(account.timelines.places.last == .message(five.id))
    #expect(timeline.hasNewer.value)

    history.send(.template(five, six) { $0.hasNewer = true })
    timeline.showNewer()
    #expect(account.timelines.places.last == .message(six.id))
    history.send(.template(five, six))
    timeline.showNewer()
    #expect(account.timelines.places.last == .newest, "nothing is newer")
  }

  @Test("a gap has a row, and is filled without being asked for, one page after the other")
  func gaps() throws {
    account.timelines.onLoadOlder.answer(with: .never)
    let timeline = open().timeline
    let messages: [Message] = [.template("1"), .template("5")]
    history.send(
      .template(messages[0], messages[1]) { $0.gaps = [messages[1].id] })
    #expect(
      timeline.lines == [
        "-- Today", "12:30 Grace: hello", "~~ messages are missing here", "12:30 Grace: hello",
      ])
    #expect(account.timelines.onLoadOlder.takeCalls() == [room.id])
    #expect(account.timelines.loadsBefore == [messages[1].id])

    let next = Message.template("4")
    history.send(
      .template(messages[0], next, messages[1]) { $0.gaps = [next.id] })
    #expect(account.timelines.loadsBefore == [messages[1].id, next.id])
    history.send(.template(messages[0], next, messages[1]))
    #expect(account.timelines.loadsBefore.count == 2)
    #expect(timeline.lines.count == 4)
  }

  @Test("who looks at a place far back has the gap below it filled from there")
  func gapBelow() throws {
    account.timelines.onFillGap.answer(with: .never)
    account.timelines.onLoadOlder.answer(with: .never)
    let timeline = open().timeline
    let messages: [Message] = [.template("1"), .template("5"), .template("9")]
    history.send(
      .template(messages[0], messages[1], messages[2]) {
        $0.gaps = [messages[1].id, messages[2].id]
        $0.place = messages[0].id
      })
    #expect(account.timelines.onFillGap.takeCalls() == [messages[0].id])
    #expect(account.timelines.loadsBefore == [messages[1].id])
    history.send(
      .template(messages[0], messages[1], messages[2]) {
        $0.gaps = [messages[1].id, messages[2].id]
      })
    #expect(account.timelines.onLoadOlder.takeCalls() == [room.id])
    #expect(account.timelines.loadsBefore == [messages[1].id, messages[2].id])
    withExtendedLifetime(timeline) {}
  }

  @Test("a gap is filled though a load brings nothing to show; a failure waits; there is an end")
  func fruitlessLoads() throws {
    let first = account.timelines.onLoadOlder.answerLater()
    let timeline = open().timeline
    let messages: [Message] = [.template("1"), .template("5")]
    history.send(.template(messages[0], messages[1]) { $0.gaps = [messages[1].id] })
    #expect(account.timelines.loadsBefore == [messages[1].id])
    let second = account.timelines.onLoadOlder.answerLater()
    first.complete()
    #expect(account.timelines.loadsBefore == [messages[1].id, messages[1].id])
    second.fail(RequestError(operation: .loadTimeline, reason: .timedOut))
    #expect(account.timelines.loadsBefore.count == 2)

    account.timelines.onLoadOlder.answer(with: .empty)
    history.send(
      .template(messages[0], messages[1]) {
        $0.gaps = [messages[1].id]
        $0.canRemoveOthers = true
      })
    #expect(account.timelines.loadsBefore.count == 40)
    history.send(.template(messages[0], messages[1], .template("6")) { $0.hasGapAtEnd = true })
    #expect(account.timelines.loadsBefore.count == 80)
    #expect(account.timelines.loadsBefore.last == .some(nil))
    #expect(timeline.lines.count == 4)
  }

  @Test(
    "times follow the zone, and absurd ones are shown as the nearest possible",
    arguments: [
      (Timestamp.noon.milliseconds, 0, "Today", "12:30"),
      (Timestamp.noon.milliseconds, 3600 * 9, "Today", "21:30"),
      (Timestamp.noon.milliseconds, -3600 * 5, "Today", "07:30"),
      (Timestamp.noon.milliseconds - 13 * 3_600_000, 3600, "Today", "00:30"),
      (Timestamp.noon.milliseconds + 86_400_000, 0, "Fri 21 Nov", "12:30"),
      (1_709_209_800_000, 0, "Thu 29 Feb 2024", "12:30"),
      (1_735_689_599_000, 0, "Tue 31 Dec 2024", "23:59"),
      (0, 0, "Thu 1 Jan 1970", "00:00"),
      (-5_000, -3600, "Thu 1 Jan 1970", "00:00"),
      (Int64.min, 0, "Thu 1 Jan 1970", "00:00"),
      (Int64.max, 0, "Fri 31 Dec 9999", "00:00"),
      (Int64.max, Int.max, "Sat 1 Jan 10000", "00:00"),
    ] as [(Int64, Int, String, String)])
  func times(milliseconds: Int64, offset: Int, day: String, clock: String) {
    let world = TestWorld(secondsFromUTC: offset).world
    let conversation = ConversationViewModel(
      room: room.id, session: account.session, world: world, draft: .empty,
      navigator: Navigator())
    history.send(
      .template(
        Message(
          id: .init(EventID.template("$1")), roomID: room.id, sender: User.grace.id,
          timestamp: Timestamp(milliseconds: milliseconds), content: .redacted)))
    let contents = conversation.timeline.rows.value.map(\.content.value)
    #expect(contents.first?.dayText == day)
    #expect(contents.last?.timeText == clock)
  }
}

extension Message.Builder {
  fileprivate mutating func set(_ kind: TextContent.Kind) {
    guard case .text(let text) = content else { return }
    content = .text(text.with { $0.kind = kind })
  }
}
