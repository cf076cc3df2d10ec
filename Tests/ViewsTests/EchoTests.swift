import Models
import SeededRandom
import Terminal
import Testing

@testable import Views

/// Letters that are shown before the frame that has them.
///
/// The stage compares each with that frame.
@MainActor
@Suite("Echo")
struct EchoTests {
  private static func stage() throws -> Stage {
    let stage = try Stage()
    stage.connect(opening: stage.scenario.swift.id)
    _ = stage.canvas()
    return stage
  }

  /// How many letters of a text are shown ahead, when each key has its frame.
  private static func echoes(of text: String, on stage: Stage) -> Int {
    let before = stage.echoCount
    for character in text {
      stage.type(String(character))
      _ = stage.canvas()
    }
    return stage.echoCount - before
  }

  @Test("a letter behind the text is shown ahead; the first one takes the place of the hint")
  func plain() throws {
    let stage = try Self.stage()

    #expect(Self.echoes(of: "h", on: stage) == 0)
    #expect(Self.echoes(of: "i you", on: stage) == 5)
  }

  @Test("a letter before other letters, or beyond ASCII, waits for its frame")
  func others() throws {
    let stage = try Self.stage()
    _ = Self.echoes(of: "ab", on: stage)

    #expect(Self.echoes(of: "好é", on: stage) == 0)
    #expect(Self.echoes(of: "c", on: stage) == 1)
    stage.press("Left")
    _ = stage.canvas()
    #expect(Self.echoes(of: "d", on: stage) == 0)
  }

  @Test("a letter is not shown ahead when something else waits to be drawn, nor in the help")
  func outdated() throws {
    let stage = try Self.stage()
    _ = Self.echoes(of: "ab", on: stage)

    stage.type("cd")
    #expect(stage.echoCount == 2)
    _ = stage.canvas()
    stage.press("F1")
    _ = stage.canvas()
    #expect(Self.echoes(of: "find", on: stage) == 0)
  }

  @Test("what is shown ahead is what the frame shows", arguments: [1, 2, 3] as [UInt64])
  func random(seed: UInt64) throws {
    let stage = try Self.stage()
    var random = SeededGenerator(seed: seed)
    let letters = Array("abc  de,.:/@好é👩🏽")
    let keys = ["Backspace", "Left", "End", "C-w", "C-j", "Up", "C-y"]
    let sizes = [[100, 30], [50, 15], [30, 5], [80, 24]]
    for step in 0..<400 {
      stage.note = "seed \(seed), step \(step)"
      let size = sizes[step / 50 % sizes.count]
      if Int.random(in: 0..<12, using: &random) == 0 {
        stage.press(keys.randomElement(using: &random) ?? "End")
      } else {
        stage.type(String(letters.randomElement(using: &random) ?? "a"))
      }
      _ = stage.canvas(size[0], size[1])
    }
    #expect(stage.echoCount > 30)
  }
}
