import Controllers
import Models
import Signals
import Support
import Terminal
import Testing
import ViewModels

@testable import Views

@MainActor
@Suite("The settings of the program on the screen")
struct SettingsStoryTests {
  private static nonisolated let sizes = [[80, 24], [50, 15], [200, 60]]

  private func stage(fixed: [String: String] = [:]) throws -> Stage {
    let stage = try Stage()
    stage.preferences.fixed = fixed
    stage.connect(opening: stage.scenario.swift.id)
    stage.view.main?.focusRoomList()
    return stage
  }

  @Test("the settings, with one that the command line fixes", arguments: sizes)
  func settings(size: [Int]) throws {
    let stage = try stage(fixed: ["appearance.links": "--no-links"])
    _ = stage.screen(size[0], size[1])
    stage.press(",")
    #expect(stage.view.context == .sheet)
    stage.press("j", "j")

    try ScreenTests.expect(stage, "settings", size)
    stage.press("G")
    try ScreenTests.expect(stage, "settings-end", size)
  }

  @Test("the keys of actions that a search finds", arguments: sizes)
  func keys(size: [Int]) throws {
    let stage = try stage()
    stage.preferences.current.value.keys = ["quit": ["F11", "C-q"]]
    stage.press(",", "G", "k", "Enter", "/")
    stage.type("everywhere")
    stage.press("Enter")

    try ScreenTests.expect(stage, "settings-keys", size)
  }

  @Test("the values of a choice", arguments: sizes)
  func choice(size: [Int]) throws {
    let stage = try stage()
    stage.press(",", "j", "Enter")

    try ScreenTests.expect(stage, "settings-choice", size)
  }

  @Test("keys step through values, which hold at once; headings are skipped")
  func steps() throws {
    let stage = try stage()
    _ = stage.screen()
    stage.press(",", "j")
    #expect(stage.footer().contains("Right next value"))
    stage.press("Right")
    #expect(stage.screen().contains { $0.contains("dark: for a dark background") })
    stage.press("Left", "j", "j", "Space")
    #expect(stage.preferences.current.value.clock == .twelve)
    stage.press("g")
    #expect(stage.view.main?.sheet?.selectedRow?.isHeading == false)
    stage.press("Esc")
    #expect(stage.view.context == .roomList)
  }

  @Test("what the command line fixes is inert, and says why")
  func fixed() throws {
    let stage = try stage(fixed: ["appearance.theme": "--plain"])
    stage.press(",", "j", "Right")
    #expect(stage.footer().contains("fixed by --plain"))
    stage.press("Enter")
    #expect(stage.footer().contains("fixed by --plain"))
    #expect(stage.preferences.changes.isEmpty)
  }

  @Test("an action gets another key, which the footer shows")
  func rebinding() throws {
    let stage = try stage()
    stage.press(",", "G", "k", "Enter")
    let rows = stage.view.main?.sheet?.model.rows.value ?? []
    let index = try #require(
      rows.firstIndex { $0.quote.bodyText.hasPrefix("go to a room or person") })
    for _ in 0..<index { stage.press("j") }
    stage.press("Enter", "C-u")
    for key in ["C", "-", "q"] { stage.type(key) }
    stage.press("Enter")
    #expect(stage.view.context == .prompt)
    #expect(stage.screen().contains { $0.contains("C-q is the key of “quit") })
    stage.press("C-u")
    stage.type("F10")
    stage.press("Enter")
    #expect(stage.preferences.changes == ["keys.go-to = F10"])
    stage.press("Esc", "Esc")
    #expect(stage.footer(120).contains("F10 go to"))
  }

  @Test("before signing in the menu of the form has the settings", arguments: sizes)
  func signedOut(size: [Int]) throws {
    let stage = try Stage(isSignedIn: false)
    stage.press("F2")
    try ScreenTests.expect(stage, "sign-in-menu", size)
    stage.press("Esc")
    #expect(stage.choose("settings"))
    #expect(stage.view.context == .sheet)
    stage.press("j")
    try ScreenTests.expect(stage, "sign-in-settings", size)
    stage.press("j", "Right")
    #expect(stage.preferences.changes == [#"appearance.clock = text("12h")"#])
    stage.press("G", "k", "Enter")
    #expect(stage.screen().contains { $0.contains("Keys") })
    stage.press("/")
    #expect(stage.view.context == .prompt)
    stage.press("Esc", "Esc", "Esc")
    #expect(stage.view.context == .localSignIn)
    stage.type("ben")
    #expect(stage.screen().contains { $0.contains("adaben") })
  }

  @Test("letters of a password are text again after the settings are closed")
  func password() throws {
    let stage = try Stage(isSignedIn: false)
    stage.press("Tab", "Tab")
    stage.type("se")
    #expect(stage.choose("settings"))
    stage.type("xq")
    #expect(stage.view.context == .signIn)
    stage.type("cret")
    stage.press("Up", "Up")
    stage.type("example.org")
    stage.press("Tab")
    stage.type("@ada:example.org")
    stage.press("Tab", "Enter")
    #expect(stage.sessions.journal.take() == ["signIn @ada:example.org at example.org by secret"])
  }

  @Test("the settings are in the menu of the composer and of the profile, too")
  func menus() throws {
    let stage = try stage()
    stage.press("i")
    #expect(stage.view.context == .composer)
    #expect(stage.choose("settings"))
    #expect(stage.view.context == .sheet)
    stage.press("Esc", "Esc", "Esc", "p")
    #expect(stage.view.context == .profile)
    #expect(stage.choose("settings"))
    #expect(stage.view.context == .sheet)
  }

  @Test(
    "times of twelve hours have room in the timeline",
    arguments: [[100, 30], [55, 18], [200, 60]])
  func twelveHours(size: [Int]) throws {
    let stage = try stage()
    stage.preferences.current.value.clock = .twelve
    stage.press("i")

    try ScreenTests.expect(stage, "twelve-hours", size)
  }

  @Test("an error in the file is told in the footer until the next key")
  func notice() throws {
    let stage = try stage()
    stage.preferences.told.value = [
      PreferenceProblem(
        place: TextPlace(line: 2, column: 9), key: "input.mouse", reason: .wrongValue)
    ]
    #expect(stage.footer().contains("config.toml:2:9: input.mouse takes true or false"))
    stage.press("j")
    #expect(!stage.footer().contains("config.toml"))
  }
}
