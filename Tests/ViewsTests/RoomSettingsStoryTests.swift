import Controllers
import Models
import Signals
import Support
import Terminal
import Testing
import ViewModels

@testable import Views

@MainActor
@Suite("The settings of a room on the screen")
struct RoomSettingsStoryTests {
  private static nonisolated let sizes = [[80, 24], [50, 15], [200, 60]]

  private func stage(_ own: Int? = 60) throws -> Stage {
    let stage = try Stage()
    stage.connect(opening: stage.scenario.swift.id)
    stage.settings.send(
      RoomSettings(
        values: [
          .name("#swift-tui"), .topic("Rendering without tears\u{1B}[2J"),
          .address(.template("#swift:example.org")), .joinRule("public"),
          .historyVisibility("shared"), .guests(false), .listed(true), .picture(.template("tea")),
        ], version: "11", ownPower: own,
        neededPower: [.name: 50, .topic: 50, .joinRule: 100, .historyVisibility: 100]))
    stage.view.main?.focusRoomList()
    return stage
  }

  @Test("the settings", arguments: sizes)
  func settings(size: [Int]) throws {
    let stage = try stage()
    _ = stage.screen(size[0], size[1])
    stage.press("e")
    #expect(stage.view.context == .sheet)
    _ = stage.screen(size[0], size[1])
    stage.picture.send(Scenario.bitmap)

    try ScreenTests.expect(stage, "room-settings", size)
  }

  @Test("the menu of the settings reports the room")
  func report() throws {
    let stage = try stage()
    _ = stage.screen()
    stage.press("e")
    #expect(stage.choose("report-room"))
    #expect(stage.view.context == .prompt)
    #expect(stage.screen().contains { $0.contains("Report the room #swift-tui to the") })
    stage.press("Esc")
    #expect(stage.view.context == .sheet)
  }

  @Test("a change is announced and taken back; lists go back to the settings, at their place")
  func changes() throws {
    let stage = try stage(nil)
    _ = stage.screen()
    stage.press("e", "j", "Enter")
    #expect(stage.view.context == .prompt)
    stage.press("C-u", "after", "Enter")
    #expect(stage.footer().contains("Topic changed. u in the room's settings takes it back"))
    #expect(stage.journal.take().contains("set topic(\"after\") in !swift:example.org"))
    stage.press("u")
    #expect(stage.footer().contains("Taken back: Topic changed"))
    #expect(stage.journal.take().contains("set topic(\"before\") in !swift:example.org"))

    for _ in 0..<8 { stage.press("j") }
    #expect(stage.footer().contains("Enter show"))
    stage.press("Enter")
    #expect(stage.screen().contains { $0.contains("admin (100)") })
    stage.press("Esc")
    #expect(stage.footer().contains("Enter show"))
    stage.press("Esc")
    #expect(stage.view.context == .roomList)
  }

  @Test(
    "who asks is let in for a reason, and the invite is taken back after a question",
    arguments: sizes)
  func inviteBack(size: [Int]) throws {
    let stage = try stage(nil)
    _ = stage.screen(size[0], size[1])
    stage.press("e")
    for _ in 0..<12 where stage.view.main?.sheet?.selectedRow?.labelText != "Asking to join" {
      stage.press("j")
    }
    stage.press("Enter", "Enter", "Enter")
    #expect(stage.view.context == .prompt)
    stage.type("have a cup")
    stage.press("Enter")
    stage.pause()
    stage.press("y")
    stage.pause()
    #expect(
      stage.journal.take().contains("invite @linus:example.org to !swift:example.org: have a cup"))
    _ = stage.screen(size[0], size[1])
    stage.press("u")
    try ScreenTests.expect(stage, "room-settings-undo-question", size)
    stage.press("n")
    #expect(stage.view.context == .sheet)
  }

  @Test("a closed room in a directory says what becomes of it", arguments: sizes)
  func closedInDirectory(size: [Int]) throws {
    let stage = try stage(nil)
    stage.settings.send(
      RoomSettings(
        values: [.name("#swift-tui"), .joinRule("invite"), .listed(true)], version: "11",
        ownPower: nil, neededPower: [:]))
    _ = stage.screen(size[0], size[1])
    stage.press("e")
    for _ in 0..<12 where stage.view.main?.sheet?.selectedRow?.labelText != "Directory" {
      stage.press("j")
    }
    try ScreenTests.expect(stage, "room-settings-closed", size)
  }

  @Test("a new room can be encrypted, after a warning", arguments: sizes)
  func encryptedRoom(size: [Int]) throws {
    let stage = try stage()
    _ = stage.screen(size[0], size[1])
    stage.press("C")
    stage.pause()
    for label in ["Who may join", "Encryption"] {
      for _ in 0..<8 where stage.view.main?.sheet?.selectedRow?.labelText != label {
        stage.press("j")
      }
      stage.press("Enter")
      if label == "Who may join" { stage.press("Enter") }
    }
    try ScreenTests.expect(stage, "room-form-encrypted", size)
  }

  @Test("what the power does not allow is inert, and says why")
  func refused() throws {
    let stage = try stage(0)
    _ = stage.screen()
    stage.press("e", "Enter")
    #expect(stage.view.context == .sheet)
    #expect(stage.footer().contains("It needs the power 50, and you have 0"))
  }
}
