import Controllers
import Models
import SeededRandom
import Signals
import SignalsTesting
import Support
import Testing
import ViewModels

@Suite("Room list view model: changes of single rooms")
@MainActor
struct RoomChangeTests {
  private let account = FakeAccount()
  private let selection = MutableProperty<RoomID?>(nil)

  private func makeList(_ rooms: [Room]) -> RoomListViewModel {
    let list = RoomListViewModel(
      session: account.session, selection: selection, navigator: Navigator())
    account.rooms.list.send(rooms)
    return list
  }

  private func room(_ name: String, minute: Int64) -> Room {
    .template(name, name: name) { $0.lastActivity = .noon(plusMinutes: minute) }
  }

  private func rooms(_ count: Int) -> [Room] {
    (0..<count).map { room("r\($0)", minute: Int64($0)) }
  }

  private func names(_ list: RoomListViewModel) -> [String] {
    list.rows.value.map(\.content.value.nameText)
  }

  @Test("a list of any length creates only the texts of rows in use")
  func rowsAreMadeWhenSeen() {
    let list = makeList(rooms(2000))
    #expect(list.contentCount == 0)
    for row in list.rows.value.prefix(3) { _ = row.content.value }
    #expect(list.contentCount == 3)
    selection.value = .template("!r7:example.org")
    #expect(list.contentCount == 3)
    #expect(list.selectedRow.value?.content.value.isSelected == true)
    #expect(list.contentCount == 4)
  }

  @Test("a change recreates only the texts of its own row", arguments: [10, 2000])
  func changeOfOne(count: Int) {
    let rooms = rooms(count)
    let list = makeList(rooms)
    _ = names(list)
    let (made, entries) = (list.contentCount, Recorder(list.entries.map(\.count)))
    entries.skipAll()
    let told = Counter()
    let watching = list.entries.observe { _ in told.increase() }

    account.rooms.changes.send(.changed([rooms[3].with { $0.unreadCount = 2 }]))
    #expect(list.contentCount == made + 1)
    #expect(told.count == 1)
    account.rooms.changes.send(.changed([room("r3", minute: 9999)]))
    #expect(list.contentCount == made + 2)
    #expect(told.count == 2)
    #expect(list.rows.value.first?.content.value.nameText == "r3")
    entries.expectNothing()
    watching.dispose()
  }

  @Test("a room appears, moves to another section, and disappears")
  func life() {
    let list = makeList([room("a", minute: 5), room("b", minute: 3)])
    let row = list.rows.value[1]
    account.rooms.changes.send(.changed([.invite("c", name: "c"), room("d", minute: 4)]))
    #expect(names(list) == ["c", "a", "d", "b"])
    #expect(list.entries.value.groups.map(\.titleText) == ["Invites", "Rooms"])

    account.rooms.changes.send(
      .changed([room("b", minute: 3).with { $0.directUser = User.grace.id }]))
    #expect(names(list) == ["c", "b", "a", "d"])
    #expect(list.rows.value[1] === row)
    #expect(list.entries.value.groups.map(\.titleText) == ["Invites", "Direct", "Rooms"])

    account.rooms.changes.send(.changed([room("a", minute: 5).with { $0.membership = .left }]))
    account.rooms.changes.send(.changed([room("e", minute: 5).with { $0.membership = .left }]))
    account.rooms.changes.send(.changed([room("d", minute: 4).with { $0.isSpace = true }]))
    #expect(names(list) == ["c", "b"])
    #expect(list.index(of: RowID("!a:example.org")) == nil)
  }

  @Test("a heading changes although no row moves")
  func sectionAlone() {
    let list = makeList([.invite("a", name: "a"), room("b", minute: 0)])
    account.rooms.changes.send(.changed([room("a", minute: 9)]))
    #expect(names(list) == ["a", "b"])
    #expect(list.entries.value.groups.map(\.titleText) == ["Rooms"])
  }

  @Test("after any changes the rows equal those of a newly created list")
  func anyChanges() {
    var random = SeededGenerator(seed: 7)
    var all = Dictionary(uniqueKeysWithValues: rooms(40).map { ($0.id, $0) })
    let list = makeList(Array(all.values))
    for _ in 0..<300 {
      let changed = (0...Int.random(in: 0..<3, using: &random)).map { _ in
        anyRoom(using: &random)
      }
      for room in changed { all[room.id] = room }
      account.rooms.changes.send(.changed(changed))
      let fresh = RoomListViewModel(
        session: FakeAccount.listing(Array(all.values)), selection: selection,
        navigator: Navigator())
      #expect(list.rows.value.map(\.id) == fresh.rows.value.map(\.id))
      #expect(list.entries.value.groups == fresh.entries.value.groups)
    }
    for (index, entry) in list.entries.value.enumerated() {
      #expect(list.index(of: entry.id) == index)
    }
  }

  private func anyRoom(using random: inout SeededGenerator) -> Room {
    room(
      "r\(Int.random(in: 0..<50, using: &random))",
      minute: Int64.random(in: 0..<20, using: &random)
    ).with {
      $0.membership = [.joined, .joined, .invited, .left].randomElement(using: &random) ?? .joined
      if Bool.random(using: &random) { $0.directUser = User.grace.id }
    }
  }

  @Test("the open room's row stays selected when the order changes, without another notification")
  func selectedStays() {
    let list = makeList(rooms(5))
    selection.value = .template("!r2:example.org")
    let told = Recorder(list.selectedRow.map { $0?.id })
    told.expect(RowID("!r2:example.org"))
    let count = Counter()
    let watching = list.selectedRow.observe { _ in count.increase() }
    account.rooms.changes.send(.changed([room("r0", minute: 99)]))
    #expect(count.count == 1)
    account.rooms.changes.send(.changed([room("r2", minute: 5).with { $0.membership = .left }]))
    told.expect(nil)
    account.rooms.changes.send(.changed([room("r2", minute: 5)]))
    told.expect(RowID("!r2:example.org"))
    #expect(list.selectedRow.value?.content.value.isSelected == true)
    watching.dispose()
  }
}

extension FakeAccount {
  /// The session of an account that has these rooms.
  @MainActor
  fileprivate static func listing(_ rooms: [Room]) -> Session {
    let account = FakeAccount()
    account.rooms.list.send(rooms)
    return account.session
  }
}
