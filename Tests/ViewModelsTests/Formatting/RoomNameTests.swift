import Models
import Signals
import Support
import Testing
import ViewModels

@Suite("Names of rooms")
@MainActor
struct RoomNameTests {
  @Test("a brief name is the beginning of a long one")
  func brief() {
    #expect(Names.brief("Harbour") == "Harbour")
    #expect(Names.brief(String(repeating: "é", count: 100)).count == 100)
    #expect(
      Names.brief(String(repeating: "é", count: 101)) == String(repeating: "é", count: 100) + "…")
    #expect(Names.brief("e" + String(repeating: "\u{301}", count: 1 << 20)).utf8.count < 300)
  }

  @Test(
    "a room is called as the specification says",
    arguments: [
      (Room.template(name: "Swift") { $0.alias = .template("#swift:example.org") }, "Swift"),
      (.template(name: "  ") { $0.alias = .template("#swift:example.org") }, "#swift:example.org"),
      (
        .template(name: "\u{2800}\u{200B}") { $0.alias = .template("#swift:example.org") },
        "#swift:example.org"
      ),
      (.template { $0.heroes = [.template("anon", name: "\u{3164}")] }, "@anon:example.org"),
      (.template { $0.heroes = [.grace] }, "Grace"),
      (
        .template {
          $0.heroes = [.grace, .linus]
          $0.joinedCount = 3
        }, "Grace and Linus"
      ),
      (
        .template {
          $0.heroes = [.grace]
          $0.joinedCount = 3
          $0.invitedCount = 1
        }, "Grace and 2 others"
      ),
      (
        .template {
          $0.heroes = [.grace, .linus]
          $0.joinedCount = 4
        }, "Grace, Linus and 1 other"
      ),
      (
        .template {
          $0.heroes = [.grace, .linus]
          $0.joinedCount = 1
        }, "Empty room (was Grace and Linus)"
      ),
      (
        .template {
          $0.heroes = [.grace]
          $0.joinedCount = 0
        }, "Grace"
      ),
      (
        .template {
          $0.heroes = [.grace, .linus]
          $0.joinedCount = .max
          $0.invitedCount = .max
        }, "Grace, Linus and 9223372036854775804 others"
      ),
      (.template { $0.joinedCount = 1 }, "Empty room"),
      (.template { $0.joinedCount = 2 }, "Room without a name"),
      (
        .template("a", name: "   ") {
          $0.heroes = [.grace]
          $0.joinedCount = 2
        }, "Grace"
      ),
      (.template { $0.directUser = .template("@grace:example.org") }, "@grace:example.org"),
      (.template { $0.heroes = [.template("anon", name: " ")] }, "@anon:example.org"),
      (
        .template {
          $0.membership = .invited
          $0.inviter = .grace
          $0.joinedCount = 0
        }, "Grace"
      ),
    ] as [(Room, String)])
  func name(room: Room, text: String) throws {
    let account = FakeAccount()
    let list = RoomListViewModel(
      session: account.session, selection: Property(nil), navigator: Navigator())
    account.rooms.list.send([room])
    #expect(list.rows.value.map(\.content.value.nameText) == [text])
  }

  @Test(
    "a group of blanks is one space: no name reaches the place of a mark with nothing before it",
    arguments: [
      ("Lounge   @1 7", "Lounge @1 7"), ("a\u{A0}\u{3000}b", "a b"),
      ("a \u{200B} \u{2800}b", "a b"), ("a\u{3164}\u{3164}b", "a b"), ("a\t \tb", "a b"),
      ("山\u{3000}川", "山\u{3000}川"), ("❤\u{FE0F} tea", "❤\u{FE0F} tea"),
      ("👩\u{200D}👧 x  y", "👩\u{200D}👧 x y"),
    ])
  func gaps(name: String, shown: String) {
    #expect(Names.text(Room.template(name: name)) == shown)
    #expect(Names.text(User(id: User.grace.id, displayName: name)) == shown)
  }
}
