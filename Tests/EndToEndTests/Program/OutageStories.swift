import Foundation
import TestServers
import Testing

@Suite("A server outage", .enabled(if: TestServer.shared != nil))
struct OutageStories {
  @Test("is reported, keeps the keys responsive, heals by itself, and every message arrives once")
  func outage() async throws {
    let synapse = try PrivateServer()
    let friend = try synapse.server.newAccount()
    let room = try friend.createRoom(["preset": "public_chat", "name": "Harbour"])
    let account = try synapse.server.newAccount()
    try account.join(room)
    let program = try Program(on: synapse.server, as: account)
    try await program.signIn(to: synapse.server)
    try await program.openFirstRoom(named: "Harbour")

    try synapse.stop()
    try await program.terminal.wait(for: "offline", within: .seconds(20))
    try program.say("written in the dark")
    // What arrives at once would be a paste of two lines.
    try await program.terminal.wait(for: "written in the dark sending…")
    try program.say("and another")
    try await program.terminal.wait(for: "2 unsent")

    try synapse.start()
    try await program.terminal.wait(for: "online", within: .seconds(90))
    try await program.terminal.wait(forAbsenceOf: "unsent", within: .seconds(30))
    try await program.terminal.wait(forAbsenceOf: "sending…", within: .seconds(30))

    #expect(try friend.count(of: "written in the dark", in: room) == 1)
    #expect(try friend.count(of: "and another", in: room) == 1)
    let bodies = try friend.messages(in: room).map(\.body)
    #expect(bodies == ["written in the dark", "and another"])
  }
}
