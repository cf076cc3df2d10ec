import Controllers
import Models
import Signals
import SignalsTesting
import Support
import Testing
import ViewModels

@Suite("The directory and the rooms of spaces")
@MainActor
struct DirectoryTests {
  private let test = TestWorld()
  private let account = FakeAccount()
  private let joined = Room.template("in", name: "In")
  private let space = Room.template("space", name: "Work") {
    $0.isSpace = true
    $0.children = [.template("!in:example.org")]
  }

  private func makeMain() -> MainViewModel {
    let main = MainViewModel(
      session: account.session, sessions: FakeSessionController(), world: test.world)
    account.rooms.list.send([joined, space])
    return main
  }

  private func found(
    _ name: String, _ entry: FoundRoom.Entry = .join, _ change: (inout FoundRoom) -> Void = { _ in }
  ) -> FoundRoom {
    var room = FoundRoom(
      id: .template("!\(name):example.org"), name: name, joinedCount: 1, entry: entry)
    change(&room)
    return room
  }

  private func texts(_ row: SheetRow) -> [String] {
    [row.quote.senderText, row.quote.noteText, row.quote.bodyText, row.actionText, row.refusalText]
  }

  @Test("rooms are listed with their members, their topic, and how to get in")
  func rows() throws {
    account.rooms.onPublicRooms.answer(
      with: .just(
        FoundRooms(rooms: [
          found("in"),
          found("tea") {
            $0.topic = "All about\ntea"
            $0.alias = RoomAlias("#tea:example.org")
            $0.joinedCount = 1_234
          },
          found("club", .knock), found("board", .invite),
          found("orchard") { $0.isSpace = true },
          found("\u{200B}") { $0.name = "\u{200B}" },
        ])))
    let main = makeMain()
    main.browseDirectory { _ in }

    let sheet = try #require(main.sheet.value)
    #expect(sheet.titleText == "Public rooms of example.org")
    #expect(sheet.noteText.value == "")
    #expect(sheet.keepsFocus && sheet.canSearch && sheet.opensRows)
    #expect(
      sheet.rows.value.map(texts) == [
        ["in", "1 member, you are in it", "", "open", ""],
        ["tea", "1,234 members, #tea:example.org", "All about tea", "join", ""],
        ["club", "1 member, members let people in who ask", "", "ask to join", ""],
        ["board", "1 member, members only", "", "", "Only who is invited can join this room"],
        ["orchard", "space, 1 member", "", "join", ""],
        ["!\u{200B}:example.org", "1 member", "", "join", ""],
      ])
    #expect(account.rooms.onPublicRooms.takeCalls() == [.init("")])
  }

  @Test("pages follow when the end is reached, each room once, until the last one")
  func pages() throws {
    let (a, b, c) = (found("a"), found("b"), found("c"))
    account.rooms.onPublicRooms.answer { search in
      switch search.token {
      case nil: .just(FoundRooms(rooms: [a], next: "2"))
      case "2": .just(FoundRooms(rooms: [a, b], next: "3"))
      default: .just(FoundRooms(rooms: [c]))
      }
    }
    let main = makeMain()
    main.browseDirectory { _ in }
    let sheet = try #require(main.sheet.value)
    for _ in 0..<4 { sheet.reachedEnd() }
    #expect(sheet.rows.value.map(\.quote.senderText) == ["a", "b", "c"])
    #expect(
      account.rooms.onPublicRooms.takeCalls() == [
        .init(""), .init("", after: "2"), .init("", after: "3"),
      ])
  }

  @Test("a page that fails says why, and is requested again at the end of the list")
  func failure() throws {
    let page = account.rooms.onPublicRooms.answerLater()
    let main = makeMain()
    main.browseDirectory { _ in }
    let sheet = try #require(main.sheet.value)
    #expect(sheet.noteText.value == "Loading…")
    sheet.reachedEnd()
    page.fail(RequestError(operation: .findRooms, reason: .timedOut))
    #expect(sheet.noteText.value == "The server did not answer in time. Try again.")
    account.rooms.onPublicRooms.answer(with: .just(FoundRooms(rooms: [])))
    sheet.reachedEnd()
    #expect(sheet.noteText.value == "example.org lists no public rooms.")
    #expect(account.rooms.onPublicRooms.takeCalls() == [.init(""), .init("")])
  }

  @Test("a search replaces the list")
  func search() throws {
    account.rooms.onPublicRooms.answer(with: .just(FoundRooms(rooms: [])))
    let main = makeMain()
    main.browseDirectory { _ in }
    main.sheet.value?.search()
    let prompt = try #require(main.prompt.value)
    #expect(prompt.titleText == "Search the public rooms")
    prompt.textChanged("tea")
    prompt.submit.execute()
    #expect(main.prompt.value == nil)
    let sheet = try #require(main.sheet.value)
    #expect(sheet.titleText == "Public rooms with “tea”")
    #expect(sheet.noteText.value == "No public room has these words. / searches for others.")
    #expect(account.rooms.onPublicRooms.takeCalls() == [.init(""), .init("tea")])
  }

  @Test("a room is joined and opens; a failure stays in the list")
  func joins() throws {
    account.rooms.onPublicRooms.answer(with: .just(FoundRooms(rooms: [found("tea")])))
    let main = makeMain()
    main.browseDirectory { _ in }
    let sheet = try #require(main.sheet.value)
    let join = account.rooms.onJoin.answerLater()
    sheet.open(sheet.rows.value[0])
    #expect(sheet.noteText.value == "Joining tea…")
    join.fail(
      RequestError(operation: .join, reason: .refused, status: 403, code: "M_FORBIDDEN"))
    #expect(sheet.noteText.value == "You are not allowed to join. Ask for an invite.")

    account.rooms.onJoin.answer(with: .just(.template("!tea:example.org")))
    sheet.open(sheet.rows.value[0])
    #expect(account.rooms.onJoin.takeCalls() == ["!tea:example.org", "!tea:example.org"])
    #expect(main.sheet.value == nil)
    #expect(main.conversation.value != nil)
  }

  @Test("a room that the account is in opens without a request")
  func opens() throws {
    account.rooms.onPublicRooms.answer(with: .just(FoundRooms(rooms: [found("in")])))
    let main = makeMain()
    main.browseDirectory { _ in }
    let sheet = try #require(main.sheet.value)
    sheet.open(sheet.rows.value[0])
    #expect(main.conversation.value?.titleText.value == "In")
    #expect(account.rooms.onJoin.takeCalls() == [])
  }

  @Test("a room that takes requests is asked for a reason's sake")
  func knocks() throws {
    account.rooms.onPublicRooms.answer(with: .just(FoundRooms(rooms: [found("club", .knock)])))
    let main = makeMain()
    var told: [String] = []
    main.browseDirectory { told.append($0) }
    let sheet = try #require(main.sheet.value)
    sheet.open(sheet.rows.value[0])
    let prompt = try #require(main.prompt.value)
    #expect(prompt.titleText == "Ask the members of club to let you in?")
    account.rooms.onKnock.answer(with: .just(.template("!club:example.org")))
    prompt.textChanged("I like chess")
    prompt.submit.execute()
    #expect(
      account.rooms.onKnock.takeCalls() == [.init("!club:example.org", reason: "I like chess")])
    #expect(
      told == ["You asked to join club: an invite comes if they agree"])
    #expect(main.prompt.value == nil)
  }

  @Test("a room for members of certain rooms is joined, and asked for where that is refused")
  func joinsOrKnocks() throws {
    account.rooms.onPublicRooms.answer(
      with: .just(FoundRooms(rooms: [found("club", .joinOrKnock)])))
    let main = makeMain()
    main.browseDirectory { _ in }
    let sheet = try #require(main.sheet.value)
    #expect(
      texts(sheet.rows.value[0]) == [
        "club", "1 member, for members of certain rooms, and who asks", "", "join", "",
      ])
    account.rooms.onJoin.fail(.refused, status: 403, code: "M_FORBIDDEN")
    sheet.open(sheet.rows.value[0])
    let prompt = try #require(main.prompt.value)
    #expect(
      prompt.titleText
        == "You may not join club by yourself. Ask its members to let you in?")
    #expect(sheet.noteText.value == "")
    main.closePrompt()
    account.rooms.onJoin.answer(with: .just(.template("!club:example.org")))
    sheet.open(sheet.rows.value[0])
    #expect(main.conversation.value?.roomID == .template("!club:example.org"))
  }

  @Test("a room for invited people only does nothing")
  func refuses() throws {
    account.rooms.onPublicRooms.answer(with: .just(FoundRooms(rooms: [found("board", .invite)])))
    let main = makeMain()
    main.browseDirectory { _ in }
    let sheet = try #require(main.sheet.value)
    sheet.open(sheet.rows.value[0])
    #expect(main.sheet.value === sheet)
    #expect(main.prompt.value == nil)
  }

  @Test("the rooms of a space are shown from the list, and those of the spaces in it from there")
  func spaces() throws {
    account.rooms.onSpaceRooms.answer(
      with: .just(FoundRooms(rooms: [found("inner") { $0.isSpace = true }])))
    let main = makeMain()
    let index = try #require(
      main.roomList.entries.value.indices.first { main.isInSpace(at: $0) })
    main.browseSpace(at: index) { _ in }
    let sheet = try #require(main.sheet.value)
    #expect(sheet.titleText == "Rooms of Work")
    #expect(!sheet.canSearch)
    account.rooms.onJoin.answer(with: .just(.template("!inner:example.org")))
    sheet.open(sheet.rows.value[0])
    #expect(main.sheet.value?.titleText == "Rooms of inner")
    #expect(
      account.rooms.onSpaceRooms.takeCalls() == [
        .init("!space:example.org"), .init("!inner:example.org"),
      ])
  }

  @Test("people are invited to a space, and rooms are added to it and taken out")
  func changesSpace() throws {
    let main = makeMain()
    let index = try #require(
      main.roomList.entries.value.indices.first { main.isInSpace(at: $0) })
    var told: [String] = []
    main.askToInvite(toSpaceAt: index) { told.append($0) }
    #expect(main.prompt.value?.titleText == "Invite to Work")
    account.network.onFetchUser.answer(with: .just(.grace))
    account.rooms.onInvite.answer(with: .just(()))
    main.answer("@grace:example.org")
    #expect(account.rooms.onInvite.takeCalls() == [.init(User.grace.id, space.id)])
    #expect(told == ["Invited: @grace:example.org"])

    let inside = try #require(main.roomList.rows.value.first { $0.roomID == joined.id })
    #expect(!main.canAddToSpace(inside) && main.isInSpace(inside, at: index))
    account.rooms.onSpaceChange.answer(with: .empty)
    main.askToRemoveFromSpace(inside, at: index) { told.append($0) }
    #expect(main.prompt.value?.titleText == "Take In out of the space Work? The room stays.")
    main.prompt.value?.confirm()
    test.scheduler.advance(by: .seconds(1))
    #expect(told.last == "In is no longer in the space Work")

    account.rooms.list.send([joined, space.with { $0.children = [] }])
    #expect(main.canAddToSpace(inside) && !main.isInSpace(inside, at: index))
    let closed = Room.template("closed", name: "Works council") {
      ($0.isSpace, $0.mayAddRooms) = (true, false)
    }
    account.rooms.list.send([joined, closed])
    #expect(!main.canAddToSpace(inside), "its power does not suffice there")
    account.rooms.list.send([joined, closed, space.with { $0.children = [] }])
    main.askToAddToSpace(inside) { told.append($0) }
    let prompt = try #require(main.prompt.value)
    #expect(prompt.titleText == "Add In to the space")
    prompt.textChanged("What about this?")
    #expect(prompt.suggestions.value.isEmpty)
    prompt.textChanged("wor")
    #expect(prompt.suggestions.value.map(\.titleText) == ["Work"])
    prompt.submit.execute()
    #expect(told.last == "In is in the space Work")
    #expect(
      account.rooms.onSpaceChange.takeCalls() == [
        .init(joined.id, space.id, isIn: false), .init(joined.id, space.id, isIn: true),
      ])
    #expect(main.prompt.value == nil)
  }

  @Test("a space is left after a question")
  func leavesSpace() throws {
    let main = makeMain()
    let index = try #require(
      main.roomList.entries.value.indices.first { main.isInSpace(at: $0) })
    main.askToLeaveSpace(at: index)
    let prompt = try #require(main.prompt.value)
    #expect(prompt.titleText == "Leave the space Work? You stay in its rooms.")
    account.rooms.onLeave.answer(with: .empty)
    prompt.confirm()
    test.scheduler.advance(by: .seconds(1))
    #expect(account.rooms.onLeave.takeCalls() == [space.id])
    #expect(main.prompt.value == nil)
  }
}
