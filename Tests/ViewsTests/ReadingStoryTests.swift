import Controllers
import Foundation
import Models
import Signals
import SignalsTesting
import Support
import Terminal
import Testing
import ViewModels

@testable import Views

@MainActor
@Suite("Reading: copies, links and sources")
struct ReadingStoryTests {
  /// The last message, selected.
  private static func stage(
    _ content: MessageContent
  ) throws -> Stage {
    let stage = try Stage()
    let room = stage.scenario.swift.id
    let message = try Scenario.message("$l", room, stage.scenario.linus, minute: 9, content)
    stage.connect(opening: room)
    stage.timelines[room]?.send(
      stage.scenario.timeline.with { $0.messages = [stage.scenario.timeline.messages[1], message] })
    _ = stage.screen()
    stage.press("Esc", "G")
    _ = stage.takeHostCalls()
    return stage
  }

  private static let long =
    "https://example.org/a/path?with=" + String(repeating: "many-words-", count: 30) + "end"

  @Test("y copies the message and says so; the menu copies its parts")
  func copies() throws {
    let stage = try Self.stage(
      FormattedScreenTests.content([
        TextBlock(runs: [TextRun("run "), TextRun("https://a.org", .link, link: "https://a.org")]),
        TextBlock(kind: .code(language: nil), runs: [TextRun("ls -l\nexit")]),
      ]))
    #expect(stage.footer().contains("o open link"))
    stage.press("y")
    #expect(stage.takeHostCalls() == ["copy(\"run https://a.org\\nls -l\\nexit\")"])
    #expect(stage.footer().contains("Copied the message (3 lines)"))
    #expect(stage.choose("copy-code"))
    #expect(stage.takeHostCalls() == ["copy(\"ls -l\\nexit\")"])
    #expect(stage.choose("copy-link"))
    #expect(stage.takeHostCalls() == ["copy(\"https://a.org\")"])
    #expect(stage.footer().contains("Copied: https://a.org"))
    #expect(stage.choose("copy-message-address"))
    #expect(stage.takeHostCalls().first?.contains("https://matrix.to/#/%21swift") == true)
    #expect(stage.choose("copy-address"))
    #expect(stage.takeHostCalls() == ["copy(\"!swift:example.org\")"])
  }

  @Test("a message of many lines is cut in words, and the menu reads all of it")
  func whole() throws {
    let lines = (1...700).map { "line \($0)" }
    let stage = try Self.stage(Scenario.text(lines.joined(separator: "\n")))
    #expect(stage.screen(80, 24).contains { $0.contains("… the actions menu reads the rest") })
    #expect(!stage.screen(80, 24).contains { $0.contains("line 400") })
    #expect(stage.choose("read-whole"))
    #expect(stage.view.context == .sheet)
    #expect(stage.screen(80, 24)[1].contains("Message of Linus"))
    stage.press("End")
    #expect(stage.screen(80, 24).contains { $0.contains("line 700") })
    stage.press("Home", "PageDown")
    #expect(stage.screen(50, 15).contains { $0.contains("line 20") })
    stage.press("Esc")
    #expect(stage.view.context == .timeline)
  }

  @Test("all of one long line is read in the smallest terminal, what is covered stays so")
  func wholeLine() throws {
    let words = (1...300).map { "w\($0)x" }.joined(separator: " ")
    let stage = try Self.stage(
      FormattedScreenTests.content([
        TextBlock(runs: [TextRun(words), TextRun("the butler", .spoiler)])
      ]))
    #expect(stage.choose("read-whole"))
    var seen = Set<Substring>()
    for _ in 0..<60 {
      for line in stage.screen(50, 15) { seen.formUnion(line.split(separator: " ")) }
      stage.press("Down")
    }
    #expect((1...300).allSatisfy { seen.contains("w\($0)x") || seen.contains("w\($0)x▒▒▒") })
    #expect(!seen.contains("butler"))
  }

  @Test("a short message is not offered to be read")
  func short() throws {
    let stage = try Self.stage(Scenario.text("short"))
    #expect(!stage.choose("read-whole"))
  }

  @Test("a notice uses the width of the terminal, and ends at a word where it needs a fourth row")
  func notices() throws {
    let stage = try Self.stage(Scenario.text("short"))
    let words = Array(repeating: "word", count: 30).joined(separator: " ")
    stage.view.report(words)
    #expect(stage.footer(160).contains(words))
    #expect(stage.screen(80).suffix(2).joined() == " " + words)
    #expect(stage.footer(40).hasSuffix("word…"))
    let path = "/" + String(repeating: "x", count: 150)
    stage.view.report("Saved: \(path)")
    #expect(stage.screen(80).suffix(3).joined().filter { $0 != " " } == "Saved:\(path)")
  }

  @Test("what a message does not have is not offered")
  func hidden() throws {
    let stage = try Self.stage(.roomCreated)
    stage.press("y", "o")
    for name in ["copy-message", "copy-code", "copy-link", "open-link"] {
      #expect(!stage.choose(name), "\(name)")
    }
    #expect(stage.takeHostCalls() == [])
    #expect(!stage.footer().contains("open link"))
  }

  @Test("o asks before it opens a link; only y does so, after a look")
  func opening() throws {
    let stage = try Self.stage(Scenario.text("look: https://a.org/x"))
    stage.press("o")
    #expect(stage.view.context == .confirmation)
    #expect(stage.screen().contains { $0.contains("Open https://a.org/x?") })
    for key in ["Enter", "n", "x"] {
      stage.press(key)
      stage.pause()
      #expect(stage.view.context == .timeline, "\(key)")
      stage.press("o")
    }
    stage.press("y")
    #expect(stage.takeHostCalls() == [])
    stage.pause()
    #expect(stage.takeHostCalls() == ["open(\"https://a.org/x\")"])
    #expect(stage.view.context == .timeline)
  }

  @Test("a program that is missing or fails is told in words")
  func failures() throws {
    let stage = try Self.stage(Scenario.text("https://a.org/x"))
    stage.view.opening(
      of: "https://a.org/x",
      failed: .missing("xdg-open is not installed (Debian package xdg-utils)"))
    #expect(stage.takeHostCalls() == ["copy(\"https://a.org/x\")"])
    #expect(
      stage.footer().contains(
        "xdg-open is not installed (Debian package xdg-utils): the link is copied instead"))
    stage.view.opening(of: "https://a.org/x", failed: .failed("it failed"))
    #expect(stage.takeHostCalls() == [])
    #expect(stage.footer().contains("it failed"))
  }

  @Test(
    "words typed blindly, fast or slowly, open nothing",
    arguments: ["oy", "only you", "joy", "oh yes", "o y", "kory"], [70, 340, 700])
  func typing(text: String, interval: Int) throws {
    for body in ["https://a.org", "https://a.org https://b.org"] {
      let stage = try Self.stage(Scenario.text(body))
      stage.pause()
      stage.keyInterval = .milliseconds(interval)
      for letter in text {
        stage.press(Key(.character(letter)).description)
        stage.scheduler.advance(by: stage.keyInterval)
      }
      stage.press("Enter")
      stage.scheduler.advance(by: .seconds(2))
      #expect(!stage.takeHostCalls().contains { $0.hasPrefix("open") }, "\(body)")
    }
  }

  @Test("the question about a long link", arguments: [[80, 24], [50, 15], [200, 60]])
  func question(size: [Int]) throws {
    let stage = try Self.stage(Scenario.text(Self.long))
    _ = stage.screen(size[0], size[1])
    stage.press("o")
    try ScreenTests.expect(stage, "link-question", size)
  }

  @Test("several links, by their numbers", arguments: [[80, 24], [50, 15], [200, 60]])
  func list(size: [Int]) throws {
    let stage = try Self.stage(
      FormattedScreenTests.content([
        TextBlock(runs: [
          TextRun("the "), TextRun("bank", .link, link: "https://evil.example/login"),
          TextRun(" (evil.example)", .address, link: "https://evil.example/login"),
          TextRun(", \(Self.long) and "),
          TextRun("#swift:example.org", .pill, link: "matrix:r/swift:example.org"),
        ])
      ]))
    _ = stage.screen(size[0], size[1])
    stage.press("o")
    #expect(stage.view.context == .sheet)
    try ScreenTests.expect(stage, "links", size)
    stage.press("Down", "Enter")
    #expect(stage.view.context == .confirmation)
    stage.press("y")
    stage.pause()
    #expect(stage.takeHostCalls() == ["open(\"\(Self.long)\")"])
  }

  @Test("a digit chooses the link of that number, however fast; one without a link does nothing")
  func digits() throws {
    let stage = try Self.stage(Scenario.text("https://a.org https://b.org"))
    _ = stage.screen()
    stage.keyInterval = .milliseconds(20)
    stage.press("o", "2")
    #expect(stage.view.context == .confirmation)
    #expect(stage.screen().contains { $0.contains("Open https://b.org?") })
    stage.press("y")
    #expect(stage.takeHostCalls() == [], "nobody has seen the question yet")
    stage.pause()
    stage.press("y")
    stage.pause()
    #expect(stage.takeHostCalls() == ["open(\"https://b.org\")"])
    stage.pause()
    stage.press("o")
    stage.pause()
    stage.press("3")
    #expect(stage.view.context == .sheet)
  }

  @Test("the source of an event, at its end", arguments: [[80, 24], [50, 15], [200, 60]])
  func source(size: [Int]) throws {
    let stage = try Self.stage(Scenario.text("a"))
    _ = stage.screen(size[0], size[1])
    #expect(stage.choose("source"))
    #expect(stage.journal.take().contains("source $l"))
    for _ in 0..<8 { stage.press("PageDown") }
    stage.press("Up")
    try ScreenTests.expect(stage, "source", size)
    stage.press("Right")
    #expect(stage.journal.take().contains("source $edit"))
    #expect(stage.screen(size[0], size[1]).contains { $0.contains("2 of 2: an edit by @grace") })
    stage.press("Left")
    #expect(stage.journal.take().contains("source $l"))
    stage.press("q")
    #expect(stage.view.context == .timeline)
  }
}
