import Controllers
import Foundation
import Signals
import SignalsTesting
import Testing

@testable import PreferencesFile

@MainActor
@Suite("Preferences in a file")
final class FilePreferencesTests {
  private let folder = FileManager.default.temporaryDirectory
    .appending(path: "preferences-\(UUID().uuidString)").path
  private var path: String { folder + "/chat-tui/config.toml" }
  private let theme: Preference
  private let mouse: Preference

  init() throws {
    theme = try #require(Preference.named("appearance.theme"))
    mouse = try #require(Preference.named("input.mouse"))
  }

  deinit { try? FileManager.default.removeItem(atPath: folder) }

  private func write(_ text: String, to path: String? = nil) throws {
    let path = path ?? self.path
    try FileManager.default.createDirectory(
      atPath: (path as NSString).deletingLastPathComponent, withIntermediateDirectories: true)
    try Data(text.utf8).write(to: URL(filePath: path))
  }

  private func text() throws -> String { try String(contentsOfFile: path, encoding: .utf8) }

  private func controller(
    fixed: [String: String] = [:], fix: @escaping (inout Preferences) -> Void = { _ in }
  ) -> FilePreferencesController {
    FilePreferencesController(
      ConfigurationFile(path: path), fixed: fixed, fix: fix,
      refusedKeys: { keys in
        keys.filter { action, own in
          own == ["x"] || keys.contains { $0.key != action && $0.value == own }
        }.mapValues { _ in .unusableKeys("x is text, or another action's") }
      })
  }

  private func wait(_ signal: Signal<Void, PreferenceFailure>) async -> PreferenceFailure? {
    do throws(PreferenceFailure) {
      _ = try await signal.first()
      return nil
    } catch {
      return error
    }
  }

  @Test("a link into a folder that is not there is told, and neither followed nor replaced")
  func danglingLink() async throws {
    let target = folder + "/elsewhere/dots/config.toml"
    try FileManager.default.createDirectory(
      atPath: folder + "/chat-tui", withIntermediateDirectories: true)
    try FileManager.default.createSymbolicLink(atPath: path, withDestinationPath: target)
    let controller = controller()
    let reason = "it is a link into the folder \(folder)/elsewhere/dots, which is not there"
    #expect(controller.problems.value.map(\.reason) == [.unreadable(reason)])
    #expect(ConfigurationFile(path: path).exists)

    let failure = await wait(controller.change(mouse, to: .flag(true)))
    #expect(failure == .system(reason))
    controller.follow()
    #expect(!FileManager.default.fileExists(atPath: folder + "/elsewhere"))
  }

  @Test("without a file all have their usual values, and no file is made")
  func absent() {
    let controller = controller()

    #expect(controller.preferences.value == Preferences())
    #expect(controller.problems.value.isEmpty)
    #expect(!FileManager.default.fileExists(atPath: folder))
  }

  @Test("a change holds at once and is written, into a private file that is made for it")
  func change() async throws {
    let controller = controller()
    let change = controller.change(theme, to: .text("dark"))
    #expect(controller.preferences.value.theme == .dark)

    #expect(await wait(change) == nil)
    #expect(try text() == "[appearance]\ntheme = \"dark\"\n")
    let mode = try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int
    #expect(mode == 0o600)
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder + "/chat-tui").count == 1)
  }

  @Test("changes in succession keep comments and end with the last one")
  func changes() async throws {
    try write("# mine\n[appearance]\ntheme = 'dark' # at night\nx = 1\n")
    let controller = controller()
    for value in ["light", "plain", "auto"] { _ = controller.change(theme, to: .text(value)) }
    #expect(await wait(controller.change(mouse, to: .flag(true))) == nil)
    #expect(await wait(controller.bind("quit", to: ["F9", "C-q"])) == nil)

    #expect(
      try text() == """
        # mine
        [appearance]
        theme = "auto" # at night
        x = 1

        [input]
        mouse = true

        [keys]
        quit = ["F9", "C-q"]

        """)
    #expect(controller.preferences.value.keys == ["quit": ["F9", "C-q"]])
  }

  @Test("a value of another kind changes nothing")
  func wrongValue() async throws {
    let controller = controller()

    #expect(await wait(controller.change(theme, to: .flag(true))) == nil)
    #expect(controller.preferences.value == Preferences())
    #expect(!FileManager.default.fileExists(atPath: folder))
  }

  @Test("the command line holds over the file and over changes")
  func fixed() async throws {
    try write("[input]\nmouse = false\n")
    let controller = controller(fixed: ["input.mouse": "--mouse"]) { $0.usesMouse = true }
    #expect(controller.preferences.value.usesMouse)

    #expect(await wait(controller.change(mouse, to: .flag(false))) == nil)
    #expect(controller.preferences.value.usesMouse)
    #expect(try text() == "[input]\nmouse = false\n")
  }

  @Test("a link is followed, and stays one, also when its target is not there")
  func link() async throws {
    let target = folder + "/dotfiles/tui.toml"
    try write("", to: folder + "/chat-tui/other")
    try write("", to: folder + "/dotfiles/other")
    try FileManager.default.createSymbolicLink(
      atPath: path, withDestinationPath: "../dotfiles/tui.toml")
    let controller = controller()

    #expect(await wait(controller.change(mouse, to: .flag(true))) == nil)
    #expect(await wait(controller.change(mouse, to: .flag(false))) == nil)
    #expect(try String(contentsOfFile: target, encoding: .utf8) == "[input]\nmouse = false\n")
    #expect(
      try FileManager.default.destinationOfSymbolicLink(atPath: path) == "../dotfiles/tui.toml")
  }

  @Test("a file with an error is not changed; the change holds for this run")
  func damaged() async throws {
    try write("[input]\nmouse = \n")
    let controller = controller()

    #expect(await wait(controller.change(mouse, to: .flag(true))) == .damaged(line: 2))
    #expect(controller.preferences.value.usesMouse)
    #expect(try text() == "[input]\nmouse = \n")
  }

  @Test("what cannot be written or read is told")
  func system() async throws {
    try write("x", to: folder + "/chat-tui")
    #expect(await wait(controller().change(mouse, to: .flag(true))) == .system("Not a directory"))

    try FileManager.default.removeItem(atPath: folder + "/chat-tui")
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    let controller = controller()
    #expect(
      controller.problems.value == [
        PreferenceProblem(place: nil, key: "", reason: .unreadable("it is no file"))
      ])
    #expect(await wait(controller.change(mouse, to: .flag(true))) == .system("it is no file"))
  }

  @Test("a file that is too large is told, and not read")
  func tooLarge() throws {
    try write(String(repeating: "#", count: ConfigurationFile.mostBytes) + "\n")

    #expect(
      controller().problems.value == [PreferenceProblem(place: nil, key: "", reason: .tooLarge)])
  }

  @Test("keys that the program refuses are told")
  func keys() throws {
    try write("[keys]\nquit = 'x'\nhelp = 'F9'\n")
    let controller = controller()

    #expect(controller.preferences.value.keys == ["help": ["F9"]])
    #expect(controller.problems.value.map(\.key) == ["keys.quit"])
  }

  @Test("a changed file holds when it is read again; of one with an error, what is right does")
  func reload() async throws {
    try write("[input]\nmouse = true\n")
    let controller = controller()
    try write("[input]\nundo-seconds = 5\nmose = 1\n")
    controller.reload()
    try await until { controller.preferences.value.undoSeconds == 5 }
    #expect(!controller.preferences.value.usesMouse)
    #expect(controller.problems.value.map(\.key) == ["input.mose"])

    try write("[input]\nmouse = true\nundo-seconds = 5\n[keys]\nhelp = 'F9'\n")
    controller.reload()
    try await until { controller.preferences.value.usesMouse }
    try write("[input]\nundo-seconds = 7\nmouse = 1\n[keys]\nquit = 'F10'\nhelp = 'x'\n")
    controller.reload()
    try await until { controller.problems.value.map(\.key) == ["input.mouse", "keys.help"] }
    #expect(controller.preferences.value.undoSeconds == 7)
    #expect(controller.preferences.value.usesMouse, "what is wrong stays as it was")
    #expect(controller.preferences.value.keys == ["quit": ["F10"], "help": ["F9"]])
    #expect(!controller.keepsLast.value)

    try write("[input]\nmouse =\nundo-seconds = 8\n[keys]\nquit = 'F9'\n")
    controller.reload()
    try await until { controller.preferences.value.undoSeconds == 8 }
    #expect(controller.preferences.value.usesMouse, "nobody knows what the line will say")
    #expect(controller.preferences.value.keys == ["quit": ["F9"]], "one action has the key")

    try write(String(repeating: "#", count: ConfigurationFile.mostBytes) + "\n")
    controller.reload()
    try await until { controller.problems.value.map(\.reason) == [.tooLarge] }
    #expect(controller.preferences.value.undoSeconds == 8)
    #expect(controller.keepsLast.value)

    try FileManager.default.removeItem(atPath: path)
    controller.reload()
    try await until { controller.problems.value.isEmpty }
    #expect(controller.preferences.value == Preferences())
    #expect(!controller.keepsLast.value)
  }

  @Test("the folder of a followed file is made, so that nobody else's files wake the watch")
  func followedFolder() {
    let controller = controller()
    #expect(!FileManager.default.fileExists(atPath: folder))
    controller.follow()
    #expect(FileManager.default.fileExists(atPath: folder + "/chat-tui"))
    #expect(!FileManager.default.fileExists(atPath: path))
  }

  @Test("a changed file holds by itself once it is followed")
  func follow() async throws {
    try write("[input]\nmouse = true\n")
    let controller = controller()
    controller.follow()
    try write("[input]\nundo-seconds = 5\n")
    try await until { controller.preferences.value.undoSeconds == 5 }
    #expect(!controller.preferences.value.usesMouse)
  }

  private func until(_ condition: () -> Bool) async throws {
    for _ in 0..<1_000 where !condition() {
      try await ContinuousClock().sleep(for: .milliseconds(5))
    }
    #expect(condition())
  }
}
