import Foundation

/// Finds the built program.
enum Binary {
  /// The file named by `CHATTUI_BINARY`, else the one built beside these tests; nil if none.
  static let chatTUI: URL? = {
    let named = ProcessInfo.processInfo.environment["CHATTUI_BINARY"].map(
      URL.init(fileURLWithPath:))
    let built = URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath()
      .deletingLastPathComponent().appendingPathComponent("chat-tui")
    return [named, built].compactMap { $0 }.first {
      FileManager.default.isExecutableFile(atPath: $0.path)
    }
  }()

  /// Whether stories run that bring their own server: once, in the run with ours.
  static let runsOwnStories =
    chatTUI != nil && ProcessInfo.processInfo.environment["CHATTUI_SERVER"] != "synapse"
}
