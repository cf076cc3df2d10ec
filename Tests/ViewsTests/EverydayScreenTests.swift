import Controllers
import Models
import Signals
import Support
import Testing
import ViewModels

@testable import Views

/// Lists and questions that people open every day.
@MainActor
@Suite("Screens of every day")
struct EverydayScreenTests {
  private static nonisolated let sizes = [[80, 24], [50, 15], [200, 60]]

  /// A room is open and has the focus, as large as the screen.
  private func stage(_ size: [Int]) throws -> Stage {
    let stage = try Stage()
    stage.connect(opening: stage.scenario.swift.id)
    _ = stage.screen(size[0], size[1])
    return stage
  }

  /// The own profile is open.
  private func profile(_ size: [Int]) throws -> Stage {
    let stage = try stage(size)
    stage.press("F3", "p")
    #expect(stage.view.context == .profile)
    return stage
  }

  @Test("where to go, one of several places chosen", arguments: sizes)
  func goTo(size: [Int]) throws {
    let stage = try stage(size)
    stage.press("C-o")
    stage.type("i")
    stage.press("Down")

    try ScreenTests.expect(stage, "go-to", size)
  }

  @Test("a message to forward, with the rooms that letters leave", arguments: sizes)
  func forward(size: [Int]) throws {
    let stage = try stage(size)
    stage.press("Esc", "g", "j", "j")
    #expect(stage.choose("forward"))
    stage.type("op")

    try ScreenTests.expect(stage, "forward", size)
  }

  @Test("other spellings of a word", arguments: sizes)
  func spelling(size: [Int]) throws {
    let stage = try stage(size)
    stage.type("teh wrold is")
    stage.pause()
    stage.press("F7")

    try ScreenTests.expect(stage, "spelling", size)
  }

  @Test("the own profile", arguments: sizes)
  func ownProfile(size: [Int]) throws {
    try ScreenTests.expect(try profile(size), "own-profile", size)
  }

  @Test("the accounts", arguments: sizes)
  func accounts(size: [Int]) throws {
    let stage = try stage(size)
    stage.press("F9")

    try ScreenTests.expect(stage, "accounts", size)
  }

  @Test("the devices of the account", arguments: sizes)
  func devices(size: [Int]) throws {
    let stage = try profile(size)
    let noon = Timestamp(milliseconds: Scenario.noon)
    stage.account.onDevices.answer(
      with: .just([
        Device(id: "DEVICE", name: "chat-tui on the desk", lastSeen: noon),
        Device(id: "PHONE", name: "An old telephone", lastSeen: noon, address: "192.0.2.17"),
        Device(id: "NAMELESS"),
      ]))
    #expect(stage.choose("devices"))
    stage.press("Down")

    try ScreenTests.expect(stage, "devices", size)
  }

  @Test("the choice before a password is changed, and the new password", arguments: sizes)
  func password(size: [Int]) throws {
    let stage = try profile(size)
    #expect(stage.choose("change-password"))
    try ScreenTests.expect(stage, "password-choice", size)

    stage.press("Down", "Enter")
    stage.type("old secret")
    stage.press("Enter")
    stage.type("short")
    stage.press("Enter")
    try ScreenTests.expect(stage, "password", size)
  }

  @Test("what the account is told of", arguments: sizes)
  func alertRules(size: [Int]) throws {
    let stage = try stage(size)
    let told: [AlertSubject: Bool] = [
      .anything: true, .mentions: true, .roomMentions: false, .directMessages: true,
      .roomMessages: false, .invites: true, .calls: false, .botMessages: false,
      .person(stage.scenario.linus.id): false, .word("swift"): true,
    ]
    stage.alertRules.told.send(told)
    stage.press("F3")
    #expect(stage.choose("alert-rules"))
    stage.press("Down")

    try ScreenTests.expect(stage, "alert-rules", size)
  }

  @Test("the reason for which somebody is removed", arguments: sizes)
  func removal(size: [Int]) throws {
    let stage = try stage(size)
    if size[0] == 200 { stage.press("Tab", "Tab") } else { stage.press("F8") }
    stage.press("hop")
    #expect(stage.choose("manage-member"))
    stage.press("Down", "Enter")
    stage.type("too loud")
    stage.press("Enter")

    try ScreenTests.expect(stage, "removal", size)
  }
}
