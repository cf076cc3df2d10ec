import Foundation
import ModelKit
import TestServers
import Testing

@testable import Controllers
@testable import Matrix
@testable import MatrixWire
@testable import Models
@testable import Signals

/// A server that the contract is checked against: recorded responses, or a real homeserver.
enum ContractServer: Sendable, CustomTestStringConvertible {
  case recorded
  case real(TestServer, SyncToken.Kind)

  static let available = [.recorded] + TestServer.all.map { ContractServer.real($0, .sliding) }
  /// The same servers, and the real ones with `/sync` too.
  static let bothWays = available + TestServer.all.map { ContractServer.real($0, .full) }

  var testDescription: String {
    if case .real(let server, let kind) = self { "\(server), \(kind) sync" } else { "recorded" }
  }

  var isReal: Bool {
    if case .real = self { true } else { false }
  }

  /// The test data on the server: an account in a room with history, and another room to join.
  struct Scene: Sendable {
    let account: ContractAccount
    /// A joined room whose start lies within a few pages.
    let room: RoomID
    /// The alias of a public room.
    let alias: String
    /// Somebody in `room`.
    let person: UserID
    /// The person's name on the server.
    let personName: String
    let stop: @Sendable () async -> Void
  }

  func scene() async throws -> Scene {
    switch self {
    case .recorded: try await RecordedServer.scene()
    case .real(let server, let kind): try await Self.scene(on: server.url, syncing: kind)
    }
  }

  private static func scene(on url: String, syncing kind: SyncToken.Kind) async throws -> Scene {
    let alice = try await ContractAccount.register("alice", on: url, syncing: kind)
    let bob = try await ContractAccount.register("bob", on: url)
    let name = "scene-\(UInt32.random(in: 0...UInt32.max))"
    try await bob.call(
      .put, .client("profile", bob.userID.rawValue, "displayname"), ["displayname": .string(name)])
    try await bob.call(
      .post, .client("createRoom"),
      ["preset": .string("public_chat"), "room_alias_name": .string(name)])
    let room = try await value(
      of: alice.rooms.create(NewRoom(name: "Contract", invited: [bob.userID])))
    _ = try await value(of: bob.rooms.join(room.rawValue))
    for index in 0..<60 {
      try await bob.call(
        .put, .client("rooms", room.rawValue, "send", "m.room.message", "t\(index)"),
        ["msgtype": .string("m.text"), "body": .string("m\(index)")])
    }
    let person = bob.userID
    let server = String(bob.userID.serverName)
    return Scene(
      account: alice, room: room, alias: "#\(name):\(server)", person: person, personName: name,
      stop: { await bob.end() })
  }
}

/// Responses recorded from a real homeserver, served over real HTTP.
private enum RecordedServer {
  static func scene() async throws -> ContractServer.Scene {
    let server = try await StubServer.start { request in await reply(to: request) }
    let account = try ContractAccount(
      userID: "@alice:localhost", deviceID: "STUB", token: "token", server: server.url)
    return ContractServer.Scene(
      account: account,
      room: try #require(RoomID("!IG6we6EmITPNGGb1FXaXyctBrzJCxmvTHTnY-K1iW7E")),
      alias: "#wonderland:localhost", person: try #require(UserID("@bob:localhost")),
      personName: "Alice Liddell 🐇", stop: { await server.stop() })
  }

  private static func reply(to request: StubServer.Request) async -> Reply {
    guard request.authorization == "Bearer token" else { return .json("{}", status: 401) }
    let path = request.path
    if path.hasSuffix("/sync") {
      guard request.query.contains("since=") else { return file("sync-initial-lazy") }
      return file("sync-incremental-empty").with { $0.delay = .seconds(20) }
    }
    let routes = [
      ("/join/", "room-join"), ("/messages", "messages-whole-room"), ("/profile/", "profile"),
      ("/joined_members", "room-joined-members"), ("/m.direct", "account-data-m-direct"),
      ("/m.room.message/", "send-event"),
    ]
    if let route = routes.first(where: { path.contains($0.0) }) { return file(route.1) }
    let marks = path.hasSuffix("/read_markers") || path.contains("/receipt/m.read/")
    return marks ? .json("{}") : .json("{}", status: 404)
  }

  private static func file(_ name: String) -> Reply {
    (try? Recorded.data(name)).map { Reply(body: Array($0)) } ?? .json("{}", status: 500)
  }
}
