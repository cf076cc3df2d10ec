import Controllers
import Models
import Signals
import SignalsTesting
import Support
import Testing
import ViewModels

@Suite("Opening links")
@MainActor
final class OpeningTests {
  private let test = TestWorld()
  private let account = FakeAccount()
  private let room = Room.template(name: "A") { $0.alias = RoomAlias("#a:example.org") }
  private var opened: [String] = []
  private var told: [String] = []

  private func follow(_ body: String) throws -> MainViewModel {
    let main = MainViewModel(
      session: account.session, sessions: FakeSessionController(), world: test.world)
    account.rooms.list.send([room])
    main.openFirstRoom()
    account.timelines.history(of: room.id).send(.template(.template("1", body)))
    let row = try #require(main.conversation.value?.timeline.rows.value.last)
    main.openLink(
      of: row, open: { self.opened.append($0) }, tell: { self.told.append($0) })
    return main
  }

  private func confirm(_ main: MainViewModel) throws {
    try #require(main.prompt.value).confirm()
    test.scheduler.advance(by: .seconds(1))
  }

  @Test("a question shows the whole address and its host; only yes opens it")
  func question() throws {
    let main = try follow("https://bank.org@evil.org/x")
    let prompt = try #require(main.prompt.value)
    #expect(prompt.isConfirmation)
    #expect(prompt.titleText == "Open https://bank.org@evil.org/x?")
    #expect(prompt.titleRows > 40)
    #expect(prompt.placeholderText == "It leads to evil.org. y: open it, any other key: no")
    #expect(opened == [])
    main.closePrompt()
    test.scheduler.advance(by: .seconds(1))
    #expect(opened == [])
    try confirm(try follow("https://bank.org@evil.org/x"))
    #expect(opened == ["https://bank.org@evil.org/x"])
    #expect(told == [])
  }

  @Test("a long address tells its length, because not all of it is shown")
  func long() throws {
    let main = try follow("https://a.org/" + String(repeating: "x", count: 500))
    #expect(main.prompt.value?.placeholderText.contains("a.org (514 characters in all)") == true)
  }

  @Test("of several links one is chosen first")
  func several() throws {
    let main = try follow("https://a.org mailto:ada@example.org")
    #expect(main.prompt.value == nil)
    let sheet = try #require(main.sheet.value)
    #expect(sheet.titleText == "Open which link?")
    #expect(sheet.isNumbered)
    #expect(sheet.noteText.value == "A digit chooses the link of that number.")
    sheet.open(sheet.rows.value[1])
    #expect(main.sheet.value == nil)
    #expect(opened == [])
    try confirm(main)
    #expect(opened == ["mailto:ada@example.org"])
  }

  @Test("links to people and to the account's rooms lead there, inside of the program")
  func inside() throws {
    _ = account.profiles.onRefresh.answerLater()
    let profile = try follow("matrix:u/grace:example.org")
    #expect(profile.profile.value?.userIDText.value == "@grace:example.org")

    let event = EventID.template("$far")
    let address = MatrixLink.address(of: event, in: room.id, via: "example.org")
    let jump = try follow(address)
    #expect(account.timelines.places.last == .message(Message.ID(event)))
    #expect(jump.conversation.value?.timeline.canJumpBack.value == true)
    let alias = try follow("matrix:r/a:example.org")
    #expect(alias.prompt.value == nil)
    #expect(alias.conversation.value?.roomID == room.id)
    #expect(opened == [])
  }

  @Test("a link to another room asks whether to join it; one that leads nowhere is told")
  func elsewhere() throws {
    account.rooms.onJoin.fail(.refused, status: 404, code: "M_NOT_FOUND")
    let main = try follow("https://matrix.to/#/#other:example.org")
    #expect(main.prompt.value?.titleText == "Join #other:example.org?")
    #expect(account.rooms.onJoin.takeCalls() == [])
    try confirm(main)
    #expect(account.rooms.onJoin.takeCalls() == ["#other:example.org"])
    #expect(main.prompt.value?.errorText.value == "There is no such room. Check the address.")

    let nowhere = try follow("https://matrix.to/#/oops")
    #expect(nowhere.prompt.value == nil)
    #expect(told == ["This link leads nowhere that chat-tui can show: copy it with F2 instead"])
    #expect(opened == [])
  }
}
