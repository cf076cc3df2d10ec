import Controllers
import Models
import Signals
import SignalsTesting
import Support
import Testing

@testable import ViewModels

@Suite("Rooms that were left")
@MainActor
final class LeftRoomTests {
  private let test = TestWorld()
  private let account = FakeAccount()
  private let room = Room.template("tea", name: "Tea")
  private var told: [String] = []

  private func left(_ name: String, minute: Int64) -> Room {
    .template(name.lowercased(), name: name) {
      $0.membership = .left
      $0.lastActivity = .noon(plusMinutes: minute)
    }
  }

  @Test("are listed, what was active last first; one is forgotten after y")
  func forget() throws {
    let main = account.screen(in: room, test.world)
    main.showLeftRooms { self.told.append($0) }
    let sheet = try #require(main.sheet.value)
    #expect(sheet.titleText == "Rooms that you left")
    #expect(sheet.noteText.value == "Loading…")
    account.rooms.left.send([left("Old", minute: 1), left("New", minute: 2)])
    #expect(sheet.noteText.value == "")
    #expect(sheet.rows.value.map(\.quote.senderText) == ["New", "Old"])
    #expect(sheet.rows.value.map(\.actionText) == ["forget", "forget"])
    sheet.open(sheet.rows.value[1])
    let question = try #require(main.prompt.value)
    #expect(question.titleText == "Forget what was written in Old?")
    #expect(question.isConfirmation)
    #expect(account.rooms.onForget.takeCalls() == [])
    account.rooms.onForget.fail(.timedOut)
    question.confirm()
    test.scheduler.advance(by: .seconds(1))
    #expect(question.errorText.value != "" && told == [])
    account.rooms.onForget.answer(with: .empty)
    question.confirm()
    test.scheduler.advance(by: .seconds(1))
    #expect(
      account.rooms.onForget.takeCalls()
        == [.template("!old:example.org"), .template("!old:example.org")])
    #expect(told == ["Forgotten: Old"])
    #expect(main.sheet.value === sheet)
    account.rooms.left.send([])
    #expect(sheet.noteText.value == "This machine knows of none.")
  }
}
