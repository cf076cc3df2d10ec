import Foundation
import TestServers
import Testing

/// Accounts that sign in elsewhere, and have no password.
@Suite(
  "Accounts of single sign-on, in a terminal",
  .enabled(if: TestServer.shared?.kind == .synapse))
struct SingleSignOnStories {
  private let server: TestServer
  private let folder: TemporaryFolder

  init() throws {
    server = try #require(TestServer.shared)
    folder = try TemporaryFolder()
  }

  private func curl(_ arguments: String...) throws -> String {
    let words = ["curl", "--silent", "--cookie", "none"] + arguments
    return try CommandRunner.run(words, environment: ["PATH": "/usr/bin:/bin"]).output
  }

  /// A token for one sign-in, as a browser gets it from the identity provider, which asks nothing.
  private func loginToken() throws -> String {
    let back = "http%3A%2F%2F127.0.0.1%3A1%2Fback"
    // Nobody listens where it ends.
    let end = try curl(
      "--location", "--output", "/dev/null", "--write-out", "%{url_effective}",
      "\(server.url)/_matrix/client/v3/login/sso/redirect/oidc-stub?redirectUrl=\(back)")
    return String(try #require(end.firstMatch(of: #/loginToken=([A-Za-z0-9_~.%-]+)/#)).1)
  }

  /// Signs the account in on another device, which has a name.
  private func makeDevice(named name: String) throws {
    let body: [String: String] = [
      "type": "m.login.token", "token": try loginToken(), "initial_device_display_name": name,
    ]
    let text = String(decoding: try JSONEncoder().encode(body), as: UTF8.self)
    let answer = try curl("--data", text, "\(server.url)/_matrix/client/v3/login")
    #expect(answer.contains("access_token"))
  }

  /// A browser that confirms what a page of the server asks, and says so by a file.
  private func opener() throws -> String {
    let script = #"""
      #!/bin/sh
      get() { curl --silent --location --cookie "$0.jar" --cookie-jar "$0.jar" "$@"; }
      next=$(get "$1" | sed -n 's/.*href="\([^"]*\)" class="primary-button".*/\1/p' | sed 's/&amp;/\&/g')
      get "$next" > "$0.last" && touch "$0.done"
      """#
    try Data(script.utf8).write(to: folder / "opener")
    let path = (folder / "opener").path
    try FileManager.default.setAttributes([.posixPermissions: 0o700], ofItemAtPath: path)
    return path
  }

  @Test(
    "a token signs in, and a device is signed out after a confirmation in a browser",
    arguments: ScreenSizes.shared([(80, 24), (50, 15), (200, 60)]))
  func device(size: (columns: Int, rows: Int)) async throws {
    defer { folder.remove() }
    let opener = try opener()
    let program = try Program(
      on: server, columns: size.columns, rows: size.rows, environment: ["CHATTUI_OPENER": opener])
    let terminal = program.terminal
    try await terminal.wait(for: "Password")
    try terminal.send(keys: "Down")
    try terminal.type(server.url)
    try await terminal.wait(for: "✓")
    try await program.choose("sign in with a token…")
    try await terminal.wait(for: "it signs in once")
    let token = try loginToken()
    try terminal.type("guessed")
    try await program.pause()
    try terminal.send(keys: "Enter")
    try await terminal.wait(for: "does not accept this token")
    try terminal.send(keys: "C-u")
    try terminal.type(token)
    try await program.pause()
    try terminal.send(keys: "Enter")
    try await terminal.wait(for: "online", within: .seconds(20))

    // Who was never seen stands last.
    let name = "Z\(UUID().uuidString.prefix(6))"
    try makeDevice(named: name)
    try await program.pause()
    try terminal.send(keys: "F3", "p")
    try await terminal.wait(for: "Your profile")
    try await program.choose("show your devices")
    try await terminal.wait(for: "Devices of this account")
    try await program.pause()
    try terminal.send(keys: "G")
    try await terminal.wait(for: name)
    try await program.choose("sign out the device…")
    try await terminal.wait(for: "or empty: in a browser")
    try await program.pause()
    try terminal.send(keys: "Enter")
    try await terminal.wait(for: "Confirm it in a browser?")
    try await program.confirm()
    try await terminal.wait(for: "y: it is confirmed there")
    try await terminal.wait(for: "the browser", within: .seconds(20)) { _ in
      FileManager.default.fileExists(atPath: opener + ".done")
    }
    try await program.confirm()
    try await terminal.wait(for: "is signed out")
    try await terminal.wait(for: "the list without it") {
      !$0.contains(name) || $0.contains("“\(name)”")
    }
  }
}
