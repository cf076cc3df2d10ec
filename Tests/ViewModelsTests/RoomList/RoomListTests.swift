import Controllers
import Models
import Signals
import SignalsTesting
import Support
import Testing
import ViewModels

@Suite("Room list view model")
@MainActor
struct RoomListTests {
  private let account = FakeAccount()
  private let selection = MutableProperty<RoomID?>(nil)
  private let opened = MutableProperty<[RoomID]>([])
  private let entered = MutableProperty<[RoomID]>([])

  private func makeList() -> RoomListViewModel {
    let (opened, entered, navigator) = (opened, entered, Navigator())
    _ = navigator.rooms.signal.observe(on: .main).subscribe { opened.value.append($0) }
    _ = navigator.joined.signal.observe(on: .main).subscribe { entered.value.append($0) }
    return RoomListViewModel(
      session: account.session, selection: selection, navigator: navigator)
  }

  private func direct(_ name: String, minute: Int64) -> Room {
    .template(name) {
      $0.directUser = User.grace.id
      $0.heroes = [.grace]
      $0.lastActivity = .noon(plusMinutes: minute)
    }
  }

  private func room(_ name: String, minute: Int64) -> Room {
    .template(name, name: name) { $0.lastActivity = .noon(plusMinutes: minute) }
  }

  @Test("an empty list says that it is loading, then what to do")
  func empty() {
    let list = makeList()
    let (text, rows) = (Recorder(list.emptyText), Recorder(list.rows.map { $0.map(\.id) }))
    text.expect("Loading rooms…")
    rows.expect([])
    account.rooms.list.send([])
    text.expect("No rooms yet. c creates one, J joins one, m writes to a person.")
    account.rooms.list.send([room("a", minute: 0)])
    text.expect("")
    rows.expect([RowID("!a:example.org")])
    account.rooms.list.send([])
    text.expect("No rooms yet. c creates one, J joins one, m writes to a person.")
    rows.expect([])
  }

  @Test("an empty list beside an open room does not say that there was none")
  func emptyBesideRoom() {
    let list = makeList()
    account.rooms.list.send([room("a", minute: 0)])
    selection.value = .template("!a:example.org")
    account.rooms.list.send([])
    #expect(
      list.emptyText.value == "No other rooms. c creates one, J joins one, m writes to a person.")
    selection.value = nil
    #expect(
      list.emptyText.value == "No rooms yet. c creates one, J joins one, m writes to a person.")
  }

  @Test("a list that is available at once is never shown as empty")
  func filledAtOnce() {
    let list = makeList()
    let text = Recorder(list.emptyText)
    account.rooms.list.send([room("a", minute: 0)])
    text.expect("Loading rooms…", "")
  }

  @Test("invites come first, then direct chats, then rooms; each section starts with the newest")
  func order() {
    let list = makeList()
    account.rooms.list.send([
      room("old", minute: 0), direct("grace", minute: 1), room("new", minute: 9),
      .invite("compilers", name: "Compilers"), direct("later", minute: 2),
      .template("silent", name: "silent"),
      room("left", minute: 5).with { $0.membership = .left },
    ])
    let contents = list.rows.value.map(\.content.value)
    #expect(
      contents.map(\.nameText) == ["Compilers", "Grace", "Grace", "new", "old", "silent"])
    #expect(headings(list) == ["Invites": 0..<1, "Direct": 1..<3, "Rooms": 3..<6])
    #expect(contents.map(\.isInvite) == [true, false, false, false, false, false])
    #expect(contents.map(\.isDirect) == [false, true, true, false, false, false])

    account.rooms.list.send([room("old", minute: 20), room("new", minute: 9)])
    let moved = list.rows.value.map(\.content.value)
    #expect(moved.map(\.nameText) == ["old", "new"])
    #expect(headings(list) == ["Rooms": 0..<2])
  }

  private func headings(_ list: RoomListViewModel) -> [String: Range<Int>] {
    let groups = list.entries.value.groups.map { ($0.titleText, $0.entries) }
    return Dictionary(uniqueKeysWithValues: groups)
  }

  @Test("a row shows every field of its room")
  func content() throws {
    let list = makeList()
    account.rooms.list.send([
      .template("vault", name: "Vault") {
        $0.isEncrypted = true
        $0.unreadCount = 1_500
        $0.mentionCount = 2
        $0.heroes = [.grace]
        $0.latestMessage = .template("1", "good morning")
      }
    ])
    var expected = RoomRowContent()
    expected.nameText = "Vault"
    expected.previewText = "Grace: good morning"
    expected.unreadText = "999+"
    expected.mentionText = "@2"
    expected.isLocked = true
    let row = try #require(list.rows.value.first)
    #expect(row.content.value == expected)
    #expect(row.id == RowID("!vault:example.org"))
    #expect(row.addressText == "!vault:example.org")
    #expect(row.busyText.value == "")
    #expect(row.errorText.value == "")
  }

  @Test("a number of unread messages that may be larger says so, here and on a folded section")
  func least() {
    let list = makeList()
    account.rooms.list.send([
      room("a", minute: 2).with { ($0.unreadCount, $0.threadUnreadIsLeast) = (39, true) },
      room("b", minute: 1).with { $0.unreadCount = 1 },
    ])
    #expect(list.rows.value.map(\.content.value.unreadText) == ["39+", "1"])
    list.toggleSection(at: 0)
    let lines = list.entries.value.map { entry in
      if case .section(let line) = entry { line.unreadText } else { "" }
    }
    #expect(lines == ["40+"])
  }

  @Test("rows are kept, and only changed rows notify their observers")
  func identity() {
    let list = makeList()
    account.rooms.list.send([room("a", minute: 3), room("b", minute: 2), room("c", minute: 1)])
    let rows = list.rows.value
    let listed = Recorder(list.rows.map { $0.map(\.id) })
    let changes = rows.map { Recorder($0.content.map(\.unreadText)) }
    let contents = rows.map { Recorder($0.content) }
    for recorder in contents { recorder.skipAll() }
    for recorder in changes { recorder.expect("") }
    listed.skipAll()

    account.rooms.list.send([
      room("a", minute: 3), room("b", minute: 2).with { $0.unreadCount = 1 }, room("c", minute: 1),
    ])
    changes[0].expectNothing()
    changes[1].expect("1")
    changes[2].expectNothing()
    contents[0].expectNothing()
    contents[2].expectNothing()
    #expect(contents[1].takeValues().count == 1)
    listed.expectNothing()

    account.rooms.list.send([room("c", minute: 9), room("b", minute: 2), room("d", minute: 0)])
    #expect(list.rows.value[0] === rows[2])
    #expect(list.rows.value[1] === rows[1])
    #expect(list.rows.value.map(\.content.value.nameText) == ["c", "b", "d"])
    listed.expect([RowID("!c:example.org"), RowID("!b:example.org"), RowID("!d:example.org")])
    for recorder in changes + [] { recorder.skipAll() }
    for recorder in contents { recorder.skipAll() }
  }

  @Test("the open room's row is the selected one")
  func selected() {
    let list = makeList()
    let (a, b) = (room("a", minute: 1), room("b", minute: 0))
    account.rooms.list.send([a, b])
    let rows = list.rows.value
    let isSelected = rows.map { Recorder($0.content.map(\.isSelected)) }
    for recorder in isSelected { recorder.expect(false) }
    #expect(list.selectedRow.value == nil)

    selection.value = b.id
    isSelected[1].expect(true)
    #expect(list.selectedRow.value === rows[1])
    selection.value = a.id
    isSelected[0].expect(true)
    isSelected[1].expect(false)
    #expect(list.selectedRow.value === rows[0])
    account.rooms.list.send([b])
    #expect(list.selectedRow.value == nil)
    selection.value = nil
    #expect(list.selectedRow.value == nil)
    isSelected[0].skipAll()
  }

  @Test("a room is opened by its row, an invite is not")
  func opens() {
    let list = makeList()
    account.rooms.list.send([.invite("a", name: "A"), room("b", minute: 0)])
    let rows = list.rows.value
    #expect(rows.map(\.open.isEnabled.value) == [false, true])
    #expect(rows.map(\.accept.isEnabled.value) == [true, false])
    #expect(rows.map(\.decline.isEnabled.value) == [true, false])
    #expect(rows.map(\.retry.isEnabled.value) == [false, false])
    rows[0].open.execute()
    rows[1].open.execute()
    rows[1].accept.execute()
    rows[1].decline.execute()
    #expect(opened.value == [.template("!b:example.org")])
  }

  @Test("an invite is accepted at the second attempt, and its room opens")
  func accepts() throws {
    let list = makeList()
    account.rooms.list.send([.invite("a", name: "A")])
    let row = try #require(list.rows.value.first)
    let (busy, error) = (Recorder(row.busyText), Recorder(row.errorText))
    let retry = Recorder(row.retry.isEnabled)
    #expect(row.content.value.previewText == "invited by Grace")
    busy.expect("")
    error.expect("")
    retry.expect(false)

    var answer = account.rooms.onJoin.answerLater()
    row.accept.execute()
    busy.expect("joining…")
    #expect(!row.accept.isEnabled.value)
    answer.fail(
      RequestError(operation: .join, reason: .refused, status: 403, code: "M_FORBIDDEN"))
    busy.expect("")
    error.expect("You are not allowed to join. Ask for an invite.")
    retry.expect(true)
    #expect(entered.value == [])

    answer = account.rooms.onJoin.answerLater()
    row.retry.execute()
    busy.expect("joining…")
    error.expect("")
    retry.skipAll()
    answer.send(.template("!a:example.org"))
    answer.complete()
    busy.expect("")
    #expect(!row.retry.isEnabled.value)
    #expect(account.rooms.onJoin.takeCalls() == ["!a:example.org", "!a:example.org"])
    #expect(entered.value == [.template("!a:example.org")])
    retry.skipAll()
    account.rooms.list.send([room("a", minute: 0)])
    #expect(list.rows.value.first === row)
    #expect(row.open.isEnabled.value)
    #expect(!row.accept.isEnabled.value)
  }

  @Test("the failure of an invite is forgotten once the room is joined from elsewhere")
  func joinedElsewhere() throws {
    let list = makeList()
    account.rooms.list.send([.invite("a", name: "A")])
    let row = try #require(list.rows.value.first)
    account.rooms.onJoin.fail(.timedOut)
    row.accept.execute()
    #expect(row.errorText.value == "The server did not answer in time. Try again.")

    account.rooms.list.send([room("a", minute: 0)])
    #expect(list.rows.value.first === row)
    #expect(row.errorText.value == "")
    #expect(!row.retry.isEnabled.value)
    row.open.execute()
    #expect(opened.value == [.template("!a:example.org")])

    account.rooms.list.send([.invite("a", name: "A")])
    #expect(row.errorText.value == "")
    #expect(!row.retry.isEnabled.value)
  }

  @Test("a failure that arrives after the room was joined is not shown")
  func joinedBeforeTheFailure() throws {
    let list = makeList()
    account.rooms.list.send([.invite("a", name: "A")])
    let row = try #require(list.rows.value.first)
    let answer = account.rooms.onJoin.answerLater()
    row.accept.execute()
    account.rooms.list.send([room("a", minute: 0)])
    answer.fail(RequestError(operation: .join, reason: .timedOut))
    #expect(row.busyText.value == "")
    #expect(row.errorText.value == "")
    #expect(!row.retry.isEnabled.value)
  }

  @Test("an invite is declined at the second attempt")
  func declines() throws {
    let list = makeList()
    account.rooms.list.send([.invite("a", name: "A")])
    let row = try #require(list.rows.value.first)
    let (busy, error) = (Recorder(row.busyText), Recorder(row.errorText))
    account.rooms.onLeave.fail(.timedOut)
    row.decline.execute()
    busy.expect("", "declining…", "")
    error.expect("", "The server did not answer in time. Try again.")

    account.rooms.onLeave.answer(with: .just(()))
    row.retry.execute()
    #expect(account.rooms.onLeave.takeCalls().count == 2)
    error.expect("")
    busy.expect("declining…", "")
    #expect(opened.value == [])
  }

  @Test("a reusable cell observes only its current row, and retains no other")
  func cell() {
    let list = makeList()
    account.rooms.list.send([room("a", minute: 1), room("b", minute: 0)])
    let shown = MutableProperty<RoomRowViewModel?>(list.rows.value[0])
    let text = shown.flatMap(.latest) { row in
      row.map { $0.content.map { "\($0.nameText)\($0.unreadText)" } } ?? Property("")
    }
    let cell = Recorder(text)
    let old = Weak(list.rows.value[0])
    cell.expect("a")
    shown.value = list.rows.value[1]
    cell.expect("b")

    account.rooms.list.send([
      room("a", minute: 1).with { $0.unreadCount = 5 },
      room("b", minute: 0).with { $0.unreadCount = 7 },
    ])
    cell.expect("b7")
    #expect(list.rows.value[0].content.value.unreadText == "5")
    account.rooms.list.send([room("b", minute: 0)])
    #expect(old.object == nil)
    cell.expect("b")
    shown.value = nil
    cell.expect("")
  }
}
