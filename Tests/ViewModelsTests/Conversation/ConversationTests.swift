import Controllers
import Models
import Signals
import SignalsTesting
import Support
import Testing
import ViewModels

@Suite("Conversation view model")
@MainActor
struct ConversationTests {
  private let test = TestWorld()
  private let account = FakeAccount()
  private let room = Room.template(name: "Swift")
  private var kept: String? { account.places.kept.drafts[room.id]?.text }

  private var history: ReplaySubject<Timeline, Never> { account.timelines.history(of: room.id) }

  private func open() -> ConversationViewModel {
    ConversationViewModel(
      room: room.id, session: account.session, world: test.world,
      draft: RoomDraft(room: room.id, places: account.places), navigator: Navigator())
  }

  @Test("the heading says what is new in the room's threads")
  func threads() {
    let conversation = open()
    let threads = Recorder(conversation.threadsText)
    threads.expect("")
    account.rooms.list.send([room.with { $0.threadUnreadCount = 3 }])
    threads.expect("3 new in threads")
    account.rooms.list.send([
      room.with { ($0.threadUnreadCount, $0.threadUnreadIsLeast) = (39, true) }
    ])
    threads.expect("39+ new in threads")
    account.rooms.list.send([room])
    threads.expect("")
  }

  @Test("a key's text and cursor are kept once, when its batch ends")
  func keptOnce() {
    let composer = open().composer
    batch {
      composer.draftChanged("a")
      composer.cursorMoved(to: 1)
      #expect(account.places.draftChanges == 0)
    }
    #expect(account.places.draftChanges == 1)
    #expect(account.places.kept.drafts[room.id] == Draft(text: "a", cursor: 1))
  }

  @Test("where the account's power does not suffice, the composer says so and keeps the text")
  func unwritable() {
    let composer = open().composer
    account.rooms.list.send([room])
    #expect(composer.placeholderText.value == "Write to Swift", "unknown")
    account.rooms.levels.send(RoomPowers(message: 50))
    let refusal = "You may not write here: it needs the power 50, and you have 0"
    #expect(composer.placeholderText.value == refusal)
    composer.draftChanged("hello")
    composer.send.execute()
    #expect(account.sender.onSend.takeCalls() == [])
    #expect(composer.draftText.value == "hello" && composer.errorText.value == refusal)

    account.rooms.levels.send(RoomPowers(users: [User.ada.id: 50], message: 50))
    #expect(composer.placeholderText.value == "Write to Swift")
    _ = account.sender.onSend.answerLater()
    composer.send.execute()
    #expect(account.sender.onSend.takeCalls() == [.init("hello", room.id)])
  }

  @Test("the heading follows the room")
  func heading() {
    let conversation = open()
    let title = Recorder(conversation.titleText)
    let (topic, members) = (Recorder(conversation.topicText), Recorder(conversation.membersText))
    let locked = Recorder(conversation.isLocked)
    title.expect("")
    topic.expect("")
    members.expect("")
    locked.expect(false)

    account.rooms.list.send([room.with { $0.topic = "Talk" }, .template("other", name: "Other")])
    title.expect("Swift")
    topic.expect("Talk")
    members.expect("2")
    account.rooms.list.send([
      room.with {
        $0.name = "Swift 6"
        $0.joinedCount = 84
        $0.isEncrypted = true
      }
    ])
    title.expect("Swift 6")
    topic.expect("")
    members.expect("84")
    locked.expect(true)
  }

  @Test("a message is written and sent, and the composer is ready at once for the next")
  func sends() {
    account.rooms.list.send([room])
    let composer = open().composer
    let (draft, error) = (Recorder(composer.draftText), Recorder(composer.errorText))
    let enabled = Recorder(composer.send.isEnabled)
    draft.expect("")
    error.expect("")
    enabled.expect(false)
    #expect(composer.isEnabled.value)
    #expect(composer.disabledReasonText.value == "")
    #expect(composer.placeholderText.value == "Write to Swift")

    composer.draftChanged(" \n")
    draft.expect(" \n")
    enabled.expectNothing()
    composer.send.execute()
    composer.draftChanged("one")
    draft.expect("one")
    enabled.expect(true)

    account.sender.onSend.answer(with: .never)
    composer.send.execute()
    draft.expect("")
    enabled.expect(false)
    composer.draftChanged("two")
    composer.send.execute()
    draft.expect("two", "")
    enabled.expect(true, false)
    #expect(account.sender.onSend.takeCalls() == [.init("one", room.id), .init("two", room.id)])
  }

  @Test("what is written is kept with its cursor, until nothing is left of it")
  func keepsDraft() {
    account.rooms.list.send([room])
    let composer = open().composer
    composer.draftChanged("hello")
    composer.cursorMoved(to: 5)
    #expect(account.places.kept.drafts == [room.id: Draft(text: "hello", cursor: 5)])
    let changes = account.places.draftChanges
    composer.cursorMoved(to: 5)
    #expect(account.places.draftChanges == changes)

    let next = open().composer
    #expect(next.draftText.value == "hello")
    #expect(next.draftCursor == 5)
    #expect(next.errorText.value == "")
    #expect(next.send.isEnabled.value)
    next.draftChanged("")
    #expect(account.places.kept.drafts == [:])
  }

  @Test("a sent text is kept until the sender has it, with what is written meanwhile")
  func keepsUntilQueued() {
    account.rooms.list.send([room])
    let composer = open().composer
    let answer = account.sender.onSend.answerLater()
    composer.draftChanged("one")
    composer.send.execute()
    #expect(composer.draftText.value == "")
    #expect(kept == "one")
    composer.draftChanged("two")
    #expect(kept == "one\ntwo")
    answer.send(.outgoing("t1", "one"))
    #expect(kept == "two")
    composer.draftChanged("")
    #expect(account.places.kept.drafts == [:])
    answer.send(.outgoing("t1", "one", delivery: .sent))
    #expect(account.places.kept.drafts == [:])
  }

  @Test("a draft of which only the beginning was kept says so until it is changed")
  func cutDraft() {
    account.rooms.list.send([room])
    account.places.kept.drafts[room.id] = Draft(text: "beginn", cursor: 90, isCut: true)
    let composer = open().composer
    #expect(composer.draftText.value == "beginn")
    #expect(
      composer.errorText.value
        == "Only the beginning of this draft was kept: it was too long for one message.")
    composer.cursorMoved(to: 2)
    #expect(account.places.kept.drafts[room.id] == Draft(text: "beginn", cursor: 2, isCut: true))
    composer.draftChanged("begin")
    #expect(composer.errorText.value == "")
    #expect(account.places.kept.drafts[room.id]?.isCut == false)
  }

  @Test("a message that the server rejects stays on its row, not in the composer")
  func refused() {
    account.rooms.list.send([room])
    let composer = open().composer
    let answer = account.sender.onSend.answerLater()
    composer.draftChanged("one")
    composer.send.execute()
    answer.send(.outgoing("t1", "one"))
    answer.fail(RequestError(operation: .send, reason: .refused, status: 403, code: "M_FORBIDDEN"))
    #expect(composer.draftText.value == "")
    #expect(composer.errorText.value == "")
  }

  @Test("a message that was never queued returns in front of newer text, even in a closed room")
  func comesBack() {
    account.rooms.list.send([room])
    let draft = RoomDraft(room: room.id, places: account.places)
    func open() -> ConversationViewModel {
      ConversationViewModel(
        room: room.id, session: account.session, world: test.world, draft: draft,
        navigator: Navigator())
    }
    var conversation: ConversationViewModel? = open()
    let answer = account.sender.onSend.answerLater()
    conversation?.composer.draftChanged("one")
    conversation?.composer.send.execute()
    conversation?.composer.draftChanged("two")
    let error = conversation?.composer.errorText
    conversation = nil
    answer.fail(RequestError(operation: .send, reason: .storage("disk full")))
    #expect(kept == "one\ntwo")
    #expect(error?.value == "An account file cannot be used: disk full")

    let composer = open().composer
    #expect(composer.draftText.value == "one\ntwo")
    account.sender.onSend.fail(.tooLarge)
    composer.send.execute()
    #expect(kept == "one\ntwo")
    #expect(
      composer.errorText.value == "That is too large for the server. Make it shorter.")
    composer.draftChanged("short")
    #expect(composer.errorText.value == "")
  }

  @Test("an encrypted room accepts no message and says why, whichever source reports it first")
  func encrypted() {
    account.rooms.list.send([room])
    let conversation = open()
    let composer = conversation.composer
    let (enabled, reason) = (Recorder(composer.isEnabled), Recorder(composer.disabledReasonText))
    enabled.expect(true)
    reason.expect("")
    composer.draftChanged("secret")
    #expect(composer.send.isEnabled.value)

    history.send(.template { $0.isEncrypted = true })
    enabled.expect(false)
    reason.expect(
      "This room is encrypted, and this version cannot encrypt: nothing can be sent.")
    composer.send.execute()
    #expect(account.sender.onSend.takeCalls() == [])
    #expect(composer.draftText.value == "secret")

    account.rooms.list.send([room.with { $0.isEncrypted = true }])
    enabled.expectNothing()
    reason.expectNothing()
    #expect(conversation.isLocked.value)
  }

  @Test("a room that the account has left keeps its name and draft but accepts no message")
  func gone() {
    account.rooms.list.send([room])
    let conversation = open()
    let composer = conversation.composer
    composer.draftChanged("hello")
    account.rooms.list.send([])
    #expect(conversation.titleText.value == "Swift")
    #expect(!composer.isEnabled.value)
    #expect(
      composer.disabledReasonText.value
        == "You are no longer in this room: nothing can be sent.")
    composer.send.execute()
    #expect(account.sender.onSend.takeCalls() == [])
    #expect(composer.draftText.value == "hello")
    account.rooms.list.send([room])
    #expect(composer.send.isEnabled.value)
  }

  @Test("an open room with a new invite accepts no message until the invite is accepted")
  func invitedAnew() {
    account.rooms.list.send([room])
    let composer = open().composer
    account.rooms.list.send([room.with { $0.membership = .invited }])
    #expect(
      composer.disabledReasonText.value
        == "Accept the invite in the room list to write here.")
    #expect(!composer.isEnabled.value)
    account.rooms.list.send([room])
    #expect(composer.isEnabled.value)
  }

  @Test("a room that is not listed yet can be written to")
  func notListedYet() {
    account.rooms.list.send([])
    let composer = open().composer
    #expect(composer.isEnabled.value)
    #expect(composer.placeholderText.value == "Write a message")
  }

  @Test("a room is marked read when it opens and with new messages, whatever becomes of that")
  func marksRead() {
    account.rooms.list.send([room])
    let conversation = open()
    #expect(account.rooms.onMarkRead.takeCalls() == [])
    history.send(.template(.template("1")))
    #expect(account.rooms.onMarkRead.takeCalls() == [room.id])

    history.send(.template(.template("0"), .template("1"), .outgoing("t1")))
    test.scheduler.advance(by: .seconds(5))
    #expect(account.rooms.onMarkRead.takeCalls() == [])

    account.rooms.onMarkRead.fail(.timedOut)
    history.send(.template(.template("1"), .template("2")))
    #expect(account.rooms.onMarkRead.takeCalls() == [room.id])
    history.send(.template(.template("1"), .template("2"), .template("3")))
    #expect(account.rooms.onMarkRead.takeCalls() == [])
    test.scheduler.advance(by: .seconds(2))
    #expect(account.rooms.onMarkRead.takeCalls() == [room.id])
    #expect(test.scheduler.pendingCount == 0)
    #expect(conversation.composer.errorText.value == "")
    #expect(conversation.timeline.historyText.value == "")
  }

  @Test("a room that could not be marked read is marked when the connection is back")
  func marksReadAgain() {
    account.rooms.list.send([room])
    account.rooms.onMarkRead.fail(.timedOut)
    let conversation = open()
    account.sync.states.send(.online)
    #expect(account.rooms.onMarkRead.takeCalls() == [], "nothing is shown yet")
    history.send(.template(.template("1")))
    #expect(account.rooms.onMarkRead.takeCalls() == [room.id])
    account.sync.states.send(.connecting)
    #expect(account.rooms.onMarkRead.takeCalls() == [])
    account.sync.states.send(.online)
    #expect(account.rooms.onMarkRead.takeCalls() == [room.id])
    withExtendedLifetime(conversation) {}
  }

  private func failedRow(_ text: String, in conversation: ConversationViewModel) throws
    -> MessageRowViewModel
  {
    history.send(
      .template(.outgoing("t1", text, delivery: .failed(status: 403, code: "M_FORBIDDEN"))))
    return try #require(conversation.timeline.rows.value.last)
  }

  @Test(
    "a failed message returns to the composer as it was typed, and the draft is kept before it goes",
    arguments: [("hello", "hello"), ("/me too", "//me too")])
  func edit(text: String, draft: String) throws {
    account.rooms.list.send([room])
    let conversation = open()
    let row = try failedRow(text, in: conversation)
    #expect(row.unsentText.value == draft)
    conversation.composer.draftChanged("more")
    let places = account.places
    let id = room.id
    account.sender.onTakeBack.answer { _ in
      #expect(places.kept.drafts[id]?.text == "\(draft)\nmore")
      return .empty
    }
    conversation.composer.edit(row)

    #expect(account.sender.onTakeBack.takeCalls().map(\.rawValue) == ["t1"])
    #expect(conversation.composer.draftText.value == "\(draft)\nmore")
    #expect(conversation.composer.draftCursor == draft.count + 5)
    #expect(conversation.composer.errorText.value == "")
  }

  @Test("a text that is in both places afterwards is told")
  func editFails() throws {
    account.rooms.list.send([room])
    let conversation = open()
    let row = try failedRow("hello", in: conversation)
    account.sender.onTakeBack.fail(.invalidInput("t1"))
    conversation.composer.edit(row)
    #expect(conversation.composer.draftText.value == "hello")
    #expect(
      conversation.composer.errorText.value
        == "That message is being sent or was sent: this is a copy of its text.")

    account.sender.onTakeBack.fail(.storage("no space left on the disk"))
    conversation.composer.draftChanged("")
    conversation.composer.edit(row)
    #expect(conversation.composer.draftText.value == "hello")
    #expect(
      conversation.composer.errorText.value
        == "An account file cannot be used: no space left on the disk That message stays, and this "
        + "is a copy of its text.")
  }

  @Test("a message stays where it is when the draft could not keep both texts whole")
  func editTooLong() throws {
    account.rooms.list.send([room])
    let conversation = open()
    let row = try failedRow(String(repeating: "x", count: 40_000), in: conversation)
    conversation.composer.draftChanged(String(repeating: "y", count: 20_000))
    conversation.composer.edit(row)
    #expect(account.sender.onTakeBack.takeCalls() == [])
    #expect(conversation.composer.draftText.value.utf8.count == 20_000)
    #expect(conversation.composer.errorText.value.hasPrefix("Send or shorten this first"))
  }

  @Test("only a failed text can be edited")
  func editable() throws {
    account.rooms.list.send([room])
    let conversation = open()
    history.send(.template(.outgoing("t1", "hello")))
    let row = try #require(conversation.timeline.rows.value.last)
    #expect(row.unsentText.value == nil)
    conversation.composer.edit(row)
    #expect(account.sender.onTakeBack.takeCalls() == [])
  }

  @Test("the composer's messages can be taken back for as long as the user chose")
  func undoPause() {
    account.rooms.list.send([room])
    let test = TestWorld()
    test.preferences.current.value.undoSeconds = 5
    let conversation = ConversationViewModel(
      room: room.id, session: account.session, world: test.world,
      draft: RoomDraft(room: room.id, places: account.places), navigator: Navigator())
    account.sender.onSend.answer(with: .never)
    conversation.composer.draftChanged("one")
    conversation.composer.send.execute()
    #expect(
      account.sender.onSend.takeCalls() == [.init(.text("one"), room.id, after: .seconds(5))])
  }
}
