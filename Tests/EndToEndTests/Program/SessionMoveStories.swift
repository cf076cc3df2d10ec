import Foundation
import TestServers
import Testing

/// A start with the session file of an earlier version.
@Suite("The session of an earlier version", .enabled(if: Binary.runsOwnStories))
struct SessionMoveStories {
  private static let token = "syt_planted_access"
  private static let content = #"""
    {"version":1,"server":"http://127.0.0.1:1","user_id":"@ada:localhost","device_id":"OLD",
    "access_token":"\#(token)","refresh_token":"syr_planted_refresh"}
    """#
  /// What changes a file.
  private static let calls =
    "fsync,fdatasync,rename,renameat,renameat2,unlink,unlinkat,write"

  private func prepare(_ folder: String) throws {
    try? FileManager.default.removeItem(atPath: folder)
    let account = folder + "/data/accounts/ada_3alocalhost"
    try FileManager.default.createDirectory(
      atPath: account, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
    for path in ["", "/data", "/data/accounts"] { chmod(folder + path, 0o700) }
    for (path, text) in [
      (account + "/session.json", Self.content),
      (folder + "/data/accounts/current", "ada_3alocalhost"),
    ] {
      try #require(
        FileManager.default.createFile(
          atPath: path, contents: Data(text.utf8), attributes: [.posixPermissions: 0o600]))
    }
  }

  /// The files that contain the token in the clear.
  private func revealing(_ folder: String) -> [String] {
    let names = FileManager.default.enumerator(atPath: folder)?.allObjects as? [String] ?? []
    return names.filter { name in
      FileManager.default.contents(atPath: folder + "/" + name)?
        .range(of: Data(Self.token.utf8)) != nil
    }
  }

  @Test(
    "is kept when the program is killed at any call that changes a file while it moves",
    .enabled(if: TracedProgram.obstacle == nil, "strace is not installed or may not trace"))
  func killed() throws {
    let home = try TemporaryFolder()
    defer { home.remove() }
    let program = TracedProgram(
      binary: try #require(Binary.chatTUI), folder: (home / "files").path)
    var kills = 0
    for count in 1...400 {
      try prepare(program.folder)
      let traced = try program.run(
        "rooms", injection: "\(Self.calls):signal=KILL:when=\(count)")
      guard traced.status != 1 else { break }
      #expect(traced.status == 128 + SIGKILL)
      kills += 1
      // The server does not run: what it says shows that the session is there.
      let next = try program.run("rooms")
      #expect(next.errors.contains("cannot be reached"), "killed at call \(count): \(next.errors)")
      #expect(revealing(program.folder) == [], "killed at call \(count)")
    }
    #expect(kills > 20)
  }
}
