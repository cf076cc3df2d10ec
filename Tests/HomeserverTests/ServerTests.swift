import Foundation
import Testing

@testable import Homeserver

@Suite("A server and its data")
struct ServerTests {
  private func options() -> HomeserverOptions {
    let folder = FileManager.default.temporaryDirectory.appending(path: "data-\(UUID().uuidString)")
    var options = HomeserverOptions(dataDirectory: folder.path)
    options.port = 0
    return options
  }

  @Test("One server uses the data at a time, and a second one gets its address")
  func lock() async throws {
    let options = options()
    let first = try Homeserver(options)
    let address = try await first.start()
    #expect(Homeserver.running(in: options.dataDirectory)?.address == address)
    let error = #expect(throws: HomeserverError.self) { try Homeserver(options) }
    #expect(error?.description.contains(address) == true)
    await first.stop()
  }

  @Test("A first start at a port in use leaves no data behind")
  func takenPort() async throws {
    let first = try Homeserver(options())
    let address = try await first.start()
    var options = options()
    options.port = try #require(address.split(separator: ":").last.flatMap { Int($0) })
    let error = #expect(throws: HomeserverError.self) { try Homeserver(options) }
    #expect(error?.description.hasPrefix("port \(options.port) is in use") == true)
    #expect(!FileManager.default.fileExists(atPath: options.dataDirectory))
    await first.stop()
    _ = try Homeserver(options)
  }

  @Test("The data keep the name of their server")
  func name() throws {
    var options = options()
    options.serverName = "one.example"
    _ = try Homeserver(options)
    options.serverName = nil
    _ = try Homeserver(options)
    options.serverName = "two.example"
    #expect(throws: HomeserverError.self) { try Homeserver(options) }
  }

  @Test(
    "Only addresses of this machine are loopback addresses",
    arguments: [
      ("127.0.0.1", true), ("127.1.2.3", true), ("::1", true), ("localhost", true),
      ("0.0.0.0", false), ("127.example.org.x", false), ("127.0.0.1.example.org", false),
      ("128.0.0.1", false), ("::", false),
    ])
  func loopback(address: String, isLoopback: Bool) {
    #expect(HomeserverOptions.isLoopback(address) == isLoopback)
  }
}
