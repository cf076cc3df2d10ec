import Controllers
import Models
import Signals
import SignalsTesting
import Support
import Synchronization
import Testing
import ViewModels

@Suite("Receipts on the rows")
@MainActor
struct ReadersTests {
  private let test = TestWorld()
  private let account = FakeAccount()
  private let room = Room.template(name: "A")

  private func open() -> MainViewModel {
    let main = MainViewModel(
      session: account.session, sessions: FakeSessionController(), world: test.world)
    account.rooms.list.send([room])
    main.openFirstRoom()
    return main
  }

  private var history: ReplaySubject<Timeline, Never> { account.timelines.history(of: room.id) }

  private func readers(_ users: UserID...) -> [ReadReceipt] {
    users.map { ReadReceipt(user: $0, time: .noon) }
  }

  private func texts(_ main: MainViewModel) -> [String] {
    main.conversation.value?.timeline.rows.value.map(\.content.value.readersText) ?? []
  }

  @Test("up to three are named, more are counted")
  func names() {
    let main = open()
    let others = (0..<2).map { UserID.template("@u\($0):example.org") }
    history.send(
      .template(
        .template("1") { $0.readers = readers(User.grace.id, User.linus.id) },
        .template("2") { $0.readers = readers(User.grace.id, User.linus.id, others[0]) },
        .template("3") { $0.readers = readers(User.grace.id, User.linus.id, others[0], others[1]) },
        .template("4")))
    #expect(
      texts(main).suffix(4) == [
        "read by Grace, Linus", "read by Grace, Linus, @u0:example.org", "read by 4", "",
      ])
  }

  @Test("a hostile name is short and on one line")
  func hostile() {
    let main = open()
    let name = "a\nb" + String(repeating: "x", count: 500)
    history.send(
      .template(.template("1") { $0.readers = readers(User.grace.id) }) {
        $0.people[User.grace.id] = .template("grace", name: name)
      })
    #expect(texts(main).last == "read by a b\(String(repeating: "x", count: 16))…")
  }

  @Test("a receipt that arrives changes only the two rows that it leaves and reaches")
  func moves() throws {
    let main = open()
    let messages = (1...5).map { Message.template("\($0)") }
    func send(_ index: Int) {
      history.send(
        .template {
          $0.messages = messages.enumerated().map { place, message in
            place == index ? message.with { $0.readers = readers(User.grace.id) } : message
          }
        })
    }
    send(1)
    let rows = try #require(main.conversation.value?.timeline.rows.value)
    var changed: [RowID] = []
    let watches = rows.map { row in
      row.content.signal.skip(first: 1).observe(on: .main).subscribe { _ in changed.append(row.id) }
    }
    send(4)
    #expect(changed.count == 2)
    #expect(Set(changed) == [RowID("$2"), RowID("$5")])
    watches.forEach { $0.dispose() }
    #expect(main.conversation.value?.timeline.rows.value.elementsEqual(rows, by: ===) == true)
    #expect(texts(main).suffix(5) == ["", "", "", "", "read by Grace"])
  }

  @Test("folded changes have theirs together")
  func folded() {
    let main = open()
    let changes = (1...2).map { number in
      Message.template("\(number)") {
        $0.content = .membership(
          MembershipChange(user: User.linus.id, kind: .joined))
        $0.readers = number == 2 ? readers(User.grace.id) : []
      }
    }
    history.send(.template { $0.messages = changes })
    #expect(texts(main).last == "read by Grace")
  }

  @Test("a new name of a reader reaches the row")
  func renamed() {
    let main = open()
    let message = Message.template("1", from: .linus) { $0.readers = readers(User.grace.id) }
    history.send(.template(message))
    history.send(
      .template(message) { $0.people[User.grace.id] = .template("grace", name: "Admiral") })
    #expect(texts(main).last == "read by Admiral")
  }

  @Test("a list has all who have read, with times, and goes on by itself")
  func list() throws {
    let main = open()
    history.send(.template(.template("1")))
    let row = try #require(main.conversation.value?.timeline.rows.value.last)
    #expect(row.hasReaders)
    main.showReaders(of: row)
    let sheet = try #require(main.sheet.value)
    #expect(sheet.noteText.value == "Loading…")
    account.timelines.readers.send([])
    #expect(sheet.noteText.value == "Nobody has told that they have read so far.")
    account.timelines.readers.send([
      MessageReader(user: .grace, time: .noon(plusMinutes: -1)),
      MessageReader(user: .linus, time: .noon(plusMinutes: -1440)),
    ])
    #expect(sheet.noteText.value == "")
    #expect(sheet.rows.value.map(\.quote.senderText) == ["Grace", "Linus"])
    #expect(sheet.rows.value.map(\.timeText) == ["12:29", "Yesterday 12:30"])
  }

  @Test("a list has all who have reacted, below what they chose, and goes on by itself")
  func reactors() throws {
    let main = open()
    history.send(
      .template(.template("0"), .template("1") { $0.reactions = [Reaction(key: "👍", count: 2)] }))
    let rows = try #require(main.conversation.value?.timeline.rows.value)
    #expect(rows.suffix(2).map(\.hasReactions) == [false, true])
    main.showReactors(of: rows[rows.count - 1])
    let sheet = try #require(main.sheet.value)
    #expect(sheet.noteText.value == "Loading…")
    account.timelines.reactions.send(
      MessageReactions(
        kinds: [
          .init(key: "👍", people: [.grace, .linus]), .init(key: "\u{200B}", people: [.grace]),
        ], isCut: true))
    #expect(
      sheet.rows.value.map { $0.isHeading ? $0.headingText : $0.quote.senderText }
        == ["👍  2", "Grace", "Linus", "[invisible]  1", "Grace"])
    #expect(Set(sheet.rows.value.map(\.id)).count == 5)
    #expect(sheet.noteText.value == "These are not all: there are too many.")
    account.timelines.reactions.send(MessageReactions(kinds: []))
    #expect(sheet.rows.value == [])
    #expect(sheet.noteText.value == "Nobody has reacted so far.")
  }

  @Test("own receipts are for the room, or by a setting for own devices")
  func audience() {
    _ = account.rooms.onMarkRead.answerLater()
    let first = open()
    history.send(.template(.template("1")))
    #expect(first.conversation.value != nil)
    #expect(account.rooms.audiences.withLock { $0 } == [.room])
    test.preferences.current.value.readReceipts = .ownDevices
    let main = open()
    #expect(main.conversation.value != nil)
    #expect(account.rooms.audiences.withLock { $0 } == [.room, .ownDevices])
  }
}
