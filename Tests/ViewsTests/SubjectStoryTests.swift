import Controllers
import Models
import Support
import Testing
import ViewModels

@testable import Views

@MainActor
@Suite("Which message a question is about")
struct SubjectStoryTests {
  /// The messages have the focus, and the first one that somebody wrote is selected.
  private func stage() throws -> Stage {
    let stage = try Stage()
    stage.connect(opening: stage.scenario.swift.id)
    _ = stage.screen(100, 40)
    stage.press("Esc", "g", "j")
    return stage
  }

  private func marked(_ stage: Stage) -> [String] {
    stage.screen(100, 40).filter { $0.contains("│▌12:31 Grace") }
  }

  @Test("it stays marked, and the question quotes it", arguments: ["forward", "report"])
  func questions(action: String) throws {
    let stage = try stage()
    #expect(marked(stage).count == 1)
    #expect(stage.choose(action))
    #expect(stage.view.context == .prompt)
    #expect(marked(stage).count == 1)
    #expect(stage.screen(100, 40).contains { $0.contains("Grace Hopper: Does anyone wrap") })
    stage.press("Esc")
    #expect(!stage.screen(100, 40).contains { $0.contains("Grace Hopper: Does anyone wrap") })
  }

  @Test("it stays marked while its reaction is asked for")
  func reaction() throws {
    let stage = try stage()
    stage.press("+")
    #expect(stage.view.context == .prompt)
    #expect(marked(stage).count == 1)
    #expect(stage.screen(100, 40).contains { $0.contains("Grace Hopper: Does anyone wrap") })
  }

  @Test("the menu of its actions has it as the heading")
  func menu() throws {
    let stage = try stage()
    stage.press("F2")
    #expect(stage.screen(100, 40).contains { $0.contains("│ Grace Hopper: Does anyone wrap") })
  }

  @Test("a question from the composer marks no message")
  func fromComposer() throws {
    let stage = try stage()
    stage.press("i", "F2", "Esc", "C-o")
    #expect(stage.view.context == .prompt)
    #expect(marked(stage).isEmpty)
  }
}
