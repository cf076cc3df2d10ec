import Models
import Testing

@testable import Views

@Suite("The actions menu")
@MainActor
struct MenuStoryTests {
  @Test("one that is too long for the screen says where the cursor is, and pages")
  func long() throws {
    let stage = try Stage()
    stage.connect(opening: stage.scenario.swift.id)
    stage.view.main?.focusRoomList()
    func shows(_ text: String) -> Bool { stage.screen(50, 15).contains { $0.contains(text) } }
    stage.press("F2")
    let found = stage.screen(50, 15).compactMap { $0.firstMatch(of: #/ 1\/(\d+) /#)?.output.1 }
    let count = try #require(found.first)
    #expect(shows(" 1/\(count) "))
    stage.press("End")
    #expect(stage.view.context == .menu)
    #expect(shows(" \(count)/\(count) "))
    #expect(shows("▌ sign out"))
    stage.press("PageUp", "PageUp")
    #expect(!shows(" \(count)/\(count) ") && !shows(" 1/\(count) "))
    stage.press("Home")
    #expect(shows(" 1/\(count) "))
    stage.press("PageDown", "PageDown", "PageDown", "PageDown", "PageDown", "PageDown")
    #expect(shows(" \(count)/\(count) "))
    stage.press("Down")
    #expect(shows(" 1/\(count) "))
  }

  @Test("letters select the action whose title begins with them, or else has them")
  func typing() throws {
    let stage = try Stage()
    stage.connect(opening: stage.scenario.swift.id)
    stage.view.main?.focusRoomList()
    func shows(_ text: String) -> Bool { stage.screen(100, 40).contains { $0.contains(text) } }
    stage.press("F2")
    stage.keyInterval = .milliseconds(200)
    stage.type("sign")
    #expect(shows("▌ sign out") && shows("─ sign ─"))
    // Keys that have an effect of their own are letters within a word, too.
    stage.keyInterval = .seconds(2)
    stage.press("j")
    #expect(!shows("▌ sign out") && !shows("─ sign ─"))
    stage.keyInterval = .milliseconds(200)
    stage.type("bjoin.")
    #expect(stage.view.context == .menu)
    #expect(shows("─ bjoin. ─"))
    stage.keyInterval = .seconds(5)
    stage.press("Enter")
    #expect(stage.view.context == .menu)
    #expect(stage.view.notice == "No action here has these letters: Down chooses")
    stage.type("o")
    stage.keyInterval = .milliseconds(200)
    stage.type("ut")
    #expect(shows("▌ sign out"))
    stage.keyInterval = .seconds(5)
    stage.press("Enter")
    #expect(stage.view.context == .confirmation)
  }
}
