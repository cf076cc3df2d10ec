import Controllers
import Models
import Signals
import Support
import Testing
import ViewModels

@testable import Terminal
@testable import Views

@MainActor
@Suite("Receipts, marks and places on the screen")
struct PlaceStoryTests {
  /// A stage whose messages others have read.
  private static func stage() throws -> Stage {
    try ReactionStoryTests.stage { scenario in
      scenario.timeline.messages.map { message in
        message.with {
          switch message.eventID?.rawValue {
          case "$3": $0.readers = [receipt(scenario.grace.id), receipt(scenario.linus.id)]
          case "$4":
            $0.readers = (0..<5).map { receipt(.template("@u\($0):example.org")) }
          default: break
          }
        }
      }
    }
  }

  private static func receipt(_ user: UserID) -> ReadReceipt {
    ReadReceipt(user: user, time: .noon)
  }

  @Test("readers at their place", arguments: [[80, 24], [50, 15], [200, 60]])
  func readers(size: [Int]) throws {
    let stage = try Self.stage()
    _ = stage.screen(size[0], size[1])
    stage.press("Esc", "g", "j", "j")
    try ScreenTests.expect(stage, "readers", size)
  }

  @Test("a receipt that arrives lays out only the two rows that it leaves and reaches")
  func layouts() throws {
    let stage = try Self.stage()
    _ = stage.screen()
    stage.press("Esc")
    let timeline = try #require(stage.view.main?.conversation?.timeline)
    _ = stage.screen()
    let before = timeline.layoutMissCount
    let messages = try ReactionStoryTests.stage { $0.timeline.messages }.scenario.timeline.messages
    let moved = messages.map { message in
      message.with {
        if message.eventID?.rawValue == "$4" {
          $0.readers = [Self.receipt(stage.scenario.grace.id)]
        }
      }
    }
    stage.timelines[stage.scenario.swift.id]?.send(
      stage.scenario.timeline.with { $0.messages = moved })
    #expect(stage.screen().contains { $0.contains("read by Grace") })
    #expect(timeline.layoutMissCount - before == 2)
  }

  @Test("the menu lists the readers with times, and Esc leads back")
  func list() throws {
    let stage = try Self.stage()
    _ = stage.screen()
    stage.press("Esc", "g", "j", "j")
    #expect(stage.choose("readers"))
    let screen = stage.screen()
    #expect(screen.contains { $0.contains("Read by") })
    #expect(screen.contains { $0.contains("12:39 Linus") || $0.contains("Linus") })
    stage.press("Esc")
    #expect(stage.view.context == .timeline)
  }

  @Test("n goes to the first new message, and says why not; Backspace leads back")
  func firstNew() throws {
    let stage = try Self.stage()
    _ = stage.screen()
    stage.press("Esc", "k")
    let timeline = try #require(stage.view.main?.conversation?.timeline)
    stage.press("n")
    #expect(timeline.selectedID == RowID("$7"))
    #expect(stage.screen().contains { $0.contains("─ new ─") })
    stage.press("Backspace")
    #expect(timeline.selectedID != RowID("$7"))
    stage.press("i")
    #expect(stage.choose("first-new"))
    #expect(stage.view.context == .timeline)
    #expect(timeline.selectedID == RowID("$7"))

    let other = try #require(
      stage.scenario.rooms.first { room in
        room.id != stage.scenario.swift.id && room.membership == .joined
      })
    stage.open(other.id)
    stage.timelines[other.id]?.send(
      stage.scenario.timeline.with { ($0.roomID, $0.readUpTo) = (other.id, nil) })
    _ = stage.screen()
    stage.press("Esc", "n")
    #expect(stage.footer().contains("Nothing here was new when you came"))
  }

  @Test("d asks for a date and goes to the message of the time; the composer's menu has it too")
  func date() throws {
    let stage = try Self.stage()
    _ = stage.screen()
    stage.press("Esc", "d")
    #expect(stage.view.context == .prompt)
    #expect(stage.screen().contains { $0.contains("Go to a date") })
    stage.type("yesterday")
    stage.press("Enter")
    #expect(stage.journal.take().contains { $0.hasPrefix("message at ") })
    #expect(stage.view.context == .timeline)
    let selected = stage.view.main?.conversation?.timeline.selectedID
    #expect(selected == RowID("$2"))
    stage.press("Backspace")
    #expect(stage.view.main?.conversation?.timeline.selectedID != selected)
    stage.press("i")
    #expect(stage.choose("go-to-date"))
    #expect(stage.view.context == .prompt)
  }

  @Test("u marks the room under the cursor as unread, and a dot shows it; U reads it")
  func marks() throws {
    let stage = try Stage()
    stage.connect()
    _ = stage.screen()
    stage.press("g", "j", "j")
    let row = try #require(stage.view.main?.subjectRow)
    stage.rooms.send(
      stage.scenario.rooms.map { room in
        room.with { if $0.id == row.roomID { ($0.unreadCount, $0.mentionCount) = (0, 0) } }
      })
    _ = stage.journal.take()
    stage.press("u")
    #expect(stage.journal.take().contains("markUnread \(row.roomID)"))
    stage.rooms.send(
      stage.scenario.rooms.map { room in
        room.with {
          if $0.id == row.roomID {
            ($0.unreadCount, $0.mentionCount, $0.isMarkedUnread) = (0, 0, true)
          }
        }
      })
    #expect(stage.screen().contains { $0.contains("●") && $0.contains(row.content.value.nameText) })
    stage.press("u")
    #expect(stage.journal.take() == [])
    #expect(stage.choose("mark-read"))
  }
}
