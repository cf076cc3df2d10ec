import Foundation
import ModelKit
import Synchronization
import Testing

@testable import Controllers
@testable import Matrix
@testable import MatrixWire
@testable import Models
@testable import Signals

/// One signed-in account with all its controllers, over a real connection.
final class ContractAccount: Sendable {
  let userID: UserID
  let deviceID: String
  let network: MatrixNetworkController
  let parts: SessionParts
  private let transport: ContractTransport
  private let folder: TestFolder

  var rooms: any RoomsController { parts.rooms }
  var sender: any MessageSender { parts.sender }
  var timelines: any TimelineController { parts.timelines }
  var profiles: any ProfileController { parts.profiles }
  var sync: any SyncController { parts.sync }

  init(
    userID: String, deviceID: String, token: String, server: String,
    syncing kind: SyncToken.Kind = .sliding
  ) throws {
    let user = try #require(UserID(userID))
    self.userID = user
    self.deviceID = deviceID
    folder = try TestFolder()
    transport = ContractTransport(syncing: kind)
    let scheduler = SerialScheduler(label: "contract")
    network = MatrixNetworkController(
      server: try #require(ServerAddress(server)), transport: transport,
      credentials: CredentialSource(
        tokens: SessionTokens(access: Secret(token), refresh: nil), store: NoRefresh()),
      scheduler: scheduler)
    parts = try SessionParts(
      SessionContext(
        userID: user, deviceID: deviceID, network: network,
        directory: AccountDirectory(path: folder.path), scheduler: scheduler, use: .screen))
  }

  /// Registers an account on a server with open registration, and signs it in.
  ///
  /// The account may reach the server by another address.
  static func register(
    _ name: String, on server: String, through address: String? = nil,
    syncing kind: SyncToken.Kind = .sliding
  ) async throws -> ContractAccount {
    let transport = CurlTransport()
    let sender = RequestSender(
      server: try #require(ServerAddress(server)), transport: transport,
      scheduler: SerialScheduler(label: "register"))
    let suffix = String(UInt32.random(in: 0...UInt32.max), radix: 36)
    let body: JSONValue = .object([
      "username": .string("\(name)-\(suffix)"), "password": .string("pass-\(suffix)"),
      "auth": .object(["type": .string("m.login.dummy")]),
    ])
    let response = try await sender.send(
      Endpoint<JSONValue>(.signIn, .post, path: .client("register"), body: body), token: nil)
    await transport.close()
    return try ContractAccount(
      userID: #require(response["user_id"]?.string),
      deviceID: #require(response["device_id"]?.string),
      token: #require(response["access_token"]?.string), server: address ?? server,
      syncing: kind)
  }

  /// The protocols by which the account has synced.
  var usedKinds: Set<SyncToken.Kind> { transport.usedKinds }

  /// Runs `body` while the account syncs, and ends everything afterwards.
  func syncing<Value>(_ body: (ContractAccount) async throws -> Value) async throws -> Value {
    sync.start()
    _ = try await value(of: sync.connection) { $0 == .online }
    do {
      let value = try await body(self)
      await end()
      return value
    } catch {
      await end()
      throw error
    }
  }

  func end() async {
    sync.stop()
    await transport.close()
  }

  /// Returns the room once it is in the list and satisfies the condition.
  func room(
    _ id: RoomID, where fits: @escaping @Sendable (Room) -> Bool = { _ in true }
  ) async throws -> Room? {
    try await value(of: rooms.rooms) { $0.contains { $0.id == id && fits($0) } }.first {
      $0.id == id
    }
  }

  /// Returns the texts of a room once they satisfy the condition.
  func texts(
    in room: RoomID, where fits: @escaping @Sendable ([String]) -> Bool
  ) async throws -> [String] {
    try await value(of: timelines.timeline(of: room)) { fits($0.messages.compactMap(\.text)) }
      .messages.compactMap(\.text)
  }

  /// The password of an account that was registered for a test.
  var password: Secret<String> {
    Secret("pass-\(userID.localpart.split(separator: "-").last ?? "")")
  }

  /// Signs in with another device; returns its id.
  func signInAgain(with password: Secret<String>? = nil) async throws -> String {
    let body: JSONValue = .object([
      "type": .string("m.login.password"),
      "identifier": .object([
        "type": .string("m.id.user"), "user": .string(userID.rawValue),
      ]), "password": .string((password ?? self.password).reveal()),
    ])
    let response = try await network.request(
      Endpoint<JSONValue>(.signIn, .post, path: .client("login"), body: body))
    return try #require(response["device_id"]?.string)
  }

  /// Makes a request that the controllers do not offer.
  func call(
    _ method: HTTPRequest.Method, _ path: [String], _ body: JSONObject = [:]
  ) async throws {
    _ = try await network.request(
      Endpoint<JSONValue>(.createRoom, method, path: path, body: .object(body)))
  }
}

/// A connection that notes how the account syncs, and can hide that the server has sliding sync.
private final class ContractTransport: HTTPTransport {
  private let inner = CurlTransport()
  private let kind: SyncToken.Kind
  private let used = Mutex<Set<SyncToken.Kind>>([])

  init(syncing kind: SyncToken.Kind) {
    self.kind = kind
  }

  var usedKinds: Set<SyncToken.Kind> { used.withLock { $0 } }

  func send(_ request: HTTPRequest) async throws(TransportError) -> HTTPResponse {
    let path = request.url.path
    if kind == .full, path.hasSuffix("/versions") {
      return HTTPResponse(status: 200, body: Array(#"{"versions":["v1.12"]}"#.utf8))
    }
    if path.hasSuffix("/sync") {
      _ = used.withLock { $0.insert(path.contains("simplified_msc3575") ? .sliding : .full) }
    }
    return try await inner.send(request)
  }

  func forgetConnections() { inner.forgetConnections() }
  func close() async { await inner.close() }
}

/// Waits for the single value of a request.
func value<Value: Sendable>(of signal: Signal<Value, RequestError>) async throws -> Value {
  try #require(try await signal.first())
}

/// Credentials that are never refreshed.
private struct NoRefresh: TokenStore {
  func load() async throws(RequestError) -> SessionTokens? { nil }
  func save(_ tokens: SessionTokens) async throws(RequestError) {}
  func refresh(_ token: Secret<String>) async throws(RequestError) -> SessionTokens {
    throw RequestError(operation: .restore, reason: .refused, status: 403)
  }
  func exclusively<Value: Sendable>(
    _ body: @Sendable () async throws(RequestError) -> Value
  ) async throws(RequestError) -> Value { try await body() }
}
