import Foundation
import Synchronization
import Testing

@testable import PreferencesFile

@Suite("Watching a file")
final class ConfigurationWatchTests {
  private let folder = FileManager.default.temporaryDirectory
    .appending(path: "watch-\(UUID().uuidString)").path
  private var path: String { folder + "/chat-tui/config.toml" }

  private final class Count: Sendable {
    private let number = Mutex(0)

    func add() { number.withLock { $0 += 1 } }

    func take() -> Int {
      number.withLock { number in
        defer { number = 0 }
        return number
      }
    }
  }

  private let count = Count()

  init() throws { try makeFolder(folder) }

  deinit { try? FileManager.default.removeItem(atPath: folder) }

  private func makeFolder(_ path: String) throws {
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
  }

  private func watch() throws -> ConfigurationWatch {
    let count = count
    let watch = ConfigurationWatch(path) { count.add() }
    return try #require(watch)
  }

  private func write(_ text: String, to path: String, atomically: Bool = false) throws {
    try text.write(toFile: path, atomically: atomically, encoding: .utf8)
  }

  private func expectChange(_ location: SourceLocation = #_sourceLocation) async throws {
    for _ in 0..<1_000 {
      if count.take() > 0 { return }
      try await ContinuousClock().sleep(for: .milliseconds(5))
    }
    Issue.record("no change was told", sourceLocation: location)
  }

  private func expectNothing() async throws {
    try await ContinuousClock().sleep(for: .milliseconds(200))
    #expect(count.take() == 0)
  }

  @Test("tells of a file that is written, replaced, or removed, and of no other file")
  func changes() async throws {
    try makeFolder(folder + "/chat-tui")
    let watch = try watch()
    try write("1", to: path)
    try await expectChange()
    try write("2", to: path, atomically: true)
    try await expectChange()
    try await expectNothing()
    try write("x", to: folder + "/chat-tui/other")
    try await expectNothing()
    try FileManager.default.removeItem(atPath: path)
    try await expectChange()
    _ = watch
  }

  @Test("tells of a file whose folder is made later, or again")
  func laterFolder() async throws {
    let watch = try watch()
    for _ in 0..<2 {
      try makeFolder(folder + "/chat-tui")
      try await expectChange()
      try write("1", to: path)
      try await expectChange()
      try FileManager.default.removeItem(atPath: folder + "/chat-tui")
      try await expectChange()
    }
    _ = watch
  }

  @Test("tells of a change in the target of a link")
  func link() async throws {
    try makeFolder(folder + "/chat-tui")
    try makeFolder(folder + "/dotfiles")
    try FileManager.default.createSymbolicLink(
      atPath: path, withDestinationPath: "../dotfiles/tui.toml")
    let watch = try watch()
    try write("1", to: folder + "/dotfiles/tui.toml")
    try await expectChange()
    _ = watch
  }

  @Test("ends with its owner")
  func end() async throws {
    try makeFolder(folder + "/chat-tui")
    _ = try watch()
    try await expectNothing()
    try write("1", to: path)
    try await expectNothing()
  }
}
