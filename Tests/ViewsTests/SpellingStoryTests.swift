import Models
import Support
import Terminal
import Testing
import ViewModels

@testable import Views

@MainActor
@Suite("Spelling on the screen")
struct SpellingStoryTests {
  private static func stage() throws -> Stage {
    let stage = try Stage()
    stage.connect(opening: stage.scenario.swift.id)
    return stage
  }

  /// The underlined parts of the composer's rows.
  private static func marked(_ stage: Stage, _ columns: Int, _ rows: Int) -> [String] {
    let canvas = stage.canvas(columns, rows)
    return (rows - 8..<rows).flatMap { row -> [String] in
      let line = Array(canvas.screenText()[row])
      var words = [""]
      for (column, character) in line.enumerated() {
        let style = canvas.style(at: Point(column: column, row: row))
        if style.attributes.contains(.underline) {
          words[words.count - 1].append(character)
        } else if words.last != "" {
          words.append("")
        }
      }
      return words.filter { !$0.isEmpty }
    }
  }

  @Test("misspelled words are underlined after a pause, also where they are wrapped")
  func marks() throws {
    let stage = try Self.stage()
    _ = stage.screen(80, 24)
    stage.type("teh world, and wrold peace")
    #expect(Self.marked(stage, 80, 24) == [])
    stage.pause()
    #expect(Self.marked(stage, 80, 24) == ["teh", "wrold"])
    #expect(Self.marked(stage, 50, 15).joined() == "tehwrold")
  }

  @Test("F7 lists what is meant, Enter takes it, and the undo key brings the word back")
  func correction() throws {
    let stage = try Self.stage()
    _ = stage.screen(80, 24)
    stage.type("the wrold is")
    stage.pause()
    stage.press("F7")
    #expect(stage.view.context == .sheet)
    let screen = stage.screen(80, 24)
    #expect(screen.contains { $0.contains("In place of wrold") })
    #expect(screen.contains { $0.contains("add wrold to my words") })
    stage.press("Enter")
    #expect(stage.view.context == .composer)
    #expect(stage.screen(80, 24).contains { $0.contains("> the world is") })
    stage.press("C-_")
    #expect(stage.screen(80, 24).contains { $0.contains("> the wrold is") })
    // What is written next goes on where it was.
    stage.pause()
    stage.press("F7", "Enter")
    stage.type(" big")
    #expect(stage.screen(80, 24).contains { $0.contains("> the world is big") })
  }

  @Test("without a marked word, F7 says so")
  func nothing() throws {
    let stage = try Self.stage()
    _ = stage.screen(80, 24)
    stage.press("F7")
    #expect(stage.view.context == .composer)
    #expect(stage.view.notice == "No word here is marked as misspelled")
  }
}
