import Foundation
import Testing
import Views

@testable import chat_tui

@Suite("Reading the clipboard", .serialized, .timeLimit(.minutes(1)))
@MainActor
struct ClipboardReaderTests {
  private let folder: URL

  init() throws {
    folder = FileManager.default.temporaryDirectory.appending(
      path: "clipboard-\(UInt64.random(in: 0...UInt64.max))")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
  }

  /// What is read through a script in the place of `wl-paste`.
  private func read(_ script: String, patience: Duration = .seconds(5)) async throws
    -> ClipboardContent
  {
    let tool = folder.appending(path: "wl-paste")
    try Data("#!/bin/sh\n\(script)\n".utf8).write(to: tool)
    try FileManager.default.setAttributes([.posixPermissions: 0o700], ofItemAtPath: tool.path)
    let reader = ClipboardReader(
      folder: folder.path + "/kept", patience: patience, tools: [.wayland(at: tool.path)])
    return await content(reader)
  }

  private func content(_ reader: ClipboardReader) async -> ClipboardContent {
    await withCheckedContinuation { continuation in
      reader.read { continuation.resume(returning: $0) }
    }
  }

  @Test("a picture is kept in a private file, and cleared afterwards")
  func picture() async throws {
    defer { try? FileManager.default.removeItem(at: folder) }
    let found = try await read(
      """
      if [ "$1" = --list-types ]; then printf 'text/plain\\nimage/jpeg\\nimage/png\\n'; exit; fi
      [ "$*" = "--no-newline --type image/png" ] && printf 'PNG bytes'
      """)
    let path = folder.path + "/kept/clipboard.png"
    #expect(found == .files([path]))
    #expect(FileManager.default.contents(atPath: path) == Data("PNG bytes".utf8))
    let mode = try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int
    #expect(mode == 0o600)
    ClipboardReader(folder: folder.path + "/kept", tools: []).clear()
    #expect(!FileManager.default.fileExists(atPath: path))
  }

  @Test("copied files are addresses; remote ones do not count")
  func files() async throws {
    defer { try? FileManager.default.removeItem(at: folder) }
    let found = try await read(
      """
      if [ "$1" = --list-types ]; then echo text/uri-list; exit; fi
      printf '# x\\r\\nfile:///a%%20b\\r\\nhttps://a.org\\r\\nfile:///c\\r\\n'
      """)
    #expect(found == .files(["file:///a%20b", "file:///c"]))
    let text = try await read("echo text/plain")
    #expect(text == .failed("The clipboard has neither a picture nor files"))
  }

  @Test("a program that hangs, or never ends writing, is given up")
  func hangs() async throws {
    defer { try? FileManager.default.removeItem(at: folder) }
    #expect(
      try await read("exec sleep 60", patience: .milliseconds(300))
        == .failed("The clipboard does not answer"))
    #expect(try await read("exec yes") == .failed("The clipboard does not answer"))
  }

  @Test("a missing program and a missing desktop are told in words")
  func missing() async {
    defer { try? FileManager.default.removeItem(at: folder) }
    let reader = ClipboardReader(
      folder: folder.path, tools: [.wayland(at: folder.path + "/missing")])
    let found = await content(reader)
    guard case .failed(let words) = found else {
      Issue.record("\(found)")
      return
    }
    #expect(words.hasPrefix("The clipboard needs a program that is not installed"))
    #expect(words.contains("Debian package wl-clipboard"))
    #expect(
      await content(ClipboardReader(folder: folder.path) { _ in false })
        == .failed("There is no desktop here, so there is no clipboard to send from"))
  }
}
