import TestServers
import Testing

/// Every endpoint that needs somebody refuses nobody and strangers, in the same words.
@Suite("Access tokens", .serialized)
struct TokenTests {
  struct Endpoint: Sendable, CustomTestStringConvertible {
    let method: String
    let path: String
    var testDescription: String { "\(method) \(path)" }
  }

  static let endpoints: [Endpoint] = [
    ("GET", "account/whoami"), ("POST", "logout"), ("GET", "sync"), ("POST", "createRoom"),
    ("POST", "join/%21room%3Alocalhost"), ("GET", "joined_rooms"), ("GET", "capabilities"),
    ("POST", "rooms/%21room%3Alocalhost/join"), ("POST", "rooms/%21room%3Alocalhost/leave"),
    ("POST", "rooms/%21room%3Alocalhost/forget"), ("POST", "rooms/%21room%3Alocalhost/invite"),
    ("POST", "rooms/%21room%3Alocalhost/kick"), ("POST", "rooms/%21room%3Alocalhost/ban"),
    ("POST", "rooms/%21room%3Alocalhost/unban"), ("GET", "rooms/%21room%3Alocalhost/state"),
    ("GET", "rooms/%21room%3Alocalhost/state/m.room.name"),
    ("PUT", "rooms/%21room%3Alocalhost/state/m.room.name"),
    ("PUT", "rooms/%21room%3Alocalhost/send/m.room.message/1"),
    ("PUT", "rooms/%21room%3Alocalhost/redact/%24event/1"),
    ("PUT", "rooms/%21room%3Alocalhost/typing/%40ada%3Alocalhost"),
    ("POST", "rooms/%21room%3Alocalhost/receipt/m.read/%24event"),
    ("POST", "rooms/%21room%3Alocalhost/read_markers"),
    ("GET", "rooms/%21room%3Alocalhost/messages?dir=b"),
    ("GET", "rooms/%21room%3Alocalhost/members"),
    ("GET", "rooms/%21room%3Alocalhost/joined_members"),
    ("GET", "rooms/%21room%3Alocalhost/event/%24event"),
    ("GET", "rooms/%21room%3Alocalhost/context/%24event"),
    ("GET", "user/%40ada%3Alocalhost/account_data/m.direct"),
    ("PUT", "user/%40ada%3Alocalhost/account_data/m.direct"),
    ("POST", "user/%40ada%3Alocalhost/filter"), ("GET", "pushrules/"),
    ("PUT", "profile/%40ada%3Alocalhost/displayname"),
    ("GET", "devices"), ("POST", "keys/upload"),
    ("POST", "keys/query"), ("POST", "/_matrix/media/v3/upload"),
    ("GET", "/_matrix/client/v1/media/config"),
    ("GET", "/_matrix/client/v1/media/download/localhost/abc"),
    ("GET", "/_matrix/client/v1/media/thumbnail/localhost/abc?width=32&height=32"),
    ("GET", "/_matrix/client/v1/rooms/%21room%3Alocalhost/relations/%24event"),
  ].map { Endpoint(method: $0, path: $1) }

  @Test("none is 401 M_MISSING_TOKEN, a wrong one 401 M_UNKNOWN_TOKEN", arguments: TestServer.all)
  func refusals(server: TestServer) throws {
    let stranger = Peer(server, token: "syt_stranger_abcdefghijklmnop_0AbCdE")
    for endpoint in Self.endpoints {
      let nobody = try endpoint.send(as: Peer(server))
      #expect(nobody.outcome == "401 M_MISSING_TOKEN", "\(endpoint.testDescription)")
      let foreign = try endpoint.send(as: stranger)
      #expect(foreign.outcome == "401 M_UNKNOWN_TOKEN", "\(endpoint.testDescription)")
    }
  }
}

extension TokenTests.Endpoint {
  func send(as peer: Peer) throws -> Reply {
    switch method {
    case "POST": try peer.post(path)
    case "PUT": try peer.put(path)
    default: try peer.get(path)
    }
  }
}
