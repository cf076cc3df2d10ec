import Foundation
import TestServers
import Testing

/// A disk that is full, fails or has damaged a file.
@Suite("A bad disk", .enabled(if: Binary.runsOwnStories))
final class DiskStories {
  static let mayMount =
    (try? CommandRunner.run(
      ["unshare", "-m", "mount", "-t", "tmpfs", "tmpfs", "/mnt"],
      environment: ["PATH": "/usr/bin:/bin:/usr/sbin:/sbin"]))?.status == 0
  private let folder: TemporaryFolder
  private let binary: URL
  private let server: PlantedServer

  init() throws {
    folder = try TemporaryFolder()
    binary = try #require(Binary.chatTUI)
    server = try PlantedServer()
  }

  deinit {
    server.stop()
    folder.remove()
  }

  private var files: String { (folder / "files").path }

  /// Sends a message while the disk is bad, reads another, and sends the kept text afterwards.
  private func expectKept(
    _ terminal: PseudoTerminal, because reason: String, damage: () throws -> Void,
    repair: () throws -> Void
  ) throws {
    terminal.type("before\r")
    try terminal.wait("first message") { try server.sent() == ["before"] }
    // A new token that cannot be saved must not be used: the client would be offline. So wait until it is in
    // use.
    try terminal.wait("new token") { try server.refreshes() == 1 }
    try server.say("readable")
    try terminal.wait(for: "readable")
    try damage()
    let mark = terminal.output.count
    terminal.type("kept-words\r")
    try terminal.wait(for: reason, after: mark)
    try server.say("still-readable")
    try terminal.wait(for: "still-readable", after: mark)
    #expect(try server.sent() == ["before"])

    try repair()
    // The text is in the composer again.
    terminal.type("\r")
    try terminal.wait("kept message") { try server.sent() == ["before", "kept-words"] }
    terminal.type("after\r")
    try terminal.wait("last message") {
      try server.sent() == ["before", "kept-words", "after"]
    }
    terminal.type("\u{11}")
    #expect(try terminal.waitForEnd() == .exit(0))
  }

  @Test(
    "when it is full, the text stays in the composer, reading goes on, and room for it is enough",
    .enabled(if: mayMount, "needs the right to mount"))
  func full() throws {
    let script = """
      mount -t tmpfs -o size=1m,mode=700 tmpfs "$1" && exec "$0" --data-dir "$1/files"
      """
    let terminal = try PseudoTerminal([
      "unshare", "-m", "sh", "-c", script, binary.path, folder.url.path,
    ])
    try server.signIn(on: terminal)
    let filling = "/proc/\(terminal.process)/root\(folder.url.path)/filling"
    try expectKept(terminal, because: "no space left") {
      let file = open(filling, O_WRONLY | O_CREAT | O_CLOEXEC, 0o600)
      defer { close(file) }
      for size in [4096, 1] {
        let bytes = [UInt8](repeating: 0, count: size)
        while write(file, bytes, size) > 0 {}
      }
    } repair: {
      try FileManager.default.removeItem(atPath: filling)
    }
  }

  @Test(
    "when it fails, the text stays in the composer, reading goes on, and it recovers",
    .enabled(if: TracedProgram.obstacle == nil, "strace is not installed or may not trace"),
    arguments: ["fdatasync:error=EIO", "pwrite64:error=EIO", "pwrite64:error=ENOSPC"])
  func failing(injection: String) throws {
    let terminal = try PseudoTerminal([binary.path, "--data-dir", files])
    try server.signIn(on: terminal)
    var tracer: pid_t = 0
    let reason = injection.hasSuffix("ENOSPC") ? "no space left" : "disk I/O error"
    try expectKept(terminal, because: reason) {
      tracer = try CommandRunner.spawn(
        [
          "strace", "-f", "-o", "/dev/null", "-e", "trace=\(injection.prefix { $0 != ":" })", "-e",
          "inject=\(injection)", "-p", "\(terminal.process)",
        ], environment: ["PATH": "/usr/bin:/bin"],
        streams: ["/dev/null", "/dev/null", (folder / "strace").path])
      let notes = folder / "strace"
      try terminal.wait("strace") {
        (try? String(contentsOf: notes, encoding: .utf8).contains("attached")) == true
      }
    } repair: {
      kill(tracer, SIGINT)
      waitpid(tracer, nil, 0)
    }
  }

  @Test("what could be saved of a damaged file is used, and a line says where the rest is")
  func damaged() throws {
    var terminal = try PseudoTerminal([binary.path, "--data-dir", files])
    try server.signIn(on: terminal)
    terminal.type("\u{11}")
    _ = try terminal.waitForEnd()
    try overwrite(table: "outbox")

    for _ in 1...2 {
      terminal = try PseudoTerminal([binary.path, "--data-dir", files])
      try terminal.wait(for: "Planted room")
      try terminal.wait(for: "file was damaged")
      try terminal.wait(for: "file repaired")
      terminal.type("\u{11}")
      _ = try terminal.waitForEnd()
    }
    try #require(copies.count == 1)
    try FileManager.default.removeItem(atPath: copies[0])
    terminal = try PseudoTerminal([binary.path, "--data-dir", files])
    try terminal.wait(for: "Planted room")
    #expect(!terminal.output.contains("damaged"))
  }

  @Test("a damaged file that cost the session says so at the sign-in")
  func lostSession() throws {
    var terminal = try PseudoTerminal([binary.path, "--data-dir", files])
    try server.signIn(on: terminal)
    terminal.type("\u{11}")
    _ = try terminal.waitForEnd()
    try overwrite(table: "session")

    terminal = try PseudoTerminal([binary.path, "--data-dir", files])
    try terminal.wait(for: "damaged; sign in again")
    #expect(copies.count == 1)
  }

  /// The paths of the damaged files that are kept.
  private var copies: [String] {
    let names = FileManager.default.enumerator(atPath: files)?.allObjects as? [String] ?? []
    return names.filter { $0.hasSuffix("/vault.sqlite.damaged-1") }.map { files + "/" + $0 }
  }

  /// Overwrites the first page of a table.
  private func overwrite(table: String) throws {
    let names = FileManager.default.enumerator(atPath: files)?.allObjects as? [String] ?? []
    let vault = try #require(names.first { $0.hasSuffix("/vault.sqlite") })
    try CommandRunner.output(
      of: [
        "python3", "-c",
        """
        import sqlite3, sys
        c = sqlite3.connect(sys.argv[1])
        page = c.execute("SELECT rootpage FROM sqlite_master WHERE name = ?", (sys.argv[2],)).fetchone()[0]
        c.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        c.close()
        with open(sys.argv[1], "r+b") as file:
          file.seek((page - 1) * 4096)
          file.write(b"\\xa5" * 4096)
        """, files + "/" + vault, table,
      ], environment: ["PATH": "/usr/bin:/bin"])
  }
}
