import Controllers
import Models
import Signals
import SignalsTesting
import Support
import Testing
import ViewModels

@Suite("Questions of the main view model")
@MainActor
struct MainPromptTests {
  private let test = TestWorld()
  private let sessions = FakeSessionController()
  private let account = FakeAccount()
  private let room = Room.template("a", name: "A")

  private func makeMain() -> MainViewModel {
    let main = MainViewModel(session: account.session, sessions: sessions, world: test.world)
    account.rooms.list.send([room, .template("b", name: "B")])
    return main
  }

  private func isOpen(_ main: MainViewModel) -> Recorder<Bool, Never> {
    Recorder(main.prompt.map { $0 != nil })
  }

  @Test("a room is joined at the second try, and opens")
  func joins() throws {
    let main = makeMain()
    let isOpen = isOpen(main)
    isOpen.expect(false)
    main.askToJoin()
    isOpen.expect(true)
    let prompt = try #require(main.prompt.value)
    #expect(prompt.titleText == "Join room")
    #expect(prompt.placeholderText == "#room:example.org or a room id")
    #expect(!prompt.isConfirmation)

    account.rooms.onJoin.fail(.refused, status: 404, code: "M_NOT_FOUND")
    prompt.textChanged(" #nowhere:example.org")
    prompt.submit.execute()
    #expect(account.rooms.onJoin.takeCalls() == ["#nowhere:example.org"])
    #expect(prompt.errorText.value == "There is no such room. Check the address.")
    isOpen.expectNothing()
    #expect(main.conversation.value == nil)

    account.rooms.onJoin.answer(with: .just(room.id))
    prompt.textChanged("#a:example.org")
    prompt.submit.execute()
    #expect(account.rooms.onJoin.takeCalls() == ["#a:example.org"])
    isOpen.expect(false)
    #expect(main.conversation.value?.titleText.value == "A")
    #expect(main.roomList.selectedRow.value?.id == RowID("!a:example.org"))
  }

  @Test("a room is made, and opens before the server lists it")
  func creates() throws {
    let main = makeMain()
    main.askToCreateRoom()
    let prompt = try #require(main.prompt.value)
    #expect(prompt.titleText == "New room")
    #expect(prompt.placeholderText == "its name")
    account.rooms.onCreate.answer(with: .just(.template("!new:example.org")))
    prompt.textChanged("Fresh")
    prompt.submit.execute()
    #expect(account.rooms.onCreate.takeCalls() == [NewRoom(name: "Fresh")])
    #expect(main.prompt.value == nil)
    #expect(main.conversation.value?.titleText.value == "")
    account.rooms.list.send([.template("new", name: "Fresh")])
    #expect(main.conversation.value?.titleText.value == "Fresh")
  }

  @Test("a person is written to once the id is right")
  func messagesPerson() throws {
    let main = makeMain()
    main.askToMessagePerson()
    let prompt = try #require(main.prompt.value)
    #expect(prompt.titleText == "Write to")
    #expect(prompt.placeholderText == "@person:example.org")
    prompt.textChanged("grace")
    prompt.submit.execute()
    #expect(
      prompt.errorText.value
        == "“grace” is not of the right form. Give a user id such as @ada:example.org.")
    #expect(account.rooms.onDirectRoom.takeCalls() == [])

    account.rooms.onDirectRoom.answer(with: .just(room.id))
    prompt.textChanged("@grace:example.org")
    prompt.submit.execute()
    #expect(account.rooms.onDirectRoom.takeCalls() == [User.grace.id])
    #expect(main.prompt.value == nil)
    #expect(main.conversation.value?.titleText.value == "A")
  }

  @Test("the open room is left after a question, and closes")
  func leaves() throws {
    let main = makeMain()
    main.nextRoom()
    let row = try #require(main.roomList.selectedRow.value)
    main.askToLeave(row)
    let prompt = try #require(main.prompt.value)
    #expect(prompt.titleText == "Leave A?")
    #expect(prompt.isConfirmation)
    let answer = account.rooms.onLeave.answerLater()
    prompt.submit.execute()
    #expect(account.rooms.onLeave.takeCalls() == [room.id])
    #expect(main.conversation.value != nil)
    answer.complete()
    #expect(main.conversation.value == nil)
    #expect(main.roomList.selectedRow.value == nil)
    #expect(main.prompt.value == nil)
  }

  @Test("another room than the open one is left without closing that")
  func leavesOther() throws {
    let main = makeMain()
    main.nextRoom()
    let other = try #require(main.roomList.rows.value.last)
    account.rooms.onLeave.answer(with: .empty)
    main.askToLeave(other)
    main.prompt.value?.submit.execute()
    #expect(account.rooms.onLeave.takeCalls() == [.template("!b:example.org")])
    #expect(main.conversation.value?.titleText.value == "A")
  }

  @Test("a room that cannot be left stays open and says why")
  func leavingFails() throws {
    let main = makeMain()
    main.nextRoom()
    main.askToLeave(try #require(main.roomList.selectedRow.value))
    let prompt = try #require(main.prompt.value)
    account.rooms.onLeave.fail(.timedOut)
    prompt.submit.execute()
    #expect(prompt.errorText.value == "The server did not answer in time. Try again.")
    #expect(main.prompt.value === prompt)
    #expect(main.conversation.value != nil)
  }

  @Test("a question that is put away asks nothing, and its work ends")
  func closes() throws {
    let main = makeMain()
    let isOpen = isOpen(main)
    main.askToJoin()
    let ended = Counter()
    account.rooms.onJoin.answer { _ in Signal { _ in AnyDisposable { ended.increase() } } }
    main.prompt.value?.textChanged("#a:example.org")
    main.prompt.value?.submit.execute()
    #expect(ended.count == 0)
    main.closePrompt()
    isOpen.expect(false, true, false)
    #expect(ended.count == 1)
    #expect(main.conversation.value == nil)
  }

  @Test("signing out is asked, and refused when not confirmed")
  func signOut() throws {
    let main = makeMain()
    main.askToSignOut()
    let prompt = try #require(main.prompt.value)
    #expect(prompt.titleText == "Sign out @ada:example.org?")
    #expect(prompt.isConfirmation)
    main.closePrompt()
    #expect(sessions.onSignOut.takeCalls().isEmpty)
  }
}
