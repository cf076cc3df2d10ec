import Foundation
import Testing
import Views

@testable import chat_tui

@Suite("Opening links in another program", .timeLimit(.minutes(1)))
@MainActor
struct LinkOpenerTests {
  private let folder: URL

  init() throws {
    folder = FileManager.default.temporaryDirectory.appending(
      path: "link-opener-\(UInt64.random(in: 0...UInt64.max))")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
  }

  /// A shell with a script.
  ///
  /// A script that is a program itself could not be started while another test
  /// starts one too, which holds all open files for a moment.
  private func program(_ lines: String) throws -> String {
    let file = folder.appending(path: "opener")
    try Data("\(lines)\n".utf8).write(to: file)
    return "sh \(file.path)"
  }

  private func text(_ name: String) async throws -> String {
    let file = folder.appending(path: name)
    for _ in 0..<500 {
      if let text = try? String(contentsOf: file, encoding: .utf8) { return text }
      try await ContinuousClock().sleep(for: .milliseconds(10))
    }
    return "nothing was written"
  }

  @Test("the program gets the address as one argument, a session of its own, and no terminal")
  func arguments() async throws {
    defer { try? FileManager.default.removeItem(at: folder) }
    let path = try program(
      """
      output=$(readlink /proc/$$/fd/1)
      { for word in "$@"; do echo "[$word]"; done
      ps -o sid= -p $$ | tr -d ' ' | grep -qx $$ && echo "own session"
      echo "$output"; readlink /proc/$$/fd/0 /proc/$$/fd/2; } > "$0.new"
      mv "$0.new" "$(dirname "$0")/seen"
      """)
    let address = "https://a.org/;$(touch%20x)&b=*?c d"
    LinkOpener("\(path) --new  -x").open(address) { Issue.record("\($0)") }
    #expect(
      try await text("seen")
        == "[--new]\n[-x]\n[\(address)]\nown session\n/dev/null\n/dev/null\n/dev/null\n")
  }

  @Test("a program that fails is told with its status, and so is one that is missing")
  func failures() async throws {
    defer { try? FileManager.default.removeItem(at: folder) }
    let path = try program("exit 3")
    let reason = await withCheckedContinuation { continuation in
      LinkOpener(path).open("https://a.org") { continuation.resume(returning: $0) }
    }
    #expect(reason == .failed("sh could not open the link (exit status 3)"))

    var reasons: [OpeningFailure] = []
    LinkOpener("no-such-opener").open("https://a.org") { reasons.append($0) }
    #expect(reasons == [.missing("no-such-opener is not installed")])
    let plain = folder.appending(path: "plain")
    try Data("x".utf8).write(to: plain)
    LinkOpener(plain.path).open("https://a.org") { reasons.append($0) }
    #expect(reasons.last == .failed("\(plain.path) cannot be started: Permission denied"))
  }
}
