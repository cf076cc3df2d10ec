import Controllers
import Models
import Signals
import SignalsTesting
import Support
import Testing
import ViewModels

@Suite("Room list view model: sections")
@MainActor
struct SectionTests {
  private let account = FakeAccount()
  private let selection = MutableProperty<RoomID?>(nil)

  private func makeList(_ rooms: [Room]) -> RoomListViewModel {
    let list = RoomListViewModel(
      session: account.session, selection: selection, navigator: Navigator())
    account.rooms.list.send(rooms)
    return list
  }

  /// The entries in order, with headings, marks of lines, and two blanks for each level.
  private func lines(_ list: RoomListViewModel) -> [String] {
    let entries = list.entries.value
    return entries.groups.flatMap { group -> [String] in
      let heading = group.titleText.isEmpty ? [] : ["# \(group.titleText)"]
      return heading
        + group.entries.map { index in
          String(repeating: "  ", count: group.depth) + text(entries[index])
        }
    }
  }

  private func text(_ entry: RoomListEntry) -> String {
    switch entry {
    case .room(let row): row.content.value.nameText
    case .moreInvites: "more"
    case .section(let line):
      [
        line.isOpen ? "v" : ">", line.titleText, line.countText, line.unreadText,
        line.mentionText,
      ].filter { !$0.isEmpty }.joined(separator: " ")
    }
  }

  private var tagged: [Room] {
    [
      room("plain", minute: 5), room("star", minute: 1) { $0.isFavourite = true },
      room("both", minute: 2) { ($0.isFavourite, $0.isLowPriority) = (true, true) },
      room("noise", minute: 9) { $0.isLowPriority = true },
      room("grace") { $0.directUser = User.grace.id },
    ]
  }

  @Test("favourites come before direct chats, and rooms of low priority last")
  func tags() {
    let list = makeList(tagged)
    #expect(
      lines(list) == [
        "# Favourites", "both", "star", "# Direct", "grace", "# Rooms", "plain",
        "# Low priority", "noise",
      ])
    account.rooms.changes.send(.changed([room("plain", minute: 5) { $0.isFavourite = true }]))
    #expect(Array(lines(list).prefix(4)) == ["# Favourites", "plain", "both", "star"])
  }

  @Test("a folded section is one line with what it hides, and stays folded")
  func folds() throws {
    let list = makeList(
      tagged + [
        room("loud") { ($0.unreadCount, $0.mentionCount) = (3, 1) },
        room("huge") { $0.unreadCount = .max },
      ])
    let rooms = try #require(list.index(of: RowID("!plain:example.org")))
    #expect(list.canFold(at: rooms))
    list.toggleSection(at: rooms)
    #expect(
      lines(list).suffix(3) == ["> Rooms 3 999+ @1", "# Low priority", "noise"])
    #expect(list.index(of: RowID("!plain:example.org")) == rooms)
    #expect(list.entries.value[rooms].id == list.entries.value[rooms].id)
    #expect(list.index(of: list.entries.value[rooms].id) == rooms)

    let again = makeList(tagged)
    #expect(lines(again).suffix(3) == ["> Rooms 1", "# Low priority", "noise"])
    again.toggleSection(at: rooms)
    #expect(lines(again).contains("plain"))
    #expect(account.places.kept.arrangement == RoomArrangement())
  }

  @Test("all sections fold together, and open again, the invites too")
  func foldsAll() {
    let list = makeList(tagged + [.invite("in", name: "in")])
    list.toggleAllSections()
    #expect(
      lines(list) == [
        "> Invites 1", "> Favourites 2", "> Direct 1", "> Rooms 1", "> Low priority 1",
      ])
    list.toggleAllSections()
    #expect(lines(list).count == 11)
  }

  @Test("folded invites are one line, however many, also after a restart, and do not sort")
  func foldsInvites() throws {
    let invites = (0..<20).map { Room.invite("in\($0)", name: "in\($0)") }
    let list = makeList(invites + [room("plain")])
    #expect(list.canFold(at: 3) && !list.canSort(at: 3))
    list.toggleSection(at: 3)
    #expect(lines(list) == ["> Invites 20", "# Rooms", "plain"])
    #expect(list.index(of: RowID(invites[15].id.rawValue)) == 0)

    let again = makeList(invites + [room("plain")])
    #expect(lines(again).first == "> Invites 20")
    again.filter(words: "in1")
    #expect(lines(again).count == 1 + 11, "what a filter finds is seen")
    again.filter(words: "")
    again.toggleSection(at: 0)
    #expect(lines(again).prefix(2) == ["# Invites", "in0"])
    #expect(account.places.kept.arrangement == RoomArrangement())
  }

  @Test("a section sorts by activity, unread first or by name, and keeps that")
  func sorts() throws {
    let rooms = [
      room("b", minute: 3), room("C", minute: 2) { $0.unreadCount = 1 },
      room("a", minute: 1) { $0.mentionCount = 1 },
      room("d", minute: 0) { $0.isMarkedUnread = true },
    ]
    let list = makeList(rooms)
    #expect(lines(list) == ["# Rooms", "b", "C", "a", "d"])
    #expect(list.sortNext(at: 0) == "Rooms: unread first")
    #expect(lines(list) == ["# Rooms", "a", "C", "d", "b"])
    #expect(list.sortNext(at: 0) == "Rooms: by name")
    #expect(lines(list) == ["# Rooms", "a", "b", "C", "d"])
    account.rooms.changes.send(.changed([room("aa", minute: 9)]))
    #expect(lines(list) == ["# Rooms", "a", "aa", "b", "C", "d"])
    #expect(lines(makeList(rooms)) == ["# Rooms", "a", "b", "C", "d"])
    #expect(list.sortNext(at: 0) == "Rooms: by activity")
    #expect(account.places.kept.arrangement == RoomArrangement())
  }

  @Test("filters show one kind of rooms, and the open one until another is opened")
  func filters() {
    let rooms = [
      room("quiet", minute: 9), room("news", minute: 2) { $0.unreadCount = 1 },
      room("named", minute: 1) { ($0.unreadCount, $0.mentionCount) = (1, 1) },
      room("grace") { $0.directUser = User.grace.id }, .invite("in", name: "in"),
    ]
    let list = makeList(rooms)
    var seen: [String] = []
    for _ in RoomFilter.allCases {
      let names = lines(list).filter { !$0.hasPrefix("#") }.joined(separator: " ")
      seen.append("\(list.filterText.value): \(names)")
      list.filterNext()
    }
    #expect(
      seen == [
        ": in grace quiet news named", "unread: in news named", "mentions: in named",
        "direct: in grace", "rooms: in quiet news named",
      ])

    list.filterNext()
    selection.value = .template("!news:example.org")
    account.rooms.changes.send(.changed([room("news", minute: 2)]))
    #expect(lines(list).contains("news"))
    selection.value = .template("!named:example.org")
    #expect(!lines(list).contains("news"))
    #expect(list.rows.value.count == 5)
    list.endFilter()
    #expect(list.filterText.value == "")
    #expect(lines(list).contains("news"))
  }

  @Test("words find rooms by parts of their names and addresses")
  func words() {
    let list = makeList([
      room("Swift Terminal"), room("Swift Server"),
      room("Other") { $0.alias = RoomAlias("#terminals:example.org") },
    ])
    list.filter(words: "TERM")
    #expect(Set(lines(list)) == ["# Rooms", "Swift Terminal", "Other"])
    list.filter(words: "term swi")
    #expect(lines(list) == ["# Rooms", "Swift Terminal"])
    #expect(list.filterText.value == "term swi")
    selection.value = .template("!Other:example.org")
    #expect(lines(list) == ["# Rooms", "Swift Terminal"], "the open room has other words")
    list.filter(words: "")
    list.toggleAllSections()
    #expect(lines(list) == ["> Rooms 3"])
    list.filter(words: "serv")
    #expect(lines(list) == ["# Rooms", "Swift Server"], "also what is folded is found")
    #expect(!list.canFold(at: 0))
    list.toggleSection(at: 0)
    list.toggleAllSections()
    list.filter(words: "")
    #expect(lines(list) == ["> Rooms 3"])
    list.toggleAllSections()
    list.filter(words: "nothing")
    #expect(list.emptyText.value == "No room is shown by this filter.")
    list.filter(words: "")
    #expect(lines(list).count == 4)
  }

  @Test("spaces are a tree; each room has one place in it, and a folded space stands for all in it")
  func spaces() throws {
    let list = makeList([
      space("Work", ["team", "Tools", "shared"]), space("Tools", ["lint", "shared"]),
      space("Fun", ["shared", "games"]), room("team", minute: 3),
      room("lint") { $0.unreadCount = 2 },
      room("shared", minute: 1), room("games"), room("alone"),
      room("star") { $0.isFavourite = true },
    ])
    #expect(
      lines(list) == [
        "# Favourites", "star", "v Fun", "  shared", "  games", "v Work", "  team",
        "  v Tools", "    lint", "# Rooms", "alone",
      ])
    let work = try #require(list.index(of: list.entries.value[4].id))
    #expect(work == 4)
    list.toggleSection(at: work)
    #expect(Array(lines(list).suffix(3)) == ["> Work 2 2", "# Rooms", "alone"])
    #expect(list.index(of: RowID("!lint:example.org")) == work)
    #expect(list.index(of: RowID("!team:example.org")) == work)

    account.rooms.changes.send(
      .changed([space("Fun", []), space("Work", []).with { $0.membership = .left }]))
    #expect(
      lines(list) == [
        "# Favourites", "star", "v Fun", "v Tools", "  shared", "  lint", "# Rooms", "team",
        "alone", "games",
      ])
  }

  @Test("spaces that contain each other or themselves end, and rows stay consistent")
  func circles() {
    let list = makeList([
      space("a", ["b", "a", "one"]), space("b", ["a", "c"]), space("c", ["b"]), room("one"),
      room("two"),
    ])
    #expect(
      lines(list) == ["v a", "  one", "  v b", "    v c", "# Rooms", "two"])
    for (index, entry) in list.entries.value.enumerated() {
      #expect(list.index(of: entry.id) == index)
    }
  }

  @Test("the next room is one in sight; the next unread one may be folded")
  func steps() {
    let main = MainViewModel(
      session: account.session, sessions: FakeSessionController(), world: TestWorld().world)
    account.rooms.onMark.answer(with: .just(()))
    account.rooms.list.send(
      tagged.map { room in
        room.id.rawValue.contains("noise") ? room.with { $0.unreadCount = 1 } : room
      })
    let list = main.roomList
    list.toggleSection(at: list.entries.value.count - 1)
    for name in ["both", "star", "grace", "plain", "both"] {
      main.nextRoom()
      #expect(main.conversation.value?.roomID == .template("!\(name):example.org"))
    }
    #expect(main.nextUnread())
    #expect(main.conversation.value?.roomID == .template("!noise:example.org"))
  }

  @Test("favourites and low priorities are set and taken back by the same call, and told")
  func tagging() throws {
    let main = MainViewModel(
      session: account.session, sessions: FakeSessionController(), world: TestWorld().world)
    account.rooms.list.send([room("a")])
    let row = try #require(main.roomList.rows.value.first)
    var told: [String] = []
    account.rooms.onTag.answer(with: .just(()))
    main.toggleFavourite(row) { told.append($0) }
    main.toggleLowPriority(row) { told.append($0) }
    account.rooms.list.send([room("a") { ($0.isFavourite, $0.isLowPriority) = (true, true) }])
    main.toggleFavourite(row) { told.append($0) }
    account.rooms.onTag.fail(.timedOut)
    main.toggleLowPriority(row) { told.append($0) }
    #expect(
      account.rooms.onTag.takeCalls().map(\.tag) == [.favourite, .lowPriority, .none, .none])
    #expect(
      told == [
        "a is a favourite; the same key takes that back",
        "a has a low priority; the same key takes that back",
        "a is no favourite any more; the same key takes that back",
        "The server did not answer in time. Try again.",
      ])
  }

  @Test("the key that made a room of low priority a favourite makes it one of low priority again")
  func taggingBack() throws {
    let main = MainViewModel(
      session: account.session, sessions: FakeSessionController(), world: TestWorld().world)
    account.rooms.list.send([room("a") { $0.isLowPriority = true }])
    let row = try #require(main.roomList.rows.value.first)
    var told: [String] = []
    account.rooms.onTag.answer(with: .just(()))
    main.toggleFavourite(row) { told.append($0) }
    account.rooms.list.send([room("a") { $0.isFavourite = true }])
    account.rooms.onTag.answer(with: .just(()))
    main.toggleFavourite(row) { told.append($0) }
    #expect(account.rooms.onTag.takeCalls().map(\.tag) == [.favourite, .lowPriority])
    #expect(told.last == "a has a low priority; the same key takes that back")
  }

  @Test("rooms that are written to at once stand in the order of their messages, as if sorted anew")
  func changes() {
    var dice = Dice()
    var rooms = (0..<12).map { room("r\($0)", minute: $0) }
    let list = makeList(rooms)
    for step in 0..<300 {
      // Some of them in the same millisecond, as in one sync.
      let changed = (0...dice.roll(3)).map { _ in dice.roll(rooms.count) }
      for index in changed {
        rooms[index] = rooms[index].with {
          $0.lastActivity = Timestamp(milliseconds: Int64(1_000_000 + step - dice.roll(2)))
          $0.isFavourite = dice.roll(9) == 0
        }
      }
      account.rooms.list.send(rooms)
      #expect(lines(list) == lines(makeFresh(rooms)))
    }
  }

  private func makeFresh(_ rooms: [Room]) -> RoomListViewModel {
    let account = FakeAccount()
    let list = RoomListViewModel(
      session: account.session, selection: selection, navigator: Navigator())
    account.rooms.list.send(rooms)
    return list
  }
}
