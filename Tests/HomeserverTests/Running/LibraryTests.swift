import Foundation
import Homeserver
import Testing

/// The server as another package uses it, through its public interface only.
@Suite("The library")
struct LibraryTests {
  @Test("A server is started, found by its folder, and stopped")
  func life() async throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "library-\(getpid())")
    defer { try? FileManager.default.removeItem(at: folder) }
    var options = HomeserverOptions(dataDirectory: folder.path)
    options.port = 0
    options.registration = .open
    let server = try Homeserver(options)
    #expect(Homeserver.running(in: folder.path) == nil)
    let address = try await server.start()
    #expect(address.hasPrefix("http://127.0.0.1:"))
    #expect(Homeserver.running(in: folder.path)?.address == address)
    #expect(throws: HomeserverError.self) { try Homeserver(options) }
    await server.stop()
  }
}
