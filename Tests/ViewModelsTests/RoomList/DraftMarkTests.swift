import Controllers
import Models
import Signals
import SignalsTesting
import Support
import Testing
import ViewModels

@Suite("Marks of unsent drafts")
@MainActor
struct DraftMarkTests {
  private let test = TestWorld()
  private let account = FakeAccount()
  private let one = Room.template("one", name: "One")
  private let two = Room.template("two", name: "Two")
  private var root: Message {
    .template("1", "where is the dormouse?", from: .linus, in: one.id)
  }

  private var thread: ThreadID {
    ThreadID(room: one.id, root: Message.ID(EventID.template("$1")))
  }

  private func start() -> MainViewModel {
    let main = MainViewModel(
      session: account.session, sessions: FakeSessionController(), world: test.world)
    account.rooms.list.send([one, two])
    return main
  }

  private func mark(_ main: MainViewModel, _ room: Room) throws -> String {
    try #require(main.roomList.rows.value.first { $0.roomID == room.id }).content.value.draftText
  }

  private func openRoom(_ main: MainViewModel) throws -> ConversationViewModel {
    try #require(main.roomList.rows.value.first { $0.roomID == one.id }).open.execute()
    account.timelines.history(of: one.id).send(.template(root))
    return try #require(main.conversation.value)
  }

  @Test("a room's row is marked from the first letter until the draft is sent or deleted")
  func typed() throws {
    let main = start()
    let composer = try openRoom(main).composer
    #expect(try mark(main, one) == "")
    let before = main.roomList.contentCount
    composer.draftChanged("h")
    #expect(try mark(main, one) == "✎")
    composer.draftChanged("hi")
    composer.draftChanged("hi!")
    // No other row is made, and this one once.
    #expect(main.roomList.contentCount - before == 1)
    #expect(try mark(main, two) == "")
    composer.draftChanged("  ")
    #expect(try mark(main, one) == "")
    composer.draftChanged("hi!")
    let sent = account.sender.onSend.answerLater()
    composer.send.execute()
    #expect(try mark(main, one) == "")
    sent.fail(RequestError(operation: .send, reason: .timedOut))
    #expect(try mark(main, one) == "✎")
  }

  @Test("a reply without a text yet is a draft; the unchanged text of a message is none")
  func replies() throws {
    let main = start()
    let conversation = try openRoom(main)
    let row = try #require(conversation.timeline.rows.value.last)
    conversation.composer.reply(to: row)
    #expect(try mark(main, one) == "✎")
    conversation.composer.dropBanner()
    #expect(try mark(main, one) == "")
  }

  @Test("a draft in a thread marks the room and the message that begins the thread")
  func threads() throws {
    let main = start()
    main.openThread(of: try #require(try openRoom(main).timeline.rows.value.last))
    try #require(main.conversation.value).composer.draftChanged("in the pot")
    #expect(try mark(main, one) == "✎")
    main.closeThread()
    account.timelines.history(of: one.id).send(.template(root))
    let row = try #require(main.conversation.value?.timeline.rows.value.last)
    #expect(row.content.value.thread?.draftText == "draft")
    #expect(row.content.value.thread?.countText == "")
    #expect(row.hasThread)

    main.openThread(of: row)
    try #require(main.conversation.value).composer.draftChanged("")
    #expect(try mark(main, one) == "")
    main.closeThread()
    account.timelines.history(of: one.id).send(.template(root))
    #expect(main.conversation.value?.timeline.rows.value.last?.content.value.thread == nil)
  }

  @Test("what an earlier session left is marked from the start")
  func kept() throws {
    account.places.kept.drafts = [two.id: Draft(text: "hi", cursor: 2)]
    account.places.kept.threadDrafts = [thread: Draft(text: "in the pot", cursor: 0)]
    let main = start()
    #expect(try mark(main, one) == "✎")
    #expect(try mark(main, two) == "✎")
    let row = try #require(try openRoom(main).timeline.rows.value.last)
    #expect(row.content.value.thread?.draftText == "draft")
  }
}
