import Controllers
import Models
import Signals
import Support
import Testing

@testable import ViewModels

/// Names of any length where they are labels.
@Suite("Names as labels")
@MainActor
struct LabelTests {
  private static nonisolated let hostile = [
    String(repeating: "x", count: 1_000), String(repeating: "名", count: 340),
    "a" + String(repeating: "\u{301}", count: 500), String(repeating: "👩‍👩‍👧", count: 40),
  ]

  @Test("usual names stay as they are; longer ones are cut, wide ones earlier")
  func lengths() {
    #expect(Names.label("Grace Hopper") == "Grace Hopper")
    let most = String(repeating: "x", count: 64)
    #expect(Names.label(most) == most)
    #expect(Names.label(most + "x") == most + "…")
    #expect(Names.label(String(repeating: "名", count: 32)).count == 32)
    let wide = String(repeating: "名", count: 33)
    #expect(Names.label(wide) == wide.dropLast() + "…")
  }

  @Test("of a room's name that is too long, the middle is left out")
  func ends() {
    func label(_ name: String) -> String { Names.label(Room.template(name: name)) }
    let (start, most) = (String(repeating: "x", count: 44), String(repeating: "x", count: 64))
    #expect(label(most) == most)
    #expect(label(most + "yz") == start + "…" + most.prefix(17) + "yz")
    let wide = String(repeating: "名", count: 33)
    #expect(label(wide) == wide.prefix(22) + "…" + wide.prefix(9))
    // No mark stands without its letter.
    let marks = { String(repeating: "\u{301}", count: $0) }
    #expect(label(most + "e" + marks(18)) == start + "…e" + marks(18))
    #expect(label(most + "e" + marks(30)) == start + "…")
  }

  @Test("nobody takes more than a line of a question, a notice or a heading", arguments: hostile)
  func labels(name: String) throws {
    let user = User(id: User.grace.id, displayName: name)
    let room = Room.template("tea", name: name)
    #expect(Names.heading(user).unicodeScalars.count <= 65)
    #expect(PersonText.name(user).unicodeScalars.count <= 65 + 21)
    #expect(Names.text(user) == name, "the whole name is still known")

    let test = TestWorld()
    let account = FakeAccount()
    let main = account.screen(in: room, test.world)
    let row = try #require(main.roomList.rows.value.first)
    let questions: [() -> Void] = [
      { main.askToLeave(row) }, { main.askToForget(row) },
      { main.askToReportRoom(row) { _ in } }, { main.askToInvite(to: row) { _ in } },
    ]
    for question in questions {
      question()
      let title = try #require(main.prompt.value?.titleText)
      #expect(title.unicodeScalars.count < 65 + 60, "\(title)")
      #expect(title.contains("…"))
    }
    #expect(main.conversation.value.map { $0.titleText.value.unicodeScalars.count <= 65 } == true)

    let change = MembershipChange(
      user: user.id, displayName: name, kind: .renamed(from: name, to: name + "2"))
    let message = Message.template("1") { $0.content = .membership(change) }
    let text = EventText(name: { _ in Names.label(user) }).preview(message, isOwn: false)
    #expect(text.unicodeScalars.count < 2 * 65 + 20, "\(text)")
  }

  @Test("IDs are labels too, in questions and notices")
  func identifiers() throws {
    let long = "@" + String(repeating: "x", count: 240) + ":example.org"
    let user = User(id: try #require(UserID(long)), displayName: "Grace")
    #expect(PersonText.name(user) == "Grace (\(Names.label(long)))")
    #expect(PersonText.name(User(id: user.id)) == Names.label(long))
    #expect(Names.label(long).count == 65 && Names.label(long).hasSuffix("…"))
    let room = Room.template("tea", name: "Tea") {
      $0.membership = .invited
      $0.inviter = user
    }
    #expect(InviteText.question(room).contains("Invited by Grace (\(Names.label(long)))."))

    let test = TestWorld()
    let account = FakeAccount()
    let main = account.screen(in: .template("tea", name: "Tea"), test.world)
    let next = try #require(RoomID("!" + String(repeating: "y", count: 240) + ":example.org"))
    main.askToJoin(replacement: next)
    #expect(
      main.prompt.value?.titleText
        == "Join the room that took this one's place, \(Names.label(next))?")
    main.openProfile(user.id)
    main.askToReportPerson { _ in }
    #expect(main.prompt.value?.titleText.contains("Report \(Names.label(long)) to") == true)
  }

  @Test("names of servers are labels too")
  func servers() throws {
    let long = String(repeating: "x", count: 230) + ".org"
    let label = Names.label(long)
    let account = FakeAccount(userID: try #require(UserID("@ada:" + long)))
    let main = account.screen(in: .template("tea", name: "Tea"), TestWorld().world)
    main.openProfile(User.grace.id)
    main.askToReportPerson { _ in }
    #expect(
      main.prompt.value?.titleText
        == "Report \(User.grace.id.rawValue) to the administrators of \(label)?")
    account.rooms.onPublicRooms.answer(with: .never)
    main.browseDirectory { _ in }
    #expect(main.sheet.value?.titleText == "Public rooms of \(label)")
    let error = RequestError(operation: .join, reason: .isolatedServer(long))
    #expect(ErrorSentences.text(error).contains("so \(label) cannot"))
    let server = ServerDescription(
      address: "https://" + long, newestVersion: nil, acceptsPasswords: true)
    #expect(SignInHints.name(server) == label)
  }

  @Test(
    "names that look the same in letters of several alphabets are told apart by their IDs",
    arguments: ["\u{430}da", "ad\u{430}", "\u{410}DA", "a\u{501}a"])
  func alphabets(name: String) {
    let people = [
      User.ada.id: User(id: User.ada.id, displayName: "Ada"),
      User.grace.id: User(id: User.grace.id, displayName: name),
      User.linus.id: User(id: User.linus.id, displayName: "Zo\u{EB}"),
    ]
    let owners = Names.owners(among: people)
    #expect(
      Names.text(User.ada.id, among: people, owners: owners) == "\(User.ada.id.rawValue) (Ada)")
    #expect(
      Names.text(User.grace.id, among: people, owners: owners)
        == "\(User.grace.id.rawValue) (\(name))")
    #expect(Names.text(User.linus.id, among: people, owners: owners) == "Zo\u{EB}")
    // A former name counts as well.
    let others = Names.owners(among: [User.ada.id: User(id: User.ada.id, displayName: "Ada")])
    #expect(
      Names.text(name, of: User.grace.id, owners: others) == "\(User.grace.id.rawValue) (\(name))")
    #expect(Names.text("y\u{43E}u", of: User.grace.id, owners: others).hasSuffix(" (y\u{43E}u)"))
  }

  @Test("two people whose names differ only far behind are told apart by their IDs")
  func lookalikes() {
    let start = String(repeating: "x", count: 100)
    let people = [
      User.grace.id: User(id: User.grace.id, displayName: start + "1"),
      User.linus.id: User(id: User.linus.id, displayName: start + "2"),
    ]
    let owners = Names.owners(among: people)
    for id in people.keys {
      #expect(Names.text(id, among: people, owners: owners).hasPrefix(id.rawValue + " ("))
    }
  }
}
