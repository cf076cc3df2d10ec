import Foundation
import TestServers
import Testing

@Suite("The doctor", .enabled(if: TestServer.shared != nil))
struct DoctorStories {
  private let server: TestServer
  private let binary: URL

  init() throws {
    server = try #require(TestServer.shared)
    binary = try #require(Binary.chatTUI)
  }

  private func doctor(
    in files: String, _ variables: [String: String] = ["TERM": "xterm-256color"]
  ) throws -> CommandRunner.Result {
    let base = ["HOME": "/nowhere", "LANG": "C.UTF-8", "PATH": "/usr/bin:/bin"]
    return try CommandRunner.run(
      [binary.path, "doctor", "--data-dir", files], environment: base.merging(variables) { $1 })
  }

  @Test("finds nothing wrong beside an open screen, and names its process")
  func sound() async throws {
    let program = try Program(on: server)
    try await program.signIn(to: server)
    let files = program.preferences.deletingLastPathComponent().path
    let result = try doctor(in: files)
    #expect(result.status == 0, "\(result.output)\(result.errors)")
    #expect(result.errors.isEmpty)
    let account = "account \(program.account.userID)"
    for line in [
      "ok       terminal: xterm-256color", "ok       locale: UTF-8",
      "warning  size: not known", "ok       \(account): files sound and private",
      "ok       \(account): open in process ", "ok       server \(server.url): ",
    ] {
      #expect(result.output.contains(line), "\(line) is not in \(result.output)")
    }
    #expect(result.output.contains("sliding sync"))
    #expect(!result.output.contains(server.password))
  }

  @Test("finds a damaged cache, files that others can read, a wrong preference and no terminal")
  func faults() async throws {
    let program = try Program(on: server)
    try await program.signIn(to: server)
    try await program.kill()
    let files = program.preferences.deletingLastPathComponent()
    try Data("[input]\nmouse = 3\n".utf8).write(to: program.preferences)
    let accounts = files.appending(path: "data/accounts")
    let names = try FileManager.default.contentsOfDirectory(atPath: accounts.path)
    let name = try #require(names.first { $0.contains(",") })
    let cache = accounts.appending(path: "\(name)/cache.sqlite")
    // The log that a killed program leaves has all pages.
    for companion in ["-wal", "-shm"] {
      try? FileManager.default.removeItem(atPath: cache.path + companion)
    }
    try Data(repeating: 0x78, count: 8192).write(to: cache)
    chmod(cache.path, 0o600)
    let damaged = try doctor(in: files.path, [:])
    #expect(damaged.status == 1)
    #expect(damaged.output.contains("failed   terminal: TERM is not set"), "\(damaged.output)")
    #expect(damaged.output.contains("config.toml:2:"), "\(damaged.output)")
    #expect(damaged.output.contains("its cache is damaged"), "\(damaged.output)")
    #expect(damaged.errors.contains("3 of these failed"), "\(damaged.errors)")
    #expect(try Data(contentsOf: cache) == Data(repeating: 0x78, count: 8192))

    chmod(accounts.appending(path: "\(name)/vault.sqlite").path, 0o644)
    let open = try doctor(in: files.path)
    #expect(open.status == 1 && open.output.contains("other users may read"), "\(open.output)")
  }
}
