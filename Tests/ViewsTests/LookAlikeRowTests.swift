import Controllers
import Foundation
import Models
import Signals
import SignalsTesting
import Support
import Testing
import ViewModels

@testable import Views

@MainActor
@Suite("Rows of rooms that look alike")
struct LookAlikeRowTests {
  private static func stage() throws -> Stage {
    let stage = try Stage()
    stage.connection.send(.online)
    // The second letters of the false names are Cyrillic.
    let rooms = try [
      ("!a:example.org", "Bank", "#bank:example.org"),
      ("!b:example.org", "B\u{430}nk", "#bank:evil.example.com"),
      ("!c:example.org", "Operations and a very long name", "#operations:example.org"),
      ("!d:example.org", "Oper\u{430}tions and a very long name", "#operations:evil.org"),
    ].map { id, name, alias in
      try Scenario.room(id, name) { $0.alias = RoomAlias(alias) }
    }
    stage.rooms.send(rooms)
    stage.view.main?.focusRoomList()
    stage.scheduler.advance(by: .seconds(1))
    return stage
  }

  private static func rows(
    _ columns: Int, _ rows: Int, of stage: Stage? = nil
  ) throws -> [String] {
    try (stage ?? Self.stage()).screen(columns, rows).map { row in
      String(row.prefix { !"│├".contains($0) }).replacing("▌", with: " ").trimmingCharacters(
        in: .whitespaces)
    }
  }

  @Test("begin with the name, and end with what tells the addresses apart")
  func names() throws {
    let narrow = try Self.rows(80, 24)
    #expect(narrow.contains("Bank #bank:example.org"))
    #expect(narrow.contains("B\u{430}nk …:evil.example.com"))
    #expect(narrow.contains("Operations … …:example.o…"))
    #expect(narrow.contains("Oper\u{430}tions an… …:evil.org"))
    let small = try Self.rows(50, 15)
    #expect(small.contains("B\u{430}nk #bank:evil.example.com"))
    #expect(small.contains("Operations and a very long name …:example.org"))
  }

  @Test("names that differ at their ends alone show these")
  func ends() throws {
    let stage = try Stage()
    stage.connection.send(.online)
    let start = String(repeating: "Weekly planning ", count: 5)
    stage.rooms.send(
      try ["north", "south"].map { end in
        try Scenario.room("!\(end):example.org", start + end) {
          $0.alias = RoomAlias("#\(end):example.org")
        }
      })
    stage.scheduler.advance(by: .seconds(1))
    let shown = try Self.rows(80, 24, of: stage)
    #expect(shown.contains { $0.hasPrefix("Weekly…north #north:exam…") }, "\(shown)")
    #expect(shown.contains { $0.hasPrefix("Weekly…south #south:exam…") })
  }

  @Test("the open room has its address in the heading and in the empty composer")
  func open() throws {
    let stage = try Self.stage()
    stage.open(.template("!b:example.org"))
    let screen = stage.screen(80, 24)
    #expect(screen.contains { $0.contains("│ B\u{430}nk #bank:evil.example.com") })
    #expect(screen.contains { $0.contains("> Write to #bank:evil.example.com (B\u{430}nk)") })
    stage.open(.template("!d:example.org"))
    let long = stage.screen(80, 24)
    #expect(long.contains { $0.contains("│ Oper\u{430}tions and a very long name …:evil.org") })
    #expect(long.contains { $0.contains("Write to #operations:evil.org (Oper\u{430}tions") })
  }
}
