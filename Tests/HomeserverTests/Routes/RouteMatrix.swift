import ModelKit

/// The response of each endpoint to a request for another user's data.
///
/// Every route of the server has a row here; a missing row fails the test.
enum RouteMatrix {
  /// A request with a foreign token; its path names another user's data unless it says otherwise.
  struct Try: Sendable {
    /// Status and error code.
    let outcome: String
    var parts: [String: String] = [:]
    var query = ""
    var body: String?
  }

  enum Row: Sendable {
    /// Open to everybody, without a token.
    case open
    /// It names no user: the response is about the requester.
    case own(body: String = "{}", query: String = "")
    /// Like `own`, and it signs the requester out.
    case ends(body: String = "{}")
    case tries([Try])

    /// A request that is refused or has no effect.
    static func gives(
      _ outcome: String, _ parts: [String: String] = [:], query: String = "", body: String? = nil
    ) -> Row {
      .tries([Try(outcome: outcome, parts: parts, query: query, body: body)])
    }
  }

  private static let forbidden = Row.gives("403 M_FORBIDDEN")
  private static let notFound = Row.gives("404 M_NOT_FOUND")

  private static let proof = #""auth":{"type":"m.login.password","user":"eve","password":"pass"}"#

  /// By method and path; paths of version r0 are listed under v3.
  static let rows: [String: Row] = server.merging(accounts) { $1 }.merging(rooms) { $1 }
    .merging(events) { $1 }.merging(data) { $1 }.merging(media) { $1 }

  private static let server: [String: Row] = [
    "GET /_matrix/client/versions": .open,
    "GET /.well-known/matrix/client": .open,
    "GET client/capabilities": .own(),
    "GET client/voip/turnServer": .own(),
    "GET client/thirdparty/protocols": .own(),
    "GET client/pushers": .own(),
  ]

  private static let accounts: [String: Row] = [
    "GET client/login": .open,
    "POST client/login": .open,
    "POST client/refresh": .open,
    "POST client/logout": .ends(),
    "POST client/logout/all": .ends(),
    "POST client/register": .open,
    "GET client/register/available": .open,
    "GET /_matrix/client/v1/register/m.login.registration_token/validity": .open,
    "GET client/account/whoami": .own(),
    "POST client/account/password": .own(body: "{\"new_password\":\"other\"}"),
    "POST client/account/deactivate": .ends(body: "{\(proof)}"),
    "GET client/devices": .own(),
    "GET client/devices/:device": notFound,
    "PUT client/devices/:device": .gives("404 M_NOT_FOUND", body: #"{"display_name":"eve's"}"#),
    "DELETE client/devices/:device": .gives("200", body: "{\(proof)}"),
    "POST client/delete_devices": .gives("200", body: "{\"devices\":[\"<device>\"],\(proof)}"),
    "POST client/user_directory/search": .own(body: #"{"search_term":""}"#),
    "GET /_matrix/client/v1/mutual_rooms": .own(query: "user_id=<user>"),
    "POST client/users/:user/report": .gives("200", body: #"{"reason":"spam"}"#),
    "POST client/keys/query": .own(body: #"{"device_keys":{"<user>":[]}}"#),
    "POST client/keys/claim": .own(body: #"{"one_time_keys":{"<user>":{}}}"#),
    "GET client/keys/changes": .own(query: "from=s0_0_A"),
  ]

  private static let rooms: [String: Row] = [
    "POST client/createRoom": .gives("400 M_ROOM_IN_USE", body: #"{"room_alias_name":"tea"}"#),
    "POST client/join/:target": .tries([
      Try(outcome: "403 M_FORBIDDEN", parts: ["target": "<room>"]),
      Try(outcome: "403 M_FORBIDDEN", parts: ["target": "<alias>"]),
    ]),
    "POST client/knock/:target": .tries([
      Try(outcome: "403 M_FORBIDDEN", parts: ["target": "<room>"]),
      Try(outcome: "403 M_FORBIDDEN", parts: ["target": "<alias>"]),
    ]),
    "POST client/rooms/:room/upgrade": .gives("403 M_FORBIDDEN", body: #"{"new_version":"11"}"#),
    "GET /_matrix/client/v1/rooms/:room/hierarchy": forbidden,
    "POST client/rooms/:room/join": forbidden,
    "POST client/rooms/:room/leave": forbidden,
    "POST client/rooms/:room/forget": .gives("200"),
    "POST client/rooms/:room/invite": .gives("403 M_FORBIDDEN", body: #"{"user_id":"<eve>"}"#),
    "POST client/rooms/:room/kick": .gives("403 M_FORBIDDEN", body: #"{"user_id":"<user>"}"#),
    "POST client/rooms/:room/ban": .gives("403 M_FORBIDDEN", body: #"{"user_id":"<user>"}"#),
    "POST client/rooms/:room/unban": .gives("403 M_FORBIDDEN", body: #"{"user_id":"<eve>"}"#),
    "GET client/joined_rooms": .own(),
    "GET client/publicRooms": .open,
    "POST client/publicRooms": .own(),
    "GET client/directory/room/:alias": .open,
    "PUT client/directory/room/:alias": .tries([
      Try(outcome: "403 M_FORBIDDEN", body: #"{"room_id":"<room>"}"#),
      Try(
        outcome: "403 M_FORBIDDEN", parts: ["alias": "#eve:localhost"],
        body: #"{"room_id":"<room>"}"#),
    ]),
    "DELETE client/directory/room/:alias": forbidden,
    "GET client/rooms/:room/aliases": forbidden,
    "GET client/directory/list/room/:room": .open,
    "PUT client/directory/list/room/:room":
      .gives("403 M_FORBIDDEN", body: #"{"visibility":"public"}"#),
  ]

  private static let events: [String: Row] = [
    "PUT client/rooms/:room/send/:type/:transaction":
      .gives("403 M_FORBIDDEN", body: #"{"msgtype":"m.text","body":"eve's"}"#),
    "PUT client/rooms/:room/redact/:event/:transaction": forbidden,
    "PUT client/rooms/:room/state/:type":
      .gives("403 M_FORBIDDEN", ["type": "m.room.name"], body: #"{"name":"eve's"}"#),
    "PUT client/rooms/:room/state/:type/:key": .tries([
      Try(
        outcome: "403 M_FORBIDDEN", parts: ["type": "m.room.member", "key": "<user>"],
        body: #"{"membership":"leave"}"#),
      Try(
        outcome: "403 M_FORBIDDEN", parts: ["type": "m.room.member", "key": "<eve>"],
        body: #"{"membership":"join"}"#),
    ]),
    "GET client/rooms/:room/state": forbidden,
    "GET client/rooms/:room/state/:type": .gives("403 M_FORBIDDEN", ["type": "m.room.name"]),
    "GET client/rooms/:room/state/:type/:key":
      .gives("403 M_FORBIDDEN", ["type": "m.room.member", "key": "<user>"]),
    "GET client/rooms/:room/members": forbidden,
    "GET client/rooms/:room/joined_members": forbidden,
    "GET client/rooms/:room/messages": .gives("403 M_FORBIDDEN", query: "dir=b"),
    "GET client/rooms/:room/context/:event": forbidden,
    "GET client/rooms/:room/event/:event": notFound,
    "POST client/rooms/:room/report/:event": notFound,
    "POST client/rooms/:room/report": .gives("200", body: #"{"reason":"spam"}"#),
    "GET /_matrix/client/v1/rooms/:room/timestamp_to_event":
      .gives("403 M_FORBIDDEN", query: "ts=0"),
    "GET /_matrix/client/v1/rooms/:room/threads": forbidden,
    "GET /_matrix/client/v1/rooms/:room/relations/:event": forbidden,
    "GET /_matrix/client/v1/rooms/:room/relations/:event/:kind": forbidden,
    "GET /_matrix/client/v1/rooms/:room/relations/:event/:kind/:type": forbidden,
    "GET client/sync": .own(),
    "POST /_matrix/client/unstable/org.matrix.simplified_msc3575/sync": .own(
      body: #"""
        {"lists":{"a":{"ranges":[[0,99]],"timeline_limit":9,"required_state":[["*","*"]]}},
         "room_subscriptions":{"<room>":{"timeline_limit":9,"required_state":[["*","*"]]}},
         "extensions":{"account_data":{"enabled":true},"receipts":{"enabled":true}}}
        """#),
    "PUT client/rooms/:room/typing/:user": .tries([
      Try(outcome: "403 M_FORBIDDEN", body: #"{"typing":true}"#),
      Try(outcome: "403 M_FORBIDDEN", parts: ["user": "<eve>"], body: #"{"typing":true}"#),
    ]),
    "POST client/rooms/:room/receipt/:type/:event":
      .gives("403 M_FORBIDDEN", ["type": "m.read"]),
    "POST client/rooms/:room/read_markers":
      .gives("403 M_FORBIDDEN", body: #"{"m.read":"<event>"}"#),
  ]

  private static let data: [String: Row] = [
    "GET client/profile/:user": .open,
    "GET client/profile/:user/:field": .open,
    "PUT client/profile/:user/:field":
      .gives("403 M_FORBIDDEN", body: #"{"displayname":"eve's"}"#),
    "DELETE client/profile/:user/:field": forbidden,
    "GET client/presence/:user/status": forbidden,
    "PUT client/presence/:user/status":
      .gives("403 M_FORBIDDEN", body: #"{"presence":"online"}"#),
    "GET client/user/:user/account_data/:type": forbidden,
    "PUT client/user/:user/account_data/:type": forbidden,
    "GET client/user/:user/rooms/:room/account_data/:type": forbidden,
    "PUT client/user/:user/rooms/:room/account_data/:type": forbidden,
    "GET client/user/:user/rooms/:room/tags": forbidden,
    "PUT client/user/:user/rooms/:room/tags/:tag": .tries([
      Try(outcome: "403 M_FORBIDDEN"), Try(outcome: "403 M_FORBIDDEN", parts: ["user": "<eve>"]),
    ]),
    "DELETE client/user/:user/rooms/:room/tags/:tag": forbidden,
    "POST client/user/:user/filter": forbidden,
    "GET client/user/:user/filter/:filter": .tries([
      Try(outcome: "403 M_FORBIDDEN"), Try(outcome: "404 M_NOT_FOUND", parts: ["user": "<eve>"]),
    ]),
    "GET client/pushrules": .own(),
    "GET client/pushrules/global": .own(),
    "GET client/pushrules/global/:kind": .own(),
    "GET client/pushrules/global/:kind/:rule": .own(),
    "PUT client/pushrules/global/:kind/:rule": .own(),
    "DELETE client/pushrules/global/:kind/:rule": .own(),
    "GET client/pushrules/global/:kind/:rule/:attribute": .own(),
    "PUT client/pushrules/global/:kind/:rule/:attribute": .own(),
  ]

  private static let media: [String: Row] = [
    "POST media/upload": .own(),
    "POST /_matrix/media/v1/create": .own(),
    "PUT /_matrix/media/v3/upload/:server/:media":
      .gives("403 M_FORBIDDEN", ["media": "<reserved>"]),
    "GET media/config": .own(),
    "GET /_matrix/client/v1/media/config": .own(),
    // Anybody who knows the id of content may have it: messages pass it on that way.
    "GET /_matrix/client/v1/media/download/:server/:media": .gives("200"),
    "GET /_matrix/client/v1/media/download/:server/:media/:name": .gives("200"),
    "GET /_matrix/client/v1/media/thumbnail/:server/:media":
      .gives("200", query: "width=32&height=32"),
    "GET media/download/:server/:media": .open,
    "GET media/download/:server/:media/:name": .open,
    "GET media/thumbnail/:server/:media": .open,
  ]
}
