import Foundation
import TestServers
import Testing

@testable import Homeserver

/// Properties of every endpoint; the routes come from the homeserver.
@Suite("Every route", .serialized)
struct RouteTests {
  /// Values for the variable parts of paths; none of them exists on the server.
  private static let parts = [
    ":room": "!room:localhost", ":event": "$event", ":user": "@ada:localhost",
    ":target": "!room:localhost", ":alias": "#alias:localhost", ":type": "m.room.message",
    ":kind": "override", ":attribute": "enabled", ":server": "localhost",
  ]

  private static let query = [
    "GET client/rooms/:room/messages": "?dir=b",
    "GET /_matrix/client/v1/media/thumbnail/:server/:media": "?width=32&height=32",
    "GET /_matrix/client/v1/rooms/:room/timestamp_to_event": "?ts=0&dir=f",
    "GET /_matrix/client/v1/mutual_rooms": "?user_id=%40ada%3Alocalhost",
  ]

  private static let bodies = [
    "PUT client/directory/room/:alias": #"{"room_id":"!room:localhost"}"#
  ]

  private static let withoutTokenOnSynapse = [
    // A proof by mail may replace the token here, so the server asks for a proof.
    "POST client/account/password": "401",
    // The server looks up the room first.
    "PUT client/directory/room/:alias": "400 M_UNKNOWN",
  ]
  private static let withWrongTokenOnSynapse = ["PUT client/directory/room/:alias": "400 M_UNKNOWN"]

  @Test(
    "rejects a missing token with M_MISSING_TOKEN, a wrong one with M_UNKNOWN_TOKEN",
    arguments: TestServer.all)
  func tokens(server: TestServer) throws {
    let stranger = Peer(server, token: "syt_stranger_abcdefghijklmnop_0AbCdE")
    for route in try Self.routes {
      guard case .user = route.access else { continue }
      let body = route.method == "GET" ? "" : Self.bodies[route.key] ?? "{}"
      for (peer, code) in [(Peer(server), "M_MISSING_TOKEN"), (stranger, "M_UNKNOWN_TOKEN")] {
        let reply = try peer.send(route.method, Self.target(of: route), Data(body.utf8))
        let outcome = "401 \(code)"
        let other = peer.token == nil ? Self.withoutTokenOnSynapse : Self.withWrongTokenOnSynapse
        #expect(
          reply.isRefused(outcome, synapse: other[route.key] ?? outcome),
          "\(route.key): \(reply.outcome)")
      }
    }
  }

  @Test("accepts no other methods and no longer paths", arguments: TestServer.all)
  func unrecognised(server: TestServer) throws {
    let ada = try Peer.new("ada", on: server)
    for route in try Self.routes {
      let target = Self.target(of: route)
      let method = try ada.send("PATCH", target)
      #expect(method.outcome == "405 M_UNRECOGNIZED", "\(route.key)")
      // Synapse routes every path with these prefixes to the same handler.
      if server.kind == .synapse, target.contains("/pushrules") || target.contains("/.well-known") {
        continue
      }
      let path = target.prefix { $0 != "?" }
      let beyond = try ada.send(route.method, "\(path)/a/b/c/d/e/f")
      #expect(beyond.outcome == "404 M_UNRECOGNIZED", "\(route.key)")
    }
  }

  private static var routes: [Route] {
    get throws { try HomeserverRoutes.all.filter { !$0.pattern.contains("r0") } }
  }

  private static func target(of route: Route) -> String {
    var path = route.pattern.map { part in
      part.hasPrefix(":") ? (parts[part] ?? "x").escapedForPath : part
    }.joined(separator: "/")
    // Synapse does not know these without a trailing slash.
    if path.hasSuffix("/pushrules") || path.contains("/pushrules/global") { path += "/" }
    return "/\(path)\(query[route.key] ?? "")"
  }
}

extension Route {
  fileprivate var key: String { "\(method) \(path)" }
}
