import Controllers
import Models
import Signals
import Support
import Testing

@testable import ViewModels

@Suite("Rooms from which others remove the account")
@MainActor
struct RemovalWatchTests {
  private let account = FakeAccount()
  private let tea = Room.template("tea", name: "Tea")
  private let notices = Notices()
  private let reading = MutableProperty<RoomID?>(nil)

  @Test("are told, each time anew, with who did it and why")
  func told() {
    let watch = RemovalWatch(rooms: account.rooms, reading: reading, notices: notices)
    defer { withExtendedLifetime(watch) {} }
    var told: [String] = []
    let observing = notices.text.observe { told.append($0) }
    defer { observing.dispose() }
    let removal = OwnRemoval(room: tea, remover: .grace)
    account.rooms.removing.send([removal])
    account.rooms.removing.send([removal])
    account.rooms.removing.send([
      OwnRemoval(room: tea, remover: .grace, reason: "off\ntopic", isBan: true)
    ])
    let words = "Grace removed you from Tea"
    #expect(
      told == ["", words, "", words, "", "Grace banned you from Tea: off topic"])
  }

  @Test("are named together when they come together")
  func several() {
    let watch = RemovalWatch(rooms: account.rooms, reading: reading, notices: notices)
    defer { withExtendedLifetime(watch) {} }
    let removals = ["Tea", "Milk", "Rum"].map {
      OwnRemoval(room: .template($0, name: $0), remover: .grace, reason: "spam")
    }
    account.rooms.removing.send(Array(removals.prefix(2)))
    #expect(notices.text.value == "You were removed from Tea and Milk")
    account.rooms.removing.send(removals)
    #expect(notices.text.value == "You were removed from 3 rooms, among them Tea and Milk")
  }

  @Test("are not told where their last message is in front: it says so")
  func silent() {
    let watch = RemovalWatch(rooms: account.rooms, reading: reading, notices: notices)
    defer { withExtendedLifetime(watch) {} }
    reading.value = tea.id
    account.rooms.removing.send([OwnRemoval(room: tea, remover: .grace)])
    #expect(notices.text.value == "")
    reading.value = nil
    account.rooms.removing.send([OwnRemoval(room: tea, remover: .grace)])
    #expect(notices.text.value == "Grace removed you from Tea")
  }

  @Test("have names and reasons of others, which are cut")
  func hostile() {
    let watch = RemovalWatch(rooms: account.rooms, reading: reading, notices: notices)
    defer { withExtendedLifetime(watch) {} }
    account.rooms.removing.send([
      OwnRemoval(
        room: tea, remover: .template("eve", name: String(repeating: "e", count: 300)),
        reason: String(repeating: "r", count: 10_000))
    ])
    #expect(notices.text.value.count < 250)
    account.rooms.removing.send([OwnRemoval(room: tea, remover: .grace, reason: "\u{200B}")])
    #expect(notices.text.value == "Grace removed you from Tea")
  }
}
