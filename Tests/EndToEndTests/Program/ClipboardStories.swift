import Foundation
import TestServers
import Testing

private let hasDesktop = ["xclip", "Xvfb"].allSatisfy {
  FileManager.default.isExecutableFile(atPath: "/usr/bin/\($0)")
}

@Suite(
  "The clipboard of a desktop",
  .enabled(if: TestServer.shared != nil),
  .enabled(
    if: hasDesktop, "the Debian packages xclip and xvfb are not installed"))
struct ClipboardStories {
  /// A desktop without a screen.
  private final class Desktop {
    let name: String
    private let files: TemporaryFolder
    private var processes: [pid_t] = []

    init() async throws {
      files = try TemporaryFolder()
      let number = 200 + Int.random(in: 0..<10_000)
      name = ":\(number)"
      try start(["Xvfb", name, "-screen", "0", "320x200x24", "-nolisten", "tcp"])
      let socket = "/tmp/.X11-unix/X\(number)"
      for _ in 0..<100 where !FileManager.default.fileExists(atPath: socket) {
        try await ContinuousClock().sleep(for: .milliseconds(50))
      }
    }

    /// Copies a file, as a program does that stays to hand it out.
    func copy(_ path: String, as type: String) throws {
      try start(["xclip", "-quiet", "-selection", "clipboard", "-t", type, "-i", path])
    }

    private func start(_ command: [String]) throws {
      let output = (files / "output").path
      processes.append(
        try CommandRunner.spawn(
          command, environment: ["PATH": "/usr/bin:/bin", "DISPLAY": name],
          streams: ["/dev/null", output, output]))
    }

    deinit {
      for process in processes.reversed() {
        kill(process, SIGTERM)
        waitpid(process, nil, 0)
      }
      files.remove()
    }
  }

  @Test("a picture that xclip has copied is offered with its size, and sent unchanged")
  func picture() async throws {
    let desktop = try await Desktop()
    try await Self.sendPicture(in: ["DISPLAY": desktop.name]) {
      try desktop.copy($0, as: "image/png")
    }
  }

  /// Sends a picture from the clipboard of a desktop.
  ///
  /// - Parameter copy: Copies the file at a path.
  static func sendPicture(
    in environment: [String: String], copy: (String) async throws -> Void
  ) async throws {
    let server = try #require(TestServer.shared)
    let files = try TemporaryFolder()
    defer { files.remove() }
    // What is copied is neither read nor changed on its way.
    let picture = try #require(
      Data(
        base64Encoded:
          "iVBORw0KGgoAAAANSUhEUgAAAAIAAAACCAIAAAD91JpzAAAAEUlEQVR4nGP4z8AARP//MwAAF/gD/SNwCrEAAAAA"
          + "SUVORK5CYII="
      ))
    try picture.write(to: files / "cat.png")
    try await copy((files / "cat.png").path)

    let friend = try server.newAccount()
    let room = try friend.createRoom(["preset": "public_chat", "name": "Studio"])
    let account = try server.newAccount()
    try account.join(room)
    let program = try Program(on: server, as: account, environment: environment)
    try await program.signIn(to: server)
    try await program.openFirstRoom(named: "Studio")
    try program.terminal.send(keys: "C-x", "C-v")
    try await program.terminal.wait(for: "Send clipboard.png (\(picture.count) B) to Studio?")
    try await program.pause()
    try await program.pause()
    try program.say("from the clipboard")
    try await program.terminal.wait(for: "[image clipboard.png")
    try await program.terminal.wait(forAbsenceOf: "uploading")
    try await program.terminal.wait(for: "the picture on the server") { _ in
      (try? friend.count(of: "from the clipboard", in: room)) == 1
    }
    let content = try #require(friend.latestContents(of: "m.room.message", in: room).last)
    let address = try #require(content["url"] as? String).dropFirst("mxc://".count)
    let file = try LoopbackHTTP.send(
      "GET", "\(server.url)/_matrix/client/v1/media/download/\(address)",
      headers: ["Authorization": "Bearer \(friend.token)"])
    #expect(file.body == picture)
  }

  @Test("a text on the clipboard is no file, and says so")
  func text() async throws {
    let server = try #require(TestServer.shared)
    let desktop = try await Desktop()
    let files = try TemporaryFolder()
    defer { files.remove() }
    try Data("hello".utf8).write(to: files / "text")
    try desktop.copy((files / "text").path, as: "UTF8_STRING")
    let account = try server.newAccount()
    _ = try account.createRoom(["name": "Studio"])
    let program = try Program(on: server, as: account, environment: ["DISPLAY": desktop.name])
    try await program.signIn(to: server)
    try await program.openFirstRoom(named: "Studio")
    try program.terminal.send(keys: "C-x", "C-v")
    try await program.terminal.wait(for: "The clipboard has neither a picture nor files")
  }
}
