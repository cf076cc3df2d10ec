import Foundation
import Testing

@Suite("The chat on this machine", .enabled(if: Binary.runsOwnStories))
struct LocalChatStories {
  @Test("opens with one key, serves two people at once, and returns after a restart")
  func story() async throws {
    let machine = Machine()
    var terminals = [try machine.open(as: "ada"), try machine.open(as: "ben")]
    try await machine.enter(terminals[0], terminals[1])
    try await terminals[0].wait(for: "ada:localhost  ● online", within: .seconds(30))
    try await terminals[1].wait(for: "ben:localhost  ● online", within: .seconds(30))
    for terminal in terminals {
      try terminal.send(keys: "C-q")
      try await terminal.waitForEnd()
    }
    let server = try #require(machine.server)
    #expect(kill(server, 0) == 0, "the server ended with the programs")

    let address = machine.announcement.split(separator: ",").first
    machine.stopServer()
    terminals = [try machine.open(as: "ada")]
    try await terminals[0].wait(for: ":localhost  ● online", within: .seconds(30))
    #expect(machine.server != server)
    #expect(machine.announcement.split(separator: ",").first == address)
    terminals.forEach { $0.end() }
  }
}
