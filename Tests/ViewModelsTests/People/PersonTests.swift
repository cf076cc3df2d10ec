import Controllers
import Models
import Signals
import SignalsTesting
import Support
import Testing

@testable import ViewModels

/// What the account may do to a person in a room.
@Suite("A person in a room")
@MainActor
final class PersonTests {
  private let test = TestWorld()
  private let account = FakeAccount()
  private let room = Room.template("tea", name: "Tea")
  private var told: [String] = []

  /// Opens what can be done to Grace, from her profile.
  private func open(
    _ standing: RoomPerson.Standing?, own: Int = 60, theirs: Int = 0,
    _ change: (inout RoomPowers) -> Void = { _ in }
  ) throws -> (MainViewModel, SheetViewModel) {
    let main = account.screen(in: room, test.world)
    main.openProfile(User.grace.id)
    #expect(main.canManageProfile)
    main.manageProfile { self.told.append($0) }
    let sheet = try #require(main.sheet.value)
    var powers = RoomPowers(
      users: [User.ada.id: own, User.grace.id: theirs], kick: 50, ban: 60, invite: 10,
      changePower: 50)
    change(&powers)
    account.rooms.persons.send(PersonInRoom(user: .grace, standing: standing, powers: powers))
    #expect(sheet.noteText.value == "")
    return (main, sheet)
  }

  private func lines(_ sheet: SheetViewModel) -> [String] {
    sheet.rows.value.map { row in
      [row.labelText, row.quote.bodyText, row.actionText, row.refusalText].joined(separator: "|")
    }
  }

  private func choose(_ text: String, in sheet: SheetViewModel?) throws {
    let sheet = try #require(sheet)
    sheet.open(
      try #require(
        sheet.rows.value.first { [$0.labelText, $0.quote.bodyText].contains(text) }))
  }

  private func confirm(_ main: MainViewModel) {
    main.prompt.value?.confirm()
    test.scheduler.advance(by: .seconds(1))
  }

  @Test(
    "each standing has its acts",
    arguments: [
      (
        RoomPerson.Standing.joined,
        [
          "Here|a member||", "Remove|from the room; they can come back|remove|",
          "Ban|from the room until somebody ends that|ban|",
          "Power|that of everybody (0)|change|",
        ]
      ),
      (
        .invited,
        [
          "Here|invited||", "Withdraw|the invite|withdraw|",
          "Ban|from the room until somebody ends that|ban|",
          "Power|that of everybody (0)|change|",
        ]
      ),
      (
        .asking,
        [
          "Here|asks to join||", "Let in|by an invite|let in|",
          "Decline|their request to join|decline|",
          "Ban|from the room until somebody ends that|ban|",
        ]
      ),
      (.banned, ["Here|banned||", "End the ban|they can come back then|end the ban|"]),
    ])
  func acts(standing: RoomPerson.Standing, expected: [String]) throws {
    let (_, sheet) = try open(standing)
    #expect(sheet.titleText == "@grace:example.org in Tea")
    #expect(sheet.keepsFocus && !sheet.canUndo.value)
    #expect(lines(sheet) == expected)
  }

  @Test("somebody who is not in the room can be invited or banned")
  func absent() throws {
    let (main, sheet) = try open(nil)
    #expect(
      lines(sheet) == [
        "Here|not in the room||", "Invite|to the room|invite|",
        "Ban|from the room until somebody ends that|ban|",
      ])
    try choose("Invite", in: sheet)
    let why = try #require(main.prompt.value)
    #expect(why.titleText == "Invite Grace (@grace:example.org) to Tea")
    #expect(why.placeholderText == "why, for everybody to read, or empty")
    why.textChanged("we have cake")
    why.submit.execute()
    #expect(
      main.prompt.value?.titleText
        == "Invite Grace (@grace:example.org) to Tea? Reason: we have cake")
    account.rooms.onInvite.answer(with: .empty)
    confirm(main)
    #expect(
      account.rooms.onInvite.takeCalls() == [
        .init(User.grace.id, room.id, reason: "we have cake")
      ])
    #expect(told == ["Invited: Grace (@grace:example.org). \(Self.hint)"])
    #expect(main.sheet.value == nil)
  }

  private static let hint = "u in the room's settings takes it back"
  private static let again = "u in the room's settings invites them again"

  @Test("an invite is taken back by a key, unless the person has joined meanwhile")
  func takesInviteBack() throws {
    let (main, sheet) = try open(.asking)
    try choose("Let in", in: sheet)
    main.prompt.value?.submit.execute()
    account.rooms.onInvite.answer(with: .empty)
    confirm(main)
    #expect(account.rooms.onInvite.takeCalls() == [.init(User.grace.id, room.id)])
    main.manageProfile { self.told.append($0) }
    let again = try #require(main.sheet.value)
    #expect(again.canUndo.value)
    account.rooms.persons.send(PersonInRoom(user: .grace, standing: .joined, powers: nil))
    again.undo()
    let question = try #require(main.prompt.value)
    #expect(question.titleText == "Withdraw the invite of Grace (@grace:example.org)?")
    confirm(main)
    #expect(question.errorText.value == "They have joined already.")
    #expect(account.rooms.onKick.takeCalls() == [])
    main.closePrompt()
    account.rooms.persons.send(PersonInRoom(user: .grace, standing: .invited, powers: nil))
    account.rooms.onKick.answer(with: .empty)
    again.undo()
    confirm(main)
    #expect(account.rooms.onKick.takeCalls() == [.init(User.grace.id, room.id)])
    #expect(told.last == "Taken back: Grace (@grace:example.org) is not invited")
    #expect(!again.canUndo.value)
  }

  @Test("what the powers do not allow says why, and does nothing")
  func refuses() throws {
    let (main, sheet) = try open(.joined, own: 50, theirs: 50)
    #expect(
      lines(sheet).map { $0.split(separator: "|").last } == [
        "a member", "They have as much power as you", "It needs the power 60, and you have 50",
        "They have as much power as you",
      ])
    try choose("Remove", in: sheet)
    #expect(main.prompt.value == nil && main.sheet.value === sheet)
    account.rooms.persons.send(
      PersonInRoom(
        user: .grace, standing: .joined, powers: RoomPowers(creators: [User.grace.id])))
    #expect(lines(sheet)[1].hasSuffix("It needs the power 50, and you have 0"))
    account.rooms.persons.send(
      PersonInRoom(
        user: .grace, standing: .joined,
        powers: RoomPowers(users: [User.ada.id: 100], creators: [User.grace.id])))
    #expect(lines(sheet)[1].hasSuffix("Who created the room has all power"))
    account.rooms.persons.send(PersonInRoom(user: .grace, standing: .banned, powers: nil))
    #expect(lines(sheet)[1].hasSuffix("end the ban|"), "the server decides what is not known here")
  }

  @Test("a person is banned for a reason, after y; a failure stays at the question")
  func bans() throws {
    let (main, sheet) = try open(.joined)
    try choose("Ban", in: sheet)
    let why = try #require(main.prompt.value)
    #expect(why.titleText == "Ban Grace (@grace:example.org) from Tea")
    why.textChanged("spam")
    why.submit.execute()
    let question = try #require(main.prompt.value)
    #expect(question.titleText == "Ban Grace (@grace:example.org) from Tea? Reason: spam")
    #expect(question.isConfirmation)
    #expect(question.placeholderText == "y: ban them, any other key: no")
    account.rooms.onBan.fail(.refused, status: 403, code: "M_FORBIDDEN")
    confirm(main)
    #expect(
      question.errorText.value
        == "The server does not allow that: they may be gone, or your power does not suffice.")
    #expect(told == [] && main.sheet.value === sheet)
    account.rooms.onBan.answer(with: .empty)
    confirm(main)
    #expect(
      account.rooms.onBan.takeCalls() == [
        .init(User.grace.id, room.id, reason: "spam"),
        .init(User.grace.id, room.id, reason: "spam"),
      ])
    #expect(told == ["Banned: Grace (@grace:example.org)"])
    #expect(main.sheet.value == nil && main.prompt.value == nil)
  }

  @Test("removing needs no reason; withdrawing, declining and ending a ban ask none")
  func others() throws {
    let (main, sheet) = try open(.joined)
    try choose("Remove", in: sheet)
    main.prompt.value?.submit.execute()
    #expect(main.prompt.value?.titleText == "Remove Grace (@grace:example.org) from Tea?")
    account.rooms.onKick.answer(with: .empty)
    confirm(main)
    #expect(account.rooms.onKick.takeCalls() == [.init(User.grace.id, room.id)])
    #expect(told == ["Removed: Grace (@grace:example.org). \(Self.again)"])
    for (standing, label, text) in [
      (
        RoomPerson.Standing.invited, "Withdraw",
        "The invite is withdrawn: Grace (@grace:example.org). \(Self.again)"
      ),
      (.asking, "Decline", "Declined: Grace (@grace:example.org)"),
    ] {
      told = []
      let (main, sheet) = try open(standing)
      try choose(label, in: sheet)
      confirm(main)
      #expect(account.rooms.onKick.takeCalls() == [.init(User.grace.id, room.id)])
      #expect(told == [text])
    }
    told = []
    let (banned, list) = try open(.banned)
    try choose("End the ban", in: list)
    account.rooms.onUnban.answer(with: .empty)
    confirm(banned)
    #expect(account.rooms.onUnban.takeCalls() == [.init(User.grace.id, room.id)])
    #expect(told == ["The ban ended: Grace (@grace:example.org). \(Self.hint)"])

    banned.manageProfile { self.told.append($0) }
    account.rooms.onBan.answer(with: .empty)
    banned.sheet.value?.undo()
    #expect(banned.prompt.value?.titleText == "Ban Grace (@grace:example.org) again?")
    #expect(account.rooms.onBan.takeCalls() == [])
    confirm(banned)
    #expect(account.rooms.onBan.takeCalls() == [.init(User.grace.id, room.id)])
    #expect(told.last == "Taken back: Grace (@grace:example.org) is banned")
  }

  @Test("who was removed can be invited again after y, which is told as an invite and no more")
  func invitesAgain() throws {
    let (main, sheet) = try open(.joined)
    try choose("Remove", in: sheet)
    main.prompt.value?.submit.execute()
    account.rooms.onKick.answer(with: .empty)
    confirm(main)
    #expect(account.rooms.onKick.takeCalls() == [.init(User.grace.id, room.id)])
    main.manageProfile { self.told.append($0) }
    let again = try #require(main.sheet.value)
    again.undo()
    let question = try #require(main.prompt.value)
    #expect(question.isConfirmation)
    #expect(question.titleText == "Invite Grace (@grace:example.org) again?")
    #expect(question.placeholderText == "y: invite them, any other key: no")
    account.rooms.onInvite.fail(.refused, status: 403, code: "M_FORBIDDEN")
    confirm(main)
    #expect(question.errorText.value.hasPrefix("They cannot be invited"))
    account.rooms.onInvite.answer(with: .empty)
    confirm(main)
    #expect(account.rooms.onInvite.takeCalls().count == 2)
    #expect(told.last == "Invited: Grace (@grace:example.org). \(Self.hint)")
    #expect(again.canUndo.value, "the invite is taken back by the same key")
  }

  @Test("who may remove but not invite is offered no invite")
  func removesOnly() throws {
    let (main, sheet) = try open(.joined) { $0.invite = 70 }
    try choose("Remove", in: sheet)
    main.prompt.value?.submit.execute()
    account.rooms.onKick.answer(with: .empty)
    confirm(main)
    #expect(told == ["Removed: Grace (@grace:example.org)"])
    main.manageProfile { self.told.append($0) }
    #expect(main.sheet.value?.canUndo.value == false)
  }

  @Test("power is chosen from a list or given as a number, and taken back by one key")
  func power() throws {
    let (main, sheet) = try open(.joined, own: 100, theirs: 50)
    try choose("Power", in: sheet)
    let levels = try #require(main.sheet.value)
    #expect(levels.titleText == "Power of Grace (@grace:example.org)")
    #expect(
      levels.rows.value.map { $0.markText + $0.quote.bodyText } == [
        " that of everybody (0)", "✓moderator (50)", " admin (100)", " another number",
      ])
    try choose("admin (100)", in: levels)
    #expect(
      main.prompt.value?.titleText
        == "Give Grace (@grace:example.org) the power 100 in Tea? You could not take it back: "
        + "it is as much as yours.")
    main.closePrompt()
    try choose("another number", in: levels)
    main.prompt.value?.textChanged("much")
    main.prompt.value?.submit.execute()
    #expect(main.prompt.value?.errorText.value.hasPrefix("A power is a whole number") == true)
    main.prompt.value?.textChanged("30")
    main.prompt.value?.submit.execute()
    #expect(main.prompt.value?.titleText == "Give Grace (@grace:example.org) the power 30 in Tea?")
    account.rooms.onSet.answer(with: .just(.power(User.grace.id, 50)))
    confirm(main)
    #expect(account.rooms.onSet.takeCalls() == [.init(.power(User.grace.id, 30), room.id)])
    #expect(told == ["Power changed. u in the room's settings takes it back"])
    #expect(main.sheet.value === sheet && sheet.canUndo.value)
    account.rooms.onSet.answer(with: .just(.power(User.grace.id, 30)))
    sheet.undo()
    #expect(main.prompt.value?.titleText == "Give @grace:example.org the power 50 again?")
    #expect(account.rooms.onSet.takeCalls() == [])
    confirm(main)
    #expect(account.rooms.onSet.takeCalls() == [.init(.power(User.grace.id, 50), room.id)])
    #expect(told.last == "Taken back: Power changed")
  }

  @Test("what is not known yet is loading")
  func loading() throws {
    let main = account.screen(in: room, test.world)
    main.openProfile(User.grace.id)
    main.manageProfile { self.told.append($0) }
    #expect(main.sheet.value?.noteText.value == "Loading…")
    #expect(main.sheet.value?.rows.value == [])
  }

  @Test("there is nothing to do to oneself, and nothing without a room")
  func own() throws {
    let main = account.screen(in: room, test.world)
    main.openOwnProfile()
    #expect(!main.canManageProfile)
    main.manageProfile { self.told.append($0) }
    #expect(main.sheet.value == nil)
    let empty = MainViewModel(
      session: account.session, sessions: FakeSessionController(), world: test.world)
    empty.openProfile(User.grace.id)
    #expect(!empty.canManageProfile)
  }

  @Test("a member and the sender of a message lead there, and a member to the profile")
  func ways() throws {
    let main = account.screen(in: room, test.world)
    let conversation = try #require(main.conversation.value)
    account.rooms.members.send(
      RoomMembers(roomID: room.id, people: [.ada, .grace], isComplete: true))
    conversation.members.appeared()
    let rows = conversation.members.rows.value
    #expect(rows.map(main.canManage) == [false, true])
    main.manage(rows[0]) { self.told.append($0) }
    #expect(main.sheet.value == nil)
    main.manage(rows[1]) { self.told.append($0) }
    #expect(main.sheet.value?.titleText == "@grace:example.org in Tea")
    main.closeSheet()
    main.openProfile(of: rows[1])
    #expect(main.profile.value?.userIDText.value == User.grace.id.rawValue)
    main.closeProfile()

    account.timelines.history(of: room.id).send(
      .template().with {
        $0.messages = [
          .template("1", from: .ada, minute: 0), .template("2", from: .grace, minute: 1),
        ]
      })
    let messages = conversation.timeline.rows.value.filter { $0.message != nil }
    #expect(messages.map(main.canManage) == [false, true])
    main.manageSender(of: try #require(messages.last)) { self.told.append($0) }
    #expect(main.sheet.value?.titleText == "@grace:example.org in Tea")
  }

  @Test("the places of the members are kept")
  func places() {
    let main = account.screen(in: room, test.world)
    #expect(main.showsMembersBeside.value)
    #expect(!main.beginsWithMembers)
    main.showMembersBeside(false)
    #expect(!main.showsMembersBeside.value)
    main.membersAlone(true)
    main.membersAlone(true)
    #expect(account.places.kept.members == MembersPlace(isBeside: false, isAlone: true))
    let next = account.screen(in: room, test.world)
    #expect(!next.showsMembersBeside.value && next.beginsWithMembers)
  }

  @Test("the account's own request to join is listed, and taken back after y")
  func ownRequest() throws {
    let main = account.screen(in: room, test.world)
    account.rooms.list.send([
      room, .template("club", name: "Club") { $0.membership = .asking },
    ])
    let row = try #require(main.roomList.rows.value.first { $0.content.value.isAsking })
    #expect(row.content.value.previewText == "you asked to join")
    #expect(row.content.value.isPending && !row.content.value.isInvite)
    #expect(!row.open.isEnabled.value && !row.accept.isEnabled.value)
    #expect(!main.roomList.declineAllInvites.isEnabled.value)
    main.askToWithdrawRequest(row) { self.told.append($0) }
    #expect(main.prompt.value?.titleText == "Take your request to join Club back?")
    account.rooms.onLeave.answer(with: .empty)
    confirm(main)
    #expect(account.rooms.onLeave.takeCalls() == [.template("!club:example.org")])
    #expect(told == ["You no longer ask to join Club"])
  }
}
