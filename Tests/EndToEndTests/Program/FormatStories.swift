import Foundation
import TestServers
import Testing

@Suite("Formats of messages", .enabled(if: TestServer.shared != nil))
struct FormatStories {
  private let server: TestServer

  init() throws {
    server = try #require(TestServer.shared)
  }

  /// The program in a room with a friend.
  private func open(
    _ name: String
  ) async throws -> (program: Program, friend: MatrixClient, room: String) {
    let friend = try server.newAccount()
    let room = try friend.createRoom(["preset": "public_chat", "name": name])
    let account = try server.newAccount()
    try account.join(room)
    let program = try Program(on: server, as: account, columns: 80, rows: 24)
    try await program.signIn(to: server)
    try await program.openFirstRoom(named: name)
    return (program, friend, room)
  }

  /// Sends the draft, waits until the server has it, and returns its content.
  private func send(
    _ program: Program, _ friend: MatrixClient, _ room: String, count: Int
  ) async throws -> [String: Any] {
    try await program.pause()
    try program.terminal.send(keys: "Enter")
    var contents: [[String: Any]] = []
    try await program.terminal.wait(for: "the message on the server") { _ in
      contents = (try? friend.latestContents(of: "m.room.message", in: room)) ?? []
      return contents.count == count
    }
    try await program.terminal.wait(forAbsenceOf: "sending…")
    return contents.first ?? [:]
  }

  /// The column at which a text begins among the messages.
  private func column(_ text: String, _ screen: Screen) -> Int? {
    screen.rows.compactMap { row in
      row.firstRange(of: text).map { row.distance(from: row.startIndex, to: $0.lowerBound) }
    }.max()
  }

  /// Whether a text is bold.
  private func isStrong(_ text: String, _ program: Program) throws -> Bool {
    let pattern = try Regex("\\e\\[(\\d+;)*1(;\\d+)*m(\\e\\[[0-9;]*m)*\(text)")
    return try program.terminal.capture(isStyled: true).contains(pattern)
  }

  @Test("/plain leaves the signs in a message, and /html its elements; nobody sees either as typed")
  func commands() async throws {
    let (program, friend, room) = try await open("Kitchen")
    let terminal = program.terminal
    try terminal.type("/plain **two** `cups`")
    let plain = try await send(program, friend, room, count: 1)
    #expect(plain["body"] as? String == "**two** `cups`")
    #expect(plain["formatted_body"] == nil)
    try await terminal.wait(for: "the signs") {
      $0.contains("**two** `cups`") && !$0.contains("/plain")
    }

    try terminal.type("/html <b>three</b> spoons &amp; **more**")
    let html = try await send(program, friend, room, count: 2)
    #expect(html["body"] as? String == "three spoons & **more**")
    #expect(html["formatted_body"] as? String == "<b>three</b> spoons &amp; **more**")
    try await terminal.wait(for: "no elements") {
      $0.contains("three spoons & **more**") && !$0.contains("<b>") && !$0.contains("/html")
    }
    #expect(try isStrong("three", program))
    #expect(try !isStrong("two", program))
  }

  @Test("headings stand out, and lists are indented as deep as they are: own ones and a friend's")
  func lists() async throws {
    let (program, friend, room) = try await open("Pantry")
    let terminal = program.terminal
    try terminal.paste("## Plan\n- boil\n  1. steep")
    let sent = try await send(program, friend, room, count: 1)
    let html = (sent["formatted_body"] as? String ?? "").filter { $0 != "\n" }
    #expect(html.hasPrefix("<h2>Plan</h2><ul><li>boil<ol><li>steep</li></ol></li></ul>"))
    let own = try await terminal.wait(for: "the list") {
      $0.contains("• boil") && $0.contains("1. steep") && !$0.contains("##")
    }
    #expect(try #require(column("• boil", own)) < #require(column("1. steep", own)))
    #expect(try isStrong("Plan", program))

    try friend.send(
      [
        "msgtype": "m.text", "body": "teas", "format": "org.matrix.custom.html",
        "formatted_body": "<h1>Teas</h1><ul><li>black<ul><li>Assam<ol start=\"9\"><li>first</li>"
          + "<li>second</li></ol></li></ul></li><li>green</li></ul>",
      ], to: room)
    let screen = try await terminal.wait(for: "• green")
    let columns = try ["• black", "• Assam", "9. first", "10. second", "• green"].map {
      try #require(column($0, screen), "\($0)\n\(screen)")
    }
    #expect(columns[0] < columns[1] && columns[1] < columns[2])
    #expect(columns[3] == columns[2] && columns[4] == columns[0])
    #expect(try isStrong("Teas", program))
    #expect(!screen.contains("<li>"))
  }
}
