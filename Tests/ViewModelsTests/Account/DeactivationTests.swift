import Controllers
import Models
import Signals
import SignalsTesting
import Support
import Testing

@testable import ViewModels

@Suite("The end of the account, and its page")
@MainActor
final class DeactivationTests {
  private let test = TestWorld()
  private let account = FakeAccount()
  private let sessions = FakeSessionController()
  private var told: [String] = []
  private var opened: [String] = []

  private func makeMain() -> MainViewModel {
    MainViewModel(session: account.session, sessions: sessions, world: test.world)
  }

  @Test(
    "takes the user ID, a choice and the password, and then nobody is signed in", arguments: [0, 1])
  func deactivate(choice: Int) throws {
    let main = makeMain()
    let user = account.session.userID.rawValue
    main.askToDeactivate(open: { self.opened.append($0) }, tell: { self.told.append($0) })
    let question = try #require(main.prompt.value)
    #expect(
      question.titleText
        == "Deactivate \(user) for good? It leaves all rooms, nobody can sign in to it, and its name is "
        + "never free again. This cannot be undone. Type the user ID to go on.")
    for wrong in ["", "y", user.uppercased()] {
      question.textChanged(wrong)
      question.submit.execute()
      #expect(question.errorText.value.contains("Type your own user ID to go on."))
    }
    question.textChanged(user)
    question.submit.execute()

    let erasing = try #require(main.prompt.value)
    #expect(
      erasing.suggestions.value.map(\.titleText)
        == ["Leave its messages as they are", "Hide its messages"])
    erasing.textChanged("HIDE")
    #expect(erasing.suggestions.value.map(\.titleText) == ["Hide its messages"])
    erasing.textChanged("neither")
    #expect(erasing.suggestions.value.isEmpty)
    erasing.textChanged("")
    erasing.moveSuggestion(by: choice)
    erasing.submit.execute()

    let password = try #require(main.prompt.value)
    #expect(password.isSecret)
    account.account.onDeactivate.fail(.refused, status: 401, code: "M_FORBIDDEN")
    password.textChanged("wrong")
    password.submit.execute()
    #expect(
      password.errorText.value == "That is not your password. Type it again.")
    #expect(password.refusals.value == 1, "the field is empty again")
    #expect(told.isEmpty)
    account.account.onDeactivate.answer(with: .empty)
    sessions.onRemove.answer(with: .empty)
    password.textChanged("right")
    password.submit.execute()
    let erases = choice == 1 ? "true" : "false"
    #expect(account.account.onDeactivate.takeCalls() == [["wrong", erases], ["right", erases]])
    #expect(told == ["\(user) is deactivated"])
    #expect(sessions.onRemove.takeCalls() == [account.session.id])
  }

  @Test("takes a confirmation in a browser where there is no password")
  func browser() throws {
    let main = makeMain()
    main.askToDeactivate(open: { self.opened.append($0) }, tell: { self.told.append($0) })
    main.prompt.value?.textChanged(account.session.userID.rawValue)
    for _ in 0..<3 { main.prompt.value?.submit.execute() }
    #expect(main.prompt.value?.titleText == "Confirm it in a browser?")
    #expect(account.account.onDeactivate.takeCalls() == [], "Enter alone ends no account")
    func confirm() {
      main.prompt.value?.confirm()
      test.scheduler.advance(by: .seconds(1))
    }
    account.account.onDeactivate.fail(
      .needsBrowser(BrowserConfirmation(address: "https://example.org/page", session: "s")),
      status: 401)
    confirm()
    #expect(opened == ["https://example.org/page"])
    account.account.onDeactivate.answer(with: .empty)
    sessions.onRemove.answer(with: .empty)
    confirm()
    #expect(
      account.account.onDeactivate.takeCalls() == [["browser ", "false"], ["browser s", "false"]])
    #expect(sessions.onRemove.takeCalls() == [account.session.id])
  }

  @Test("this machine's server has no page: an empty password does nothing")
  func withoutBrowser() throws {
    let session = Session(
      userID: User.ada.id, deviceID: "D", server: "http://127.0.0.1:1", isOnThisMachine: true,
      network: account.network, sync: account.sync, rooms: account.rooms,
      timelines: account.timelines, sender: account.sender, profiles: account.profiles,
      account: account.account, alertRules: account.alertRules, search: account.search,
      history: account.history, places: account.places, images: account.images,
      files: account.files)
    let main = MainViewModel(session: session, sessions: sessions, world: test.world)
    main.askToDeactivate(open: { self.opened.append($0) }, tell: { self.told.append($0) })
    main.prompt.value?.textChanged(User.ada.id.rawValue)
    for _ in 0..<3 { main.prompt.value?.submit.execute() }
    let password = try #require(main.prompt.value)
    #expect(password.isSecret && !password.submit.isEnabled.value)
    #expect(password.placeholderText == "your password")
    account.account.onDeactivate.answer(with: .empty)
    sessions.onRemove.answer(with: .empty)
    password.textChanged("right")
    password.submit.execute()
    #expect(account.account.onDeactivate.takeCalls() == [["right", "false"]])
  }

  @Test("the page is opened when there is one")
  func page() {
    let main = makeMain()
    var opened: [String] = []
    func open() {
      main.openAccountPage(open: { opened.append($0) }, tell: { self.told.append($0) })
    }
    account.account.onPage.answer(with: .just("https://example.org/account"))
    open()
    #expect(opened == ["https://example.org/account"])
    #expect(told == ["Looking for the account's page…", ""])
    account.account.onPage.answer(with: .just(nil))
    open()
    #expect(told.last == "This server has no page for accounts")
    account.account.onPage.fail(.timedOut)
    open()
    #expect(told.last == "The server did not answer in time. Try again.")
    #expect(opened.count == 1)
  }
}
