import Controllers
import Models
import Signals
import SignalsTesting
import Support
import Testing

@testable import ViewModels

extension RoomSettingsTests {
  @Test("who asks is declined after a question, and the list stays while others wait")
  func declines() throws {
    let joan = RoomPerson(
      user: User(id: .template("@joan:example.org")), standing: .asking, power: 0)
    let (main, sheet) = try open(more: [joan])
    try sheet.choose("Asking to join")
    let list = try #require(main.sheet.value)
    try list.choose("Linus (@linus:example.org)")
    try #require(main.sheet.value).choose("decline the request")
    #expect(main.prompt.value?.titleText == "Decline the request of Linus (@linus:example.org)")
    main.answer("")
    #expect(main.prompt.value?.isConfirmation == true)
    account.rooms.onKick.answer(with: .empty)
    account.rooms.onRoster.answer(with: .just([joan]))
    confirm(main)
    #expect(account.rooms.onKick.takeCalls() == [.init(User.linus.id, room.id)])
    #expect(told.take() == ["Declined: Linus (@linus:example.org)"])
    #expect(main.sheet.value === list)
    #expect(list.rows.value.map(\.quote.senderText) == ["@joan:example.org"])
    try list.choose("@joan:example.org")
    try #require(main.sheet.value).choose("decline the request")
    main.answer("")
    account.rooms.onRoster.answer(with: .just([]))
    confirm(main)
    #expect(main.sheet.value === sheet)
  }

  @Test("who asks is let in by an invite, and a ban ends, both after a question")
  func letsIn() throws {
    let (main, sheet) = try open()
    try sheet.choose("Asking to join")
    #expect(main.sheet.value?.rows.value.map(\.quote.bodyText) == ["let me in"])
    #expect(main.sheet.value?.rows.value.map(\.actionText) == ["answer"], "there is a choice")
    try #require(main.sheet.value).choose("Linus (@linus:example.org)")
    try #require(main.sheet.value).choose("let them in")
    #expect(main.prompt.value?.titleText == "Let Linus (@linus:example.org) in")
    main.answer("have a cup")
    #expect(
      main.prompt.value?.titleText
        == "Let Linus (@linus:example.org) in? Reason: have a cup")
    #expect(account.rooms.onInvite.takeCalls() == [])
    account.rooms.onInvite.answer(with: .empty)
    confirm(main)
    #expect(
      account.rooms.onInvite.takeCalls() == [
        .init(User.linus.id, room.id, reason: "have a cup")
      ])
    let hint = "u in the room's settings takes it back"
    #expect(told.take() == ["Invited: Linus (@linus:example.org). \(hint)"])
    #expect(main.sheet.value === sheet)
    account.rooms.persons.send(PersonInRoom(user: .linus, standing: .invited, powers: nil))
    account.rooms.onKick.answer(with: .empty)
    sheet.undo()
    #expect(main.prompt.value?.titleText == "Withdraw the invite of Linus (@linus:example.org)?")
    #expect(main.prompt.value?.placeholderText == "y: withdraw it, any other key: no")
    #expect(account.rooms.onKick.takeCalls() == [])
    confirm(main)
    #expect(account.rooms.onKick.takeCalls() == [.init(User.linus.id, room.id)])
    #expect(told.take() == ["Taken back: Linus (@linus:example.org) is not invited"])
    #expect(!sheet.canUndo.value)

    try sheet.choose("Banned")
    try #require(main.sheet.value).choose("@eve:example.org")
    account.rooms.onUnban.answer(with: .empty)
    confirm(main)
    #expect(account.rooms.onUnban.takeCalls() == [.init(.template("@eve:example.org"), room.id)])
    #expect(told.take() == ["The ban ended: @eve:example.org. \(hint)"])
    sheet.undo()
    #expect(main.prompt.value?.titleText == "Ban @eve:example.org again?")
    main.closePrompt()
    #expect(account.rooms.onBan.takeCalls() == [] && sheet.canUndo.value)
    account.rooms.onBan.answer(with: .empty)
    sheet.undo()
    confirm(main)
    #expect(
      account.rooms.onBan.takeCalls() == [
        .init(.template("@eve:example.org"), room.id, reason: "spam")
      ])
    #expect(told.take() == ["Taken back: @eve:example.org is banned"])
  }

  @Test("a power that cannot be taken back is given after a question, and no undo is offered")
  func finalPower() throws {
    let (main, sheet) = try open(100)
    try sheet.choose("Members")
    let members = try #require(main.sheet.value)
    for (name, level, warning) in [
      ("Grace (@grace:example.org)", "100", "it is as much as yours"),
      ("Ada (@ada:example.org)", "50", "give yours back to yourself"),
    ] {
      try members.choose(name)
      main.answer(level)
      let question = try #require(main.prompt.value)
      #expect(question.isConfirmation && question.titleText.contains(warning))
      #expect(account.rooms.onSet.takeCalls().isEmpty)
      account.rooms.onSet.answer(with: .just(.power(User.grace.id, 50)))
      question.confirm()
      test.scheduler.advance(by: .seconds(1))
      #expect(account.rooms.onSet.takeCalls().count == 1)
      #expect(told.take() == ["Power changed"])
    }
    #expect(!members.canUndo.value)
  }
}
