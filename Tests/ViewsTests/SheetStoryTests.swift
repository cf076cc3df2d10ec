import Controllers
import Models
import Signals
import Support
import Terminal
import Testing
import ViewModels

@testable import Views

@MainActor
@Suite("Lists in front of the conversation")
struct SheetStoryTests {
  private static func stage(
    canPin: Bool = true, _ change: (inout Message.Builder) -> Void = { _ in }
  ) throws -> Stage {
    let stage = try Stage()
    let room = stage.scenario.swift.id
    let messages = stage.scenario.timeline.messages.map { message in
      switch message.eventID?.rawValue {
      case "$3":
        message.with {
          $0.isPinned = true
          $0.isEdited = true
          change(&$0)
        }
      default: message
      }
    }
    stage.connect(opening: room)
    stage.timelines[room]?.send(
      stage.scenario.timeline.with {
        $0.messages = messages
        $0.canPin = canPin
      })
    return stage
  }

  @Test("the pinned messages", arguments: [[80, 24], [50, 15], [200, 60]])
  func pins(size: [Int]) throws {
    let stage = try Self.stage()
    _ = stage.screen(size[0], size[1])
    #expect(stage.choose("pins"))
    #expect(stage.view.context == .sheet)

    try ScreenTests.expect(stage, "pins", size)
  }

  @Test(
    "earlier versions, and the mark of a pinned message",
    arguments: [[80, 24], [50, 15], [200, 60]])
  func versions(size: [Int]) throws {
    let stage = try Self.stage()
    _ = stage.screen(size[0], size[1])
    stage.press("Esc", "g", "j", "j")
    #expect(stage.screen(size[0], size[1]).contains { $0.contains("(pinned)") })
    #expect(stage.choose("versions"))

    try ScreenTests.expect(stage, "versions", size)
  }

  @Test("Enter goes to the pinned message, Esc returns to where the focus was")
  func keys() throws {
    let stage = try Self.stage()
    _ = stage.screen()
    #expect(stage.choose("pins"))
    stage.press("Esc")
    #expect(stage.view.context == .composer)
    #expect(stage.choose("pins"))
    stage.press("Down", "Enter")
    #expect(stage.view.context == .timeline)
    #expect(stage.view.main?.conversation?.timeline.selectedRow != nil)
    stage.press("Esc", "Esc")
    #expect(stage.view.context == .roomList)
  }

  @Test("pages, and the first and the last entry; a list that does not fit says where it is")
  func pages() throws {
    let stage = try Self.stage()
    _ = stage.screen(80, 24)
    stage.press("Esc", "g", "j", "j")
    #expect(stage.choose("source"))
    /// Where the list says that its cursor is.
    func place() -> Int? {
      let line = stage.screen(80, 24).first { $0.hasSuffix("/44") }
      return line?.split(separator: " ").last.flatMap { Int($0.dropLast(3)) }
    }
    #expect(place() == 1)

    stage.press("PageDown")
    let second = try #require(place())
    #expect((5...20).contains(second))
    stage.press("PageDown")
    #expect(try #require(place()) > second)
    stage.press("End")
    #expect(place() == 44)
    stage.press("PageUp")
    #expect((24...40).contains(try #require(place())))
    stage.press("Home")
    #expect(place() == 1)
  }

  @Test("pins follow the power levels, and are asked for first")
  func power() throws {
    let stage = try Self.stage()
    _ = stage.screen()
    stage.press("Esc", "g", "j", "j")
    _ = stage.journal.take()
    #expect(!stage.choose("pin"), "it is pinned")
    #expect(stage.choose("unpin"))
    #expect(stage.view.context == .confirmation)
    stage.press("y")
    stage.pause()
    #expect(stage.journal.take().contains("unpin $3"))

    let other = try Self.stage(canPin: false)
    _ = other.screen()
    other.press("Esc", "g", "j", "j")
    other.choose("unpin")
    #expect(other.view.context == .timeline)
    #expect(other.view.notice == "Your power level in this room does not allow pinning")
  }

  @Test("a report asks for a reason and is confirmed by y alone")
  func report() throws {
    let stage = try Self.stage()
    _ = stage.screen()
    stage.press("Esc", "g", "j", "j")
    #expect(!stage.choose("report"), "the account's own")
    stage.press("k")
    _ = stage.journal.take()
    #expect(stage.choose("report"))
    #expect(stage.view.context == .prompt)
    stage.type("spam")
    stage.press("Enter")
    #expect(stage.view.context == .confirmation)
    stage.press("n")
    stage.pause()
    #expect(!stage.journal.take().contains { $0.hasPrefix("report") })
    #expect(stage.choose("report"))
    stage.type("spam")
    stage.press("Enter")
    stage.pause()
    stage.press("y")
    stage.pause()
    #expect(stage.journal.take().contains { $0.hasPrefix("report $2: spam") })
  }

  @Test("a removal that waits is taken back by u")
  func removal() throws {
    let stage = try stageWithRemoval()
    _ = stage.screen()
    stage.press("Esc")
    #expect(stage.screen().contains { $0.contains("(removing… u undoes)") })
    _ = stage.journal.take()
    stage.press("u")
    #expect(stage.journal.take().contains { $0.contains("takeBack r1") })
  }

  @Test(
    "u right after the y of a question takes back; in a word that goes on, or after a no, it does not",
    arguments: [
      (answer: "y", pause: 350, then: ["u"], isTakenBack: true),
      (answer: "y", pause: 350, then: ["e", "u"], isTakenBack: false),
      (answer: "y", pause: 0, then: ["e", "u"], isTakenBack: false),
      (answer: "n", pause: 350, then: ["u"], isTakenBack: false),
    ])
  func regret(answer: String, pause: Int, then keys: [String], isTakenBack: Bool) throws {
    let stage = try stageWithRemoval()
    _ = stage.screen()
    stage.press("Esc", "g", "j", "j")
    #expect(stage.choose("unpin"))
    stage.pause()
    _ = stage.journal.take()
    stage.keyInterval = .milliseconds(50)

    stage.press(answer)
    stage.pause(for: .milliseconds(pause))
    for key in keys { stage.press(key) }

    let calls = stage.journal.take()
    #expect(calls.contains("unpin $3") == (answer == "y" && pause > 0))
    #expect(calls.contains { $0.contains("takeBack r1") } == isTakenBack)
  }

  /// A pinned message waits to be removed.
  private func stageWithRemoval() throws -> Stage {
    let removal = Message.ID(TransactionID.template("r1"))
    return try Self.stage { message in
      message.pendingChange = .heldRemoval(event: removal, until: .noon(plusMinutes: 9))
    }
  }
}
