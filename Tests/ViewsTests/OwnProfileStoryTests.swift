import Models
import Testing
import ViewModels

@testable import Views

@Suite("The own profile on the screen")
@MainActor
struct OwnProfileStoryTests {
  @Test("Esc goes back from one of its lists to the profile")
  func list() throws {
    let stage = try Stage()
    stage.connect(opening: stage.scenario.swift.id)
    stage.view.main?.model.openOwnProfile()
    #expect(stage.view.context == .profile)
    #expect(stage.choose("ignored-people"))
    #expect(stage.view.context == .sheet)
    stage.press("Esc")
    #expect(stage.view.context == .profile)
    stage.press("Esc")
    #expect(stage.view.context != .profile)
  }
}
