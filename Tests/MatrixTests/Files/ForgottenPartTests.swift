import Foundation
import Models
import Testing

@testable import Matrix

@Suite("Parts of downloads that nobody resumes")
struct ForgottenPartTests {
  private let folder: TemporaryFolder
  private let source: MediaURI

  init() throws {
    folder = try TemporaryFolder()
    source = try #require(MediaURI("mxc://localhost/abc"))
  }

  private var names: [String] {
    ((try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []).sorted()
  }

  private func write(_ name: String, days: Int) throws {
    let path = folder.path + "/" + name
    try Data("part".utf8).write(to: URL(filePath: path))
    let date = Date(timeIntervalSinceNow: -Double(days) * 86_400)
    try FileManager.default.setAttributes([.modificationDate: date], ofItemAtPath: path)
    chmod(path, 0o600)
  }

  @Test("go after a month, with the next file that is saved in their folder; nothing else goes")
  func old() throws {
    try write(".chat-tui.old.part", days: 31)
    try write(".chat-tui.old.note", days: 31)
    try write(".chat-tui.new.part", days: 29)
    try write(".chat-tui.new.note", days: 31)
    try write(".chat-tui.lonely.note", days: 31)
    try write(".chat-tui.config", days: 31)
    try write("mine.part", days: 31)
    try Data("kept".utf8).write(to: URL(filePath: folder.path + "/victim"))
    symlink(folder.path + "/victim", folder.path + "/.chat-tui.link.part")
    let kept = [
      ".chat-tui.config", ".chat-tui.link.part", ".chat-tui.new.note", ".chat-tui.new.part",
      "mine.part", "victim",
    ]
    let new = try NewFile("a.txt", in: folder.path, of: source)
    #expect(names.filter { $0 != Self.part(of: source) } == kept)
    new.abandon()
    #expect(names == kept)
  }

  @Test("stay while a program goes on with them")
  func running() throws {
    let running = try NewFile("a.txt", in: folder.path, of: source)
    let part = try #require(names.first)
    try write(part, days: 31)
    let other = try NewFile("b.txt", in: folder.path, of: try #require(MediaURI("mxc://x/other")))
    #expect(names.contains(part))
    other.abandon()
    running.abandon()
    #expect(names == [])
  }

  private static func part(of source: MediaURI) -> String? {
    guard let folder = try? TemporaryFolder(),
      let new = try? NewFile("a", in: folder.path, of: source)
    else { return nil }
    defer { new.abandon() }
    return try? FileManager.default.contentsOfDirectory(atPath: folder.path).first
  }
}
