/// Asking to be let in, browsing spaces, and replacing a room.
extension Contract {
  static let knock = Contract(
    "POST", "client/knock/:target", ["target": "<knock room>"], body: "{}",
    rows: [
      .ok("a room that takes requests", as: .eve, body: #"{"reason":"please"}"#, gives: "room_id"),
      .ok("a room that the user has asked before", as: .eve, gives: "room_id"),
      .no("403 M_FORBIDDEN", "a room the user is in"),
      .no("403 M_FORBIDDEN", "a room that requires an invite", as: .eve, ["target": "<room>"]),
      .no("403 M_FORBIDDEN", "an open room", as: .eve, ["target": "<open room>"]),
      .no("403 M_FORBIDDEN", "a room by its alias", as: .eve, ["target": "<alias>"]),
      .no("404 M_NOT_FOUND", "a room that does not exist", as: .eve, ["target": "!none:localhost"])
        .synapse("404 M_UNKNOWN", .vague),
      .no(
        "404 M_NOT_FOUND", "an alias that leads nowhere", as: .eve, ["target": "#<new>:localhost"]),
      .no(
        "404 M_NOT_FOUND", "an alias of another server", as: .eve,
        ["target": "#a:elsewhere.example"]
      ).synapse("502 M_UNKNOWN", .elsewhere),
      .no(
        "400 M_INVALID_PARAM", "a value that is neither id nor alias", as: .eve, ["target": "room"]
      )
      .synapse("400 M_UNKNOWN", .vague),
      .no("400 M_BAD_JSON", "a reason that is a number", as: .guest, body: #"{"reason":1}"#)
        .synapse("200", .lax),
    ])

  static let hierarchy = Contract(
    "GET", "/_matrix/client/v1/rooms/:room/hierarchy",
    rows: [
      .ok("a space", ["room": "<space>"], gives: "rooms"),
      .ok(
        "all that can be asked", ["room": "<space>"],
        query: "limit=1&max_depth=1&suggested_only=true", gives: "rooms"),
      .ok("a room that is no space", as: .bob, gives: "rooms"),
      .ok("an open room of others", as: .eve, ["room": "<open room>"], gives: "rooms"),
      .no("403 M_FORBIDDEN", "a stranger", as: .eve),
      .no("403 M_FORBIDDEN", "a room that does not exist", ["room": "!none:localhost"]),
      .no("400 M_INVALID_PARAM", "a limit of none", query: "limit=0").synapse(
        "200", .lax),
      .no("400 M_INVALID_PARAM", "an invalid depth", query: "max_depth=deep"),
      .no("400 M_INVALID_PARAM", "an invalid token", query: "from=never"),
      .no("400 M_INVALID_PARAM", "neither true nor false", query: "suggested_only=some"),
    ])

  static let upgrade = Contract(
    "POST", "client/rooms/:room/upgrade", body: #"{"new_version":"11"}"#,
    rows: [
      .no("403 M_FORBIDDEN", "a member without the power", as: .bob),
      .no("403 M_FORBIDDEN", "a stranger", as: .eve),
      .no("400 M_UNSUPPORTED_ROOM_VERSION", "an unknown version", body: #"{"new_version":"99"}"#),
      .no("400 M_MISSING_PARAM", "no version", body: "{}"),
      .no("400 M_BAD_JSON", "a version that is a number", body: #"{"new_version":11}"#).synapse(
        "400 M_UNSUPPORTED_ROOM_VERSION", .strict),
      .no("404 M_NOT_FOUND", "a room that does not exist", ["room": "!none:localhost"]),
      .no("400 M_INVALID_PARAM", "a malformed room ID", ["room": "room"]).synapse(
        "404 M_NOT_FOUND", .anyRoom),
      .ok("a member with the power", gives: "replacement_room"),
    ])
}
