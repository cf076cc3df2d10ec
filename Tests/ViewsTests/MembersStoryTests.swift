import Controllers
import Models
import Signals
import Support
import Terminal
import Testing
import ViewModels

@testable import Views

@MainActor
@Suite("Members on the screen")
struct MembersStoryTests {
  private static nonisolated let sizes = [[80, 24], [50, 15], [200, 60]]

  private func stage(people: [User]? = nil, kept: MembersPlace = MembersPlace()) throws -> Stage {
    var scenario = try Scenario()
    if let people { scenario.people = people }
    let stage = try Stage(scenario: scenario, kept: KeptPlaces(members: kept))
    stage.connect(opening: stage.scenario.swift.id)
    return stage
  }

  @Test(
    "members with the focus: beside the messages where they fit, else in their place",
    arguments: sizes)
  func screens(size: [Int]) throws {
    let stage = try stage()
    _ = stage.screen(size[0], size[1])
    if size[0] == 200 { stage.press("Tab", "Tab") } else { stage.press("F8") }
    #expect(stage.view.context == .members)
    stage.press("Down")
    try ScreenTests.expect(stage, "members", size)
  }

  @Test("what may be done to a person", arguments: sizes)
  func person(size: [Int]) throws {
    let stage = try stage()
    _ = stage.screen(size[0], size[1])
    stage.press("F8")
    if stage.view.context != .members { stage.press("F8") }
    stage.press("hop")
    _ = stage.screen(size[0], size[1])
    #expect(stage.choose("manage-member"))
    #expect(stage.view.context == .sheet)
    try ScreenTests.expect(stage, "person", size)
  }

  @Test("one key opens and closes them; Esc and Tab lead out, and letters filter")
  func narrow() throws {
    let stage = try stage()
    func isShown() -> Bool { stage.screen(80, 24).contains { $0.contains("members 84") } }
    _ = stage.screen(80, 24)
    stage.press("F8")
    #expect(isShown() && stage.screen(80, 24).contains { $0.contains("Grace Hopper") })
    #expect(!stage.screen(80, 24).contains { $0.contains("the rules") })
    stage.press("gra")
    #expect(stage.view.main?.selectedMember?.nameText == "Grace Hopper")
    #expect(
      !stage.screen(80, 24).contains {
        $0.contains("moderator") == false && $0.contains("Linus ") && $0.contains("│ Linus")
      })
    stage.press("F8")
    #expect(stage.view.context == .timeline)
    stage.press("M")
    #expect(stage.view.context == .members)
    #expect(stage.view.main?.selectedMember?.nameText == "Ada", "the filter has ended")
    stage.press("Esc")
    #expect(stage.view.context == .timeline)
    stage.press("F8", "Tab")
    #expect(stage.view.context == .roomList)
    stage.press("S-Tab")
    #expect(stage.view.context == .timeline, "Tab opens nothing")
  }

  @Test("on a wide screen the key takes them away, and Tab leads to them")
  func wide() throws {
    let stage = try stage()
    func hasMembers() -> Bool {
      stage.screen(200, 60).contains { $0.contains("Grace Hopper  ") && $0.contains("moderator") }
    }
    #expect(hasMembers())
    stage.press("Tab", "Tab")
    #expect(stage.view.context == .members)
    stage.press("Tab")
    #expect(stage.view.context == .roomList)
    stage.press("F8")
    #expect(!hasMembers())
    #expect(stage.view.context == .roomList)
    #expect(!stage.places.kept.members.isBeside)
    stage.press("F8")
    #expect(hasMembers())
    #expect(stage.view.context == .members)
    #expect(stage.places.kept.members == MembersPlace())
  }

  @Test("the next session begins with them as they were left")
  func restart() throws {
    let first = try stage()
    _ = first.screen(80, 24)
    first.press("F8")
    #expect(first.places.kept.members.isAlone)
    let next = try stage(kept: MembersPlace(isBeside: true, isAlone: true))
    next.view.main?.focusMembers()
    #expect(next.view.context == .members)
    let hidden = try stage(kept: MembersPlace(isBeside: false))
    #expect(!hidden.screen(200, 60).contains { $0.contains("moderator") })
  }

  @Test("Enter opens the profile; leaving it goes back to the person")
  func profile() throws {
    let stage = try stage()
    _ = stage.screen(80, 24)
    stage.press("F8")
    stage.press("Down")
    stage.press("Enter")
    #expect(stage.view.context == .profile)
    #expect(
      stage.screen(80, 24).contains { $0.contains("GRACE HOPPER") }
        || stage.screen(80, 24).contains { $0.contains("@grace:example.org") })
    stage.press("Esc")
    #expect(stage.view.context == .members)
    #expect(stage.view.main?.selectedMember?.nameText == "Grace Hopper")
  }

  @Test("a person is banned from the actions menu of a member, a message and a profile")
  func bans() throws {
    let stage = try stage()
    _ = stage.screen(80, 24)
    stage.press("F8", "Down")
    func ban() {
      #expect(stage.view.context == .sheet)
      stage.press("Down", "Down", "Enter")
      #expect(stage.view.context == .prompt)
      stage.press("spam", "Enter")
      #expect(stage.view.context == .confirmation)
      stage.pause()
      stage.press("y")
      stage.pause()
      #expect(
        stage.journal.take().contains("ban @grace:example.org from !swift:example.org: spam"))
      #expect(stage.footer(80).contains("Banned: Grace Hopper"))
    }
    #expect(stage.choose("manage-member"))
    ban()
    stage.press("Enter")
    #expect(stage.choose("manage-person"))
    ban()
    stage.press("Esc", "Esc")
    #expect(stage.view.context == .timeline)
    stage.press("g")
    for _ in 0..<20
    where stage.view.main?.selectedRow?.content.value.senderText != "Grace Hopper" {
      stage.press("j")
    }
    #expect(stage.choose("manage-sender"))
    ban()
  }

  @Test("5,000 members are drawn and scrolled within a frame")
  func many() throws {
    let people = try (0..<5000).map { number in
      User(
        id: try #require(UserID("@user\(number):example.org")), displayName: "Person \(number)")
    }
    let stage = try stage(people: people)
    _ = stage.screen(80, 24)
    stage.press("F8")
    _ = stage.screen(80, 24)
    let time = ContinuousClock().measure {
      for _ in 0..<50 {
        stage.press("Down")
        _ = stage.canvas(80, 24)
      }
    }
    // Each canvas is drawn twice, in a debug build.
    #expect(time / 50 < .milliseconds(60), "\(time / 50)")
    #expect(stage.view.main?.selectedMember?.nameText == "Person 50")
  }
}
