import Foundation
import Imaging
import TestServers
import Testing

@Suite("The command line", .enabled(if: TestServer.shared != nil))
struct CommandLineStories {
  private let server: TestServer
  private let folder: TemporaryFolder
  private let binary: URL

  init() throws {
    server = try #require(TestServer.shared)
    binary = try #require(Binary.chatTUI)
    folder = try TemporaryFolder()
  }

  private func run(_ arguments: String..., input: String = "") throws -> CommandRunner.Result {
    try CommandRunner.run(
      [binary.path] + arguments + ["--data-dir", (folder / "files").path],
      environment: ["HOME": folder.url.path, "LANG": "C.UTF-8", "PATH": "/usr/bin:/bin"],
      input: input)
  }

  private func signIn(_ account: MatrixClient) throws {
    let result = try run(
      "login", "--homeserver", server.url, "--user", account.userID, "--password-file", "-",
      input: server.password + "\n")
    #expect(result.status == 0, "\(result.errors)")
  }

  @Test("signs in, lists rooms, sends, shows a profile and signs out")
  func wholeStory() throws {
    defer { folder.remove() }
    let account = try server.newAccount()
    let room = try account.createRoom(["preset": "public_chat", "name": "Desk\u{9B}31m\u{202E}!"])
    try signIn(account)

    let rooms = try run("rooms", "--json")
    #expect(rooms.status == 0)
    #expect(rooms.output.contains(room))
    #expect(rooms.output.contains("Desk\\u009b31m\\u202e!"))

    let sent = try run("send", room, "from a script")
    #expect(sent.status == 0, "\(sent.errors)")
    #expect(try account.count(of: "from a script", in: room) == 1)

    let note = folder / "note.txt"
    try Data("from a file".utf8).write(to: note)
    let file = try run("send", room, "--file", note.path, "--caption", "read this")
    #expect(file.status == 0, "\(file.errors)")
    #expect(try account.count(of: "read this", in: room) == 1)
    let missing = try run("send", room, "--file", "no such file")
    #expect(missing.status == 1 && missing.errors.contains("There is no file no such file"))

    let profile = try run("profile", "--json")
    #expect(profile.output.contains("\"id\":\"\(account.userID)\""))
    #expect(profile.output.contains("\"friends\":0"))

    #expect(try run("logout").status == 0)
    let afterwards = try run("rooms")
    #expect(afterwards.status == 1)
    #expect(afterwards.errors.contains("chat-tui login"))
  }

  @Test("sends a large picture with a thumbnail, which the server has")
  func thumbnail() throws {
    defer { folder.remove() }
    let account = try server.newAccount()
    let room = try account.createRoom(["preset": "public_chat", "name": "Gallery"])
    try signIn(account)
    // Noise, which the thumbnail has less of.
    var noise: UInt32 = 1
    let pixels = (0..<1200 * 900).map { _ in
      noise = noise &* 1_664_525 &+ 1_013_904_223
      return noise | 0xFF00_0000
    }
    let picture = try Bitmap(width: 1200, height: 900, pixels: pixels).pngData()
    let path = folder / "noise.png"
    try Data(picture).write(to: path)
    let sent = try run("send", room, "--file", path.path)
    #expect(sent.status == 0, "\(sent.errors)")

    let content = try #require(account.latestContents(of: "m.room.message", in: room).first)
    let info = try #require(content["info"] as? [String: Any])
    let thumbnail = try #require(info["thumbnail_info"] as? [String: Any])
    #expect(thumbnail["w"] as? Int == 800 && thumbnail["h"] as? Int == 600)
    let address = try #require(info["thumbnail_url"] as? String)
    let bytes = [UInt8](try account.download(address))
    #expect(thumbnail["size"] as? Int == bytes.count && bytes.count < picture.count)
    #expect(try ImageDecoder.size(of: bytes) == PixelSize(width: 800, height: 600))
    #expect(address != content["url"] as? String)
  }

  @Test("signs in with the token of a session, which no argument or file of its own shows")
  func token() throws {
    defer { folder.remove() }
    let account = try server.newAccount()
    let wrong = try run("login", "--homeserver", server.url, "--token-file", "-", input: "wrong\n")
    #expect(wrong.status == 1 && wrong.errors.contains("does not accept this token"))
    let result = try run(
      "login", "--homeserver", server.url, "--token-file", "-", input: account.token + "\n")
    #expect(result.status == 0, "\(result.errors)")
    #expect(result.output.contains(account.userID) && !result.output.contains(account.token))
    #expect(try run("profile", "--json").output.contains(account.userID))

    let once = try run("login", "--homeserver", server.url, "--login-token-file", "-", input: "x\n")
    #expect(once.status == 1)
    // The homeserver gives no such tokens.
    let sentence = server.kind == .synapse ? "does not accept what came from" : "The server refused"
    #expect(once.errors.contains(sentence))
    for options in [
      ["--token-file", "-"], ["--token-file", "-", "--homeserver", server.url, "--user", "ada"],
      ["--token-file", "-", "--password-file", "-", "--homeserver", server.url], [],
    ] {
      let usage = try CommandRunner.run(
        [binary.path, "login"] + options, environment: ["PATH": "/usr/bin:/bin"])
      #expect(usage.status == 2, "\(options)")
    }
  }

  @Test("refuses to send to an encrypted room")
  func encryptedRoom() throws {
    defer { folder.remove() }
    let account = try server.newAccount()
    let room = try account.createRoom(["preset": "private_chat", "name": "Safe"])
    try account.setState("m.room.encryption", ["algorithm": "m.megolm.v1.aes-sha2"], in: room)
    try signIn(account)

    let result = try run("send", room, "plain text")

    #expect(result.status == 1)
    #expect(result.errors.contains("encrypted"))
    #expect(try account.messages(in: room).isEmpty)
  }

  @Test("exits with 2 for wrong usage and with 1 for a wrong password")
  func failures() throws {
    defer { folder.remove() }
    #expect(try run("--no-such-option").status == 2)
    #expect(try run("send", "!room").status == 2)
    #expect(try run("send", "!room", "text", "--file", "path").status == 2)
    #expect(try run("send", "!room", "text", "--caption", "text").status == 2)
    #expect(try run("profile", "nobody").status == 2)

    let account = try server.newAccount()
    let result = try run(
      "login", "--homeserver", server.url, "--user", account.userID, "--password-file", "-",
      input: "wrong\n")
    #expect(result.status == 1)
    #expect(result.errors.contains("Wrong user or password"))
    #expect(result.errors.split(separator: "\n").count == 1)
  }

  @Test("exits with 3 when a server cannot use its data")
  func unusableData() throws {
    defer { folder.remove() }
    let data = (folder / "files").path + "/data/homeserver"
    try FileManager.default.createDirectory(
      atPath: data, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
    try Data(repeating: 0x78, count: 8192).write(
      to: URL(fileURLWithPath: data + "/homeserver.sqlite"))
    chmod(data + "/homeserver.sqlite", 0o600)

    let result = try run("serve", "--port", "0")

    #expect(result.status == 3)
    #expect(result.errors.contains("no longer a database"))
    #expect(result.errors.split(separator: "\n").count == 1)
  }

  @Test("makes every file private to the user")
  func privacy() throws {
    defer { folder.remove() }
    try signIn(try server.newAccount())

    let found = try CommandRunner.output(
      of: ["find", (folder / "files").path, "-perm", "/077"],
      environment: ["PATH": "/usr/bin:/bin"])

    #expect(found.isEmpty)
  }

  @Test("a command uses the account that it names, and the one in front stays there")
  func accounts() throws {
    defer { folder.remove() }
    let (first, second) = (try server.newAccount(), try server.newAccount())
    let rooms = try [first, second].map {
      try $0.createRoom(["preset": "public_chat", "name": "Desk of \($0.userID)"])
    }
    try signIn(first)
    try signIn(second)
    #expect(try run("rooms").output.contains(rooms[1]))
    let named = try run("rooms", "--account", first.userID)
    #expect(named.status == 0, "\(named.errors)")
    #expect(named.output.contains(rooms[0]) && !named.output.contains(rooms[1]))
    let sent = try run("send", rooms[0], "by the other one", "--account", first.userID)
    #expect(sent.status == 0, "\(sent.errors)")
    #expect(try first.count(of: "by the other one", in: rooms[0]) == 1)
    #expect(try run("rooms").output.contains(rooms[1]))

    let unknown = try run("rooms", "--account", "@nobody:example.org")
    #expect(unknown.status == 1 && unknown.errors.contains("no account here is @nobody"))
    #expect(try run("logout", "--account", first.userID).status == 0)
    #expect(try run("rooms").output.contains(rooms[1]))
    #expect(try run("rooms", "--account", first.userID).status == 1)
  }

  @Test(
    "a browser signs in at the named identity provider",
    .enabled(if: TestServer.shared?.kind == .synapse))
  func browser() throws {
    defer { folder.remove() }
    let several = try run("login", "--homeserver", server.url, "--browser")
    #expect(several.status == 1 && several.errors.contains("give --provider; it has "))
    // The identity provider asks nothing, so a program that follows the page's way is a browser.
    let follow =
      "while read -r line; do echo \"$line\"; case $line in http*) "
      + "curl --silent --location --cookie none --output /dev/null \"$line\" & esac; done"
    let result = try CommandRunner.run(
      [
        "/bin/sh", "-c",
        "'\(binary.path)' login --homeserver '\(server.url)' --browser --provider oidc-stub "
          + "--data-dir '\((folder / "files").path)' </dev/null | (\(follow))",
      ],
      environment: ["HOME": folder.url.path, "LANG": "C.UTF-8", "PATH": "/usr/bin:/bin"], input: "")
    #expect(result.output.contains("open this address in a browser"), "\(result.errors)")
    #expect(result.output.contains("signed in as @sso-stub"), "\(result.errors)")
    #expect(try run("profile", "--json").output.contains("sso-stub"))
  }
}
