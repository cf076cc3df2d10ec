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
}
