import Controllers
import Models
import Signals
import SignalsTesting
import Support
import Testing

@testable import ViewModels

@Suite("Ignored people")
@MainActor
final class IgnoringTests {
  private let test = TestWorld()
  private let account = FakeAccount()
  private let room = Room.template(name: "Swift")
  private var told: [String] = []

  private func message(_ name: String, from user: User, minute: Int64) -> Message {
    .template(name, from: user, minute: minute)
  }

  private func open() -> TimelineViewModel {
    ConversationViewModel(
      room: room.id, session: account.session, world: test.world, draft: .empty,
      navigator: Navigator()
    ).timeline
  }

  private func show(_ messages: [Message]) {
    account.timelines.history(of: room.id).send(.template().with { $0.messages = messages })
  }

  private func makeMain() -> MainViewModel {
    account.profiles.onRefresh.answer(with: .empty)
    return MainViewModel(
      session: account.session, sessions: FakeSessionController(), world: test.world)
  }

  @Test("their messages fold into a line that opens, and show again when they are ignored no more")
  func folds() throws {
    let timeline = open()
    show([
      message("1", from: .ada, minute: 0), message("2", from: .grace, minute: 1),
      message("3", from: .grace, minute: 2), message("4", from: .linus, minute: 3),
    ])
    let before = timeline.lines
    account.profiles.ignoredPeople.send([User.grace.id])
    let folded = timeline.lines
    #expect(folded.count == before.count - 1)
    #expect(folded.contains { $0.hasSuffix("▸ 2 messages of a person you ignore") })
    #expect(!folded.contains { $0.contains("Grace") })
    let fold = try #require(
      timeline.rows.value.first { $0.content.value.kind == .changes(isOpen: false) })
    fold.toggle.execute()
    #expect(timeline.lines.count { $0.contains("Grace") } > 0)
    account.profiles.ignoredPeople.send([])
    #expect(timeline.lines == before)
  }

  @Test("what others quote of them is not shown either")
  func quotes() throws {
    let timeline = open()
    let reply = Reply(
      target: message("1", from: .grace, minute: 0).id,
      quote: .known(sender: User.grace.id, content: .text(.init(body: "words"))))
    show([message("2", from: .ada, minute: 1).with { $0.reply = reply }])
    let row = try #require(timeline.rows.value.last)
    #expect(row.content.value.quote?.bodyText == "words")
    account.profiles.ignoredPeople.send([User.grace.id])
    #expect(row.content.value.quote == QuoteText(noteText: "message of somebody you ignore"))
    account.profiles.ignoredPeople.send([])
    #expect(row.content.value.quote?.bodyText == "words")
  }

  @Test("a single message folds too, apart from changes of the room beside it")
  func single() {
    account.profiles.ignoredPeople.send([User.grace.id, User.linus.id])
    let timeline = open()
    func joined(_ name: String, _ user: User, minute: Int64) -> Message {
      .template(name, from: user, minute: minute) {
        $0.content = .membership(
          MembershipChange(user: user.id, displayName: user.displayName, kind: .joined))
      }
    }
    show([
      joined("1", .grace, minute: 0), joined("2", .linus, minute: 0),
      message("3", from: .grace, minute: 1), joined("4", .grace, minute: 2),
    ])
    #expect(
      Array(timeline.lines.dropFirst()) == [
        "12:30 ▸ Grace and Linus joined", "12:31 ▸ 1 message of a person you ignore",
        "12:32 · Grace joined",
      ])
    show([message("3", from: .grace, minute: 1), message("5", from: .linus, minute: 2)])
    #expect(Array(timeline.lines.dropFirst()) == ["12:31 ▸ 2 messages of 2 people you ignore"])
  }

  @Test("a person is ignored after y, and shown again at once, from the profile")
  func asks() throws {
    let main = makeMain()
    main.openProfile(User.grace.id)
    account.profiles.known(of: User.grace.id).send(Profile(user: .grace))
    let profile = try #require(main.profile.value)
    let isIgnored = Recorder(profile.isIgnored)
    isIgnored.expect(false)
    main.askToIgnore { self.told.append($0) }
    let prompt = try #require(main.prompt.value)
    #expect(prompt.titleText.hasPrefix("Ignore Grace in all rooms?"))
    account.profiles.onIgnore.answer(with: .empty)
    prompt.submit.execute()
    #expect(account.profiles.onIgnore.takeCalls() == [["ignore", User.grace.id.rawValue]])
    account.profiles.ignoredPeople.send([User.grace.id])
    isIgnored.expect(true)
    main.endIgnoring { self.told.append($0) }
    #expect(account.profiles.onIgnore.takeCalls() == [["show", User.grace.id.rawValue]])
    #expect(told == ["Grace is ignored now", "Grace is no longer ignored"])
  }

  @Test("those who are ignored are listed, and lead to their profiles")
  func list() throws {
    let main = makeMain()
    main.showIgnored()
    let sheet = try #require(main.sheet.value)
    #expect(sheet.noteText.value == "You ignore nobody.")
    account.profiles.ignoredPeople.send([User.linus.id, User.grace.id])
    #expect(
      sheet.rows.value.map(\.quote.senderText) == [User.grace.id, User.linus.id].map(\.rawValue))
    #expect(sheet.noteText.value == "")
    sheet.open(sheet.rows.value[1])
    #expect(main.sheet.value == nil)
    #expect(main.profile.value?.userIDText.value == User.linus.id.rawValue)
  }

  @Test("oneself is never asked about")
  func own() {
    let main = makeMain()
    main.openOwnProfile()
    main.askToIgnore { self.told.append($0) }
    #expect(main.prompt.value == nil)
  }
}
