import Foundation
import Testing

@testable import chat_tui

@Suite("The terminal around tmux")
struct OuterTerminalTests {
  static let answers: [(answer: String, name: String?)] = [
    ("1 WezTerm 20240203\n", "WezTerm 20240203"), ("on kitty(0.36)\n", "kitty(0.36)"),
    ("all foot(1.16.2)", "foot(1.16.2)"), ("2 iTerm2 3.5.0\nmore", "iTerm2 3.5.0"),
    ("0 WezTerm 20240203\n", nil), ("off kitty\n", nil), (" kitty\n", nil), ("1 \n", nil),
    ("", nil), ("1", nil),
  ]

  @Test("counts if tmux passes sequences on to it", arguments: answers)
  func names(answer: String, name: String?) {
    #expect(OuterTerminal.name(in: answer) == name)
  }

  @Test("is what the program says; one that is not there or hangs says nothing")
  @MainActor
  func asks() async throws {
    let folder = FileManager.default.temporaryDirectory.appending(
      path: "tmux-\(UInt64.random(in: 0...UInt64.max))")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let script = folder.appending(path: "tmux")
    try Data("#!/bin/sh\necho \"1 kitty($#)\"\n".utf8).write(to: script)
    try FileManager.default.setAttributes([.posixPermissions: 0o700], ofItemAtPath: script.path)
    for (program, expected) in [(script.path, "kitty(3)"), (folder.path + "/none", nil)] {
      var name: String?
      // A process that another test starts just now may hold the script open, so that it cannot run.
      for attempt in 0..<20 where attempt == 0 || name != expected {
        name = await withCheckedContinuation { done in
          OuterTerminal(program: program).ask { done.resume(returning: $0) }
        }
      }
      #expect(name == expected)
    }
  }
}
