import Controllers
import Models
import Signals
import SignalsTesting
import Support
import Testing

@testable import ViewModels

@Suite("Texts that are not shown yet")
@MainActor
struct UnshownTextTests {
  private let test = TestWorld()
  private let account = FakeAccount()
  private let room = Room.template(name: "A")
  private var history: ReplaySubject<Timeline, Never> { account.timelines.history(of: room.id) }

  private func open() -> ConversationViewModel {
    account.rooms.list.send([room])
    let conversation = ConversationViewModel(
      room: room.id, session: account.session, world: test.world,
      draft: RoomDraft(room: room.id, places: account.places), navigator: Navigator())
    history.send(.template(.template("1", "base", from: .ada)))
    return conversation
  }

  @Test("a message is waited for until the sender has named it and the history has it")
  func message() {
    let conversation = open()
    let isSending = Recorder(conversation.composer.isSending)
    isSending.expect(false)
    for isNamedFirst in [true, false] {
      let name = isNamedFirst ? "t1" : "t2"
      let answer = account.sender.onSend.answerLater()
      conversation.composer.draftChanged("one")
      conversation.composer.send.execute()
      isSending.expect(true)
      let named = { answer.send(.outgoing(name)) }
      let shown = { history.send(.template(.template("1"), .outgoing(name))) }
      isNamedFirst ? named() : shown()
      isSending.expectNothing()
      isNamedFirst ? shown() : named()
      isSending.expect(false)
    }
  }

  @Test("a change is waited for until the message has another text")
  func change() throws {
    let conversation = open()
    let composer = conversation.composer
    composer.change(try #require(conversation.timeline.changeableRow))
    composer.draftChanged("base A")
    let answer = account.sender.onSend.answerLater()
    composer.send.execute()
    answer.send(.outgoing("t1"))
    history.send(
      .template(.template("1", "base", from: .ada) { $0.isPinned = true }, .template("2")))
    #expect(composer.isSending.value)
    history.send(
      .template(.template("1", "base A", from: .ada) { $0.pendingChange = .edit }, .template("2")))
    #expect(!composer.isSending.value)
  }

  @Test("a second is the most, and a text that is refused is not waited for")
  func bound() {
    let composer = open().composer
    account.sender.onSend.answer(with: .never)
    composer.draftChanged("one")
    composer.send.execute()
    test.scheduler.advance(by: .milliseconds(999))
    #expect(composer.isSending.value)
    test.scheduler.advance(by: .milliseconds(1))
    #expect(!composer.isSending.value && !composer.isAllShown)
    account.sender.onSend.fail(.tooLarge)
    composer.draftChanged("two")
    composer.send.execute()
    #expect(!composer.isSending.value)
  }
}
