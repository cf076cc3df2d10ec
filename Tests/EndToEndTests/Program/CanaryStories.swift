import Foundation
import TestServers
import Testing

/// Planted secrets and where they may not be.
@Suite("Secrets", .enabled(if: Binary.runsOwnStories))
struct CanaryStories {
  @Test("a session leaves no secret in files, arguments, environment or on the screen")
  func canaries() async throws {
    let (server, folder) = (try PlantedServer(), try TemporaryFolder())
    defer {
      server.stop()
      folder.remove()
    }
    let binary = try #require(Binary.chatTUI)
    let files = (folder / "files").path
    let terminal = try PseudoTerminal(
      [binary.path, "--data-dir", files], environment: ["TMPDIR": folder.url.path])
    try terminal.wait(for: "Password")
    try server.signIn(on: terminal)
    // The response to the request for the members repeats the token.
    terminal.type("\u{F}g\rhello\r")
    try terminal.wait(for: "hello")

    expectNothing(in: folder.url.path)
    for file in ["cmdline", "environ"] {
      let data = FileManager.default.contents(atPath: "/proc/\(terminal.process)/\(file)") ?? Data()
      #expect(!data.isEmpty, "\(file)")
      for secret in PlantedServer.secrets {
        #expect(data.range(of: Data(secret.utf8)) == nil, "\(file): \(secret)")
      }
    }
    try expectNoCore(of: terminal.process)
    let modes = try CommandRunner.output(
      of: ["find", folder.url.path, "-perm", "/077"], environment: ["PATH": "/usr/bin:/bin"])
    #expect(modes == "")

    terminal.type("\u{11}")
    #expect(try terminal.waitForEnd() == .exit(0))
    expectNothing(in: folder.url.path)
    for secret in PlantedServer.secrets { #expect(!terminal.output.contains(secret), "\(secret)") }
  }

  @Test("commands and their failures reveal no secret")
  func commands() throws {
    let (server, folder) = (try PlantedServer(), try TemporaryFolder())
    defer {
      server.stop()
      folder.remove()
    }
    let binary = try #require(Binary.chatTUI)
    func run(_ arguments: String..., input: String = "") throws -> CommandRunner.Result {
      let result = try CommandRunner.run(
        [binary.path] + arguments + ["--data-dir", (folder / "files").path],
        environment: ["PATH": "/usr/bin:/bin", "HOME": folder.url.path], input: input)
      for secret in PlantedServer.secrets {
        #expect(!(result.output + result.errors).contains(secret), "\(arguments): \(secret)")
      }
      return result
    }
    let login = ["login", "--homeserver", server.url, "--user", "@ada:localhost"]
    #expect(
      try run(
        login[0], login[1], login[2], login[3], login[4], "--password-file", "-",
        input: "x\(PlantedServer.secrets[1])"
      ).status == 1)
    #expect(
      try run(
        login[0], login[1], login[2], login[3], login[4], "--password-file", "-",
        input: PlantedServer.password
      ).status == 0)
    #expect(try run("rooms").output.contains("Planted room"))
    #expect(try run("send", "!r:localhost", "hello").status == 0)
    #expect(try run("profile").status == 1)
    _ = try run("logout")
    expectNothing(in: folder.url.path)
  }

  @Test(
    "debuggers of the same user cannot read its memory",
    .enabled(if: geteuid() == 0, "needs root to become another user"))
  func memory() throws {
    let folder = try TemporaryFolder()
    defer { folder.remove() }
    let binary = try #require(Binary.chatTUI)
    chown(folder.url.path, 65534, 65534)
    let terminal = try PseudoTerminal([
      "setpriv", "--reuid=65534", "--regid=65534", "--clear-groups", binary.path, "login",
      "--homeserver", "http://127.0.0.1:1", "--user", "@ada:localhost", "--data-dir",
      folder.url.path,
    ])
    try terminal.wait(for: "Password:")
    // The kernel gives the files of a process that may not be dumped to root.
    let attributes = try FileManager.default.attributesOfItem(
      atPath: "/proc/\(terminal.process)/environ")
    #expect(attributes[.ownerAccountID] as? Int == 0)
  }

  private func expectNothing(in folder: String) {
    let names = FileManager.default.enumerator(atPath: folder)?.allObjects as? [String] ?? []
    #expect(names.contains { $0.hasSuffix("vault.sqlite") })
    for name in names {
      guard let data = FileManager.default.contents(atPath: folder + "/" + name) else { continue }
      for secret in PlantedServer.secrets {
        #expect(data.range(of: Data(secret.utf8)) == nil, "\(name): \(secret)")
      }
    }
  }

  /// A core file would have the secrets.
  private func expectNoCore(of process: pid_t) throws {
    let limits = try String(contentsOfFile: "/proc/\(process)/limits", encoding: .utf8)
    let line = try #require(
      limits.split(separator: "\n").first { $0.hasPrefix("Max core file size") })
    #expect(line.contains(#/size +0 +0 /#))
  }
}
