/// Room discovery and media.
extension Contract {
  static let directory: [Contract] =
    [publicRooms, searchPublicRooms]
    + [alias, addAlias, removeAlias, aliases, listing, changeListing]

  private static let publicRooms = Contract(
    "GET", "client/publicRooms",
    rows: [
      .ok("anybody", query: "limit=1", gives: "chunk"),
      .no("400 M_INVALID_PARAM", "an invalid limit", query: "limit=many"),
      .no("400 M_INVALID_PARAM", "an invalid token", query: "since=never").synapse(
        "500 M_UNKNOWN", .crashes),
      .no("403 M_FORBIDDEN", "of another server", query: "server=elsewhere.example"),
    ])

  private static let searchPublicRooms = Contract(
    "POST", "client/publicRooms", body: #"{"limit":1,"filter":{"generic_search_term":"a"}}"#,
    rows: [
      .ok("a user", gives: "chunk"),
      .no("400 M_BAD_JSON", "a limit that is a string", body: #"{"limit":"1"}"#).synapse(
        "200", .lax),
      .no("400 M_INVALID_PARAM", "an invalid token", body: #"{"since":"never"}"#).synapse(
        "500 M_UNKNOWN", .crashes),
      .no("403 M_FORBIDDEN", "of another server", query: "server=elsewhere.example"),
    ])

  private static let alias = Contract(
    "GET", "client/directory/room/:alias",
    rows: [
      .ok("anybody", as: .nobody, gives: "room_id", "servers"),
      .no(
        "404 M_NOT_FOUND", "an alias that does not exist", as: .nobody,
        ["alias": "#<new>:localhost"]),
      .no("400 M_INVALID_PARAM", "a malformed alias", as: .nobody, ["alias": "alias"]),
    ])

  private static let addAlias = Contract(
    "PUT", "client/directory/room/:alias", ["alias": "#<new>:localhost"],
    body: #"{"room_id":"<room>"}"#,
    rows: [
      .ok("a member", as: .bob),
      .no("409 M_UNKNOWN", "an alias that is taken", ["alias": "<alias>"]),
      .no("400 M_INVALID_PARAM", "a malformed alias", ["alias": "alias"]),
      .no("400 M_INVALID_PARAM", "one of another server", ["alias": "#a:elsewhere.example"])
        .synapse("400 M_UNKNOWN", .vague),
      .no("400 M_INVALID_PARAM", "one with a space", ["alias": "#a <new>:localhost"]).synapse(
        "400 M_UNKNOWN", .vague),
      .no(
        "400 M_INVALID_PARAM", "one with a control character", ["alias": "#a\u{7}<new>:localhost"]
      ).synapse("200", .lax),
      .no("403 M_FORBIDDEN", "of a stranger", as: .eve),
      .no("400 M_MISSING_PARAM", "no room ID", body: "{}"),
      .no("400 M_INVALID_PARAM", "a malformed room ID", body: #"{"room_id":"room"}"#).synapse(
        "400 M_UNKNOWN", .vague),
      .no("400 M_BAD_JSON", "of a number", body: #"{"room_id":1}"#),
      .no(
        "400 M_INVALID_PARAM", "of a room that does not exist",
        body: #"{"room_id":"!none:localhost"}"#
      ).synapse("400 M_UNKNOWN", .vague),
    ])

  private static let removeAlias = Contract(
    "DELETE", "client/directory/room/:alias",
    rows: [
      .no("403 M_FORBIDDEN", "a stranger", as: .eve),
      .no("403 M_FORBIDDEN", "a member without the power", as: .bob),
      .no("404 M_NOT_FOUND", "an alias that does not exist", ["alias": "#<new>:localhost"]),
      .no("400 M_INVALID_PARAM", "a malformed alias", ["alias": "alias"]),
      .ok("whose it is"),
    ])

  private static let aliases = Contract(
    "GET", "client/rooms/:room/aliases",
    rows: [
      .ok("a member", as: .bob, gives: "aliases"), .no("403 M_FORBIDDEN", "a stranger", as: .eve),
      .no("400 M_INVALID_PARAM", "a malformed room ID", ["room": "room"]).synapse(
        "403 M_FORBIDDEN", .anyRoom),
    ])

  private static let listing = Contract(
    "GET", "client/directory/list/room/:room",
    rows: [
      .ok("anybody", as: .nobody, gives: "visibility"),
      .no(
        "404 M_NOT_FOUND", "a room that does not exist", as: .nobody, ["room": "!none:localhost"]),
      .no("400 M_INVALID_PARAM", "a malformed room ID", as: .nobody, ["room": "room"]).synapse(
        "404 M_NOT_FOUND", .anyRoom),
    ])

  private static let changeListing = Contract(
    "PUT", "client/directory/list/room/:room", body: #"{"visibility":"private"}"#,
    rows: [
      .ok("a member with the power"),
      .no("403 M_FORBIDDEN", "a member without the power", as: .bob),
      .no("403 M_FORBIDDEN", "a stranger", as: .eve),
      .no("404 M_NOT_FOUND", "a room that does not exist", ["room": "!none:localhost"]).synapse(
        "400 M_UNKNOWN", .vague),
      .no(
        "400 M_BAD_JSON", "a value that is neither public nor private",
        body: #"{"visibility":"some"}"#),
    ])

  static let media: [Contract] =
    [upload, reserve, uploadReserved, config, newConfig]
    + [
      "/_matrix/client/v1/media/download/:server/:media",
      "/_matrix/client/v1/media/download/:server/:media/:name",
    ].map(download)
    + [
      "media/download/:server/:media", "media/download/:server/:media/:name",
      "media/thumbnail/:server/:media",
    ].map(oldLink)
    + [thumbnail]

  private static let upload = Contract(
    "POST", "media/upload",
    never: [
      "M_FORBIDDEN": "a test of its own fills the space of a user",
      "413": "the greatest upload is large",
    ],
    rows: [.ok("a user", query: "filename=a.txt", gives: "content_uri")])

  private static let reserve = Contract(
    "POST", "/_matrix/media/v1/create",
    never: ["M_FORBIDDEN": "everybody may upload"],
    rows: [.ok("a user", gives: "content_uri", "unused_expires_at")])

  private static let uploadReserved = Contract(
    "PUT", "/_matrix/media/v3/upload/:server/:media", ["media": "<reserved>"],
    never: ["413": "as for other uploads"],
    rows: [
      .no("403 M_FORBIDDEN", "another user's", as: .eve), .ok("the user's own"),
      .no("409 M_CANNOT_OVERWRITE_MEDIA", "media that already exists"),
      .no("404 M_NOT_FOUND", "media that was never created", ["media": "abcdefghijklmnopqrstuvwx"]),
      .no("404 M_NOT_FOUND", "of another server", ["server": "elsewhere.example"]),
    ])

  private static let config = Contract(
    "GET", "media/config", rows: [.ok("a user", gives: "m.upload.size")])

  private static let newConfig = Contract(
    "GET", "/_matrix/client/v1/media/config", rows: [.ok("a user", gives: "m.upload.size")])

  private static let nothingElsewhere = "nothing is fetched from elsewhere"

  private static func download(_ path: String) -> Contract {
    Contract(
      "GET", path, ["name": "a.txt", "media": "<file>"], never: ["502": nothingElsewhere],
      rows: [
        .ok("another user's", as: .eve),
        .no("404 M_NOT_FOUND", "media that does not exist", ["media": "abcdefghijklmnopqrstuvwx"]),
        .no("404 M_NOT_FOUND", "of another server", ["server": "elsewhere.example"]).synapse(
          "403 M_FORBIDDEN", .elsewhere),
        .no(
          "504 M_NOT_YET_UPLOADED", "what is not there yet", ["media": "<reserved>"],
          query: "timeout_ms=10"),
        .no("400 M_INVALID_PARAM", "an invalid time", query: "timeout_ms=soon"),
      ])
  }

  private static func oldLink(_ path: String) -> Contract {
    Contract(
      "GET", path, ["name": "a.png"],
      never: [
        "502": nothingElsewhere, "M_TOO_LARGE": "the newer path has rows for it",
        "504": "the newer path has rows for it", "M_UNKNOWN": "the newer path has rows for it",
      ],
      rows: [
        .ok("anybody", as: .nobody, query: "width=32&height=32").synapse(
          "404 M_NOT_FOUND", .frozen),
        .no(
          "404 M_NOT_FOUND", "media that does not exist", as: .nobody,
          ["media": "abcdefghijklmnopqrstuvwx"], query: "width=32&height=32"),
      ])
  }

  private static let thumbnail = Contract(
    "GET", "/_matrix/client/v1/media/thumbnail/:server/:media",
    never: ["M_TOO_LARGE": "how large is too large is each server's own"],
    rows: [
      .no(
        "504 M_NOT_YET_UPLOADED", "what is not there yet", ["media": "<reserved>"],
        query: "timeout_ms=10&width=32&height=32"),
      .ok("a picture", as: .eve, query: "width=32&height=32&method=crop"),
      .no(
        "404 M_NOT_FOUND", "media that does not exist", ["media": "abcdefghijklmnopqrstuvwx"],
        query: "width=32&height=32"),
      .no(
        "400 M_UNKNOWN", "of what is no picture", ["media": "<file>"], query: "width=32&height=32"),
      .no("400 M_MISSING_PARAM", "no width", query: "height=32"),
      .no("400 M_INVALID_PARAM", "an invalid width", query: "width=wide&height=32"),
      .no("400 M_INVALID_PARAM", "a negative width", query: "width=-1&height=32"),
      .no("400 M_INVALID_PARAM", "an unknown method", query: "width=32&height=32&method=stretch")
        .synapse("404 M_NOT_FOUND", .otherwise),
    ])
}
