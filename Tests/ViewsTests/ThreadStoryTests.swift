import Controllers
import Models
import Signals
import Support
import Testing
import ViewModels

@testable import Terminal
@testable import Views

@MainActor
@Suite("Threads on the screen")
struct ThreadStoryTests {
  private static let root = Message.ID(EventID.template("$3"))

  /// A stage whose room has a thread below the message `$3`.
  private func stage(isRemoved: Bool = false) throws -> Stage {
    let stage = try ReactionStoryTests.stage { scenario in
      scenario.timeline.messages.map { message in
        guard message.eventID?.rawValue == "$3" else { return message }
        return message.with {
          if isRemoved { $0.content = .redacted }
          $0.thread = ThreadSummary(
            count: 12, latestSender: scenario.grace.id,
            latestContent: .text(
              TextContent(body: "by grapheme, and then by the terminal's table")),
            latestTime: message.timestamp, unreadCount: 2)
        }
      }
    }
    let messages = stage.scenario.timeline.messages
    let first = try #require(messages.first { $0.eventID?.rawValue == "$3" })
    let answers = (1...3).map { number in
      Message.template("t\(number)", "answer \(number)", in: stage.scenario.swift.id) {
        $0.sender = stage.scenario.grace.id
        $0.timestamp = first.timestamp
        $0.threadRoot = Self.root
      }
    }
    stage.thread.send(
      stage.scenario.timeline.with {
        $0.messages = [first] + answers
        $0.hasOlder = false
      })
    stage.threadList.send(
      stage.scenario.timeline.with {
        $0.messages = [
          first.with {
            $0.thread = ThreadSummary(
              count: 3, latestSender: stage.scenario.grace.id,
              latestContent: .text(TextContent(body: "answer 3")), latestTime: first.timestamp,
              unreadCount: 1)
          }
        ]
        $0.hasOlder = false
      })
    return stage
  }

  /// Selects the message `$3`.
  private func select(_ stage: Stage) {
    _ = stage.screen()
    stage.press("Esc", "g", "j", "j")
  }

  private func title(_ stage: Stage) -> String? {
    stage.view.main?.conversation?.model.titleText.value
  }

  @Test("a line below the message", arguments: [[80, 24], [50, 15], [200, 60]])
  func line(size: [Int]) throws {
    let stage = try stage()
    _ = stage.screen(size[0], size[1])
    stage.press("Esc", "g", "j", "j")
    try ScreenTests.expect(stage, "thread-line", size)
  }

  @Test("a line below the message after its removal too", arguments: [80, 50])
  func removed(columns: Int) throws {
    let stage = try stage(isRemoved: true)
    _ = stage.screen(columns, 40)
    stage.press("Esc", "g")
    #expect(stage.screen(columns, 40).contains { $0.contains("⤷ 12 replies") })
  }

  @Test("a thread with its composer", arguments: [[80, 24], [50, 15], [200, 60]])
  func thread(size: [Int]) throws {
    let stage = try stage()
    select(stage)
    stage.press("Enter")
    stage.type("one more")
    try ScreenTests.expect(stage, "thread", size)
  }

  @Test("the room's threads", arguments: [[80, 24], [50, 15], [200, 60]])
  func list(size: [Int]) throws {
    let stage = try stage()
    select(stage)
    stage.press("T")
    try ScreenTests.expect(stage, "threads", size)
  }

  @Test("the footer says where Esc leads: from a thread to the room, from there to the rooms")
  func outward() throws {
    let stage = try stage()
    select(stage)
    #expect(stage.screen(200, 30).last?.contains("Esc rooms") == true)
    stage.press("Enter", "Esc")
    #expect(stage.screen(200, 30).last?.contains("Esc room ") == true)
    stage.press("Esc", "T")
    stage.press("Enter", "Esc")
    #expect(stage.screen(200, 30).last?.contains("Esc threads") == true)
  }

  @Test("t and Enter open the thread, Esc and Backspace return to the messages of the room")
  func keys() throws {
    let stage = try stage()
    let room = title(stage)
    for (open, close) in [("t", "Esc"), ("Enter", "Backspace")] {
      select(stage)
      stage.press(open)
      #expect(title(stage)?.hasPrefix("Thread in") == true)
      #expect(stage.view.main?.context == .composer)
      stage.press("Esc")
      #expect(stage.view.main?.context == .timeline)
      stage.press(close)
      #expect(title(stage) == room)
      #expect(stage.view.main?.context == .timeline)
      // The message of the thread is selected again.
      #expect(stage.view.main?.conversation?.timeline.selectedRow?.hasThread == true)
      stage.press("i")
    }
  }

  @Test("T lists the threads, Enter opens one, and Esc goes back to the list and to the room")
  func threads() throws {
    let stage = try stage()
    let room = title(stage)
    select(stage)
    stage.press("T")
    #expect(stage.view.main?.context == .timeline)
    #expect(title(stage)?.hasPrefix("Threads in") == true)
    stage.press("Enter")
    #expect(title(stage)?.hasPrefix("Thread in") == true)
    stage.press("Esc", "Esc")
    #expect(title(stage)?.hasPrefix("Threads in") == true)
    stage.press("Esc")
    #expect(title(stage) == room)
  }

  @Test("what is typed in a thread is sent there")
  func sends() throws {
    let stage = try stage()
    select(stage)
    stage.press("t")
    _ = stage.journal.take()
    stage.type("hi")
    stage.press("Enter")
    let sent = stage.journal.take().filter { $0.hasPrefix("send") }
    #expect(sent.count == 1)
    #expect(sent.first?.contains("threaded") == true)
    #expect(sent.first?.contains("$t3") == true)
  }
}
