import Controllers
import Models
import Signals
import Support
import Testing
import ViewModels

@Suite("Rooms that others replace")
@MainActor
struct ReplacedRoomTests {
  private let test = TestWorld()
  private let account = FakeAccount()
  private let old = Room.template("old", name: "Tea") {
    $0.replacement = .template("!new:example.org")
  }
  private let new = Room.template("new", name: "Tea again")

  private func makeMain() throws -> (MainViewModel, ConversationViewModel) {
    let main = MainViewModel(
      session: account.session, sessions: FakeSessionController(), world: test.world)
    account.rooms.list.send([old])
    main.roomList.rows.value.first?.open.execute()
    return (main, try #require(main.conversation.value))
  }

  @Test("the old room says that it was replaced, and leads to the new one, which is joined after y")
  func joins() throws {
    let (main, conversation) = try makeMain()
    let composer = conversation.composer
    #expect(!composer.isEnabled.value)
    #expect(
      composer.disabledReasonText.value == "This room was replaced. Enter goes on in the new one.")
    #expect(conversation.goOn.isEnabled.value)
    conversation.goOn.execute()
    let question = try #require(main.prompt.value)
    #expect(question.isConfirmation)
    #expect(
      question.titleText == "Join the room that took this one's place, !new:example.org?")
    #expect(account.rooms.onJoin.takeCalls().isEmpty)
    account.rooms.onJoin.fail(.timedOut)
    question.submit.execute()
    #expect(question.errorText.value == "The server did not answer in time. Try again.")
    account.rooms.onJoin.answer(with: .just(new.id))
    question.submit.execute()
    #expect(account.rooms.onJoin.takeCalls() == ["!new:example.org", "!new:example.org"])
    account.rooms.list.send([old.with { $0.isReplaced = true }, new])
    #expect(main.conversation.value?.titleText.value == "Tea again")
  }

  @Test("a new room that takes requests is asked to let the account in")
  func knocks() throws {
    let (main, conversation) = try makeMain()
    conversation.goOn.execute()
    account.rooms.onJoin.fail(.refused, status: 403, code: "M_FORBIDDEN")
    try #require(main.prompt.value).submit.execute()
    let question = try #require(main.prompt.value)
    #expect(question.titleText.hasPrefix("You may not join !new:example.org by yourself."))
    account.rooms.onKnock.answer(with: .just(new.id))
    question.submit.execute()
    #expect(main.noticeText.value.hasPrefix("You asked to join !new:example.org"))
  }

  @Test("the list hides the old room while the account is in the new one")
  func hides() throws {
    let (main, conversation) = try makeMain()
    #expect(main.roomList.rows.value.map(\.content.value.nameText) == ["Tea"])
    account.rooms.list.send([old.with { $0.isReplaced = true }, new])
    #expect(main.roomList.rows.value.map(\.content.value.nameText) == ["Tea again"])
    conversation.goOn.execute()
    #expect(main.conversation.value?.titleText.value == "Tea again")
    #expect(account.rooms.onJoin.takeCalls() == [])
    account.rooms.list.send([old])
    #expect(main.roomList.rows.value.map(\.content.value.nameText) == ["Tea"])
  }

  @Test("a room that is not replaced leads nowhere")
  func ordinary() throws {
    let (main, _) = try makeMain()
    account.rooms.list.send([new])
    main.roomList.rows.value.first?.open.execute()
    #expect(main.conversation.value?.goOn.isEnabled.value == false)
    #expect(main.conversation.value?.composer.isEnabled.value == true)
  }
}
