import Controllers
import Imaging
import Models
import Signals
import SignalsTesting
import Support
import Testing
import ViewModels

@Suite("The head and the lists of a room's settings")
@MainActor
struct RoomListsTests {
  private let test = TestWorld()
  private let account = FakeAccount()
  private let room = Room.template("tea", name: "Tea")
  private let told = Told()

  private final class Told {
    var lines: [String] = []
  }

  private func settings(
    _ more: [RoomSetting] = [], rooms: [RoomID] = [], own: Int? = 100, version: String = "10"
  ) -> RoomSettings {
    RoomSettings(
      values: [.name("Tea"), .topic("Leaves\nand water"), .joinRule("restricted")] + more,
      otherAddresses: [.template("#cups:example.org")], allowedRooms: rooms, version: version,
      ownPower: own, neededPower: [.otherAddress: 50, .joinRule: 50, .allowedRoom: 50])
  }

  private func open(_ settings: RoomSettings) throws -> (MainViewModel, SheetViewModel) {
    account.rooms.onSettings.answer(with: .just(settings))
    account.rooms.onRoster.answer(
      with: .just([RoomPerson(user: .ada, standing: .joined, power: 100)]))
    let main = MainViewModel(
      session: account.session, sessions: FakeSessionController(), world: test.world)
    account.rooms.list.send([
      room, .template("kitchen", name: "Kitchen"),
      Room.template("house", name: "House").with { $0.isSpace = true },
    ])
    let told = told
    let row = try #require(main.roomList.rows.value.first { $0.roomID == room.id })
    main.showRoomSettings(row) { told.lines.append($0) }
    return (main, try #require(main.sheet.value))
  }

  private func lines(_ sheet: SheetViewModel?) -> [String] {
    (sheet?.rows.value ?? []).map { row in
      [row.quote.senderText, row.quote.noteText, row.actionText, row.refusalText]
        .joined(separator: "|")
    }
  }

  @Test("the picture comes through the cache, in the size of its place; a failure is told")
  func picture() throws {
    let settings = settings([
      .picture(.template("tea")), .address(.template("#tea:example.org")),
    ])
    let (_, sheet) = try open(settings)
    let header = try #require(sheet.header)
    #expect(header.headingText.value == "TEA")
    #expect(header.addressText.value == "#tea:example.org")
    #expect(
      header.factTexts.value == [
        "1 member · members of certain rooms may join", "Leaves and water",
      ])
    #expect(account.images.onImage.takeCalls().isEmpty, "its size is not known yet")
    let size = PixelSize(width: 80, height: 80)
    account.images.onImage.answer(with: .just(.template(3)))
    header.appeared(size)
    #expect(account.images.onImage.takeCalls() == [.init(.template("tea"), size)])
    #expect(header.picture.value == .template(3))
    #expect(header.errorText.value == "")

    account.images.onImage.fail(.unusablePicture(.damaged))
    let (_, other) = try open(settings)
    other.header?.appeared(size)
    #expect(other.header?.errorText.value == "Picture: This picture is damaged.")
    #expect(other.header?.picture.value == test.world.placeholder)
  }

  @Test(
    "without a picture, a name or an address there are the placeholder, the list's name and the ID")
  func bare() throws {
    let (_, sheet) = try open(
      RoomSettings(values: [.name(" ")], ownPower: nil, neededPower: [:]))
    let header = try #require(sheet.header)
    header.appeared(PixelSize(width: 8, height: 16))
    #expect(account.images.onImage.takeCalls().isEmpty)
    #expect(header.headingText.value == "TEA")
    #expect(header.addressText.value == room.id.rawValue)
    #expect(header.factTexts.value == ["1 member"])
  }

  @Test("an address is added, removed after a question, and both are taken back")
  func addresses() throws {
    let (main, sheet) = try open(settings())
    try sheet.choose("More addresses")
    let list = try #require(main.sheet.value)
    #expect(list.titleText == "More addresses of the room")
    #expect(lines(list) == ["add an address…||add|", "#cups:example.org||remove|"])
    try list.choose("add an address…")
    main.answer("no/\u{7}")
    #expect(
      main.prompt.value?.errorText.value
        == "“no/\u{7}” is not valid. Enter an address such as #tea:example.org.")
    account.rooms.onSet.fail(.refused, status: 400, code: "M_BAD_ALIAS")
    main.answer("leaves")
    #expect(main.prompt.value?.errorText.value == "This address does not lead to the room.")
    let leaves: RoomAlias = .template("#leaves:example.org")
    account.rooms.onSet.answer(with: .just(.otherAddress(leaves, false)))
    main.answer("leaves")
    #expect(account.rooms.onSet.takeCalls().last == .init(.otherAddress(leaves, true), room.id))
    #expect(
      told.lines == [
        "Address added. u in the room's settings takes it back"
      ])
    #expect(list.canUndo.value == true)
    list.undo()
    #expect(account.rooms.onSet.takeCalls() == [.init(.otherAddress(leaves, false), room.id)])

    let cups: RoomAlias = .template("#cups:example.org")
    try list.choose("#cups:example.org")
    #expect(main.prompt.value?.isConfirmation == true)
    #expect(main.prompt.value?.titleText == "Remove #cups:example.org?")
    account.rooms.onSet.answer(with: .just(.otherAddress(cups, true)))
    main.prompt.value?.submit.execute()
    #expect(account.rooms.onSet.takeCalls() == [.init(.otherAddress(cups, false), room.id)])
    #expect(main.sheet.value === list)
  }

  @Test("rooms and spaces whose members may join are named, added by name and removed")
  func allowed() throws {
    let house: RoomID = .template("!house:example.org")
    let far: RoomID = .template("!far:elsewhere.org")
    let (main, sheet) = try open(settings(rooms: [house, far]))
    #expect(
      sheet.rows.value.first { $0.labelText == "Allowed rooms" }?.quote.bodyText
        == "House, !far:elsewhere.org")
    try sheet.choose("Allowed rooms")
    let list = try #require(main.sheet.value)
    #expect(
      lines(list) == [
        "add a room or a space…||add|", "House|!house:example.org|remove|",
        "!far:elsewhere.org||remove|",
      ])
    try list.choose("add a room or a space…")
    main.answer("nowhere")
    #expect(main.prompt.value?.submit.isEnabled.value == false)
    let other: RoomID = .template("!other:elsewhere.org")
    account.rooms.onSet.answer(with: .just(.allowedRoom(other, false)))
    main.answer(other.rawValue)
    try list.choose("add a room or a space…")
    let kitchen: RoomID = .template("!kitchen:example.org")
    account.rooms.onSet.answer(with: .just(.allowedRoom(kitchen, false)))
    main.answer("kit")
    try list.choose("House")
    account.rooms.onSet.answer(with: .just(.allowedRoom(house, true)))
    main.prompt.value?.submit.execute()
    #expect(
      account.rooms.onSet.takeCalls().map(\.setting) == [
        .allowedRoom(other, true), .allowedRoom(kitchen, true), .allowedRoom(house, false),
      ])
    #expect(
      told.lines.last == "Its members may no longer join. u in the room's settings takes it back")
  }

  @Test("without the power the lists are shown and say why nothing changes")
  func refused() throws {
    let why = "It needs the power 50, and you have 0"
    let (main, sheet) = try open(settings(own: 0))
    #expect(
      sheet.rows.value.first { $0.labelText == "Allowed rooms" }?.refusalText == why,
      "an empty list is not worth a look")
    try sheet.choose("More addresses")
    #expect(
      lines(main.sheet.value) == [
        "add an address…|\(why)|add|\(why)", "#cups:example.org|||\(why)",
      ])
    try #require(main.sheet.value).choose("#cups:example.org")
    #expect(main.prompt.value == nil)
  }

  @Test(
    "rules that the room's version does not have are greyed; without such a rule there is no list")
  func versions() throws {
    let (main, sheet) = try open(settings(version: "7"))
    try sheet.choose("Who may join")
    let why = "Rooms of version 7 do not have this"
    #expect(main.sheet.value?.rows.value.map(\.refusalText) == ["", "", why, why, ""])
    try #require(main.sheet.value).choose("members of certain rooms")
    #expect(account.rooms.onSet.takeCalls().isEmpty)

    let (_, open) = try open(settings([.joinRule("public")]))
    #expect(!open.rows.value.contains { $0.labelText == "Allowed rooms" })
  }
}
