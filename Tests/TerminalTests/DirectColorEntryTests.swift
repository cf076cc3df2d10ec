import Foundation
import Testing

@testable import Terminal

@Suite("DirectColorEntry")
struct DirectColorEntryTests {
  private static let source = "chat-direct|test,\n\tcolors#0x1000000, use=xterm-256color,\n"

  private func withFolder(_ body: (String) throws -> Void) throws {
    var template = Array("/tmp/direct-color-XXXXXX".utf8CString)
    let made = try #require(mkdtemp(&template))
    let folder = String(cString: made)
    defer { try? FileManager.default.removeItem(atPath: folder) }
    try body(folder)
  }

  @Test("is compiled once into a folder that depends on the source")
  func compiles() throws {
    try withFolder { folder in
      let entry = DirectColorEntry(source: Self.source, cacheDirectory: "\(folder)/new/cache")
      let changed = DirectColorEntry(
        source: Self.source + "# more\n", cacheDirectory: entry.cacheDirectory)

      let directory = try #require(entry.directory())

      #expect(access("\(directory)/c/chat-direct", R_OK) == 0)
      #expect(entry.directory() == directory)
      #expect(try #require(changed.directory()) != directory)
    }
  }

  @Test("is skipped when the source or the folder is unusable")
  func refuses() throws {
    try withFolder { folder in
      #expect(DirectColorEntry(source: "??? no entry", cacheDirectory: folder).directory() == nil)
      #expect(
        DirectColorEntry(source: Self.source, cacheDirectory: "/dev/null/x").directory() == nil)
    }
  }

  @Test(
    "is used where the environment or the terminal's name promises such colours",
    arguments: [
      ("xterm-256color", "truecolor", true), ("tmux-256color", "24bit", true),
      ("xterm-kitty", "truecolor", true), ("xterm-256color", nil, false),
      ("xterm-256color", "yes", false), ("linux", "truecolor", false),
      ("vt100", "truecolor", false), ("xterm-direct", nil, true), ("foot-direct2", nil, true),
      ("linux-direct", nil, false),
    ] as [(String, String?, Bool)])
  func fits(type: String, variable: String?, expected: Bool) {
    #expect(DirectColorEntry.fits(type: type) { ["COLORTERM": variable][$0] ?? nil } == expected)
  }

  @Test("is used where the terminal's description declares 24-bit colour")
  func promised() {
    #expect(DirectColorEntry.fits(type: "xterm-kitty", isPromised: true) { _ in nil })
    #expect(!DirectColorEntry.fits(type: "linux", isPromised: true) { _ in nil })
  }

  @Test(
    "is used in tmux and not in GNU screen, which hands the promise of another terminal on",
    arguments: [
      ("screen-256color", ["TMUX": "/tmp/tmux"], true), ("screen-256color", [:], false),
      ("screen.xterm-256color", ["STY": "1.pts"], false),
      ("xterm-256color", ["STY": "1.pts"], false),
      ("screen-256color", ["STY": "1.pts", "TMUX": "/tmp/tmux"], false),
      ("tmux-256color", ["STY": "1.pts", "TMUX": "/tmp/tmux"], true), ("tmux-256color", [:], true),
    ] as [(String, [String: String], Bool)])
  func multiplexers(type: String, variables: [String: String], expected: Bool) {
    let environment = variables.merging(["COLORTERM": "truecolor"]) { $1 }
    #expect(DirectColorEntry.fits(type: type) { environment[$0] } == expected)
  }
}
