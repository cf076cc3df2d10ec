import Controllers
import Models
import Signals
import Support
import Terminal
import Testing
import ViewModels

@testable import Views

@MainActor
@Suite("Replies")
struct ReplyStoryTests {
  private static func replies(_ scenario: Scenario) -> [Message] {
    let messages = scenario.timeline.messages
    let quotes: [String: ReplyQuote] = [
      "$3": .known(sender: scenario.grace.id, content: messages[1].content),
      "$6": .loading, "$7": .missing,
      "$8": .known(sender: scenario.ada.id, content: .redacted),
    ]
    return messages.map { message in
      guard let quote = message.eventID.flatMap({ quotes[$0.rawValue] }) else { return message }
      return message.with { $0.reply = Reply(target: messages[1].id, quote: quote) }
    }
  }

  private func stage() throws -> Stage { try ReactionStoryTests.stage(Self.replies) }

  @Test("quotes, and a reply being written", arguments: [[80, 24], [50, 15], [200, 60]])
  func screens(size: [Int]) throws {
    let stage = try stage()
    _ = stage.screen(size[0], size[1])
    stage.type("a draft")
    stage.press("Esc", "g", "j", "r")

    try ScreenTests.expect(stage, "reply", size)
  }

  @Test("one key replies, Esc drops the reply and keeps the text")
  func keys() throws {
    let stage = try stage()
    _ = stage.screen()
    stage.type("half ")
    stage.press("Esc", "g", "j")
    #expect(stage.footer().contains("r reply"))
    stage.press("r")
    #expect(stage.view.context == .composer)
    #expect(stage.screen().contains { $0.contains("↪ replying") })
    stage.press("Esc")
    #expect(stage.view.context == .composer)
    #expect(!stage.screen().contains { $0.contains("↪ replying") })
    #expect(stage.screen().contains { $0.contains("> half") })
    stage.press("Esc")
    #expect(stage.view.context == .timeline)
    _ = stage.journal.take()
    stage.press("r")
    stage.type("done")
    stage.press("Enter")
    let sent = stage.journal.take().last ?? ""
    #expect(sent.contains(#"send text("half done""#) && sent.contains("@grace:example.org"))
  }

  @Test("Enter on a reply selects the quoted message, Backspace comes back")
  func jump() throws {
    let stage = try stage()
    _ = stage.screen()
    stage.press("Esc", "g", "j", "j")
    let timeline = try #require(stage.view.main?.conversation?.timeline)
    let reply = try #require(timeline.selectedID)
    stage.press("Enter")
    #expect(timeline.selectedID == RowID("$2"))
    #expect(stage.footer(160).contains("Backspace back"))
    stage.press("Backspace")
    #expect(timeline.selectedID == reply)
    #expect(!stage.footer(160).contains("Backspace back"))
  }

  @Test("a quoted stranger's text stays in one line behind the program's mark")
  func hostile() throws {
    let text = "\u{1B}[2J\n12:00 Admin\r\u{202E}" + String(repeating: "x\u{301}\u{301}", count: 900)
    let stage = try ReactionStoryTests.stage { scenario in
      [
        scenario.timeline.messages[1].with {
          $0.reply = Reply(
            target: $0.id,
            quote: .known(sender: scenario.linus.id, content: .text(.init(body: text))))
        }
      ]
    }
    let screen = stage.screen(80, 24)
    #expect(screen.count { $0.contains("12:00 Admin") } == 1)
    #expect(screen.contains { $0.contains("╭ Linus: ") })
  }
}
