import Foundation
import Testing

/// The files of one machine, and the programs that run on it.
final class Machine {
  let folder = URL(fileURLWithPath: "/tmp/chat-tui-\(UUID().uuidString.prefix(13))")

  deinit {
    stopServer()
    try? FileManager.default.removeItem(at: folder)
  }

  func open(as login: String) throws -> TmuxDriver {
    let binary = try #require(Binary.chatTUI)
    return try TmuxDriver(
      [binary.path, "--data-dir", folder.path], environment: ["USER": login],
      columns: ScreenSizes.asked?.columns ?? 80, rows: ScreenSizes.asked?.rows ?? 24)
  }

  /// Signs in to the chat on this machine with the suggested name, once that can have been read.
  func enter(_ terminals: TmuxDriver...) async throws {
    for terminal in terminals { try await terminal.wait(for: "New: Enter") }
    try await ContinuousClock().sleep(for: .milliseconds(500))
    for terminal in terminals { try terminal.send(keys: "Enter") }
  }

  /// The address that the server announces.
  var announcement: String {
    let path = folder.path + "/data/homeserver/lock"
    return (try? String(contentsOfFile: path, encoding: .utf8)) ?? ""
  }

  /// The server's process.
  var server: Int32? {
    announcement.range(of: "\"process\":").flatMap { range in
      Int32(announcement[range.upperBound...].prefix { $0.isNumber })
    }
  }

  /// Ends the server as a reboot of the machine would.
  func stopServer() {
    if let server { kill(server, SIGKILL) }
  }
}
