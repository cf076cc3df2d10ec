import Controllers
import Models
import Signals
import SignalsTesting
import Support
import Testing
import ViewModels

@Suite("Threads of the view models")
@MainActor
struct ThreadTests {
  private let test = TestWorld()
  private let account = FakeAccount()
  private let room = Room.template(name: "A")
  private let root = Message.template("1", "where is the dormouse?", from: .linus)

  private var thread: ThreadID {
    ThreadID(room: room.id, root: Message.ID(EventID.template("$1")))
  }

  private func makeMain() -> MainViewModel {
    MainViewModel(
      session: account.session, sessions: FakeSessionController(), world: test.world)
  }

  /// The main screen with the room open.
  private func open() -> MainViewModel {
    let main = makeMain()
    account.rooms.list.send([room])
    main.nextRoom()
    account.timelines.history(of: room.id).send(.template(root.with { $0.thread = summary() }))
    return main
  }

  private func summary(_ change: (inout ThreadSummary.Builder) -> Void = { _ in }) -> ThreadSummary
  {
    ThreadSummary(
      count: 2, latestSender: User.grace.id, latestContent: .text(TextContent(body: "in\nthe pot")),
      latestTime: .noon(plusMinutes: 4)
    ).with(change)
  }

  private func openThread(_ main: MainViewModel) throws -> ConversationViewModel {
    let row = try #require(main.conversation.value?.timeline.rows.value.last)
    main.openThread(of: row)
    account.timelines.history(of: thread).send(
      .template(root, .template("2", "in the pot") { $0.threadRoot = thread.root }))
    return try #require(main.conversation.value)
  }

  @Test("a row has the thread in one line: how many, how many new, the latest and its time")
  func line() throws {
    let main = open()
    let row = try #require(main.conversation.value?.timeline.rows.value.last)
    var text = try #require(row.content.value.thread)
    #expect(text.countText == "2 replies")
    #expect(text.unreadText == "")
    #expect(text.latest.senderText == "Grace")
    #expect(text.latest.bodyText == "in the pot")
    #expect(text.timeText == "12:34")

    let changed = root.with {
      $0.thread = summary {
        $0.count = 1
        $0.unreadCount = 1
        $0.mentionCount = 1
        $0.latestTime = .noon(plusMinutes: 24 * 60)
        $0.hasFailed = true
      }
    }
    account.timelines.history(of: room.id).send(.template(changed))
    text = try #require(row.content.value.thread)
    #expect(text.countText == "1 reply")
    #expect(text.unreadText == "1 new")
    #expect(text.mentionsMe)
    #expect(text.failedText == "not sent")
    #expect(text.timeText == "Fri 21 Nov")

    let least = root.with { $0.thread = changed.thread?.with { $0.unreadIsLeast = true } }
    account.timelines.history(of: room.id).send(.template(least))
    #expect(row.content.value.thread?.unreadText == "1+ new")
  }

  @Test("a new name of the last speaker reaches the line")
  func renamed() throws {
    let main = open()
    account.timelines.history(of: room.id).send(
      .template(root.with { $0.thread = summary() }) {
        $0.people[User.grace.id] = .template("grace", name: "G. H.")
      })
    let row = try #require(main.conversation.value?.timeline.rows.value.last)
    #expect(row.content.value.thread?.latest.senderText == "G. H.")
  }

  @Test("a thread opens with its messages, is named after its room and beginning, and closes again")
  func opens() throws {
    let main = open()
    let conversation = try openThread(main)
    #expect(conversation.titleText.value == "Thread in A")
    #expect(conversation.topicText.value == "Linus: where is the dormouse?")
    #expect(conversation.isBesideRoom)
    #expect(conversation.outwardRow == RowID(root.id.rawValue))
    let bodies = conversation.timeline.rows.value.map(\.content.value.bodyText)
    #expect(bodies.suffix(2) == ["where is the dormouse?", "in the pot"])
    #expect(conversation.composer.placeholderText.value == "Answer in the thread")

    main.closeThread()
    #expect(main.conversation.value?.titleText.value == "A")
    #expect(main.conversation.value?.isBesideRoom == false)
    #expect(account.places.kept.openRoom == OpenRoom(room: room.id))
  }

  @Test("a quote of a thread's message leads to it there, and one of the room's from there back")
  func quotes() throws {
    let main = open()
    let answer = Message.ID(EventID.template("$2"))
    let other = Message.ID(EventID.template("$9"))
    account.timelines.place([answer: .thread(thread.root), other: .room])
    let reply = Message.template("3", "in the room") { $0.reply = Reply(target: answer) }
    account.timelines.history(of: room.id).send(
      .template(root.with { $0.thread = summary() }, reply))
    let timeline = try #require(main.conversation.value?.timeline)
    account.timelines.history(of: thread).send(
      .template(
        root,
        .template("2", "in the pot") {
          $0.threadRoot = thread.root
          $0.reply = Reply(target: other)
        }, .template("4", "more") { $0.threadRoot = thread.root }))
    #expect(timeline.jump(from: try #require(timeline.rows.value.last)))

    let conversation = try #require(main.conversation.value)
    #expect(conversation.titleText.value == "Thread in A")
    #expect(conversation.showsMessage)
    #expect(conversation.timeline.landing.value?.row == RowID(answer.rawValue))
    #expect(conversation.outwardRow == RowID(reply.id.rawValue), "where one came from")
    let row = try #require(
      conversation.timeline.rows.value.first { $0.id == RowID(answer.rawValue) })
    account.timelines.history(of: room.id).send(.template(.template("9", "in the garden")))
    #expect(conversation.timeline.jump(from: row))
    #expect(main.conversation.value?.titleText.value == "A")
    #expect(main.conversation.value?.timeline.landing.value?.row == RowID(other.rawValue))
  }

  @Test("a start opens the thread that was open, from which the room is one step away")
  func reopens() throws {
    _ = try openThread(open())
    #expect(
      account.places.kept.openRoom == OpenRoom(room: room.id, thread: thread.root))

    let next = makeMain()
    next.openFirstRoom()
    #expect(next.conversation.value?.titleText.value == "Thread in A")
    next.closeThread()
    #expect(next.conversation.value?.titleText.value == "A")
    #expect(account.places.kept.openRoom == OpenRoom(room: room.id))
  }

  @Test("the next unread room opens with its threads where only they have news")
  func nextUnread() throws {
    let main = open()
    let other = Room.template("b", name: "B")
    account.rooms.list.send([
      room,
      other.with {
        $0.unreadCount = 2; $0.threadUnreadCount = 2
      },
    ])
    #expect(main.nextUnread())
    #expect(main.conversation.value?.titleText.value == "Threads in B")
    account.rooms.list.send([
      room.with {
        $0.unreadCount = 2; $0.threadUnreadCount = 1
      }, other,
    ])
    #expect(main.nextUnread())
    #expect(main.conversation.value?.titleText.value == "A")
  }

  @Test("a message goes to the thread with its newest one as the fallback, a reply as a reply")
  func sends() throws {
    account.sender.onSend.answer(with: .never)
    let main = open()
    let conversation = try openThread(main)
    let composer = conversation.composer
    composer.draftChanged("again?")
    composer.send.execute()
    let target = ThreadTarget(root: thread.root, latest: Message.ID(EventID.template("$2")))
    #expect(
      account.sender.onSend.takeCalls().map(\.event) == [.threaded(.text("again?"), in: target)])

    composer.draftChanged("yes")
    composer.reply(to: try #require(conversation.timeline.rows.value.last))
    composer.send.execute()
    let reply = ReplyTarget(message: target.latest, mentioned: User.grace.id)
    #expect(
      account.sender.onSend.takeCalls().map(\.event)
        == [.threaded(.text("yes", replyTo: reply), in: target)])
  }

  @Test("a thread has a draft of its own, which stays when the thread is left")
  func drafts() throws {
    let main = open()
    main.conversation.value?.composer.draftChanged("for the room")
    try openThread(main).composer.draftChanged("for the thread")
    #expect(account.places.kept.drafts[room.id]?.text == "for the room")
    #expect(account.places.kept.threadDrafts[thread]?.text == "for the thread")
    main.closeThread()
    #expect(main.conversation.value?.composer.draftText.value == "for the room")
    #expect(try openThread(main).composer.draftText.value == "for the thread")

    let next = open()
    #expect(try openThread(next).composer.draftText.value == "for the thread")
  }

  @Test("a thread opens where it was left, in this session and the next")
  func positions() throws {
    let main = open()
    main.conversation.value?.timeline.scrolled(to: nil)
    let timeline = try openThread(main).timeline
    // Behind the day.
    let row = timeline.rows.value[1]
    timeline.scrolled(to: row.id)
    main.closeThread()
    #expect(main.conversation.value?.timeline.startRow == nil)
    #expect(try openThread(main).timeline.startRow == row.id)

    let next = open()
    let again = try openThread(next).timeline
    #expect(again.startRow == row.id)
    again.scrolled(to: nil)
    next.closeThread()
    #expect(try openThread(next).timeline.startRow == nil)
    #expect(account.places.kept.threadPositions.isEmpty)
  }

  @Test("a thread is marked as read for itself, when it is shown and one second after its news")
  func reads() throws {
    let main = open()
    #expect(account.rooms.onMarkThreadRead.takeCalls() == [])
    _ = try openThread(main)
    #expect(account.rooms.onMarkThreadRead.takeCalls() == [thread])
    _ = account.rooms.onMarkRead.takeCalls()
    account.timelines.history(of: thread).send(
      .template(root, .template("2"), .template("3", minute: 5)))
    test.scheduler.advance(by: .seconds(1))
    #expect(account.rooms.onMarkThreadRead.takeCalls() == [thread])
    #expect(account.rooms.onMarkRead.takeCalls() == [])
  }

  @Test(
    "the list of threads has their beginnings, writes nothing, and is where a thread returns to")
  func list() throws {
    let main = open()
    main.openThreads()
    account.timelines.threadList.send(.template(root.with { $0.thread = summary() }))
    let list = try #require(main.conversation.value)
    #expect(list.titleText.value == "Threads in A")
    #expect(list.isThreadList)
    #expect(!list.composer.isEnabled.value)
    #expect(list.timeline.rows.value.last?.hasThread == true)
    #expect(try openThread(main).titleText.value == "Thread in A")
    main.closeThread()
    #expect(main.conversation.value?.titleText.value == "Threads in A")
    main.closeThread()
    #expect(main.conversation.value?.titleText.value == "A")
  }

  @Test("a message of a thread begins none, nor does one that was not sent")
  func none() throws {
    let main = open()
    account.timelines.history(of: room.id).send(
      .template(
        .template("2") { $0.threadRoot = thread.root },
        .outgoing("t", delivery: .failed(status: 403, code: "M_FORBIDDEN")), .template("3")))
    let rows = try #require(main.conversation.value?.timeline.rows.value).suffix(3)
    #expect(rows.map(\.canOpenThread) == [false, false, true])
    main.openThread(of: rows[rows.startIndex])
    #expect(main.conversation.value?.isBesideRoom == false)
  }

  @Test("a file goes to the thread that is open")
  func files() throws {
    account.sender.onSend.answer(with: .just(root))
    let main = open()
    _ = try openThread(main)
    main.askToSendFile(to: try #require(main.roomList.selectedRow.value))
    account.files.findAll()
    main.prompt.value?.textChanged("cat.png")
    main.prompt.value?.submit.execute()
    main.prompt.value?.submit.execute()
    let target = ThreadTarget(root: thread.root, latest: Message.ID(EventID.template("$2")))
    #expect(
      account.sender.onSend.takeCalls().map(\.event)
        == [.threaded(.file(path: "cat.png"), in: target)])
  }
}
