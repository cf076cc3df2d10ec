import Controllers
import Models
import Signals
import SignalsTesting
import Support
import Testing

@testable import ViewModels

@Suite("What the account is told of")
@MainActor
final class AlertRulesTests {
  private let test = TestWorld()
  private let account = FakeAccount()
  private var told: [String] = []

  private func open() throws -> (main: MainViewModel, sheet: SheetViewModel) {
    let main = MainViewModel(
      session: account.session, sessions: FakeSessionController(), world: test.world)
    main.showAlertRules { self.told.append($0) }
    return (main, try #require(main.sheet.value))
  }

  private func row(_ label: String, in sheet: SheetViewModel) throws -> SheetRow {
    try #require(sheet.rows.value.first { $0.labelText == label })
  }

  private let rules: [AlertSubject: Bool] = [
    .anything: true, .directMessages: true, .roomMessages: false, .mentions: true,
    .roomMentions: false, .invites: true, .calls: false, .botMessages: false,
    .word("deploy\nit"): true, .person(User.grace.id): false,
  ]

  @Test("is listed with what each rule does")
  func list() throws {
    let (_, sheet) = try open()
    #expect(sheet.titleText == "What you are told of, on all your devices")
    #expect(sheet.noteText.value == "Waiting for the server…")
    #expect(sheet.rows.value.isEmpty)
    account.alertRules.told.send(rules)
    #expect(sheet.noteText.value == "")
    #expect(
      sheet.rows.value.map { "\($0.labelText): \($0.quote.bodyText) (\($0.actionText))" } == [
        "Notifications: on (turn off)", "Mentions: on (turn off)", "@room: off (turn on)",
        "Direct chats: every message (turn off)", "Rooms: mentions and words alone (turn on)",
        "Invites: on (turn off)", "Calls: off (turn on)", "Bots: off (turn on)",
        "Person: \(User.grace.id.rawValue): off (turn on)", "Word: deploy it (remove)",
        "Words: look for another word… (add)",
      ])
    account.alertRules.told.send([.anything: false])
    #expect(sheet.noteText.value == "Nothing is told at all: turn on the first entry.")
    #expect(sheet.rows.value.first?.quote.bodyText == "off for everything")
  }

  @Test(
    "Enter turns an entry on or off, and says so",
    arguments: [
      ("Notifications", .anything, false, "You are told of nothing"),
      ("Mentions", .mentions, false, "You are no longer told of messages that mention you"),
      ("@room", .roomMentions, true, "You are told of messages to everybody in a room"),
      (
        "Direct chats", .directMessages, false,
        "You are no longer told of every message of direct chats"
      ),
      ("Rooms", .roomMessages, true, "You are told of every message of rooms"),
      ("Invites", .invites, false, "You are no longer told of invites"),
      ("Calls", .calls, true, "You are told of calls"),
      ("Bots", .botMessages, true, "You are told of messages of bots"),
      (
        "Person", .person(User.grace.id), true,
        "You are told of messages of \(User.grace.id.rawValue)"
      ),
    ] as [(String, AlertSubject, Bool, String)])
  func toggling(label: String, subject: AlertSubject, isTold: Bool, words: String) throws {
    let (_, sheet) = try open()
    account.alertRules.told.send(rules)
    account.alertRules.onSet.answer(with: .empty)
    sheet.open(try row(label, in: sheet))
    #expect(account.alertRules.onSet.takeCalls() == [.init(subject, isTold)])
    #expect(told == [words])
    account.alertRules.onSet.fail(.timedOut)
    sheet.open(try row(label, in: sheet))
    #expect(told.last == "The server did not answer in time. Try again.")
  }

  @Test("a word is asked for, and removed after y")
  func words() throws {
    let (main, sheet) = try open()
    account.alertRules.told.send(rules)
    account.alertRules.onSet.answer(with: .empty)
    sheet.open(try row("Words", in: sheet))
    let prompt = try #require(main.prompt.value)
    #expect(prompt.titleText == "Which word?")
    prompt.textChanged("  cak* ")
    prompt.submit.execute()
    #expect(account.alertRules.onSet.takeCalls() == [.init(.word("cak*"), true)])
    #expect(told == ["You are told of messages with “cak*”"])

    sheet.open(try row("Word", in: sheet))
    let question = try #require(main.prompt.value)
    #expect(question.isConfirmation)
    #expect(account.alertRules.onSet.takeCalls().isEmpty)
    question.submit.execute()
    #expect(account.alertRules.onSet.takeCalls() == [.init(.word("deploy\nit"), false)])
    #expect(told.last == "You are no longer told of messages with “deploy it”")
  }

  @Test("the profile of a person tells whether they are silent, and changes it")
  func person() throws {
    let (main, _) = try open()
    account.profiles.onRefresh.answer(with: .never)
    main.openProfile(User.grace.id)
    let profile = try #require(main.profile.value)
    #expect(!profile.isMuted.value)
    account.alertRules.onSet.answer(with: .empty)
    main.setTold(false) { self.told.append($0) }
    account.alertRules.told.send(rules)
    #expect(profile.isMuted.value)
    main.setTold(true) { self.told.append($0) }
    let grace = AlertSubject.person(User.grace.id)
    #expect(account.alertRules.onSet.takeCalls() == [.init(grace, false), .init(grace, true)])
    #expect(told.count == 2)
    main.openOwnProfile()
    main.setTold(false) { self.told.append($0) }
    #expect(account.alertRules.onSet.takeCalls().isEmpty)
  }
}
