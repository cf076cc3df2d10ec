import Controllers
import Models
import Signals
import SignalsTesting
import Support
import Testing

@testable import ViewModels

@Suite("Several accounts")
@MainActor
final class AccountsTests {
  private let test = TestWorld()
  private let sessions = FakeSessionController()
  private let local = FakeLocalServerController()
  private let ada = FakeAccount()
  private let grace = FakeAccount(userID: User.grace.id)
  private var told: [String] = []

  init() {
    local.onLoad.answer(with: .just([]))
    sessions.onRestore.answer(with: .just(nil))
  }

  private func makeRoot() -> RootViewModel {
    sessions.others.value = [grace.session]
    sessions.current.value = ada.session
    return RootViewModel(sessions: sessions, local: local, world: test.world)
  }

  private func main(_ root: RootViewModel) throws -> MainViewModel {
    guard case .main(let main) = root.screen.value else {
      Issue.record("no main screen")
      throw CancellationError()
    }
    return main
  }

  private func bring(_ account: FakeAccount, instead other: FakeAccount) {
    batch {
      sessions.others.value = [other.session]
      sessions.current.value = account.session
    }
  }

  private func waiting(_ count: Int, mentions: Int = 0) -> Room {
    .template("a") { ($0.unreadCount, $0.mentionCount) = (count, mentions) }
  }

  private let offline = ConnectionState.offline(
    RequestError(operation: .sync, reason: .timedOut), retryAfter: .seconds(60))

  // MARK: - Screens

  @Test("those behind are connected too, and keep their screens while others are in front")
  func screens() throws {
    let root = makeRoot()
    #expect(grace.sync.takeCalls() == [.start])
    let first = try main(root)
    #expect(first.status.accountText.value == "ada:example.org")
    bring(grace, instead: ada)
    let second = try main(root)
    #expect(second.status.accountText.value == "grace:example.org")
    bring(ada, instead: grace)
    #expect(try main(root) === first)
    bring(grace, instead: ada)
    #expect(try main(root) === second)
  }

  @Test("a screen is released with its session, and a new session of the account gets a new one")
  func released() throws {
    let root = makeRoot()
    weak let first = try main(root)
    bring(grace, instead: ada)
    #expect(first != nil)
    #expect(try main(root) !== first)
    sessions.others.value = []
    #expect(first == nil)
    bring(ada, instead: grace)
    #expect(try main(root).status.accountText.value == "ada:example.org")
  }

  @Test("the stored sessions of the others are restored after the one in front")
  func restoresOthers() {
    let restored = sessions.onRestore.answerLater()
    let root = RootViewModel(sessions: sessions, local: local, world: test.world)
    #expect(sessions.onRestoreOthers.takeCalls().isEmpty)
    restored.send(nil)
    restored.complete()
    #expect(sessions.onRestoreOthers.takeCalls().count == 1)
    _ = root
  }

  // MARK: - The status line

  @Test("the status line names what waits in the others, and who is offline or signed out")
  func others() throws {
    let root = makeRoot()
    let line = try main(root).status
    #expect(line.othersText.value == "")
    grace.rooms.list.send([waiting(3)])
    #expect(line.othersText.value == "grace 1")
    grace.rooms.list.send([waiting(3, mentions: 2)])
    grace.sync.states.send(offline)
    #expect(line.othersText.value == "grace 1  @2 offline")
    grace.sync.states.send(.online)
    grace.rooms.list.send([waiting(0)])
    #expect(line.othersText.value == "")
    ada.rooms.list.send([waiting(1)])
    ada.sync.states.send(offline)
    #expect(line.othersText.value == "")

    let id = grace.session.id
    sessions.others.value = []
    let ending = SessionEnding.refused(isSoft: true, user: id.userID, server: "https://example.org")
    for (state, text) in [
      (.ended(ending), "grace signed out"), (.disconnected, ""), (.connecting, ""),
      (.failed(RequestError(operation: .restore, reason: .timedOut)), "grace not connected"),
    ] as [(KnownAccount.State, String)] {
      sessions.unconnected.value = [KnownAccount(id: id, state: state)]
      #expect(line.othersText.value == text)
    }

    let long = AccountID(userID: .template("@grace-the-second:example.org"), server: id.server)
    sessions.unconnected.value = [KnownAccount(id: long, state: .ended(ending))]
    #expect(line.othersText.value == "grace-the-second signed out")
    #expect(line.shortOthersText.value == "grace-t… signed out")
  }

  @Test("accounts with the same name are told apart")
  func sameNames() throws {
    let names = ["@ada:a.org", "@ada:b.org", "@eve:a.org"].map { UserID.template($0) }
    let accounts =
      names.map { AccountID(userID: $0, server: "https://a.org") }
      + [AccountID(userID: names[0], server: nil)]
    let brief = AccountText.briefNames(accounts)
    #expect(
      accounts.map { brief[$0] } == [
        "ada:a.org (a.org)", "ada:b.org", "eve", "ada:a.org (this machine)",
      ])
    let short = AccountText.shortNames(accounts)
    #expect(
      accounts.map { short[$0] } == [
        "ada:a.org (a.org)", "ada:b.o…", "eve", "ada:a.org (this machine)",
      ])
  }

  @Test("news of accounts with the same ID on two servers name the server")
  func sameIDs() throws {
    let other = AccountID(userID: grace.session.id.userID, server: "http://127.0.0.1:8008")
    let root = makeRoot()
    let alerts = Recorder(root.alerts)
    sessions.unconnected.value = [KnownAccount(id: other, state: .disconnected)]
    grace.rooms.list.send([waiting(3)])
    let line = try main(root).status
    #expect(line.othersText.value == "grace:example.org (example.org) 1")
    #expect(line.shortOthersText.value == "grace:example.org (example.org) 1")
    let lounge = Room.template("lounge", name: "Lounge")
    arrive("two", in: lounge, of: grace)
    alerts.expect(
      .show(
        AlertText(
          titleText: "Grace in Lounge · grace:example.org (example.org)", bodyText: "two")))
  }

  @Test("an account of another server that ended is not taken for one of this machine")
  func endedElsewhere() throws {
    let id = ada.session.id
    let ending = SessionEnding.refused(
      isSoft: false, user: id.userID, server: "https://example.org")
    local.known.value = [LocalAccount(userID: id.userID)]
    sessions.lastEnding.value = ending
    for (server, isPreferred) in [(id.server, false), (nil, true)] {
      sessions.unconnected.value = [
        KnownAccount(id: AccountID(userID: id.userID, server: server), state: .ended(ending))
      ]
      let root = RootViewModel(sessions: sessions, local: local, world: test.world)
      guard case .signIn(let form) = root.screen.value else {
        Issue.record("no form")
        return
      }
      #expect(form.local.isPreferred == isPreferred)
      #expect(form.userText.value == id.userID.rawValue)
    }
  }

  // MARK: - Notices

  @Test("the title counts the inboxes of all accounts")
  func title() {
    let root = makeRoot()
    #expect(root.titleText.value == "chat-tui")
    ada.rooms.list.send([waiting(1)])
    #expect(root.titleText.value == "(1) chat-tui")
    grace.rooms.list.send([waiting(3, mentions: 2)])
    #expect(root.titleText.value == "(2 @2) chat-tui")
    sessions.others.value = []
    #expect(root.titleText.value == "(1) chat-tui")
  }

  @Test("messages of the others are told with the account; the open room of a hidden one too")
  func notices() throws {
    let root = makeRoot()
    let lounge = Room.template("lounge", name: "Lounge")
    let alerts = Recorder(root.alerts)
    ada.rooms.list.send([lounge])
    grace.rooms.list.send([lounge])
    #expect(try main(root).conversation.value?.roomID == lounge.id)

    arrive("one", in: lounge, of: ada)
    alerts.expectNothing()
    arrive("two", in: lounge, of: grace)
    alerts.expect(
      .show(AlertText(titleText: "Grace in Lounge · grace:example.org", bodyText: "two")))

    bring(grace, instead: ada)
    #expect(try main(root).conversation.value?.roomID == lounge.id)
    arrive("three", in: lounge, of: grace)
    alerts.expectNothing()
    arrive("four", in: lounge, of: ada)
    alerts.expect(
      .show(AlertText(titleText: "Grace in Lounge · ada:example.org", bodyText: "four")))

    // Only the account of the last notice takes it back.
    ada.rooms.changes.send(.changed([lounge.with { $0.unreadCount = 0 }]))
    alerts.expect(.withdraw)
  }

  @Test("removals from rooms are told once, of the others with the account, shown before or not")
  func removals() throws {
    let root = makeRoot()
    let notices = Recorder(root.noticeText)
    notices.expect("")
    let removal = OwnRemoval(room: .template("tea", name: "Tea"), remover: .linus)
    let words = "Linus removed you from Tea"
    grace.rooms.removing.send([removal])
    notices.expect("\(words) · grace:example.org")
    grace.rooms.removing.send([removal])
    notices.expect("", "\(words) · grace:example.org")
    ada.rooms.removing.send([removal])
    notices.expect("", words)
    bring(grace, instead: ada)
    notices.expectNothing()
    for (account, told) in [(ada, "\(words) · ada:example.org"), (grace, words)] {
      account.rooms.removing.send([removal])
      notices.expect("", told)
    }
    // A request to join that ends without an invite is told too.
    let asked = Room.template("milk", name: "Milk") { $0.membership = .asking }
    ada.rooms.changes.send(.changed([asked]))
    ada.rooms.changes.send(.changed([asked.with { $0.membership = .left }]))
    notices.expect(
      "", "Milk: your request to join has ended without an invite · ada:example.org")
  }

  private func arrive(_ text: String, in room: Room, of account: FakeAccount) {
    account.rooms.arriving.send(
      NewMessage(
        room: room, message: .template("m", text, from: .grace, in: room.id), sender: .grace,
        isMention: false, sounds: false))
    test.scheduler.advance(by: .seconds(6))
  }

  // MARK: - The list

  private func open(_ root: RootViewModel) throws -> (main: MainViewModel, sheet: SheetViewModel) {
    let main = try main(root)
    main.showAccounts { self.told.append($0) }
    return (main, try #require(main.sheet.value))
  }

  @Test("the list says what each account does; the cursor is on the next one")
  func list() throws {
    let (_, sheet) = try open(makeRoot())
    let eve = AccountID(userID: UserID.template("@eve:other.org"), server: nil)
    sessions.unconnected.value = [
      KnownAccount(
        id: eve, state: .ended(.locked(user: eve.userID, server: "http://127.0.0.1:8008")))
    ]
    ada.sync.states.send(.online)
    grace.sync.states.send(offline)
    grace.rooms.list.send([waiting(3, mentions: 2)])
    #expect(sheet.titleText == "Accounts")
    #expect(sheet.place == 1)
    let rows = sheet.rows.value
    #expect(
      rows.map(\.quote.senderText) == ["ada:example.org", "grace:example.org", "eve:other.org"])
    #expect(rows.map(\.markText) == ["•", " ", " "])
    #expect(
      rows.map(\.quote.noteText) == [
        "https://example.org · in front · online",
        "https://example.org · offline: The server did not answer in time. Try again. · "
          + "inbox 1  @2",
        "this machine · its key is missing; it has to sign in again",
      ])
    let states: [(KnownAccount.State, String)] = [
      (.disconnected, "disconnected"), (.connecting, "connecting…"),
      (
        .failed(RequestError(operation: .restore, reason: .openElsewhere(process: 7))),
        "not connected: The account is open in another terminal (process 7). Close it there, or "
          + "use another account."
      ),
      (
        .ended(.refused(isSoft: true, user: eve.userID, server: "")),
        "signed out by the server; it has to sign in again"
      ),
    ]
    for (state, text) in states {
      sessions.unconnected.value = [KnownAccount(id: eve, state: state)]
      #expect(sheet.rows.value.last?.quote.noteText == "this machine · \(text)")
    }
  }

  @Test("Enter puts an account in front; a failure is told")
  func show() throws {
    let (main, sheet) = try open(makeRoot())
    sessions.onShow.answer(with: .empty)
    sheet.open(sheet.rows.value[1])
    #expect(main.sheet.value == nil)
    #expect(sessions.onShow.takeCalls() == [grace.session.id])
    #expect(told.isEmpty)

    sessions.onShow.fail(.timedOut)
    sheet.open(sheet.rows.value[1])
    #expect(
      told == [
        "grace:example.org is not connected: The server did not answer in time. Try again."
      ])
  }

  @Test("an account is disconnected and signed out after y alone")
  func leave() throws {
    let (main, sheet) = try open(makeRoot())
    let accounts = try #require(sheet.accounts)
    let row = sheet.rows.value[1]
    #expect(accounts.isConnected(row))
    accounts.askToDisconnect(row)
    var prompt = try #require(main.prompt.value)
    #expect(prompt.isConfirmation)
    #expect(prompt.titleText.hasPrefix("Disconnect grace:example.org?"))
    #expect(sessions.onDisconnect.takeCalls().isEmpty)
    sessions.onDisconnect.answer(with: .empty)
    prompt.submit.execute()
    #expect(sessions.onDisconnect.takeCalls() == [grace.session.id])

    accounts.askToSignOut(row)
    prompt = try #require(main.prompt.value)
    #expect(prompt.isConfirmation)
    #expect(sessions.onSignOut.takeCalls().isEmpty)
    sessions.onSignOut.answer(with: .empty)
    prompt.submit.execute()
    #expect(sessions.onSignOut.takeCalls() == [grace.session.id])
    #expect(told == ["grace:example.org is disconnected", "grace:example.org is signed out"])

    sessions.others.value = []
    sessions.unconnected.value = [KnownAccount(id: grace.session.id, state: .disconnected)]
    #expect(!accounts.isConnected(sheet.rows.value[1]))
    accounts.askToDisconnect(sheet.rows.value[1])
    #expect(main.prompt.value == nil)
  }

  // MARK: - The form

  @Test("adding an account shows the form, which leads back to a connected account")
  func add() throws {
    let (_, sheet) = try open(makeRoot())
    sheet.accounts?.add()
    #expect(sessions.showNoneCount == 1)

    batch {
      sessions.others.value = [ada.session, grace.session]
      sessions.current.value = nil
    }
    let root = RootViewModel(sessions: sessions, local: local, world: test.world)
    guard case .signIn(let form) = root.screen.value else {
      Issue.record("no form")
      return
    }
    #expect(form.otherAccountText.value == "ada:example.org")
    sessions.last.value = grace.session.id
    #expect(form.otherAccountText.value == "grace:example.org")
    sessions.last.value = nil
    sessions.onShow.fail(.timedOut)
    form.showOther.execute()
    #expect(sessions.onShow.takeCalls() == [ada.session.id])
    #expect(form.errorText.value == "The server did not answer in time. Try again.")

    sessions.others.value = []
    #expect(form.otherAccountText.value == "")
    #expect(!form.showOther.isEnabled.value)
    sessions.unconnected.value = [KnownAccount(id: grace.session.id, state: .disconnected)]
    #expect(form.otherAccountText.value == "grace:example.org")
  }
}
