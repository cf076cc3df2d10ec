import Foundation
import Glibc
import Testing

@testable import Homeserver

/// A server's data folder, for tests that damage it.
final class DataRoom: Sendable {
  let path = FileManager.default.temporaryDirectory.path + "/room-\(UUID().uuidString)"

  deinit { try? FileManager.default.removeItem(atPath: path) }

  var options: HomeserverOptions {
    var options = HomeserverOptions(dataDirectory: path)
    options.port = 0
    return options
  }

  /// Runs a server once, so that the folder has data.
  func fill() async throws {
    let server = try Homeserver(options)
    _ = try await server.start()
    try await server.store.addUser("ada")
    await server.stop()
  }

  func file(_ name: String) -> String { path + "/" + name }

  func bytes(_ name: String) throws -> Data {
    try Data(contentsOf: URL(fileURLWithPath: file(name)))
  }

  func write(_ data: Data, to name: String) throws {
    try data.write(to: URL(fileURLWithPath: file(name)))
  }

  func mode(_ name: String) -> mode_t {
    var status = stat()
    lstat(file(name), &status)
    return status.st_mode & 0o777
  }

  /// The reason why a server does not start here.
  func refusal() -> String? {
    do {
      _ = try Homeserver(options)
      return nil
    } catch {
      return "\(error)"
    }
  }
}
