import Foundation

/// A server for one test, which can be stopped and restarted at the same address.
package final class PrivateServer {
  /// Script output that does not describe a server.
  package struct Unclear: Error {
    package let output: String
  }

  private let kind: TestServer.Kind
  private let folder: TemporaryFolder
  private let environment: [String: String]

  /// The running server.
  package private(set) var server: TestServer

  /// Starts a server without accounts, or populated with the usual people and rooms.
  ///
  /// - Parameter settings: Variables of its script.
  package init(
    _ kind: TestServer.Kind = .current, isPopulated: Bool = false, settings: [String: String] = [:]
  ) throws {
    self.kind = kind
    folder = try TemporaryFolder()
    environment = ProcessInfo.processInfo.environment.merging(
      settings.merging([kind.prefix + "STATE": (folder / "state").path]) { $1 }
    ) { $1 }
    do {
      try Self.run(kind, isPopulated ? "populate" : "start", environment)
      server = try Self.read(kind, environment)
    } catch {
      _ = try? Self.run(kind, "wipe", environment)
      folder.remove()
      throw error
    }
  }

  deinit {
    end()
  }

  /// Stops the server, keeping its data.
  package func stop() throws {
    try Self.run(kind, "stop", environment)
  }

  /// Restarts the server with its data.
  package func start() throws {
    try Self.run(kind, "start", environment)
    server = try Self.read(kind, environment)
  }

  /// Stops the server and deletes its data.
  package func end() {
    _ = try? Self.run(kind, "wipe", environment)
    folder.remove()
  }

  private static func read(
    _ kind: TestServer.Kind, _ environment: [String: String]
  ) throws -> TestServer {
    let output = try run(kind, "env", environment)
    let lines = output.split(separator: "\n").map { $0.split(separator: "=", maxSplits: 1) }
    let values = Dictionary(
      lines.compactMap { $0.count == 2 ? (String($0[0]), String($0[1])) : nil },
      uniquingKeysWith: { $1 })
    guard let server = TestServer(kind: kind, variables: values) else {
      throw Unclear(output: output)
    }
    return server
  }

  @discardableResult
  private static func run(
    _ kind: TestServer.Kind, _ verb: String, _ environment: [String: String]
  ) throws -> String {
    try CommandRunner.output(of: [kind.script, verb], environment: environment)
  }
}
