import Foundation
import TestServers
import Testing

private let hasWayland = ["sway", "wl-copy", "wl-paste"].allSatisfy {
  FileManager.default.isExecutableFile(atPath: "/usr/bin/\($0)")
}

@Suite(
  "The clipboard of Wayland",
  .enabled(if: TestServer.shared != nil),
  .enabled(if: hasWayland, "Scripts/setup --wayland installs what it needs"))
struct WaylandStories {
  /// A desktop without a screen.
  private final class Desktop {
    var environment: [String: String] {
      ["XDG_RUNTIME_DIR": files.url.path, "WAYLAND_DISPLAY": "wayland-1"]
    }
    private let files: TemporaryFolder
    private var processes: [pid_t] = []

    init() async throws {
      files = try TemporaryFolder()
      // Sway refuses to run as root, so it sees itself as somebody else.
      try start(
        ["unshare", "--user", "--map-user=1000", "sway", "--config", "/dev/null"],
        with: [
          "WLR_BACKENDS": "headless", "WLR_RENDERER": "pixman", "WLR_LIBINPUT_NO_DEVICES": "1",
        ])
      let socket = (files / "wayland-1").path
      for _ in 0..<100 where !FileManager.default.fileExists(atPath: socket) {
        try await ContinuousClock().sleep(for: .milliseconds(50))
      }
    }

    /// Copies a file, as a program does that stays to hand it out; returns once it is there.
    func copy(_ path: String, as type: String) async throws {
      try start(["wl-copy", "--foreground", "--type", type], with: environment, input: path)
      for _ in 0..<100 {
        let types = try? CommandRunner.output(
          of: ["wl-paste", "--list-types"],
          environment: environment.merging(["PATH": "/usr/bin:/bin"]) { $1 })
        if types?.contains(type) == true { return }
        try await ContinuousClock().sleep(for: .milliseconds(50))
      }
    }

    private func start(
      _ command: [String], with variables: [String: String], input: String = "/dev/null"
    ) throws {
      let output = (files / "output").path
      let all = ["PATH": "/usr/bin:/bin", "XDG_RUNTIME_DIR": files.url.path]
      processes.append(
        try CommandRunner.spawn(
          command, environment: all.merging(variables) { $1 },
          streams: [input, output, output]))
    }

    deinit {
      for process in processes.reversed() {
        kill(process, SIGTERM)
        waitpid(process, nil, 0)
      }
      files.remove()
    }
  }

  @Test("a picture that wl-copy has copied is offered with its size, and sent unchanged")
  func picture() async throws {
    let desktop = try await Desktop()
    try await ClipboardStories.sendPicture(in: desktop.environment) {
      try await desktop.copy($0, as: "image/png")
    }
  }

  @Test("a file that a file manager has copied is offered by its name")
  func file() async throws {
    let server = try #require(TestServer.shared)
    let desktop = try await Desktop()
    let files = try TemporaryFolder()
    defer { files.remove() }
    try Data("a sketch".utf8).write(to: files / "my sketch.txt")
    let address = "file://\((files / "my sketch.txt").path.replacing(" ", with: "%20"))\r\n"
    try Data(address.utf8).write(to: files / "list")
    try await desktop.copy((files / "list").path, as: "text/uri-list")
    let account = try server.newAccount()
    _ = try account.createRoom(["name": "Studio"])
    let program = try Program(on: server, as: account, environment: desktop.environment)
    try await program.signIn(to: server)
    try await program.openFirstRoom(named: "Studio")
    try program.terminal.send(keys: "C-x", "C-v")
    try await program.terminal.wait(for: "Send my sketch.txt (8 B) to Studio?")
  }
}
