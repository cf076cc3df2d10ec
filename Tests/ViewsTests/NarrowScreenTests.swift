import Controllers
import Models
import Signals
import Terminal
import Testing
import ViewModels

@testable import Views

/// What a terminal of 50 columns and 15 rows must show, or nobody could go on.
@MainActor
@Suite("A narrow screen")
struct NarrowScreenTests {
  private static func stage() throws -> Stage {
    let stage = try Stage()
    stage.connect(opening: stage.scenario.swift.id)
    return stage
  }

  @Test("a notice takes the rows that it needs, and gives them back to the next key")
  func longNotice() throws {
    let stage = try Self.stage()
    stage.type("on")
    let before = stage.screen(50, 15)

    stage.send(.oversizedPaste)

    let screen = stage.screen(50, 15)
    #expect(
      screen.suffix(3) == [
        " > on", " The pasted text is larger than 1 MiB: nothing", " was inserted",
      ])
    // The stage compares the letter that is shown ahead with its frame.
    stage.type("e")
    #expect(stage.screen(50, 15).suffix(2) == [" > one", before[14]])
  }

  @Test("a notice leaves a screen of few rows to the messages")
  func fewRows() throws {
    let stage = try Self.stage()
    stage.send(.oversizedPaste)

    #expect(stage.screen(40, 8).last == " The pasted text is larger than 1 MiB:…")
    #expect(stage.screen(40, 10).last == " nothing was inserted")
  }

  @Test("the footer of the messages has the key that leaves them")
  func wayBack() throws {
    let stage = try Self.stage()
    stage.press("Esc")
    #expect(stage.screen(50, 15).last == " e edit  Enter open  i write  Esc rooms   F1 help")
    #expect(stage.screen(40, 15).last?.hasPrefix(" e edit  Enter open  Esc rooms") == true)
  }

  @Test("the footer of a message has what is done with it, before what Enter does anyway")
  func messageKeys() throws {
    let stage = try Self.stage()
    stage.press("Esc", "Up")
    #expect(stage.screen(50, 15).last == " e edit  r reply  t thread  Esc rooms     F1 help")
  }

  @Test("help shows the whole title of each action")
  func help() throws {
    let stage = try Self.stage()
    stage.press("F1")
    let titles = stage.view.help?.lines.compactMap { line in
      if case .action(_, let title) = line { title } else { nil }
    }

    var shown = ""
    for _ in 0..<60 {
      shown += stage.screen(50, 15).joined(separator: "\n")
      stage.press("PageDown")
    }

    #expect(titles?.filter { !shown.contains($0) } == [])
  }

  @Test("a suggestion stays on the screen while it is chosen")
  func suggestions() throws {
    let stage = try Self.stage()
    stage.press("C-o")
    let model = try #require(stage.view.main?.prompt?.model)
    let suggestions = model.suggestions.value
    try #require(suggestions.count == 7)

    for suggestion in suggestions {
      // Of the screen's last rows, three are the line, the question and its field.
      let rows = stage.screen(50, 15).suffix(9)
      #expect(rows.contains { $0.contains(suggestion.titleText.prefix(20)) })
      stage.press("Down")
    }
  }

  @Test("a profile says what has failed before what else is known")
  func profile() throws {
    let stage = try Self.stage()
    stage.press("Esc", "g", "p")
    stage.graceProfile.send(
      Profile(
        user: stage.scenario.grace, friendCount: 1,
        commonRooms: [stage.scenario.swift, stage.scenario.rooms[3]]))
    stage.refreshed.fail(RequestError(operation: .fetchUser, reason: .timedOut))

    let screen = stage.screen(50, 15)
    #expect(screen.contains { $0.hasSuffix("! The server did not answer") })
    #expect(screen.contains { $0.hasSuffix("in time. Try again.") })
  }

  @Test("the line at the top has the key that tries again")
  func offline() throws {
    let stage = try Self.stage()
    stage.unsent.send(UnsentCount(waiting: 12, failed: 1))
    let error = RequestError(operation: .sync, reason: .unreachable("refused"))
    stage.connection.send(.offline(error, retryAfter: .seconds(30)))

    #expect(stage.screen(50, 15)[0].contains("● offline (F5…"))
    #expect(stage.screen(80, 24)[0].contains("● offline (F5: now): server"))
    #expect(stage.screen(200, 60)[0].contains("server unreachable, next try in 30 s (F5: now)"))
  }
}
