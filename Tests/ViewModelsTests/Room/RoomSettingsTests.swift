import Controllers
import Models
import Signals
import SignalsTesting
import Support
import Synchronization
import Testing

@testable import ViewModels

@Suite("The settings of a room")
@MainActor
struct RoomSettingsTests {
  let test = TestWorld()
  let account = FakeAccount()
  let room = Room.template("tea", name: "Tea")
  let told = Told()

  final class Told {
    var lines: [String] = []

    func take() -> [String] {
      defer { lines = [] }
      return lines
    }
  }

  func settings(_ own: Int? = 100, joinRule: String = "invite") -> RoomSettings {
    RoomSettings(
      values: [
        .name("Tea"), .topic("Leaves\nand water"), .picture(.template("tea")),
        .address(.template("#tea:example.org")), .joinRule(joinRule),
        .historyVisibility("shared"), .guests(false), .listed(true),
      ],
      otherAddresses: [.template("#cups:example.org")], version: "11", ownPower: own,
      neededPower: [.name: 50, .topic: 50, .joinRule: 100, .power: 100])
  }

  let people = [
    RoomPerson(user: .ada, standing: .joined, power: 100),
    RoomPerson(user: .grace, standing: .joined, power: 50),
    RoomPerson(user: .linus, standing: .asking, power: 0, reason: "let\nme in"),
    RoomPerson(
      user: User(id: .template("@eve:example.org")), standing: .banned, power: 0,
      reason: "spam"),
  ]

  func open(
    _ own: Int? = 100, joinRule: String = "invite", more: [RoomPerson] = []
  ) throws -> (MainViewModel, SheetViewModel) {
    account.rooms.onSettings.answer(with: .just(settings(own, joinRule: joinRule)))
    account.rooms.onRoster.answer(with: .just(people + more))
    let main = MainViewModel(
      session: account.session, sessions: FakeSessionController(), world: test.world)
    account.rooms.list.send([room])
    let told = told
    main.showRoomSettings(try #require(main.roomList.rows.value.first)) { told.lines.append($0) }
    return (main, try #require(main.sheet.value))
  }

  func lines(_ sheet: SheetViewModel) -> [String] {
    sheet.rows.value.filter { !$0.isHeading }.map { row in
      [row.labelText, row.quote.bodyText, row.actionText, row.refusalText]
        .joined(separator: "|")
    }
  }

  func confirm(_ main: MainViewModel) {
    main.prompt.value?.confirm()
    test.scheduler.advance(by: .seconds(1))
  }

  @Test("people who are invited are counted beside the members")
  func invited() throws {
    let joan = RoomPerson(
      user: User(id: .template("@joan:example.org")), standing: .invited, power: 0)
    let all = people + [joan]
    let rows = RoomSettingText.rows(settings(), all, room: room.id) { _ in "" }
    #expect(rows.first { $0.labelText == "Members" }?.quote.bodyText == "2, 1 invited")
    #expect(RoomSettingText.facts(settings(), all).first?.hasPrefix("2 members") == true)
  }

  @Test("all settings are shown, with the numbers of people")
  func shows() throws {
    let (_, sheet) = try open()
    #expect(sheet.titleText == "Settings of Tea")
    #expect(sheet.noteText.value == "")
    #expect(sheet.keepsFocus && !sheet.canUndo.value)
    #expect(
      lines(sheet) == [
        "Name|Tea|change|", "Topic|Leaves and water|change|", "Picture|set|change|",
        "Address|#tea:example.org|change|", "More addresses|#cups:example.org|show|",
        "Directory|has the room, but may not show it: not everybody can join or ask to|change|",
        "Who may join|only who is invited|change|",
        "History|members read all of it|change|", "Guests|may not join|change|",
        "Members|2|show|", "Asking to join|1|show|",
        "Banned|1|show|", "Version|11|replace|", "Room ID|!tea:example.org||",
      ])
    #expect(
      sheet.rows.value.map(\.headingText).filter { !$0.isEmpty } == [
        "The room", "Addresses", "Access", "People", "Version",
      ])
    #expect(sheet.place == 1, "the first is a heading")
    #expect(account.rooms.onSettings.takeCalls() == [room.id])
    #expect(account.rooms.onRoster.takeCalls() == [room.id])
  }

  @Test("what the account's power does not allow says so, and does nothing")
  func refuses() throws {
    let (main, sheet) = try open(50)
    #expect(
      lines(sheet)[6]
        == "Who may join|only who is invited||It needs the power 100, and you have 50")
    #expect(lines(sheet)[1] == "Topic|Leaves and water|change|")
    try sheet.choose("Who may join")
    #expect(main.sheet.value === sheet)
  }

  @Test("settings that do not load say why")
  func failure() throws {
    account.rooms.onSettings.fail(.refused, status: 403, code: "M_FORBIDDEN")
    account.rooms.onRoster.fail(.refused, status: 403, code: "M_FORBIDDEN")
    let main = MainViewModel(
      session: account.session, sessions: FakeSessionController(), world: test.world)
    account.rooms.list.send([room])
    main.showRoomSettings(try #require(main.roomList.rows.value.first)) { _ in }
    let sheet = try #require(main.sheet.value)
    #expect(sheet.noteText.value == "You may not see the settings of this room.")
    #expect(sheet.rows.value.isEmpty)
  }

  @Test("a changed topic is announced, and taken back by one key")
  func topic() throws {
    let (main, sheet) = try open()
    try sheet.choose("Topic")
    let prompt = try #require(main.prompt.value)
    #expect(prompt.titleText == "Topic of the room")
    #expect(prompt.text.value == "Leaves\nand water")
    account.rooms.onSet.fail(.refused, status: 403, code: "M_FORBIDDEN")
    main.answer("Cups")
    #expect(prompt.errorText.value == "Your power in this room does not allow that.")
    account.rooms.onSet.answer(with: .just(.topic("Leaves")))
    main.answer("Cups")
    #expect(main.prompt.value == nil)
    #expect(
      account.rooms.onSet.takeCalls() == [
        .init(.topic("Cups"), room.id), .init(.topic("Cups"), room.id),
      ])
    #expect(told.take() == ["Topic changed. u in the room's settings takes it back"])
    #expect(account.rooms.onSettings.takeCalls().count == 2)

    #expect(sheet.canUndo.value)
    account.rooms.onSet.fail(.timedOut)
    sheet.undo()
    #expect(told.take() == ["The server did not answer in time. Try again."])
    #expect(sheet.canUndo.value)
    account.rooms.onSet.answer(with: .just(.topic("Cups")))
    sheet.undo()
    #expect(
      account.rooms.onSet.takeCalls() == [
        .init(.topic("Leaves"), room.id), .init(.topic("Leaves"), room.id),
      ])
    #expect(told.take() == ["Taken back: Topic changed"])
    #expect(!sheet.canUndo.value)
  }

  @Test("what somebody else has changed since is not taken back")
  func changedSince() throws {
    let (main, sheet) = try open()
    try sheet.choose("Topic")
    account.rooms.onSet.answer(with: .just(.topic("Leaves")))
    main.answer("Cups")
    _ = (account.rooms.onSet.takeCalls(), told.take())
    account.rooms.isChangedSince.withLock { $0 = true }
    sheet.undo()
    #expect(account.rooms.onSet.takeCalls() == [])
    #expect(told.take() == ["Topic: somebody has changed it since, nothing is taken back."])
  }

  @Test("what others change is shown soon, and the cursor stays")
  func follows() throws {
    let (main, sheet) = try open()
    sheet.moved(to: 2)
    _ = account.rooms.onSettings.takeCalls()
    var renamed = settings()
    renamed.values[.name] = .name("Cups")
    account.rooms.onSettings.answer(with: .just(renamed))
    account.rooms.list.send([.template("tea", name: "Cups")])
    #expect(account.rooms.onSettings.takeCalls() == [])
    test.scheduler.advance(by: .milliseconds(500))
    #expect(account.rooms.onSettings.takeCalls() == [room.id])
    #expect(lines(sheet).first == "Name|Cups|change|")
    #expect(sheet.place == 2 && main.sheet.value === sheet)
    try sheet.choose("Name")
    #expect(main.prompt.value?.text.value == "Cups")
  }

  @Test("the settings of one room do not take back what was changed in another")
  func twoRooms() throws {
    let (main, sheet) = try open()
    try sheet.choose("Topic")
    account.rooms.onSet.answer(with: .just(.topic("Leaves")))
    main.answer("Cups")
    #expect(sheet.canUndo.value)
    let other = Room.template("cups", name: "Cups")
    account.rooms.list.send([room, other])
    account.rooms.onSettings.answer(with: .just(settings()))
    account.rooms.onRoster.answer(with: .just(people))
    let row = main.roomList.rows.value.first { $0.roomID == other.id }
    main.showRoomSettings(try #require(row)) { _ in }
    let next = try #require(main.sheet.value)
    #expect(!next.canUndo.value)
    #expect(sheet.canUndo.value)
  }

  @Test("who asks and who is banned can be let in only by those whose power suffices")
  func refusals() throws {
    let (main, sheet) = try open()
    account.rooms.levels.send(
      RoomPowers(users: [.template("@ada:example.org"): 20], ban: 30, invite: 40))
    try sheet.choose("Banned")
    let banned = try #require(main.sheet.value?.rows.value.first)
    #expect(banned.actionText == "")
    #expect(banned.refusalText == "It needs the power 50, and you have 20")
    main.closeSheet()
    try sheet.choose("Asking to join")
    let asking = try #require(main.sheet.value?.rows.value.first)
    #expect(asking.refusalText == "It needs the power 40, and you have 20")
  }

  @Test("a value that is the same changes nothing, and can be taken back by nothing")
  func unchanged() throws {
    let (main, sheet) = try open()
    try sheet.choose("Name")
    account.rooms.onSet.answer(with: .just(.name("Tea")))
    main.answer("Tea")
    #expect(told.take() == [])
    #expect(!sheet.canUndo.value)
  }

  @Test("a rule is chosen from a list, which goes back to the settings")
  func rules() throws {
    let (main, sheet) = try open()
    try sheet.choose("Who may join")
    let choices = try #require(main.sheet.value)
    #expect(choices.titleText == "Who may join")
    #expect(
      choices.rows.value.map { $0.markText + $0.quote.bodyText } == [
        "✓only who is invited", " who asks and is let in", " members of certain rooms",
        " members of certain rooms, and who asks", " everybody",
      ])
    account.rooms.onSet.fail(.refused, status: 500)
    try choices.choose("everybody")
    #expect(
      choices.noteText.value == "The server has a problem (status 500). Try again later.")
    account.rooms.onSet.answer(with: .just(.joinRule("invite")))
    try choices.choose("everybody")
    #expect(
      account.rooms.onSet.takeCalls().map(\.setting) == [.joinRule("public"), .joinRule("public")])
    #expect(main.sheet.value === sheet)
    #expect(told.take() == ["Who may join changed. u in the room's settings takes it back"])

    try sheet.choose("History")
    #expect(
      main.sheet.value?.rows.value.map(\.quote.bodyText) == [
        "members read it from their joining on", "members read it from their invite on",
        "members read all of it", "everybody reads it, without joining",
      ])
    #expect(main.sheet.value?.place == 2, "the cursor is at the present value")
    main.closeSheet()
    #expect(main.sheet.value === sheet)
    main.closeSheet()
    #expect(main.sheet.value == nil)
  }

  @Test("an address may be a local part; hostile text is refused in words")
  func address() throws {
    let (main, sheet) = try open()
    account.rooms.onSet.answer(with: .just(.address(nil)))
    try sheet.choose("Address")
    #expect(main.prompt.value?.text.value == "#tea:example.org")
    main.answer("te\u{7}a")
    #expect(
      main.prompt.value?.errorText.value
        == "“te\u{7}a” is not valid. Enter an address such as #tea:example.org.")
    main.answer("cups")
    try sheet.choose("Address")
    main.answer("")
    #expect(
      account.rooms.onSet.takeCalls().map(\.setting) == [
        .address(.template("#cups:example.org")), .address(nil),
      ])
  }

  @Test("a picture is removed after a question, or replaced by one of this machine")
  func picture() throws {
    let (main, sheet) = try open()
    try sheet.choose("Picture")
    try #require(main.sheet.value).choose("no picture")
    #expect(main.prompt.value?.titleText == "Remove the picture of the room?")
    account.rooms.onSet.answer(with: .just(.picture(.template("tea"))))
    #expect(main.prompt.value?.isConfirmation == true)
    main.prompt.value?.submit.execute()
    #expect(account.rooms.onSet.takeCalls().map(\.setting) == [.picture(nil)])
    #expect(main.sheet.value === sheet)

    try sheet.choose("Picture")
    try #require(main.sheet.value).choose("another picture…")
    account.profiles.onPicture.answer(
      with: .just(
        NewPicture(bitmap: .template(1), bytes: [1, 2], type: "image/png")))
    account.profiles.onUpload.answer(with: .just(.template("new")))
    account.rooms.onSet.answer(with: .just(.picture(.template("tea"))))
    main.answer("~/my cat.png")
    #expect(account.profiles.onPicture.takeCalls() == ["~/my cat.png"])
    #expect(account.profiles.onUpload.takeCalls().isEmpty)
    let question = try #require(main.prompt.value)
    #expect(question.titleText == "Show everybody in the room ~/my cat.png as its picture?")
    #expect(question.isConfirmation)
    question.submit.execute()
    #expect(account.profiles.onUpload.takeCalls() == [[1, 2]])
    #expect(account.rooms.onSet.takeCalls().map(\.setting) == [.picture(.template("new"))])
  }

  @Test(
    "a room is replaced by one of another version after y",
    arguments: [
      ("invite", "and its members are invited"), ("public", "which its members can join"),
    ])
  func upgrade(joinRule: String, ending: String) throws {
    let (main, sheet) = try open(joinRule: joinRule)
    account.rooms.onRoomVersions.answer(
      with: .just(
        RoomVersions(usual: "11", areStable: ["9": true, "11": true, "12": true, "x": false])))
    try sheet.choose("Version")
    let list = try #require(main.sheet.value)
    #expect(
      list.rows.value.map { "\($0.quote.senderText)|\($0.quote.noteText)|\($0.refusalText)" } == [
        "12||", "11|as now · for new rooms|The room has this version", "9||", "x|not stable|",
      ])
    try list.choose("11")
    #expect(main.prompt.value == nil)
    try list.choose("12")
    let question = try #require(main.prompt.value)
    #expect(question.isConfirmation)
    #expect(question.titleText.hasPrefix("Replace the room by a new one of version 12?"))
    #expect(account.rooms.onUpgrade.takeCalls().isEmpty)
    account.rooms.onUpgrade.answer(with: .just(.template("!new:example.org")))
    question.submit.execute()
    #expect(account.rooms.onUpgrade.takeCalls() == [.init(room.id, to: "12")])
    #expect(told.take() == ["The room is replaced by this one, \(ending)"])
    #expect(main.conversation.value?.roomID == .template("!new:example.org"))

    account.rooms.onRoomVersions.fail(.timedOut)
    let (other, weak) = try open(40)
    try weak.choose("Version")
    #expect(other.sheet.value === weak)
  }

  @Test("the power of a member is a number, and below one's own")
  func power() throws {
    let (main, sheet) = try open()
    try sheet.choose("Members")
    let members = try #require(main.sheet.value)
    #expect(
      members.rows.value.map {
        [$0.quote.senderText, $0.quote.noteText, $0.actionText, $0.refusalText]
      } == [
        ["Ada (@ada:example.org)", "admin (100)", "power", ""],
        ["Grace (@grace:example.org)", "moderator (50)", "power", ""],
      ])
    try members.choose("Grace (@grace:example.org)")
    #expect(main.prompt.value?.titleText == "Power of Grace (@grace:example.org)")
    for text in ["much", "12345678901234567890", "9007199254740992"] {
      main.answer(text)
      #expect(
        main.prompt.value?.errorText.value
          == "A power is a whole number from -9007199254740991 to 9007199254740991, such as 50.")
    }
    account.rooms.onSet.answer(with: .just(.power(User.grace.id, 50)))
    account.rooms.onRoster.answer(
      with: .just([RoomPerson(user: .grace, standing: .joined, power: 0), people[0]]))
    main.answer("0")
    #expect(account.rooms.onSet.takeCalls().map(\.setting) == [.power(User.grace.id, 0)])
    #expect(told.take() == ["Power changed. u in the room's settings takes it back"])
    #expect(main.prompt.value == nil && main.sheet.value === members)
    #expect(
      members.rows.value.map(\.quote.senderText) == [
        "Ada (@ada:example.org)", "Grace (@grace:example.org)",
      ], "nobody moves away from under the cursor")
    #expect(members.rows.value.map(\.quote.noteText) == ["admin (100)", ""])
    #expect(members.canUndo.value)
    main.closeSheet()
    #expect(main.sheet.value === sheet)
    sheet.undo()
    #expect(main.prompt.value?.titleText == "Give @grace:example.org the power 50 again?")
    #expect(account.rooms.onSet.takeCalls() == [])
  }

  @Test("what can be done to a member is the same as elsewhere, and goes back to the members")
  func manages() throws {
    let (main, sheet) = try open()
    #expect(!sheet.hasPeople)
    try sheet.choose("Members")
    let members = try #require(main.sheet.value)
    #expect(members.hasPeople && members.hasMenu)
    let rows = members.rows.value
    #expect(rows.map { main.isOwn($0) } == [true, false])
    members.manage(rows[0]) { _ in }
    #expect(main.sheet.value === members, "nobody removes themselves")
    members.manage(rows[1]) { [told] in told.lines.append($0) }
    let acts = try #require(main.sheet.value)
    #expect(acts.titleText == "@grace:example.org in Tea")
    account.rooms.persons.send(
      PersonInRoom(
        user: .grace, standing: .joined,
        powers: RoomPowers(users: [User.ada.id: 100, User.grace.id: 50])))
    #expect(acts.rows.value.map(\.labelText) == ["Here", "Remove", "Ban", "Power"])
    try acts.choose("Ban")
    account.rooms.onBan.answer(with: .empty)
    main.answer("")
    confirm(main)
    #expect(told.take() == ["Banned: Grace (@grace:example.org)"])
    #expect(main.sheet.value === members)
  }

  @Test("equals and creators keep their power")
  func equals() throws {
    account.rooms.onSettings.answer(with: .just(settings(50)))
    let (main, sheet) = try open(50)
    try sheet.choose("Members")
    #expect(
      main.sheet.value?.rows.value.map(\.refusalText) == [
        "It needs the power 100, and you have 50", "It needs the power 100, and you have 50",
      ])
  }

  @Test(
    "a directory that may not show a room says so, wherever strangers can neither join, ask nor read",
    arguments: [
      ("invite", "shared", true), ("restricted", "joined", true), ("private", "shared", true),
      ("invite", "world_readable", false), ("public", "shared", false), ("knock", "joined", false),
      ("knock_restricted", "shared", false),
    ])
  func directory(joinRule: String, history: String, isDoubtful: Bool) {
    var settings = settings(joinRule: joinRule)
    settings.values[.historyVisibility] = .historyVisibility(history)
    let doubt = "has the room, but may not show it: not everybody can join or ask to"
    let words = isDoubtful ? doubt : "lists the room"
    let rows = RoomSettingText.rows(settings, people, room: room.id) { _ in "" }
    #expect(rows.first { $0.labelText == "Directory" }?.quote.bodyText == words)
    #expect(RoomSettingText.changed(.listed(true), in: settings) == "The directory \(words)")
    #expect(
      RoomSettingText.changed(.listed(false), in: settings)
        == "The directory lists the room no more")
    settings.values[.listed] = .listed(false)
    let hidden = RoomSettingText.rows(settings, people, room: room.id) { _ in "" }
    #expect(
      hidden.first { $0.labelText == "Directory" }?.quote.bodyText == "does not list the room")
  }

  @Test("a room that is listed is announced by what its directory does, and a refusal is no power")
  func listing() throws {
    let (main, sheet) = try open()
    try sheet.choose("Directory")
    let choices = try #require(main.sheet.value)
    account.rooms.onSet.fail(.refused, status: 403, code: "M_UNKNOWN")
    try choices.choose("lists the room")
    #expect(choices.noteText.value == "The rules of the server do not allow that.")
    account.rooms.onSet.answer(with: .just(.listed(false)))
    try choices.choose("lists the room")
    #expect(
      told.take() == [
        "The directory has the room, but may not show it: not everybody can join or ask to. "
          + "u in the room's settings takes it back"
      ])
    sheet.undo()
    #expect(told.take() == ["Taken back: The directory lists the room no more"])
  }
}
