import FaultProxy
import Foundation
import TestServers
import Testing

@Suite("Several accounts at once", .enabled(if: TestServer.shared != nil))
struct SeveralAccountsStories {
  private let server: TestServer

  init() throws {
    server = try #require(TestServer.shared)
  }

  private func namePart(_ account: MatrixClient) throws -> String {
    try #require(account.userID.dropFirst().split(separator: ":").first.map(String.init))
  }

  /// Signs in another account while this one goes on.
  private func add(
    _ account: MatrixClient, on server: TestServer? = nil, to program: Program
  ) async throws {
    try program.terminal.send(keys: "F9")
    try await program.terminal.wait(for: "in front")
    try await program.pause()
    try program.terminal.send(keys: "+")
    try await program.fillIn(account, on: server ?? self.server)
  }

  @Test("each has its own screen, drafts and files; what waits behind is named; both come back")
  func two() async throws {
    let accounts = [try server.newAccount(), try server.newAccount()]
    let names = try accounts.map(namePart)
    let (other, planted) = (try server.newAccount(), ["quartz", "cobalt"])
    let rooms = try zip(accounts, planted).map { account, word in
      let room = try account.createRoom(["preset": "public_chat", "name": "The \(word) room"])
      try account.send("all about \(word)", to: room)
      try other.join(room)
      return room
    }
    let program = try Program(on: server, as: accounts[0], columns: 80, rows: 24)
    var terminal = program.terminal
    try await program.signIn(to: server)
    try await terminal.wait(for: "all about quartz")
    try terminal.type("half a quartz draft")

    try await add(accounts[1], to: program)
    try await terminal.wait(for: "all about cobalt", within: .seconds(20))
    try expectNothing(of: "quartz", in: terminal)
    try other.send("news of quartz for \(accounts[0].userID)", to: rooms[0])
    try await terminal.wait(for: "news of the other account") {
      has("1", of: names[0], $0)
    }
    try await terminal.wait(for: "the title") { _ in
      (try? terminal.title())?.hasPrefix("(1") == true
    }
    try expectNothing(of: "quartz", in: terminal)
    try terminal.type("a cobalt draft")

    // To the first one by two keys; its draft and its news are there.
    try terminal.send(keys: "F9")
    try await terminal.wait(for: "in front")
    try terminal.send(keys: "Enter")
    try await terminal.wait(for: "news of quartz")
    try await terminal.wait(for: "half a quartz draft")
    try expectNothing(of: "cobalt", in: terminal)

    // Both are connected after a restart, the last one in front.
    try await program.pause()
    try terminal.send(keys: "C-q")
    try await terminal.waitForEnd()
    terminal.end()
    try program.restart()
    terminal = program.terminal
    try await terminal.wait(for: "half a quartz draft")
    try other.send("news of cobalt", to: rooms[1])
    try await terminal.wait(for: "news of the other account", within: .seconds(20)) {
      has("1", of: names[1], $0)
    }
    try terminal.send(keys: "F9")
    try await terminal.wait(for: "in front")
    try terminal.send(keys: "Enter")
    try await terminal.wait(for: "news of cobalt")
    try await terminal.wait(for: "a cobalt draft")
    try expectNothing(of: "quartz", in: terminal)
    try await program.pause()
    try terminal.send(keys: "C-q")
    try await terminal.waitForEnd()
    for (index, name) in names.enumerated() {
      let files = try program.files { $0.contains("/accounts/\(name)") }
      #expect(files.range(of: Data(planted[index].utf8)) != nil)
      #expect(files.range(of: Data(planted[1 - index].utf8)) == nil)
    }
  }

  /// Whether the line at the top says this of an account that is not in front, whose name it may cut.
  private func has(_ words: String, of name: String, _ screen: Screen) -> Bool {
    screen.contains("\(name) \(words)") || screen.contains("\(name.prefix(7))… \(words)")
  }

  private func expectNothing(of word: String, in terminal: TmuxDriver) throws {
    #expect(try terminal.capture().rows.allSatisfy { !$0.contains(word) })
  }

  @Test("one that the server signs out says so and leaves the other alone")
  func signedOut() async throws {
    let accounts = [try server.newAccount(), try server.newAccount()]
    let names = try accounts.map(namePart)
    let room = try accounts[1].createRoom(["preset": "public_chat", "name": "Lounge"])
    let program = try Program(on: server, as: accounts[0], columns: 80, rows: 24)
    let terminal = program.terminal
    try await program.signIn(to: server)
    try await add(accounts[1], to: program)
    try await terminal.wait(for: "Write to Lounge", within: .seconds(20))

    _ = try accounts[0].call("POST", "v3/logout/all")
    try await terminal.wait(for: "news of the other account", within: .seconds(40)) {
      has("signed out", of: names[0], $0)
    }
    try program.say("still here")
    try await terminal.wait(for: "the message on the server", within: .seconds(10)) { _ in
      (try? accounts[1].count(of: "still here", in: room)) == 1
    }
    // The list leads to its form, which leads back.
    try terminal.send(keys: "F9")
    try await terminal.wait(for: "it has to sign in again")
    try terminal.send(keys: "Enter")
    try await terminal.wait(for: "The server ended the session")
    try terminal.send(keys: "F9")
    try await terminal.wait(for: "Write to Lounge")

    // Disconnected and signed out from the list, the other one too.
    try terminal.send(keys: "F9")
    try await terminal.wait(for: "in front")
    try terminal.send(keys: "Down")
    try await program.choose("disconnect the account…")
    try await terminal.wait(for: "stays signed in")
    try await program.pause()
    try terminal.send(keys: "y")
    try await terminal.wait(for: "Password")
    try terminal.send(keys: "F9")
    try await terminal.wait(for: "Write to Lounge")
    try await terminal.wait(for: "still here")
  }

  @Test("one is offline, the other softly signed out: each says so, and both go on where they were")
  func offlineAndSignedOut() async throws {
    let accounts = [try server.newAccount(), try server.newAccount()]
    let names = try accounts.map(namePart)
    let (other, planted) = (try server.newAccount(), ["quartz", "cobalt"])
    let rooms = try zip(accounts, planted).map { account, word in
      let room = try account.createRoom(["preset": "public_chat", "name": "The \(word) room"])
      try account.send("all about \(word)", to: room)
      try other.join(room)
      return room
    }
    let proxies = [
      try await FaultProxy.start(before: server.url),
      try await FaultProxy.start(before: server.url),
    ]
    let program = try Program(on: server, as: accounts[0], columns: 120, rows: 30)
    let terminal = program.terminal
    try await program.signIn(to: server.behind(proxies[0].url))
    try await terminal.wait(for: "all about quartz")
    try terminal.type("half a quartz draft")
    try await add(accounts[1], on: server.behind(proxies[1].url), to: program)
    try await terminal.wait(for: "all about cobalt", within: .seconds(20))
    try terminal.type("a cobalt draft")
    try await program.pause()

    // The first one loses its server; the one in front goes on.
    proxies[0].replaceRules([FaultRule(faults: .answer(OwnResponse(status: 502)))])
    // The poll that runs would last half a minute.
    try other.setTyping(true, in: rooms[0])
    try await terminal.wait(for: "news of the other account", within: .seconds(45)) {
      has("offline", of: names[0], $0)
    }
    try other.send("more of cobalt", to: rooms[1])
    try await terminal.wait(for: "more of cobalt")
    try expectNothing(of: "quartz", in: terminal)

    // The server ends the session of the second one, which keeps its device.
    proxies[1].replaceRules([FaultRule(faults: .answer(Self.softLogout))])
    try other.send("late cobalt", to: rooms[1])
    try await terminal.wait(for: "The server ended the session", within: .seconds(40))
    try expectNothing(of: "quartz", in: terminal)

    // The form leads to the first one, which has everything that it had and takes a message for later.
    try terminal.send(keys: "F9")
    try await terminal.wait(for: "half a quartz draft")
    try await terminal.wait(for: "news of the other account") {
      has("signed out", of: names[1], $0)
    }
    try expectNothing(of: "cobalt", in: terminal)
    try await program.pause()
    try terminal.send(keys: "Enter")
    try await terminal.wait(for: "1 unsent")

    // The second one signs in again while the first one is still offline.
    proxies[1].replaceRules([])
    try terminal.send(keys: "F9")
    try await terminal.wait(for: "it has to sign in again")
    try await terminal.wait(for: "· offline:")
    try await program.pause()
    try terminal.send(keys: "Enter")
    try await terminal.wait(for: "The server ended the session")
    try await program.pause()
    try terminal.type(server.password)
    try terminal.send(keys: "Enter")
    try await terminal.wait(for: "a cobalt draft", within: .seconds(20))
    try await terminal.wait(for: "late cobalt")
    try await terminal.wait(for: "news of the other account") {
      has("offline", of: names[0], $0)
    }
    try expectNothing(of: "quartz", in: terminal)

    // The first one sends what waited once its server is back.
    proxies[0].replaceRules([])
    try await terminal.wait(for: "the end of the news", within: .seconds(90)) {
      !has("offline", of: names[0], $0)
    }
    try await terminal.wait(for: "the message on the server", within: .seconds(30)) { _ in
      (try? other.count(of: "half a quartz draft", in: rooms[0])) == 1
    }
    try expectNothing(of: "quartz", in: terminal)
    try terminal.send(keys: "C-q")
    try await terminal.waitForEnd()
    for (index, name) in names.enumerated() {
      let files = try program.files { $0.contains("/accounts/\(name)") }
      #expect(files.range(of: Data(planted[index].utf8)) != nil)
      #expect(files.range(of: Data(planted[1 - index].utf8)) == nil)
    }
    for proxy in proxies { await proxy.stop() }
  }

  private static let softLogout = OwnResponse(
    status: 401, headers: ["Content-Type": "application/json"],
    body: #"{"errcode":"M_UNKNOWN_TOKEN","error":"expired","soft_logout":true}"#)
}
