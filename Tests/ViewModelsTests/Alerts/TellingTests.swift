import Controllers
import Models
import Signals
import SignalsTesting
import Support
import Testing

@testable import ViewModels

@Suite("Telling the user of new messages")
@MainActor
final class TellingTests {
  private let test = TestWorld()
  private let account = FakeAccount()
  private let inFront = MutableProperty<AlertsViewModel.Place?>(nil)
  private let lounge = Room.template("lounge", name: "Lounge")
  private let kitchen = Room.template("kitchen", name: "Kitchen")
  private var told: [Alert] = []
  private var work: (any Disposable)?

  private func alerts() -> AlertsViewModel {
    let model = AlertsViewModel(
      session: account.session, world: test.world, inFront: inFront)
    work = model.alerts.observe(on: .main).subscribe { [weak self] in self?.told.append($0) }
    return model
  }

  private func takeTold() -> [Alert] {
    defer { told = [] }
    return told
  }

  /// A message comes in a room, which counts it as unread.
  private func arrive(
    _ text: String, in room: Room, from sender: User = .grace, thread: Message.ID? = nil,
    isMention: Bool = false, sounds: Bool = false
  ) {
    let unread = room.with { $0.unreadCount = 1 }
    account.rooms.changes.send(.changed([unread]))
    account.rooms.arriving.send(
      NewMessage(
        room: unread,
        message: .template("m", text, from: sender, in: room.id).with { $0.threadRoot = thread },
        sender: sender, isMention: isMention, sounds: sounds))
  }

  private func read(_ rooms: Room...) { account.rooms.changes.send(.changed(rooms)) }

  private func notice(_ title: String, _ body: String) -> Alert {
    .show(AlertText(titleText: title, bodyText: body))
  }

  @Test("one message is quoted, with its room unless it is a direct chat")
  func one() {
    let model = alerts()
    arrive("hello", in: lounge)
    #expect(told.isEmpty)
    test.scheduler.advance(by: AlertsViewModel.gathering)
    #expect(takeTold() == [notice("Grace in Lounge", "hello")])
    test.scheduler.advance(by: AlertsViewModel.pause)
    let direct = Room.template("grace") { $0.directUser = User.grace.id }
    arrive("you there?", in: direct, sounds: true)
    test.scheduler.advance(by: AlertsViewModel.gathering)
    #expect(takeTold() == [.ring, notice("Grace", "you there?")])
    _ = model
  }

  @Test("a burst is one notice, and what follows within some seconds is the next one")
  func bursts() {
    let model = alerts()
    arrive("one", in: lounge)
    arrive("two", in: kitchen, isMention: true)
    arrive("three", in: lounge)
    test.scheduler.advance(by: AlertsViewModel.gathering)
    #expect(takeTold() == [.ring, notice("3 new messages in 2 rooms", "Lounge, Kitchen")])
    arrive("four", in: lounge)
    arrive("five", in: lounge)
    test.scheduler.advance(by: AlertsViewModel.pause - .milliseconds(1))
    #expect(told.isEmpty)
    test.scheduler.advance(by: .milliseconds(1))
    #expect(takeTold() == [notice("2 new messages in Lounge", "Grace: five")])
    test.scheduler.advance(by: AlertsViewModel.pause)
    #expect(told.isEmpty)
    #expect(test.scheduler.pendingCount == 0)
    _ = model
  }

  @Test("an invite is told with who invites and where, until it is answered")
  func invites() {
    let model = alerts()
    func invite(to room: Room) {
      account.rooms.changes.send(.changed([room]))
      account.rooms.arriving.send(
        NewMessage(room: room, message: nil, sender: .grace, sounds: true))
      test.scheduler.advance(by: AlertsViewModel.pause)
    }
    let invited = Room.invite("lounge", name: "Lounge")
    invite(to: invited)
    #expect(takeTold() == [.ring, notice("Grace invites you", "to Lounge")])
    read(invited)
    #expect(told.isEmpty)
    read(lounge)
    #expect(takeTold() == [.withdraw])
    test.scheduler.advance(by: AlertsViewModel.pause)
    invite(to: invited.with { $0.directUser = User.grace.id })
    #expect(takeTold() == [.ring, notice("Grace invites you", "to a chat")])
    arrive("one", in: kitchen)
    account.rooms.arriving.send(NewMessage(room: invited, message: nil, sender: .grace))
    test.scheduler.advance(by: AlertsViewModel.pause)
    #expect(takeTold() == [notice("2 new messages and invites in 2 rooms", "Lounge, Kitchen")])
    _ = model
  }

  @Test("many rooms are named in part")
  func manyRooms() {
    let model = alerts()
    for name in ["A", "B", "C", "D", "E", "F"] { arrive("x", in: .template(name, name: name)) }
    test.scheduler.advance(by: AlertsViewModel.gathering)
    #expect(takeTold() == [notice("6 new messages in 6 rooms", "F, E, D, C, …")])
    _ = model
  }

  @Test("the room in front is silent while the terminal has the focus, and only then")
  func roomInFront() {
    let model = alerts()
    inFront.value = .init(room: lounge.id, subject: .room)
    arrive("seen", in: lounge, isMention: true)
    test.scheduler.advance(by: .seconds(10))
    #expect(told.isEmpty)
    model.focusChanged(false)
    arrive("unseen", in: lounge)
    test.scheduler.advance(by: AlertsViewModel.gathering)
    #expect(takeTold() == [notice("Grace in Lounge", "unseen")])
    arrive("soon seen", in: lounge)
    model.focusChanged(true)
    #expect(takeTold() == [.withdraw])
    test.scheduler.advance(by: .seconds(10))
    #expect(told.isEmpty)
    arrive("elsewhere", in: kitchen)
    test.scheduler.advance(by: AlertsViewModel.gathering)
    #expect(takeTold() == [notice("Grace in Kitchen", "elsewhere")])
    inFront.value = .init(room: kitchen.id, subject: .room)
    #expect(takeTold() == [.withdraw])
  }

  @Test("with a thread in front, its own messages are silent, and those of its room are told")
  func threadInFront() throws {
    let model = alerts()
    let root = try #require(Message.ID("$root"))
    inFront.value = .init(room: lounge.id, subject: .thread(root))
    arrive("seen", in: lounge, thread: root, isMention: true)
    test.scheduler.advance(by: .seconds(10))
    #expect(told.isEmpty)
    arrive("unseen", in: lounge)
    test.scheduler.advance(by: AlertsViewModel.gathering)
    #expect(takeTold() == [notice("Grace in Lounge", "unseen")])
    _ = model
  }

  @Test("what is read elsewhere is not told, and its notice is withdrawn")
  func readElsewhere() {
    let model = alerts()
    arrive("one", in: lounge)
    read(lounge)
    test.scheduler.advance(by: .seconds(10))
    #expect(told.isEmpty)
    arrive("two", in: lounge)
    arrive("three", in: kitchen)
    test.scheduler.advance(by: AlertsViewModel.gathering)
    #expect(takeTold() == [notice("2 new messages in 2 rooms", "Kitchen, Lounge")])
    read(lounge)
    #expect(told.isEmpty)
    read(kitchen)
    #expect(takeTold() == [.withdraw])
    read(kitchen)
    #expect(told.isEmpty)
    _ = model
  }

  @Test("nobody is disturbed who did not want it in an earlier run")
  func stillQuiet() {
    test.preferences.current.value.doNotDisturb = true
    let model = alerts()
    #expect(model.quietText.value == "do not disturb")
    arrive("one", in: lounge, isMention: true)
    test.scheduler.advance(by: .seconds(10))
    #expect(told.isEmpty)
  }

  @Test("nobody is disturbed who does not want it, until the same key")
  func quiet() {
    let model = alerts()
    arrive("one", in: lounge)
    var said: [String] = []
    model.toggleQuiet { said.append($0) }
    #expect(said == ["You are not disturbed; the same key ends that"])
    #expect(test.preferences.changes == ["notifications.do-not-disturb = flag(true)"])
    #expect(model.quietText.value == "do not disturb")
    arrive("two", in: lounge, isMention: true)
    test.scheduler.advance(by: .seconds(10))
    #expect(told.isEmpty)
    test.preferences.failure = .system("Disk full")
    model.toggleQuiet { said.append($0) }
    #expect(
      said.dropFirst() == [
        "You are told of messages again",
        "Not written to config.toml (Disk full): it holds until you quit",
      ])
    #expect(model.quietText.value == "")
    arrive("three", in: lounge)
    test.scheduler.advance(by: AlertsViewModel.gathering)
    #expect(takeTold() == [notice("Grace in Lounge", "three")])
  }
}
