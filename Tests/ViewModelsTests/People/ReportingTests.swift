import Controllers
import Models
import Signals
import SignalsTesting
import Support
import Testing

@testable import ViewModels

/// Reporting people and rooms, and the devices of others.
@Suite("Reporting people and rooms")
@MainActor
final class ReportingTests {
  private let test = TestWorld()
  private let account = FakeAccount()
  private let room = Room.template("tea", name: "Tea")
  private var told: [String] = []

  @Test("a person is reported with a reason, after a question that only y answers with yes")
  func person() throws {
    let main = account.screen(in: room, test.world)
    main.openProfile(User.grace.id)
    main.askToReportPerson { self.told.append($0) }
    let prompt = try #require(main.prompt.value)
    #expect(
      prompt.titleText == "Report @grace:example.org to the administrators of example.org?")
    prompt.textChanged("rude")
    prompt.submit.execute()
    let question = try #require(main.prompt.value)
    #expect(question.isConfirmation)
    #expect(question.titleText.hasSuffix("They learn nothing of it. Reason: rude"))
    account.profiles.onReport.fail(.refused, status: 400, code: "M_BAD_JSON")
    question.submit.execute()
    #expect(question.errorText.value == "The server does not take this reason. Write less.")
    account.profiles.onReport.answer(with: .empty)
    question.submit.execute()
    #expect(
      account.profiles.onReport.takeCalls()
        == [["@grace:example.org", "rude"], ["@grace:example.org", "rude"]])
    #expect(told == ["Reported: @grace:example.org"])
    #expect(main.prompt.value == nil)
  }

  @Test("nobody reports themselves")
  func oneself() {
    let main = account.screen(in: room, test.world)
    main.openOwnProfile()
    main.askToReportPerson { self.told.append($0) }
    #expect(main.prompt.value == nil)
  }

  @Test("a room is reported in the same way")
  func roomInList() throws {
    let main = account.screen(in: room, test.world)
    let row = try #require(main.roomList.rows.value.first)
    main.askToReportRoom(row) { self.told.append($0) }
    main.prompt.value?.textChanged("scams")
    main.prompt.value?.submit.execute()
    account.rooms.onReport.answer(with: .empty)
    main.prompt.value?.submit.execute()
    #expect(account.rooms.onReport.takeCalls() == [[room.id.rawValue, "scams"]])
    #expect(told == ["Reported: Tea"])
  }

  @Test("the settings of a room report it too")
  func roomSettings() throws {
    account.rooms.onSettings.answer(with: .never)
    account.rooms.onRoster.answer(with: .never)
    let main = account.screen(in: room, test.world)
    let row = try #require(main.roomList.rows.value.first)
    main.showRoomSettings(row) { _ in }
    let sheet = try #require(main.sheet.value)
    #expect(sheet.canReport && sheet.hasMenu)
    sheet.report { self.told.append($0) }
    #expect(main.prompt.value?.titleText.hasPrefix("Report the room Tea to") == true)
    main.prompt.value?.textChanged("scams")
    main.prompt.value?.submit.execute()
    account.rooms.onReport.answer(with: .empty)
    main.prompt.value?.submit.execute()
    #expect(account.rooms.onReport.takeCalls() == [[room.id.rawValue, "scams"]])
    #expect(told == ["Reported: Tea"])
    #expect(main.sheet.value === sheet)
  }

  @Test("what a server does not take is known once it has said so")
  func offers() {
    let main = account.screen(in: room, test.world)
    #expect(main.takesReportsOfPeople && main.takesReportsOfRooms)
    account.profiles.offered.send(ServerOffer(reportsOfRooms: true))
    #expect(!main.takesReportsOfPeople && main.takesReportsOfRooms)
    account.profiles.offered.send(ServerOffer(reportsOfPeople: true))
    #expect(main.takesReportsOfPeople && !main.takesReportsOfRooms)
  }

  @Test("the devices of a person are listed by name, as far as the server has keys of them")
  func devices() throws {
    let answer = account.profiles.onDevices.answerLater()
    let main = account.screen(in: room, test.world)
    main.openProfile(User.grace.id)
    main.showDevicesOfPerson()
    let sheet = try #require(main.sheet.value)
    #expect(sheet.titleText == "Devices of @grace:example.org")
    #expect(sheet.noteText.value == "Loading…")
    answer.send([
      KeyedDevice(id: "PHONE"), KeyedDevice(id: "LAPTOP", name: "on\nthe desk"),
      KeyedDevice(id: "TV", name: "\u{2800}"),
    ])
    #expect(
      sheet.rows.value.map { "\($0.quote.senderText)|\($0.quote.bodyText)" }
        == ["PHONE|", "on the desk|LAPTOP", "TV|"])
    #expect(sheet.noteText.value == "")
    #expect(!sheet.opensRows)
  }

  @Test("that the server has keys of none of them, or refuses, is told", arguments: [true, false])
  func noDevices(isEmpty: Bool) {
    if isEmpty {
      account.profiles.onDevices.answer(with: .just([]))
    } else {
      account.profiles.onDevices.fail(.refused, status: 404, code: "M_UNRECOGNIZED")
    }
    let main = account.screen(in: room, test.world)
    main.openProfile(User.grace.id)
    main.showDevicesOfPerson()
    #expect(
      main.sheet.value?.noteText.value
        == (isEmpty
          ? "The server has keys of none of their devices."
          : "This server knows nothing of devices of others."))
  }
}
