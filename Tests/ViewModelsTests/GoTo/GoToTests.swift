import Controllers
import Models
import Signals
import SignalsTesting
import Support
import Synchronization
import Testing

@testable import ViewModels

@Suite("Going to a room, a person or a space")
@MainActor
struct GoToTests {
  private let test = TestWorld()
  private let account = FakeAccount()

  private var rooms: [Room] {
    [
      room("quiet", minute: 1), room("busy", minute: 9), room("open", minute: 8),
      room("unread", minute: 2) { $0.unreadCount = 3 },
      room("mentioned", minute: 1) { ($0.unreadCount, $0.mentionCount) = (1, 1) },
      room("marked", minute: 0) { $0.isMarkedUnread = true },
      room("Linus Benedict", minute: 3) { $0.directUser = User.linus.id },
      room("left") { $0.membership = .left },
      space("Outer", ["Inner"]), space("Inner", ["quiet"]),
      room("offer") { $0.membership = .invited },
    ]
  }

  private func makeMain(_ rooms: [Room]? = nil) -> MainViewModel {
    let main = MainViewModel(
      session: account.session, sessions: FakeSessionController(), world: test.world)
    account.rooms.list.send(rooms ?? self.rooms)
    return main
  }

  private func titles(_ prompt: PromptViewModel) -> [String] {
    prompt.suggestions.value.map(\.titleText)
  }

  /// The question, with what was reached.
  private func ask(
    _ main: MainViewModel
  ) throws -> (prompt: PromptViewModel, arrivals: Recorder<Arrival, Never>) {
    let arrived = Subject<Arrival, Never>()
    let arrivals = Recorder(arrived.signal)
    main.askWhereToGo { arrived.send($0) }
    return (try #require(main.prompt.value), arrivals)
  }

  @Test("without a letter, unread rooms come first, then the active ones, the open one and people")
  func order() throws {
    let main = makeMain()
    account.rooms.known.withLock { $0 = [.grace, .linus, .ada] }
    main.open(.template("!open:example.org"))
    let (prompt, _) = try ask(main)
    #expect(prompt.titleText == "Go to")
    #expect(
      titles(prompt) == [
        "mentioned", "unread", "marked", "busy", "Linus Benedict", "quiet", "offer", "Inner",
        "Outer",
        "open", "Grace",
      ])
    #expect(
      prompt.suggestions.value.map(\.noteText) == [
        "@1", "3 unread", "marked unread", "", "@linus:example.org", "", "invite", "space", "space",
        "", "person · @grace:example.org",
      ])
    #expect(prompt.chosenSuggestion.value == 0)
  }

  @Test("each letter leaves fewer, the best one chosen, and Enter goes there")
  func types() throws {
    let main = makeMain()
    let (prompt, arrivals) = try ask(main)
    prompt.textChanged("u")
    #expect(titles(prompt) == ["unread", "busy", "Linus Benedict", "quiet", "Outer"])
    prompt.moveSuggestion(by: 1)
    #expect(prompt.chosenSuggestion.value == 1)
    prompt.textChanged("usy")
    #expect(titles(prompt) == ["busy"])
    #expect(prompt.chosenSuggestion.value == 0)
    prompt.moveSuggestion(by: -1)
    #expect(prompt.chosenSuggestion.value == 0)
    prompt.submit.execute()
    #expect(main.prompt.value == nil)
    #expect(main.conversation.value?.roomID == .template("!busy:example.org"))
    arrivals.expect(.conversation)
  }

  @Test("all words must occur, in the name or the address; nothing found cannot be answered")
  func words() throws {
    let main = makeMain()
    let (prompt, _) = try ask(main)
    prompt.textChanged("bene lin")
    #expect(titles(prompt) == ["Linus Benedict"])
    prompt.textChanged("linus:example")
    #expect(titles(prompt) == ["Linus Benedict"])
    prompt.textChanged("bene grace")
    #expect(titles(prompt).isEmpty)
    #expect(prompt.chosenSuggestion.value == nil)
    #expect(!prompt.submit.isEnabled.value)
    prompt.textChanged("")
    #expect(prompt.submit.isEnabled.value)
  }

  @Test("a person without a direct chat shows their profile; people who come later move nothing")
  func people() throws {
    let main = makeMain()
    account.profiles.onRefresh.answer(with: .empty)
    account.rooms.known.withLock { $0 = [.grace] }
    let (prompt, arrivals) = try ask(main)
    prompt.textChanged("grc")
    #expect(titles(prompt) == ["Grace"])
    prompt.submit.execute()
    #expect(main.profile.value?.userIDText.value == User.grace.id.rawValue)
    arrivals.expect(.profile)
  }

  @Test("a space in a folded one is unfolded and shown in the list, also under a filter")
  func spaces() throws {
    let main = makeMain()
    let list = main.roomList
    let outer = try #require(list.index(of: RoomSection.space(RowID("!Outer:example.org")).lineID))
    list.toggleSection(at: outer)
    list.filter(words: "busy")
    let (prompt, arrivals) = try ask(main)
    prompt.textChanged("inner")
    prompt.submit.execute()
    let line = RoomSection.space(RowID("!Inner:example.org")).lineID
    arrivals.expect(.roomList(line))
    #expect(list.filterText.value == "")
    let index = try #require(list.index(of: line))
    guard case .section(let shown) = list.entries.value[index] else {
      Issue.record("not a section")
      return
    }
    #expect(shown.titleText == "Inner" && shown.isOpen)
  }

  @Test("an invite beyond the first dozen is shown in the list, and answered there")
  func invites() throws {
    let offers = (10..<40).map { number in
      room("offer \(number)", minute: Int64(-number)) { $0.membership = .invited }
    }
    let main = makeMain(offers)
    let (prompt, arrivals) = try ask(main)
    prompt.textChanged("offer 38")
    prompt.submit.execute()
    let id = RowID("!offer38:example.org")
    arrivals.expect(.roomList(id))
    let index = try #require(main.roomList.index(of: id))
    guard case .room(let row) = main.roomList.entries.value[index] else {
      Issue.record("not a room")
      return
    }
    #expect(row.id == id)
    #expect(main.conversation.value == nil)
    #expect(account.rooms.onJoin.takeCalls().isEmpty)
  }

  @Test("no more than fifty are offered, of any number of rooms")
  func many() throws {
    let main = makeMain((0..<2000).map { room("room \($0)") })
    let (prompt, _) = try ask(main)
    #expect(titles(prompt).count == 50)
    prompt.textChanged("room 1999")
    #expect(titles(prompt).first == "room 1999")
  }

  @Test("a silent room says nothing of what came before, and a number that may be larger says so")
  func counts() throws {
    let main = makeMain([
      room("least", minute: 2) { ($0.unreadCount, $0.threadUnreadIsLeast) = (39, true) },
      room("silent", minute: 1) {
        ($0.unreadCount, $0.mentionCount, $0.alerts) = (2, 1, .none)
      },
    ])
    let (prompt, _) = try ask(main)
    #expect(prompt.suggestions.value.map(\.noteText) == ["39+ unread", ""])
  }

  @Test("a room that is marked as unread is not any more once it was gone to")
  func mark() throws {
    let main = makeMain()
    let room: RoomID = .template("!marked:example.org")
    account.rooms.marked.withLock { _ = $0.insert(room) }
    account.rooms.onMark.answer(with: .empty)
    let (prompt, _) = try ask(main)
    prompt.textChanged("marked")
    prompt.submit.execute()
    #expect(main.conversation.value?.roomID == room)
    #expect(account.rooms.onMark.takeCalls() == [.init(false, room)])
  }
}
