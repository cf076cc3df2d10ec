import Controllers
import Models
import Signals
import SignalsTesting
import Support
import Testing

@testable import ViewModels

@Suite("Keys in sentences")
@MainActor
struct NamedKeyTests {
  @Test("are those that the user has given, or that of the menu where there is none")
  func keys() {
    var chosen = Preferences()
    #expect(chosen.key(.refresh) == "F5")
    chosen.keys = ["refresh": ["F10", "M-r"], "mark-unread": [], "actions": []]
    #expect(chosen.key(.refresh) == "F10")
    #expect(chosen.key(.markUnread) == "F2")
    chosen.keys["actions"] = ["F3"]
    #expect(chosen.key(.markUnread) == "F3")
  }

  @Test("follow a change at once in the empty list, and in what a key has done")
  func sentences() throws {
    let test = TestWorld()
    let account = FakeAccount()
    let main = MainViewModel(
      session: account.session, sessions: FakeSessionController(), world: test.world)
    account.rooms.list.send([])
    #expect(
      main.roomList.emptyText.value
        == "No rooms yet. c creates one, J joins one, m writes to a person.")
    _ = test.world.preferences.bind("join-room", to: ["M-j"]).handled(failed: { _ in }).detached()
    _ = test.world.preferences.bind("mark-read", to: ["M-u"]).handled(failed: { _ in }).detached()
    #expect(main.roomList.emptyText.value.contains("c creates one, M-j joins one"))

    account.rooms.list.send([.template("tea", name: "Tea")])
    account.rooms.onMark.answer(with: .just(()))
    var told: [String] = []
    main.markUnread(try #require(main.roomList.rows.value.first)) { told.append($0) }
    #expect(told == ["Tea is marked as unread; M-u takes that back"])
  }
}
