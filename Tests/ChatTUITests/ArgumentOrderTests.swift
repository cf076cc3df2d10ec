import ArgumentParser
import Controllers
import Foundation
import Testing

@testable import chat_tui

@Suite("The order of arguments")
struct ArgumentOrderTests {
  private static func parsed(_ line: String) throws -> any ParsableCommand {
    let words = line.split(separator: " ").map(String.init)
    return try ChatTUI.parseAsRoot(
      ArgumentOrder.subcommandFirst(words, subcommands: ChatTUI.subcommandNames))
  }

  @Test(
    "options stand before the subcommand or behind it",
    arguments: [
      "--data-dir D rooms --json", "--json --data-dir=D rooms", "rooms --json --data-dir D",
    ]
  )
  func rooms(line: String) throws {
    let rooms = try #require(try Self.parsed(line) as? RoomsCommand)
    #expect(rooms.json)
    #expect(rooms.common.dataDirectory == "D")
  }

  @Test("the screen takes the seconds of an undo, within limits")
  func undoSeconds() throws {
    #expect(try (Self.parsed("--undo-seconds 5") as? ScreenCommand)?.undoSeconds == 5)
    #expect(try (Self.parsed("screen") as? ScreenCommand)?.undoSeconds == nil)
    for line in ["--undo-seconds 61", "--undo-seconds -1", "--undo-seconds x"] {
      #expect(throws: (any Error).self) { try Self.parsed(line) }
    }
  }

  @Test("the ways to tell of new messages are words, all of them unless some are named")
  func notices() throws {
    func ways(_ line: String) throws -> Set<Preferences.NoticeWay> {
      var preferences = Preferences()
      try (Self.parsed(line) as? ScreenCommand)?.choices().apply(to: &preferences)
      return preferences.noticeWays
    }
    #expect(try ways("screen") == [.bell, .desktop, .title])
    #expect(try ways("--notify off") == [])
    #expect(try ways("--notify bell,title") == [.bell, .title])
    #expect(try ways("--notify desktop screen") == [.desktop])
    for line in ["--notify sound", "--notify bell,", "--notify off,bell"] {
      #expect(throws: (any Error).self) { try Self.parsed(line) }
    }
  }

  @Test("the screen tells others what is read and leaves the mouse alone, unless asked")
  func flags() throws {
    let plain = try #require(try Self.parsed("screen") as? ScreenCommand)
    #expect(try plain.choices().options.isEmpty)
    let other = try #require(
      try Self.parsed("--private-receipts --mouse --no-typing-notices") as? ScreenCommand)
    var preferences = Preferences()
    try other.choices().apply(to: &preferences)
    #expect(preferences.readReceipts == .ownDevices)
    #expect(preferences.usesMouse && !preferences.sendsTyping)
    #expect(
      try other.choices().options == [
        "input.mouse": "--mouse", "privacy.read-receipts": "--private-receipts",
        "privacy.typing-notices": "--no-typing-notices",
      ])
  }

  @Test("the option after the subcommand wins when both are given")
  func both() throws {
    let rooms = try #require(try Self.parsed("--data-dir A rooms --data-dir B") as? RoomsCommand)
    #expect(rooms.common.dataDirectory == "B")
  }

  @Test("a value that equals a subcommand name stays a value")
  func value() throws {
    let rooms = try #require(try Self.parsed("--data-dir logout rooms") as? RoomsCommand)
    #expect(rooms.common.dataDirectory == "logout")
    let login = try #require(
      try Self.parsed("--user rooms --homeserver send login") as? LoginCommand)
    #expect(login.user == "rooms")
    #expect(login.homeserver == "send")
    let send = try #require(try Self.parsed("send !a:b rooms") as? SendCommand)
    #expect(send.text == "rooms")
  }

  @Test("without a subcommand the screen opens, even with options")
  func screen() throws {
    let screen = try #require(try Self.parsed("--data-dir D") as? ScreenCommand)
    #expect(screen.common.dataDirectory == "D")
    #expect(try Self.parsed("") is ScreenCommand)
  }

  @Test(
    "what no command understands is refused",
    arguments: ["--json", "--json profile --nothing", "-- rooms", "--data-dir", "nothing rooms"])
  func refused(line: String) {
    #expect(throws: (any Error).self) { try Self.parsed(line) }
  }

  @Test("each option that takes a value is recognised")
  func valued() throws {
    let tool = try JSONDecoder().decode(Tool.self, from: Data(ChatTUI._dumpHelp().utf8))
    let options =
      tool.command.subcommands?.flatMap { $0.arguments ?? [] }
      .filter { $0.kind == "option" } ?? []
    #expect(Set(options.flatMap { $0.names ?? [] }.map { "--\($0.name)" }) == ArgumentOrder.valued)
  }

  /// The parts of the parser's description that the test reads.
  private struct Tool: Decodable {
    struct Command: Decodable {
      let arguments: [Argument]?
      let subcommands: [Command]?
    }
    struct Argument: Decodable {
      struct Name: Decodable {
        let name: String
      }
      let kind: String
      let names: [Name]?
    }
    let command: Command
  }
}
