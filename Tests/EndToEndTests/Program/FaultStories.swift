import FaultProxy
import Foundation
import TestServers
import Testing

@Suite("A faulty connection to the server", .enabled(if: TestServer.shared != nil))
struct FaultStories {
  @Test("neither loses nor duplicates messages while it breaks")
  func brokenLine() async throws {
    let server = try #require(TestServer.shared)
    let friend = try server.newAccount()
    let room = try friend.createRoom(["preset": "public_chat", "name": "Wire"])
    let account = try server.newAccount()
    try account.join(room)
    let proxy = try await FaultProxy.start(before: server.url)
    // All messages are on the screen together.
    let program = try Program(on: server, as: account, rows: 40, keepsSize: true)
    try await program.signIn(to: server.behind(proxy.url))
    try await program.openFirstRoom(named: "Wire")

    proxy.replaceRules([
      // Each of these faults strikes the same messages in turn.
      FaultRule("PUT", "*/send/*", times: .nth(2), faults: .loseResponse),
      FaultRule("PUT", "*/send/*", times: .nth(5), faults: .reset(at: .head(0))),
      FaultRule("PUT", "*/send/*", times: .nth(7), faults: .sendTwice),
      FaultRule("PUT", "*/send/*", times: .nth(9), faults: .cut(at: .body(3))),
      FaultRule(nil, "*/sync", times: .every(2), faults: .cut(at: .body(60))),
    ])
    let (typed, heard) = ((1...8).map { "typed \($0)." }, (1...8).map { "heard \($0)." })
    for (mine, theirs) in zip(typed, heard) {
      try program.say(mine)
      // Keys that a busy program reads together with the next line count as pasted.
      try await program.terminal.wait(for: "“\(mine)” among the messages") {
        $0.contains(mine) && $0.contains("> Write to Wire")
      }
      try friend.send(theirs, to: room)
    }
    try await program.terminal.wait(for: "all messages", within: .seconds(60)) { screen in
      (typed + heard).allSatisfy { screen.contains($0) } && !screen.contains("sending…")
        && !screen.contains("unsent")
    }

    let kept = try friend.messages(in: room).filter { $0.sender == account.userID }.map(\.body)
    #expect(kept == typed)
    // To the right of the list, which also shows the latest message.
    let screen = try program.terminal.capture()
    let timeline = screen.rows.compactMap { $0.split(separator: "│").dropFirst().last }
    for text in typed + heard {
      #expect(timeline.count { $0.contains(text) } == 1, "\(text)\n\(screen)")
    }
    #expect(proxy.counts.allSatisfy { !$0.faults.isEmpty }, "\(proxy.counts)")

    try friend.send("and on it goes", to: room)
    try await program.terminal.wait(for: "and on it goes", within: .seconds(30))
    try program.terminal.send(keys: "C-q")
    try await program.terminal.waitForEnd()
    await proxy.stop()
  }
}
