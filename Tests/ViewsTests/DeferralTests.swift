import Controllers
import Models
import Signals
import Terminal
import Testing
import ViewModels

@testable import Views

@MainActor
@Suite("A letter that may begin a sentence")
struct DeferralTests {
  private func isQuiet(_ stage: Stage) -> Bool {
    stage.screen().contains { $0.contains("do not disturb") }
  }

  private func list() throws -> Stage {
    let stage = try Stage()
    stage.connect()
    _ = stage.screen()
    stage.pause(for: .seconds(2))
    stage.keyInterval = .milliseconds(250)
    return stage
  }

  @Test(
    "changes nothing where text follows, nor do the letters behind it",
    arguments: ["~ roughly five", "~5 of us", "~roughly"])
  func sentence(text: String) throws {
    let stage = try list()
    stage.type(text)
    stage.pause(for: .seconds(2))
    #expect(!isQuiet(stage))
    #expect(stage.view.context == .roomList)
    #expect(stage.footer().contains("These letters do nothing here"))
  }

  @Test("counts after a moment without another key")
  func alone() throws {
    let stage = try list()
    stage.press("~")
    stage.pause(for: .milliseconds(300))
    #expect(!isQuiet(stage))
    stage.pause(for: .milliseconds(200))
    #expect(isQuiet(stage))
  }

  @Test(
    "counts before a key that belongs to no sentence, or the same once more",
    arguments: ["j", "Down", "F1", "~"])
  func before(key: String) throws {
    let stage = try list()
    stage.press("~")
    stage.press(key)
    if key == "F1" { stage.press("Esc") }
    #expect(isQuiet(stage))
  }

  @Test("changes no other room where its own one goes meanwhile")
  func gone() throws {
    let stage = try list()
    stage.press("g", "j", "j")
    let row = try #require(stage.view.main?.subjectRow)
    stage.pause()
    _ = stage.journal.take()
    stage.press("*")
    stage.rooms.send(stage.scenario.rooms.filter { $0.id != row.roomID })
    stage.pause()
    #expect(stage.journal.take().filter { $0.hasPrefix("tag ") } == [])
    stage.press("*")
    stage.pause()
    #expect(stage.journal.take().contains { $0.hasPrefix("tag ") })
  }

  @Test("takes no change of a room back", arguments: ["u guys are funny", "u, are you there"])
  func settings(text: String) throws {
    let stage = try Stage()
    stage.connect(opening: stage.scenario.swift.id)
    stage.settings.send(
      RoomSettings(
        values: [.name("#swift-tui"), .topic("before")], version: "11", ownPower: nil,
        neededPower: [:]))
    stage.view.main?.focusRoomList()
    _ = stage.screen()
    stage.press("e", "j", "Enter")
    stage.press("C-u", "after", "Enter")
    #expect(stage.journal.take().contains("set topic(\"after\") in !swift:example.org"))
    stage.pause(for: .seconds(3))
    stage.keyInterval = .milliseconds(250)
    stage.type(text)
    stage.pause(for: .seconds(2))
    #expect(!stage.journal.take().contains { $0.hasPrefix("set topic") })
  }
}
