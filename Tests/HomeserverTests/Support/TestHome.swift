import Foundation
import ModelKit
import NIOCore
import Synchronization
import Testing

@testable import Homeserver

/// A whole server in its own folder, called without a connection.
final class TestHome: Sendable {
  /// A decoded response.
  struct Reply: Sendable {
    let status: Int
    let json: JSONValue
    let headers: [String: String]

    var code: String? { json["errcode"]?.string }
  }

  let server: Homeserver
  private let folder: URL
  private let log = Box(Mutex<[String]>([]))

  init(_ change: (inout HomeserverOptions) -> Void = { _ in }) throws {
    folder = FileManager.default.temporaryDirectory.appending(path: "home-\(UUID().uuidString)")
    var options = HomeserverOptions(dataDirectory: folder.path)
    options.port = 0
    options.registration = .open
    options.limitsRates = false
    options.welcomes = false
    change(&options)
    server = try Homeserver(options) { [log] line in log.value.withLock { $0.append(line) } }
  }

  /// The lines of the server's log.
  var lines: [String] { log.value.withLock { $0 } }

  deinit { try? FileManager.default.removeItem(at: folder) }

  /// Registers an account and signs in.
  func register(_ name: String) async throws -> Person {
    let body: JSONValue = [
      "username": .string(name), "password": "pass",
      "auth": ["type": "m.login.dummy"],
    ]
    let reply = try await call("POST", "/_matrix/client/v3/register", body: body)
    return Person(
      home: self, id: try #require(reply.json["user_id"]?.string),
      device: try #require(reply.json["device_id"]?.string),
      token: try #require(reply.json["access_token"]?.string))
  }

  func call(
    _ method: String, _ target: String, token: String? = nil, body: JSONValue? = nil,
    bytes: [UInt8]? = nil, type: String? = nil
  ) async throws -> Reply {
    let parts = try RequestTarget(target)
    let request = Request(
      method: method, segments: parts.segments, query: parts.query,
      headers: .bearer(token, type: type), remoteAddress: "127.0.0.1",
      body: RequestBody(ByteBuffer(bytes: bytes ?? body?.encoded() ?? [])))
    let response = await server.router.respond(to: request)
    guard case .bytes(let text) = response.body else {
      return Reply(status: response.status, json: nil, headers: [:])
    }
    return Reply(
      status: response.status, json: (try? JSONValue(text)) ?? nil,
      headers: response.headers.byName)
  }
}

/// A signed-in user.
struct Person: Sendable {
  let home: TestHome
  let id: String
  let device: String
  let token: String

  /// Calls a path below `/_matrix/client/v3/`, or a complete path.
  @discardableResult
  func call(_ method: String, _ path: String, _ body: JSONValue? = nil) async throws
    -> TestHome.Reply
  {
    let target = path.hasPrefix("/") ? path : "/_matrix/client/v3/" + path
    return try await home.call(method, target, token: token, body: body)
  }
}
