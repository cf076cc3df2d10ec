import GRDB
import ModelKit
import Testing

@testable import Homeserver

@Suite("Reports")
struct ReportTests {
  private let bob = "@bob:localhost"

  private func rows(_ home: RoomsHome) async throws -> [[String]] {
    try await home.store.read { database in
      try Row.fetchAll(
        database, sql: "SELECT user, person, room, event, reason FROM reports ORDER BY number"
      )
      .map { row in (0..<5).map { row[$0] } }
    }
  }

  @Test("A report is kept with its reason for whoever runs the server")
  func kept() async throws {
    let home = try RoomsHome()
    let room = try await home.room(with: [bob])
    let event = try await home.say("spam", in: room)
    let path = "rooms/\(room)/report/\(event)"
    #expect(await home.call("POST", path, as: bob, ["reason": "it is spam"]).status == 200)
    #expect(try await rows(home) == [[bob, "", room, event, "it is spam"]])
  }

  @Test("People and rooms are reported for themselves, a reason may be blank but not missing")
  func peopleAndRooms() async throws {
    let home = try RoomsHome()
    let room = try await home.room()
    #expect(await home.call("POST", "rooms/\(room)/report", as: bob, ["reason": ""]).status == 200)
    let person = "users/@carl:localhost/report"
    #expect(await home.call("POST", person, as: bob, ["reason": "rude"]).status == 200)
    #expect(await home.call("POST", person, as: bob, [:]).status == 400)
    #expect(await home.call("POST", "rooms/!none:localhost/report", ["reason": ""]).status == 404)
    // Who asks learns nothing about accounts.
    #expect(await home.call("POST", "users/@none:localhost/report", ["reason": ""]).status == 200)
    #expect(
      try await rows(home) == [
        [bob, "", room, "", ""], [bob, "@carl:localhost", "", "", "rude"],
        ["@ada:localhost", "@none:localhost", "", "", ""],
      ])
  }

  @Test("What the reporter cannot see, and a reason of many pages, is not taken")
  func refused() async throws {
    let home = try RoomsHome()
    let room = try await home.room()
    let event = try await home.say("secret", in: room)
    let path = "rooms/\(room)/report/\(event)"
    #expect(await home.call("POST", path, as: bob, [:]).status == 404)
    let long = JSONValue.string(String(repeating: "x", count: 10_001))
    #expect(await home.call("POST", path, ["reason": long]).status == 400)
    #expect(try await rows(home) == [])
  }

  @Test("Only the newest thousand are kept")
  func bounded() async throws {
    let home = try RoomsHome()
    let room = try await home.room()
    let event = try await home.say("spam", in: room)
    try await home.store.write { context in
      for number in 0..<1_000 {
        try context.database.run(
          "INSERT INTO reports (time, user, room, event, reason) VALUES (?, '', '', '', ?)",
          [Int64(number), "\(number)"])
      }
    }
    _ = await home.call("POST", "rooms/\(room)/report/\(event)", ["reason": "new"])
    let reasons = try await rows(home).map { $0[4] }
    #expect(reasons.count == 1_000)
    #expect(reasons.first == "1" && reasons.last == "new")
  }
}
