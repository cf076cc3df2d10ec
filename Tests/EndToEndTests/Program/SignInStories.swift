import Foundation
import TestServers
import Testing

@Suite("Ways to sign in, in a terminal", .enabled(if: TestServer.shared != nil))
struct SignInStories {
  private let server: TestServer

  init() throws { server = try #require(TestServer.shared) }

  /// Goes to the user ID of another server, once the form knows the server.
  private func nameServer(_ program: Program) async throws {
    try await program.terminal.wait(for: "Password")
    try program.terminal.send(keys: "Down")
    try program.terminal.type(server.url)
    try await program.terminal.wait(for: "✓")
    try program.terminal.send(keys: "Tab")
  }

  @Test(
    "a browser signs in at the chosen identity provider",
    .enabled(if: TestServer.shared?.kind == .synapse))
  func singleSignOn() async throws {
    // The identity provider asks nothing, so a program that follows the page's way is a browser.
    let program = try Program(
      on: server,
      environment: ["CHATTUI_OPENER": "curl --silent --location --cookie none --output /dev/null"])
    try await nameServer(program)
    try program.terminal.send(keys: "Tab")
    try program.terminal.send(keys: "Tab")
    try program.terminal.send(keys: "Tab")
    // A narrow form has them below each other.
    try await program.terminal.wait(for: "the button") {
      $0.contains(#/▌           (\[ Sign in \] )?\[ In a browser \]/#)
    }
    try program.terminal.send(keys: "Enter")
    try await program.terminal.wait(for: "Second Identity")
    try await program.pause()
    try program.terminal.type("stub")
    try await program.pause()
    try program.terminal.send(keys: "Enter")
    try await program.terminal.wait(for: "online", within: .seconds(20))
    try await program.terminal.wait(for: "sso-stub")
  }

  @Test(
    "the address where a distant browser ended is pasted",
    .enabled(if: TestServer.shared?.kind == .synapse))
  func pasted() async throws {
    let program = try Program(on: server, environment: ["CHATTUI_OPENER": "true"])
    try await nameServer(program)
    try program.terminal.send(keys: "Tab")
    try program.terminal.send(keys: "Tab")
    try program.terminal.send(keys: "Tab")
    try program.terminal.send(keys: "Enter")
    try await program.terminal.wait(for: "Second Identity")
    try await program.pause()
    try program.terminal.send(keys: "Enter")
    try await program.terminal.wait(for: "redirectUrl=")
    try program.terminal.type("http://127.0.0.1:1/x?loginToken=guessed")
    try await program.pause()
    try program.terminal.send(keys: "Enter")
    try await program.terminal.wait(for: "does not accept what came from the browser")
  }

  @Test("an account is made, used, and deactivated for good")
  func register() async throws {
    let program = try Program(on: server)
    let name = "new-\(UUID().uuidString.prefix(8).lowercased())"
    try await nameServer(program)
    for _ in 0..<4 { try program.terminal.send(keys: "Down") }
    try await program.terminal.wait(for: "makes a new account")
    try program.terminal.send(keys: "Enter")
    for (question, answer) in [
      ("its name", name), ("the password", "secret of \(name)"), ("once more", "secret of \(name)"),
    ] {
      try await program.terminal.wait(for: question)
      try await program.pause()
      try program.terminal.type(answer)
      try await program.pause()
      try program.terminal.send(keys: "Enter")
    }
    try await program.terminal.wait(for: "online", within: .seconds(20))

    try program.terminal.send(keys: "F3", "p")
    try await program.terminal.wait(for: "Your profile")
    try await program.choose("deactivate the account…")
    try await program.terminal.wait(for: "nobody can sign in to it")
    try await program.pause()
    try program.terminal.type("@\(name):localhost")
    try await program.pause()
    try program.terminal.send(keys: "Enter")
    try await program.terminal.wait(for: "Hide its messages")
    try await program.pause()
    try program.terminal.send(keys: "Enter")
    try await program.terminal.wait(for: "your password does it")
    try await program.pause()
    try program.terminal.type("secret of \(name)")
    try await program.pause()
    try program.terminal.send(keys: "Enter")
    try await program.terminal.wait(for: "is deactivated", within: .seconds(10))
    try await program.terminal.wait(for: "On another server")
    #expect(throws: MatrixClient.Failure.self) {
      try MatrixClient(homeserver: server.url, name: name, password: "secret of \(name)")
    }
  }
}
