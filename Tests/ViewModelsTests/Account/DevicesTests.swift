import Controllers
import Models
import Signals
import SignalsTesting
import Support
import Testing

@testable import ViewModels

@Suite("The account's devices and its password")
@MainActor
final class DevicesTests {
  private let test = TestWorld()
  private let account = FakeAccount()
  private var told: [String] = []
  private var opened: [String] = []

  private func makeMain() -> MainViewModel {
    MainViewModel(
      session: account.session, sessions: FakeSessionController(), world: test.world)
  }

  private var devices: [Device] {
    [
      Device(
        id: "LAPTOP", name: "Laptop\nof mine",
        lastSeen: Timestamp(milliseconds: test.world.now().milliseconds - 180_000),
        address: "192.0.2.1"),
      Device(id: "DEVICE", name: "chat-tui"), Device(id: "OLD"),
    ]
  }

  private func open() throws -> (main: MainViewModel, sheet: SheetViewModel) {
    let main = makeMain()
    account.account.onDevices.answer(with: .just(devices))
    main.showDevices(open: { self.opened.append($0) }, tell: { self.told.append($0) })
    return (main, try #require(main.sheet.value))
  }

  @Test("are listed with their names, ids and when they were seen")
  func list() throws {
    let (_, sheet) = try open()
    #expect(sheet.titleText == "Devices of this account")
    #expect(sheet.noteText.value == "")
    let rows = sheet.rows.value
    #expect(rows.map(\.quote.senderText) == ["Laptop of mine", "chat-tui", "OLD"])
    #expect(rows.map(\.quote.bodyText) == ["LAPTOP", "DEVICE", ""])
    #expect(
      rows.map(\.quote.noteText) == [
        "last seen 3 min ago from 192.0.2.1", "this device", "never seen",
      ])
    #expect(rows.map(\.markText) == [" ", "•", " "])
    #expect(!sheet.opensRows)
  }

  @Test("a list that does not load says why")
  func failure() throws {
    account.account.onDevices.fail(.timedOut)
    let main = makeMain()
    main.showDevices(open: { self.opened.append($0) }, tell: { self.told.append($0) })
    #expect(
      main.sheet.value?.noteText.value == "The server did not answer in time. Try again.")
  }

  @Test("a new name is sent, and the list is requested again")
  func rename() throws {
    let (main, sheet) = try open()
    let list = try #require(sheet.devices)
    list.askToRename(sheet.rows.value[1])
    let prompt = try #require(main.prompt.value)
    #expect(prompt.text.value == "chat-tui")
    account.account.onRename.answer(with: .empty)
    account.account.onDevices.answer(with: .just([Device(id: "DEVICE", name: "Desk")]))
    prompt.textChanged("Desk")
    prompt.submit.execute()
    #expect(account.account.onRename.takeCalls() == [["DEVICE", "Desk"]])
    #expect(sheet.rows.value.map(\.quote.senderText) == ["Desk"])
    #expect(main.prompt.value == nil)
  }

  @Test("another device is signed out by the password, which nothing shows; this one is not")
  func signOut() throws {
    let (main, sheet) = try open()
    let list = try #require(sheet.devices)
    #expect(list.refusal(toSignOut: sheet.rows.value[1]) == "This is the device you are using")
    #expect(list.refusal(toSignOut: sheet.rows.value[0]) == nil)
    list.askToSignOut(sheet.rows.value[1])
    #expect(main.prompt.value == nil)

    list.askToSignOut(sheet.rows.value[0])
    let prompt = try #require(main.prompt.value)
    #expect(prompt.titleText == "Sign out “Laptop of mine”? It loses its access at once.")
    #expect(prompt.isSecret)
    #expect(prompt.placeholderText == "your password, or empty: in a browser")
    prompt.textChanged(" secret ")
    #expect(prompt.text.value == "")
    account.account.onSignOut.fail(.refused, status: 401, code: "M_FORBIDDEN")
    prompt.submit.execute()
    #expect(account.account.onSignOut.takeCalls() == [["LAPTOP", " secret "]])
    #expect(
      prompt.errorText.value == "That is not your password. Type it again.")
    #expect(prompt.refusals.value == 1, "the field is empty again")
    account.account.onSignOut.fail(.unsupportedProof, status: 401)
    prompt.textChanged("secret")
    prompt.submit.execute()
    #expect(prompt.errorText.value.contains("Do that in a browser"))
    account.account.onSignOut.fail(.refused, status: 404, code: "M_UNRECOGNIZED")
    prompt.submit.execute()
    #expect(prompt.errorText.value == "\(AccountText.elsewhere).")
    account.account.onSignOut.answer(with: .empty)
    prompt.submit.execute()
    #expect(told == ["“Laptop of mine” is signed out"])
    #expect(main.prompt.value == nil)
  }

  /// A page on which the user confirms something.
  private func page(_ session: String) -> BrowserConfirmation {
    BrowserConfirmation(
      address: "https://example.org/fallback?session=\(session)", session: session)
  }

  private func confirm(_ main: MainViewModel) {
    main.prompt.value?.confirm()
    test.scheduler.advance(by: .seconds(1))
  }

  @Test("without a password, y asks for the server's page, and y again says that it is confirmed")
  func browser() throws {
    let (main, sheet) = try open()
    sheet.devices?.askToSignOut(sheet.rows.value[0])
    main.prompt.value?.submit.execute()
    #expect(main.prompt.value?.titleText == "Confirm it in a browser?")
    #expect(account.account.onSignOut.takeCalls() == [], "Enter alone does nothing")
    account.account.onSignOut.fail(.needsBrowser(page("s1")), status: 401)
    confirm(main)
    #expect(account.account.onSignOut.takeCalls() == [["LAPTOP", "browser "]])
    #expect(opened == ["https://example.org/fallback?session=s1"])
    let wait = try #require(main.prompt.value)
    #expect(
      wait.titleText
        == "Confirm it in your browser. If none opens, go to https://example.org/fallback?session=s1"
    )
    #expect(wait.placeholderText == "y: it is confirmed there, any other key: give up")

    confirm(main)
    #expect(
      wait.errorText.value
        == "The server has not heard of it yet. Finish it there, then press y again.")
    #expect(main.prompt.value === wait)
    account.account.onSignOut.answer(with: .empty)
    confirm(main)
    #expect(
      account.account.onSignOut.takeCalls() == [
        ["LAPTOP", "browser s1"], ["LAPTOP", "browser s1"],
      ])
    #expect(told == ["“Laptop of mine” is signed out"])
    #expect(main.prompt.value == nil && opened.count == 1)
  }

  @Test("a wait that the server has forgotten begins anew, with another page")
  func forgotten() throws {
    let (main, sheet) = try open()
    sheet.devices?.askToSignOut(sheet.rows.value[0])
    account.account.onSignOut.fail(.needsBrowser(page("s1")), status: 401)
    main.prompt.value?.textChanged("of another account")
    main.prompt.value?.submit.execute()
    #expect(
      main.prompt.value?.titleText == "The server wants you to confirm that in a browser.")
    #expect(opened == [])
    confirm(main)
    #expect(opened.count == 1)
    account.account.onSignOut.fail(.needsBrowser(page("s2")), status: 401)
    confirm(main)
    #expect(main.prompt.value?.placeholderText == "y: open its page, any other key: no")
    confirm(main)
    #expect(opened.last == "https://example.org/fallback?session=s2")
  }

  @Test("a server that only takes the password says so; a failure stays at the question")
  func noPage() throws {
    let (main, sheet) = try open()
    sheet.devices?.askToSignOut(sheet.rows.value[0])
    main.prompt.value?.submit.execute()
    account.account.onSignOut.fail(.unsupportedProof, status: 401)
    confirm(main)
    #expect(
      main.prompt.value?.errorText.value
        == "This server cannot confirm that in a browser. Type the password instead.")
    account.account.onSignOut.fail(.timedOut)
    confirm(main)
    #expect(
      main.prompt.value?.errorText.value == "The server did not answer in time. Try again.")
    #expect(opened == [] && told == [])
  }

  @Test("a password is set by an account without one, after a confirmation in a browser")
  func passwordByBrowser() throws {
    let main = makeMain()
    main.askToChangePassword(
      open: { self.opened.append($0) }, tell: { self.told.append($0) })
    main.prompt.value?.submit.execute()
    for text in ["", "a new one", "a new one"] {
      main.prompt.value?.textChanged(text)
      main.prompt.value?.submit.execute()
    }
    account.account.onChangePassword.fail(.needsBrowser(page("s1")), status: 401)
    confirm(main)
    account.account.onChangePassword.answer(with: .empty)
    confirm(main)
    #expect(opened.count == 1)
    #expect(
      account.account.onChangePassword.takeCalls()
        == ["browser ", "browser s1"].map { [$0, "a new one", "false"] })
    #expect(told == ["The password is changed; other devices stay signed in"])
  }

  @Test("where a web page manages the account, no password is asked for")
  func managedInBrowser() throws {
    let account = FakeAccount(isManagedInBrowser: true)
    let main = MainViewModel(
      session: account.session, sessions: FakeSessionController(), world: test.world)
    account.account.onDevices.answer(with: .just(devices))
    main.showDevices(open: { self.opened.append($0) }, tell: { self.told.append($0) })
    let sheet = try #require(main.sheet.value)
    let list = try #require(sheet.devices)
    #expect(list.refusal(toSignOut: sheet.rows.value[0]) == AccountText.elsewhere)
    list.askToSignOut(sheet.rows.value[0])
    #expect(main.prompt.value == nil)
    #expect(main.passwordRefusal == AccountText.elsewhere)
    #expect(makeMain().passwordRefusal == nil)
  }

  @Test("what becomes of the other devices is one of the choices, whatever is typed")
  func passwordChoice() throws {
    let main = makeMain()
    main.askToChangePassword(open: { _ in }, tell: { _ in })
    let choice = try #require(main.prompt.value)
    choice.textChanged("Sign out all others")
    #expect(choice.suggestions.value.isEmpty)
    choice.submit.execute()
    #expect(main.prompt.value === choice, "neither choice has these letters")
    choice.textChanged("sign OUT ")
    #expect(choice.suggestions.value.map(\.titleText) == ["Sign out all other devices"])
    choice.submit.execute()
    account.account.onChangePassword.answer(with: .empty)
    for text in ["old", "a new one", "a new one"] {
      main.prompt.value?.textChanged(text)
      main.prompt.value?.submit.execute()
    }
    #expect(
      account.account.onChangePassword.takeCalls().map(\.last) == ["true"],
      "the others are signed out")
  }

  @Test(
    "the password is changed after the old one, and the new one twice", arguments: [false, true])
  func password(isSigningOutOthers: Bool) throws {
    let main = makeMain()
    main.askToChangePassword(
      open: { self.opened.append($0) }, tell: { self.told.append($0) })
    let choice = try #require(main.prompt.value)
    #expect(
      choice.suggestions.value.map(\.titleText)
        == ["Keep other devices signed in", "Sign out all other devices"])
    if isSigningOutOthers { choice.moveSuggestion(by: 1) }
    choice.submit.execute()
    func answer(_ text: String) throws {
      let prompt = try #require(main.prompt.value)
      #expect(prompt.isSecret)
      prompt.textChanged(text)
      prompt.submit.execute()
    }
    try answer("old")
    try answer("new one")
    #expect(main.prompt.value?.errorText.value.contains("8 characters or more") == true)
    try answer("a new one")
    try answer("a new on")
    #expect(main.prompt.value?.errorText.value.contains("not the same new password") == true)
    #expect(account.account.onChangePassword.takeCalls().isEmpty)
    account.account.onChangePassword.fail(.refused, status: 401, code: "M_FORBIDDEN")
    try answer("a new one")
    #expect(main.prompt.value?.titleText == "That was not the current password")
    account.account.onChangePassword.answer(with: .empty)
    try answer("the old one")
    #expect(
      account.account.onChangePassword.takeCalls()
        == ["old", "the old one"].map { [$0, "a new one", "\(isSigningOutOthers)"] })
    #expect(
      told == [
        isSigningOutOthers
          ? "The password is changed, and your other devices are signed out"
          : "The password is changed; other devices stay signed in"
      ])
    #expect(main.prompt.value == nil)
  }
}
