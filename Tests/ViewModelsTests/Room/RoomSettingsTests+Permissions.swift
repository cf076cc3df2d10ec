import Controllers
import Models
import Signals
import SignalsTesting
import Support
import Testing

@testable import ViewModels

/// Who may do what in the room.
extension RoomSettingsTests {
  private func permitting(_ own: Int?, ordinary: Int = 0) -> RoomSettings {
    RoomSettings(
      values: [.name("Tea")], version: "11", ownPower: own, neededPower: [.permission: 60],
      permissions: [
        .write: 0, .pin: 50, .erase: 50, .mentionRoom: 75, .invite: -5, .kick: 50, .ban: 100,
        .edit: 50,
      ], ordinaryPower: ordinary)
  }

  private func openPermissions(_ own: Int?) throws -> (MainViewModel, SheetViewModel) {
    let (main, sheet) = try open(own)
    account.rooms.onSettings.answer(with: .just(permitting(own)))
    account.rooms.list.send([.template("tea", name: "Cups")])
    test.scheduler.advance(by: .milliseconds(500))
    return (main, sheet)
  }

  @Test("who may do what is told in words, and greyed where the power or the level is out of reach")
  func permissions() throws {
    let (main, sheet) = try openPermissions(80)
    #expect(sheet.rows.value.contains { $0.headingText == "Who may" })
    let refusal = "It needs the power 100, and you have 80"
    let rows = RoomPermissionText.rows(permitting(80)).map(\.labelText)
    #expect(
      lines(sheet).filter { rows.contains(String($0.prefix { $0 != "|" })) }
        == [
          "Write messages|everybody|change|", "Pin messages|moderators|change|",
          "Erase messages|moderators|change|", "Mention @room|power 75|change|",
          "Invite people|everybody|change|", "Remove people|moderators|change|",
          "Ban people|admins||\(refusal)", "Edit settings|moderators|change|",
        ])
    try sheet.choose("Ban people")
    #expect(main.sheet.value === sheet)

    let weak = RoomPermissionText.rows(permitting(40)).filter { !$0.isHeading }
    #expect(
      weak.allSatisfy {
        $0.actionText.isEmpty && $0.refusalText.hasPrefix("It needs the power ")
      })
    #expect(RoomPermissionText.rows(permitting(nil)).allSatisfy { $0.refusalText.isEmpty })
    #expect(RoomPermissionText.rows(settings()) == [], "a room without a rule has no entries")
  }

  @Test("a permission is chosen among levels that are not above one's own, and taken back")
  func permission() throws {
    let (main, sheet) = try openPermissions(80)
    try sheet.choose("Mention @room")
    let choices = try #require(main.sheet.value)
    #expect(choices.titleText == "Who may mention everybody by @room")
    #expect(
      choices.rows.value.map { "\($0.markText)\($0.quote.bodyText)|\($0.refusalText)" } == [
        " everybody|", " moderators|", "✓power 75|", " admins|It is more than your own power, 80",
      ])
    try choices.choose("admins")
    #expect(account.rooms.onSet.takeCalls() == [])
    account.rooms.onSet.answer(with: .just(.permission(.mentionRoom, nil)))
    try choices.choose("everybody")
    #expect(account.rooms.onSet.takeCalls().map(\.setting) == [.permission(.mentionRoom, 0)])
    #expect(main.sheet.value === sheet)
    #expect(
      told.take() == [
        "Who may mention everybody by @room changed. u in the room's settings takes it back"
      ])
    sheet.undo()
    #expect(account.rooms.onSet.takeCalls().map(\.setting) == [.permission(.mentionRoom, nil)])
  }

  @Test("where everybody has the power of a moderator, there is no other choice of that name")
  func ordinaryPower() {
    let settings = permitting(nil, ordinary: 50)
    #expect(RoomPermissionText.levels(.kick, settings) == [50, 100])
    #expect(RoomPermissionText.people(with: 50, settings) == "everybody")
  }
}
