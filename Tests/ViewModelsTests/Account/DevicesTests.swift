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
    main.showDevices { self.told.append($0) }
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
    main.showDevices { self.told.append($0) }
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
    #expect(!prompt.submit.isEnabled.value)
    prompt.textChanged(" secret ")
    #expect(prompt.text.value == "")
    account.account.onSignOut.fail(.refused, status: 401, code: "M_FORBIDDEN")
    prompt.submit.execute()
    #expect(account.account.onSignOut.takeCalls() == [["LAPTOP", " secret "]])
    #expect(
      prompt.errorText.value == "That is not your password. Type it again.")
    account.account.onSignOut.fail(.unsupportedProof, status: 401)
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

  @Test("where a web page manages the account, no password is asked for")
  func managedInBrowser() throws {
    let account = FakeAccount(isManagedInBrowser: true)
    let main = MainViewModel(
      session: account.session, sessions: FakeSessionController(), world: test.world)
    account.account.onDevices.answer(with: .just(devices))
    main.showDevices { self.told.append($0) }
    let sheet = try #require(main.sheet.value)
    let list = try #require(sheet.devices)
    #expect(list.refusal(toSignOut: sheet.rows.value[0]) == AccountText.elsewhere)
    list.askToSignOut(sheet.rows.value[0])
    #expect(main.prompt.value == nil)
    #expect(main.passwordRefusal == AccountText.elsewhere)
    #expect(makeMain().passwordRefusal == nil)
  }

  @Test(
    "the password is changed after the old one, and the new one twice", arguments: [false, true])
  func password(isSigningOutOthers: Bool) throws {
    let main = makeMain()
    main.askToChangePassword { self.told.append($0) }
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
