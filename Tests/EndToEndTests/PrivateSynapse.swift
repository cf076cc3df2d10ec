import Foundation

/// A server of one test's own, which may be stopped and started again at the same address.
final class PrivateSynapse {
  private static let script = URL(fileURLWithPath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    .appendingPathComponent("Scripts/synapse").path

  private let folder: TemporaryFolder
  private let environment: [String: String]

  /// The running server.
  private(set) var server: SynapseServer

  /// Starts a server without any account, or with the usual people and rooms.
  init(isPopulated: Bool = false) throws {
    folder = try TemporaryFolder()
    environment = ProcessInfo.processInfo.environment.merging(
      ["CHATTUI_SYNAPSE_STATE": (folder / "state").path]
    ) { $1 }
    server = SynapseServer(url: "", password: "")
    do {
      try run(isPopulated ? "populate" : "start")
      server = try readServer()
    } catch {
      end()
      throw error
    }
  }

  deinit {
    end()
  }

  /// Ends the server, keeping what it knows.
  func stop() throws {
    try run("stop")
  }

  /// Starts the server again with all that it knew.
  func start() throws {
    try run("start")
    server = try readServer()
  }

  /// Ends the server for good.
  func end() {
    _ = try? run("wipe")
    folder.remove()
  }

  private func readServer() throws -> SynapseServer {
    let lines = try run("env").split(separator: "\n").map { $0.split(separator: "=", maxSplits: 1) }
    let values = Dictionary(
      lines.compactMap { $0.count == 2 ? (String($0[0]), String($0[1])) : nil },
      uniquingKeysWith: { $1 })
    return SynapseServer(
      url: values["CHATTUI_SYNAPSE_URL"] ?? "", password: values["CHATTUI_SYNAPSE_PASSWORD"] ?? "")
  }

  @discardableResult
  private func run(_ verb: String) throws -> String {
    try CommandRunner.output(of: [Self.script, verb], environment: environment)
  }
}
