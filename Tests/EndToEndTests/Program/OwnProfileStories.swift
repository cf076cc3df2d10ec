import Foundation
import TestServers
import Testing

@Suite("The own profile", .enabled(if: TestServer.shared != nil))
struct OwnProfileStories {
  private let server: TestServer

  init() throws {
    server = try #require(TestServer.shared)
  }

  /// Six by four pixels.
  static let png =
    "iVBORw0KGgoAAAANSUhEUgAAAAYAAAAECAIAAAAiZtkUAAAAO0lEQVR4nA3IMQEAMAgDwShhRgQi"
    + "MqMkStD0strxTkiUGLEi4r7VVDPNNmmuf5kyY9bEnH+FChM2JFweRWwfadU7AXMAAAAASUVORK5C"
    + "YII="

  @Test(
    "a new name and a picture, seen before it is used, are there for others; the picture goes again",
    arguments: ScreenSizes.shared([(80, 24), (50, 15), (200, 60)]))
  func changes(size: (columns: Int, rows: Int)) async throws {
    let account = try server.newAccount()
    let friend = try server.newAccount()
    let room = try account.createRoom(["preset": "public_chat", "name": "Anteroom"])
    try friend.join(room)
    let program = try Program(on: server, as: account, columns: size.columns, rows: size.rows)
    let files = try TemporaryFolder()
    defer { files.remove() }
    let path = files / "my face.png"
    try #require(Data(base64Encoded: Self.png)).write(to: path)
    try await program.signIn(to: server)
    let terminal = program.terminal
    try await terminal.wait(for: "Write to")
    try terminal.send(keys: "F3", "p")
    try await terminal.wait(for: "Your profile")
    try await ask("e", "Your name, for everybody", in: terminal)
    try terminal.send(keys: "C-u")
    try terminal.type("Zoë Quux")
    try terminal.send(keys: "Enter")
    try await terminal.wait(for: "ZOË QUUX")
    #expect(try friend.displayName(of: account.userID) == "Zoë Quux")

    try await ask("p", "A picture for your profile", in: terminal)
    try terminal.type(path.path)
    try terminal.send(keys: "Enter")
    try await terminal.wait(for: "Show everybody this picture?")
    #expect(try friend.avatar(of: account.userID) == nil)
    try await program.confirm()
    try await terminal.wait(for: "Your picture is changed")
    #expect(try friend.avatar(of: account.userID)?.hasPrefix("mxc://") == true)

    try await program.choose("remove your picture…")
    try await terminal.wait(for: "Remove your picture?")
    try await program.confirm()
    try await terminal.wait(for: "Your picture is removed")
    #expect(try friend.avatar(of: account.userID) == nil)
  }

  @Test("the devices are listed; another one is renamed, and signed out by the password")
  func devices() async throws {
    let account = try server.newAccount()
    _ = try account.createRoom(["preset": "public_chat", "name": "Anteroom"])
    let program = try Program(on: server, as: account)
    try await program.signIn(to: server)
    let terminal = program.terminal
    try await terminal.wait(for: "Write to")
    try terminal.send(keys: "F3", "p")
    try await terminal.wait(for: "Your profile")
    try await program.choose("show your devices")
    try await terminal.wait(for: "this device")
    // The test's own device was active before the program's.
    try terminal.send(keys: "G")
    try await ask("e", "What is this device called?", in: terminal)
    try terminal.send(keys: "C-u")
    try terminal.type("Robot")
    try terminal.send(keys: "Enter")
    try await terminal.wait(forAbsenceOf: "What is this device called?")
    try await terminal.wait(for: "Robot")
    try terminal.send(keys: "G")
    try await program.pause()
    try await program.choose("sign out the device…")
    try await terminal.wait(for: "Sign out “Robot”?")
    try await ContinuousClock().sleep(for: .milliseconds(700))
    try terminal.type(server.password)
    #expect(try !terminal.capture().contains(server.password))
    try terminal.send(keys: "Enter")
    try await terminal.wait(for: "“Robot” is signed out")
    try await terminal.wait(forAbsenceOf: "last seen")
  }

  @Test(
    "the password is changed after a slip; other devices are signed out, and the new one signs in")
  func password() async throws {
    let account = try server.newAccount()
    let room = try account.createRoom(["preset": "public_chat", "name": "Anteroom"])
    let program = try Program(on: server, as: account, columns: 80, rows: 24)
    try await program.signIn(to: server)
    let terminal = program.terminal
    try await terminal.wait(for: "Write to")
    try terminal.send(keys: "F3", "p")
    try await terminal.wait(for: "Your profile")
    try await program.choose("change the password…")
    try await terminal.wait(for: "Sign out all other devices")
    try await program.pause()
    try terminal.send(keys: "Down", "Enter")
    let new = "brand new \(UInt32.random(in: 0...UInt32.max))"
    for (question, answer) in [
      ("> the current password", "not this one"), ("> the new password, 8", new),
      ("> the new password once more", new),
      ("That was not the current password", server.password),
    ] {
      try await terminal.wait(for: question)
      try await program.pause()
      try terminal.type(answer)
      try await program.pause()
      #expect(try !terminal.capture().contains(answer))
      try terminal.send(keys: "Enter")
    }
    try await terminal.wait(for: "your other devices are signed out")
    #expect(throws: MatrixClient.Failure.self) { try account.call("GET", "v3/account/whoami") }
    #expect(throws: MatrixClient.Failure.self) {
      try MatrixClient(homeserver: server.url, name: account.userID, password: server.password)
    }

    let changed = try #require(
      TestServer(
        kind: server.kind,
        variables: [
          "\(server.kind.prefix)URL": server.url, "\(server.kind.prefix)PASSWORD": new,
        ]))
    let elsewhere = try Program(on: changed, as: account, columns: 80, rows: 24)
    try await elsewhere.signIn(to: changed)
    try await elsewhere.terminal.wait(for: "Write to Anteroom")
    // The one that changed it is still signed in.
    try await program.escape()
    try MatrixClient(homeserver: server.url, name: account.userID, password: new)
      .send("the locks are new", to: room)
    try await terminal.wait(for: "the locks are new")
  }

  @Test(
    "a person is ignored from the profile: their messages fold, and show again later",
    arguments: ScreenSizes.shared([(80, 24), (50, 15), (200, 60)]))
  func ignores(size: (columns: Int, rows: Int)) async throws {
    let friend = try server.newAccount()
    let room = try friend.createRoom(["preset": "public_chat", "name": "Anteroom"])
    let account = try server.newAccount()
    try account.join(room)
    try friend.send("buy my watches", to: room)
    let program = try Program(on: server, as: account, columns: size.columns, rows: size.rows)
    try await program.signIn(to: server)
    try await program.openFirstRoom(named: "Anteroom")
    let terminal = program.terminal
    // A room that is known from its beginning opens there; on a small screen, the message is below.
    try await program.escape()
    try terminal.send(keys: "G")
    try await terminal.wait(for: "buy my watches")
    try await program.pause()
    try terminal.send(keys: "p")
    try await terminal.wait(for: "Profile")
    try await program.choose("ignore the person…")
    try await terminal.wait(for: "in all rooms?")
    try await program.confirm()
    try await terminal.wait(for: "You ignore this person.")
    try await program.escape()
    try await terminal.wait(for: "1 message of a person you ignore")
    try await terminal.wait(for: "no text of theirs") { screen in
      !screen.rows.contains { $0.hasSuffix("buy my watches") }
    }
    try await ContinuousClock().sleep(for: .milliseconds(1000))
    try terminal.send(keys: "F3", "p")
    try await terminal.wait(for: "Your profile")
    try await program.choose("show whom you ignore")
    try await terminal.wait(for: friend.userID)
    try terminal.send(keys: "Enter")
    try await terminal.wait(for: "You ignore this person.")
    try await program.choose("no longer ignore the person")
    try await terminal.wait(for: "is no longer ignored")
    try await program.escape()
    try await terminal.wait(for: "buy my watches")
  }

  private func ask(_ key: String, _ question: String, in terminal: TmuxDriver) async throws {
    try await ContinuousClock().sleep(for: .milliseconds(700))
    try terminal.send(keys: key)
    try await terminal.wait(for: question)
    try await ContinuousClock().sleep(for: .milliseconds(700))
  }
}
