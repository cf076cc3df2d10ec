import Controllers
import Models
import Signals
import Support
import Testing
import ViewModels

@Suite("The settings of a new room")
@MainActor
struct RoomFormTests {
  private let test = TestWorld()
  private let account = FakeAccount()
  private let space = Room.template("space", name: "Work") { $0.isSpace = true }

  private func makeForm(in spaces: [Room] = []) throws -> (MainViewModel, SheetViewModel) {
    let main = MainViewModel(
      session: account.session, sessions: FakeSessionController(), world: test.world)
    account.rooms.list.send(spaces)
    main.showRoomForm(inSpaceAt: spaces.isEmpty ? nil : 0) { told.append($0) }
    return (main, try #require(main.sheet.value))
  }

  private final class Told {
    var lines: [String] = []
    func append(_ line: String) { lines.append(line) }
  }

  private let told = Told()

  private func choose(_ id: String, in sheet: SheetViewModel) throws {
    sheet.open(try #require(sheet.rows.value.first { $0.id == RowID(id) }))
  }

  private func line(_ id: String, in sheet: SheetViewModel) -> String {
    let row = sheet.rows.value.first { $0.id == RowID(id) }
    return row.map { "\($0.labelText): \($0.quote.bodyText) [\($0.actionText)] \($0.refusalText)" }
      ?? ""
  }

  @Test("a new room begins private, without a name and without encryption")
  func begins() throws {
    let (_, sheet) = try makeForm()
    #expect(sheet.titleText == "New room")
    #expect(line("name", in: sheet) == "Name: … [change] ")
    #expect(line("topic", in: sheet) == "Topic: none [change] ")
    #expect(line("kind", in: sheet) == "Kind: room [change] ")
    #expect(line("access", in: sheet) == "Who may join: only who is invited [change] ")
    #expect(line("address", in: sheet) == "Address: none [change] ")
    #expect(line("space", in: sheet) == "In the space: none [] You are in no space")
    #expect(line("encrypted", in: sheet) == "Encryption: off [change] ")
    #expect(sheet.noteText.value == "")
    #expect(line("create", in: sheet) == ": Create the room [create] It needs a name first")
    try choose("create", in: sheet)
    #expect(account.rooms.onCreate.takeCalls() == [])
  }

  @Test("what was chosen is there again after the list was closed, until the room is created")
  func draft() throws {
    let (main, sheet) = try makeForm()
    try choose("name", in: sheet)
    main.prompt.value?.textChanged("Tea")
    main.prompt.value?.submit.execute()
    try choose("access", in: sheet)
    main.closeSheet()
    main.showRoomForm(inSpaceAt: nil) { told.append($0) }
    let again = try #require(main.sheet.value)
    #expect(line("name", in: again) == "Name: Tea [change] ")
    #expect(line("access", in: again) == "Who may join: who asks and is let in [change] ")
    account.rooms.onCreate.answer(with: .just(space.id))
    try choose("create", in: again)
    main.showRoomForm(inSpaceAt: nil) { told.append($0) }
    #expect(line("name", in: try #require(main.sheet.value)) == "Name: … [change] ")
  }

  @Test("all settings reach the server, and the room opens")
  func creates() throws {
    let (main, sheet) = try makeForm()
    try choose("name", in: sheet)
    #expect(main.prompt.value?.titleText == "Name of the new room")
    main.prompt.value?.textChanged("Tea")
    main.prompt.value?.submit.execute()
    try choose("topic", in: sheet)
    main.prompt.value?.textChanged("Leaves")
    main.prompt.value?.submit.execute()
    try choose("access", in: sheet)
    #expect(line("access", in: sheet) == "Who may join: who asks and is let in [change] ")
    try choose("access", in: sheet)
    #expect(
      line("access", in: sheet) == "Who may join: everybody; the directory lists it [change] ")
    try choose("address", in: sheet)
    let prompt = try #require(main.prompt.value)
    prompt.textChanged("#te a")
    prompt.submit.execute()
    #expect(
      prompt.errorText.value
        == "“#te a” is not valid. Choose an address of letters and digits, without # and server.")
    prompt.textChanged("#tea")
    prompt.submit.execute()
    #expect(line("address", in: sheet) == "Address: #tea:example.org [change] ")

    let made = account.rooms.onCreate.answerLater()
    try choose("create", in: sheet)
    #expect(sheet.noteText.value == "Creating…")
    var expected = NewRoom(name: "Tea", topic: "Leaves", isPublic: true)
    expected.localAlias = "tea"
    #expect(account.rooms.onCreate.takeCalls() == [expected])
    made.send(.template("!tea:example.org"))
    made.complete()
    #expect(main.sheet.value == nil)
    #expect(main.conversation.value != nil)
    #expect(told.lines == [])
  }

  private static let warning =
    "Only other clients can read and write there yet. Encryption cannot be turned off later."

  @Test("an encrypted room is created after a warning, which a failure takes the place of")
  func encrypted() throws {
    let (main, sheet) = try makeForm()
    try choose("name", in: sheet)
    main.answer("Vault")
    try choose("encrypted", in: sheet)
    #expect(line("encrypted", in: sheet) == "Encryption: on [change] ")
    #expect(sheet.noteText.value == Self.warning)
    try choose("access", in: sheet)
    #expect(sheet.noteText.value == Self.warning)
    try choose("access", in: sheet)
    #expect(
      sheet.noteText.value == "\(Self.warning) Everybody can join, so it hides little.")
    account.rooms.onCreate.fail(.timedOut)
    try choose("create", in: sheet)
    #expect(sheet.noteText.value == "The server did not answer in time. Try again.")
    account.rooms.onCreate.answer(with: .just(.template("!vault:example.org")))
    try choose("create", in: sheet)
    var expected = NewRoom(name: "Vault", isPublic: true)
    expected.isEncrypted = true
    #expect(account.rooms.onCreate.takeCalls() == [expected, expected])
    #expect(main.conversation.value?.roomID == .template("!vault:example.org"))
  }

  @Test("a space has no messages to encrypt")
  func encryptedSpace() throws {
    let (main, sheet) = try makeForm()
    try choose("name", in: sheet)
    main.answer("Work")
    try choose("encrypted", in: sheet)
    try choose("kind", in: sheet)
    #expect(line("encrypted", in: sheet) == "Encryption: off [] A space has no messages")
    #expect(sheet.noteText.value == "")
    try choose("encrypted", in: sheet)
    account.rooms.onCreate.answer(with: .never)
    try choose("create", in: sheet)
    #expect(account.rooms.onCreate.takeCalls().map(\.isEncrypted) == [false])
  }

  @Test("a room in a space may admit its members")
  func inSpace() throws {
    let (main, sheet) = try makeForm(in: [space])
    #expect(line("space", in: sheet) == "In the space: Work [change] ")
    try choose("access", in: sheet)
    try choose("access", in: sheet)
    #expect(line("access", in: sheet) == "Who may join: members of Work [change] ")
    try choose("space", in: sheet)
    #expect(line("space", in: sheet) == "In the space: none [change] ")
    #expect(line("access", in: sheet) == "Who may join: only who is invited [change] ")
    try choose("space", in: sheet)
    try choose("name", in: sheet)
    main.prompt.value?.textChanged("Tea")
    main.prompt.value?.submit.execute()

    let made = account.rooms.onCreate.answerLater()
    try choose("create", in: sheet)
    #expect(account.rooms.onCreate.takeCalls().map(\.space) == [space.id])
    made.send(.template("!tea:example.org"))
    made.fail(
      RequestError(operation: .addToSpace, reason: .refused, status: 403, code: "M_FORBIDDEN"))
    #expect(main.conversation.value != nil)
    #expect(told.lines == ["It was created, but you may not add it to that space."])
  }

  @Test("spaces to which the account may not add rooms are not offered")
  func closedSpaces() throws {
    let closed = Room.template("closed", name: "A closed one") {
      ($0.isSpace, $0.mayAddRooms) = (true, false)
    }
    let (main, sheet) = try makeForm(in: [closed])
    #expect(
      line("space", in: sheet) == "In the space: none [] You may not add rooms to your spaces")
    account.rooms.list.send([closed, space])
    main.showRoomForm(inSpaceAt: 0) { told.append($0) }
    let both = try #require(main.sheet.value)
    #expect(line("space", in: both) == "In the space: none [change] ")
    try choose("space", in: both)
    #expect(line("space", in: both) == "In the space: Work [change] ")
    try choose("space", in: both)
    #expect(line("space", in: both) == "In the space: none [change] ")
  }

  @Test("a space opens as the list of its rooms; a refusal leaves the settings")
  func createsSpace() throws {
    let (main, sheet) = try makeForm()
    try choose("kind", in: sheet)
    #expect(line("kind", in: sheet) == "Kind: space, which contains rooms [change] ")
    try choose("name", in: sheet)
    main.prompt.value?.textChanged("Work")
    main.prompt.value?.submit.execute()
    account.rooms.onCreate.fail(.refused, status: 400, code: "M_ROOM_IN_USE")
    try choose("create", in: sheet)
    #expect(sheet.noteText.value == "A room already has this address. Choose another.")
    account.rooms.onCreate.answer(with: .just(space.id))
    account.rooms.onSpaceRooms.answer(with: .just(FoundRooms(rooms: [])))
    try choose("create", in: sheet)
    #expect(account.rooms.onCreate.takeCalls().map(\.isSpace) == [true, true])
    #expect(main.sheet.value?.titleText == "Rooms of Work")
    #expect(main.sheet.value?.noteText.value.hasPrefix("You see no rooms in this space.") == true)
  }
}
