import Controllers
import Models
import Signals
import SignalsTesting
import Support
import Testing

@testable import ViewModels

@Suite("Rooms whose names look like others")
@MainActor
struct RoomLookAlikeTests {
  private let test = TestWorld()
  private let account = FakeAccount()

  private func room(_ id: String, _ name: String, _ change: (inout Room.Builder) -> Void = { _ in })
    -> Room
  {
    .template(id, name: name).with(change)
  }

  private func names(_ main: MainViewModel) -> Set<String> {
    Set(main.roomList.rows.value.map(\.content.value.nameText))
  }

  private func open() -> MainViewModel {
    MainViewModel(session: account.session, sessions: FakeSessionController(), world: test.world)
  }

  @Test("have their addresses first, in the list and where one goes to a room by its name")
  func labels() throws {
    let main = open()
    let real = room("real", "Bank") { $0.alias = RoomAlias("#bank:example.org") }
    account.rooms.list.send([real, room("other", "Tea")])
    test.scheduler.advance(by: RoomLookAlikes.patience)
    #expect(names(main) == ["Bank", "Tea"])

    // The second letter is Cyrillic.
    let pretended = room("false", "B\u{430}nk") { $0.membership = .invited }
    account.rooms.list.send([real, room("other", "Tea"), pretended])
    test.scheduler.advance(by: RoomLookAlikes.patience)
    #expect(
      names(main) == [
        "#bank:example.org (Bank)", "!false:example.org (B\u{430}nk)", "Tea",
      ])
    main.askWhereToGo { _ in }
    let prompt = try #require(main.prompt.value)
    #expect(
      Set(prompt.suggestions.value.map(\.titleText)) == [
        "#bank:example.org (Bank)", "!false:example.org (B\u{430}nk)", "Tea",
      ])
    // The name alone finds it, as before.
    prompt.textChanged("bank")
    #expect(prompt.suggestions.value.map(\.titleText) == ["#bank:example.org (Bank)"])
    #expect(prompt.suggestions.value.map(\.noteText) == [""])
    // So does an address that stands before a name.
    prompt.textChanged("!false")
    #expect(prompt.suggestions.value.map(\.titleText) == ["!false:example.org (B\u{430}nk)"])

    account.rooms.list.send([real, room("other", "Tea")])
    test.scheduler.advance(by: RoomLookAlikes.patience)
    #expect(names(main) == ["Bank", "Tea"])
  }

  @Test("an address that changes is told apart anew")
  func address() {
    let one = room("one", "Bank") { $0.alias = RoomAlias("#bank:one.org") }
    let two = room("two", "B\u{430}nk") { $0.alias = RoomAlias("#bank:two.org") }
    var alike = RoomLookAlikes().after(.all([one, two]))
    #expect(alike.found == [one.id: ":one.org", two.id: ":two.org"])
    alike = alike.after(.changed([two.with { $0.alias = nil }]))
    #expect(alike.found == [one.id: "#bank:one.org", two.id: "!two:example.org"])
  }

  @Test("rooms of one name are told apart, by their IDs where the address is one too")
  func same() throws {
    let all = ["a", "b"].map { room($0, "Tea") } + [room("c", "Coffee")]
    #expect(
      RoomLookAlikes().after(.all(all)).found
        == [all[0].id: "!a:example.org", all[1].id: "!b:example.org"])
    let replaced = all[0].with { $0.isReplaced = true }
    #expect(RoomLookAlikes().after(.all([replaced, all[1]])).found == [:])
    let claims = all.map { $0.with { $0.alias = RoomAlias("#tea:example.org") } }
    let alike = RoomLookAlikes().after(.all(claims))
    #expect(alike.found == [all[0].id: "!a:example.org", all[1].id: "!b:example.org"])
    let part = try #require(alike.found[all[0].id])
    #expect(LookAlikeName(claims[0], differing: part)?.labelText == "!a:example.org (Tea)")
    let chats = all.map { $0.with { $0.directUser = User.grace.id } }
    #expect(RoomLookAlikes().after(.all(chats)).found == [:])
  }

  @Test(
    "a name with an address in it has its own address too",
    arguments: [
      ("#bank:example.org", true), ("Bank #bank:example.org", true),
      ("B\u{430}nk #bank:example.org", true), ("Bank \u{FF03}bank\u{FF1A}example.org", true),
      ("Talk with @ada:example.org", true), ("News #bank: all", false), ("Wait! Note: it", false),
      ("12:30", false), ("B\u{430}nk", false),
    ])
  func address(name: String, isFound: Bool) throws {
    let one = room("one", name)
    let found = RoomLookAlikes().after(.all([one, room("two", "Tea")])).found
    #expect(found == (isFound ? [one.id: "!one:example.org"] : [:]))
    #expect(RoomLookAlikes().after(.all([room("one", "!one:example.org")])).found == [:])
  }

  @Test("letters that nobody sees tell nothing apart, and names in ASCII alone are what they are")
  func letters() {
    var alike = RoomLookAlikes().after(.all([room("a", "Büro"), room("c", "rn"), room("d", "m")]))
    #expect(alike.found == [:])
    alike = alike.after(.changed([room("b", "Büro\u{200B}")]))
    #expect(alike.found.count == 2)
    alike = alike.after(.changed([room("e", "Bu\u{308}ro ")]))
    #expect(alike.found.count == 3)
    alike = alike.after(.changed([room("e", "B\u{FC}r\u{3BF}")]))
    #expect(alike.found.count == 3)
    alike = alike.after(.changed([room("f", "Coup"), room("g", "\u{421}oup")]))
    // A capital letter looks like one that its small form does not.
    alike = alike.after(.changed([room("h", "Vote"), room("i", "\u{412}ote"), room("j", "Bote")]))
    #expect(Set(alike.found.keys).isSuperset(of: ["f", "g", "i", "j"].map { room($0, "").id }))
    alike = alike.after(
      .changed(["b", "e", "g", "i"].map { room($0, "") { $0.membership = .left } }))
    #expect(alike.found == [:])
  }

  @Test("each change leaves what a comparison of all names finds")
  func incremental() {
    var dice = Dice()
    let names = ["Bank", "B\u{430}nk", "bank", "Tea", "#tea:x", "Tea #tea:x", "rn", "m", "Bank "]
    var rooms: [RoomID: Room] = [:]
    var alike = RoomLookAlikes().after(.all([]))
    for step in 0..<400 {
      let first = dice.roll(9)
      let some = (0...dice.roll(3)).map { number in
        // At first, all names are ASCII.
        let name = step < 50 ? "Tea" : names[dice.roll(names.count)]
        let (alias, isLeft) = (dice.roll(5), dice.roll(4) == 0)
        return room("r\(first + number)", name) {
          if alias > 0 { $0.alias = RoomAlias("#a\(alias):x") }
          if isLeft { $0.membership = .left }
        }
      }
      for room in some { rooms[room.id] = room }
      alike = alike.after(.changed(some))
      #expect(alike.found == RoomLookAlikes().after(.all(Array(rooms.values))).found)
    }
  }

  @Test(
    "long names that begin the same have their addresses, of which the end is shown where they differ"
  )
  func long() throws {
    let main = open()
    let start = String(repeating: "long ", count: 16)
    let alias = "#" + String(repeating: "a", count: 80)
    account.rooms.list.send([
      room("one", start + "one") { $0.alias = RoomAlias("\(alias)-x:example.org") },
      room("two", start + "two") { $0.alias = RoomAlias("\(alias)-y:example.org") },
      room("three", "") { $0.alias = RoomAlias("\(alias)-v:example.org") },
      room("four", "") { $0.alias = RoomAlias("\(alias)-w:example.org") },
    ])
    test.scheduler.advance(by: RoomLookAlikes.patience)
    let rows = main.roomList.rows.value.compactMap(\.content.value.alike)
    #expect(
      Set(rows.map(\.differingText)) == [
        "…-x:example.org", "…-y:example.org", "…-v:example.org", "…-w:example.org",
      ])
    #expect(rows.contains { $0.nameText.hasSuffix("long one") && $0.nameText.count == 64 })
    main.askWhereToGo { _ in }
    let titles = try #require(main.prompt.value).suggestions.value.map(\.titleText)
    #expect(Set(titles.map { $0.prefix(18) }).count == 4, "\(titles)")
    #expect(titles.allSatisfy { $0.hasPrefix("…-") })
  }
}
