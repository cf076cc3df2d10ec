import Controllers
import Models
import Signals
import SignalsTesting
import Support
import Synchronization
import Testing
import ViewModels

@Suite("Typing notices of the view models")
@MainActor
struct TypingTests {
  private let test = TestWorld()
  private let account = FakeAccount()
  private let room = Room.template(name: "A")

  private func open(sendsTyping: Bool = true) -> ConversationViewModel {
    test.preferences.current.value.sendsTyping = sendsTyping
    account.rooms.list.send([room])
    return ConversationViewModel(
      room: room.id, session: account.session, world: test.world,
      draft: RoomDraft(room: room.id, places: account.places), navigator: Navigator())
  }

  private func notices() -> [Bool] {
    account.rooms.notices.withLock { notices in
      defer { notices = [] }
      return notices
    }
  }

  @Test(
    "up to three names, then no names",
    arguments: [
      ([], ""), (["Grace"], "Grace is typing…"),
      (["Grace", "Linus"], "Grace and Linus are typing…"),
      (["Ada", "Grace", "Linus"], "Ada, Grace and Linus are typing…"),
      (["Ada", "Grace", "Linus", "Zoe"], "several people are typing…"),
      (["Eve", "Eve"], "@eve0:example.org (Eve) and @eve1:example.org (Eve) are typing…"),
      (["\u{200B}"], "@\u{200B}0:example.org is typing…"),
    ])
  func shown(names: [String], text: String) {
    let conversation = open()
    account.rooms.typing.send(
      names.enumerated().map { index, name in
        .template(
          name == "Eve" || name == "\u{200B}" ? "\(name.lowercased())\(index)" : name.lowercased(),
          name: name)
      })
    #expect(conversation.typingText.value == text)
    account.rooms.typing.send([])
    #expect(conversation.typingText.value == "")
  }

  @Test("a long name is cut")
  func longName() {
    let conversation = open()
    account.rooms.typing.send([.template("a", name: String(repeating: "x", count: 100_000))])
    #expect(conversation.typingText.value.count < 200)
  }

  @Test("the first key sends a notice, then one every eight seconds, and the end is told")
  func sent() {
    let conversation = open()
    conversation.composer.draftChanged("h")
    #expect(notices() == [true])
    for count in 1..<16 {
      test.scheduler.advance(by: .milliseconds(500))
      conversation.composer.draftChanged(String(repeating: "h", count: count + 1))
    }
    #expect(notices() == [])
    test.scheduler.advance(by: .milliseconds(500))
    conversation.composer.draftChanged("hello")
    #expect(notices() == [true])
    _ = account.sender.onSend.answerLater()
    conversation.composer.send.execute()
    #expect(notices() == [false])
    conversation.composer.draftChanged("x")
    conversation.composer.draftChanged("")
    #expect(notices() == [true, false])
    conversation.composer.draftChanged("")
    #expect(notices() == [])
  }

  @Test("a command tells nobody, nor does a draft that was there, nor a notice that has ended")
  func silent() {
    account.places.keep(Draft(text: "kept", cursor: 4), in: room.id)
    var conversation: ConversationViewModel? = open()
    for text in ["/", "/me", "/me waves", "  ", "//x"] { conversation?.composer.draftChanged(text) }
    #expect(notices() == [])
    conversation?.composer.draftChanged("hello")
    test.scheduler.advance(by: .seconds(20))
    conversation?.composer.draftChanged("")
    #expect(notices() == [true])
    conversation?.composer.draftChanged("hello")
    conversation?.composer.draftChanged("/hello")
    #expect(notices() == [true, false])
    conversation?.composer.draftChanged("hello")
    conversation = nil
    #expect(notices() == [true, false], "leaving the room ends it")
  }

  @Test("without notices nothing is sent")
  func off() {
    open(sendsTyping: false).composer.draftChanged("hello")
    #expect(notices() == [])
  }
}
