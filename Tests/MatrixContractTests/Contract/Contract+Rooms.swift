/// Making rooms and membership.
extension Contract {
  static let rooms: [Contract] =
    [createRoom, join, joinRoom, leave, forget, joinedRooms]
    + [invite, kick, ban, unban] + [knock, hierarchy, upgrade]

  private static let createRoom = Contract(
    "POST", "client/createRoom", body: "{}",
    never: ["M_INVITE_BLOCKED": "nobody can block invitations here"],
    rows: [
      .ok("a room with nothing said of it", gives: "room_id"),
      .ok(
        "a room with all that can be said",
        body: """
          {"preset":"trusted_private_chat","name":"n","topic":"t","invite":["<bob>"],
           "is_direct":true,"room_alias_name":"<new>","visibility":"private","room_version":"11",
           "creation_content":{"m.federate":false},
           "power_level_content_override":{"users_default":0},
           "initial_state":[{"type":"m.custom","state_key":"k","content":{"a":1}}]}
          """, gives: "room_id"),
      .no(
        "400 M_ROOM_IN_USE", "an alias that is taken",
        body: #"{"room_alias_name":"<alias name>"}"#),
      .no(
        "400 M_UNSUPPORTED_ROOM_VERSION", "an unknown version", body: #"{"room_version":"99"}"#),
      .no("400 M_BAD_JSON", "a version that is a number", body: #"{"room_version":11}"#),
      .no(
        "400 M_INVALID_PARAM", "a name for the alias that cannot be one",
        body: #"{"room_alias_name":"a:b"}"#
      ).synapse("400 M_UNKNOWN", .vague),
      .no("400 M_BAD_JSON", "an unknown preset", body: #"{"preset":"none"}"#),
      .no("400 M_BAD_JSON", "invites that are not a list", body: #"{"invite":"<bob>"}"#).synapse(
        "400 M_UNKNOWN", .vague),
      .no(
        "400 M_INVALID_PARAM", "an invite for a value that is not a user ID",
        body: #"{"invite":["bob"]}"#
      )
      .synapse("400 M_UNKNOWN", .vague),
      .no(
        "403 M_FORBIDDEN", "an invitation of somebody of another server",
        body: #"{"is_direct":true,"invite":["@bob:elsewhere.example"]}"#),
      .no(
        "404 M_NOT_FOUND", "an invitation of somebody who is not there",
        body: #"{"is_direct":true,"invite":["@<new>:localhost"]}"#
      ).synapse("200", .lax),
      .no("400 M_BAD_JSON", "state that is not a list", body: #"{"initial_state":{}}"#).synapse(
        "200", .lax),
      .no("400 M_BAD_JSON", "state without a type", body: #"{"initial_state":[{"content":{}}]}"#)
        .synapse("500 M_UNKNOWN", .crashes),
      .no(
        "400 M_INVALID_ROOM_STATE", "powers that leave its maker without any",
        body:
          #"{"name":"n","power_level_content_override":{"users":{"<ada>":0}},"room_version":"11"}"#
      ).synapse("403 M_FORBIDDEN", .late),
      .no(
        "400 M_BAD_JSON", "a level that is no number",
        body: #"{"power_level_content_override":{"ban":"many"}}"#),
    ])

  private static let join = Contract(
    "POST", "client/join/:target", ["target": "<open room>"], body: "{}",
    rows: [
      .ok("an open room", as: .eve, gives: "room_id"),
      .ok("a room the user is in", as: .eve, gives: "room_id"),
      .ok("a room by its alias", as: .bob, ["target": "<alias>"], gives: "room_id"),
      .no("403 M_FORBIDDEN", "a room that requires an invite", as: .eve, ["target": "<room>"]),
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

  private static let joinRoom = Contract(
    "POST", "client/rooms/:room/join", body: "{}",
    rows: [
      .ok("a room the user is in", as: .bob, gives: "room_id"),
      .ok("an open room", as: .eve, ["room": "<open room>"], gives: "room_id"),
      .no("403 M_FORBIDDEN", "a room that requires an invite", as: .eve),
      .no("404 M_NOT_FOUND", "a room that does not exist", as: .eve, ["room": "!none:localhost"])
        .synapse("404 M_UNKNOWN", .vague),
      .no("400 M_INVALID_PARAM", "an alias", as: .eve, ["room": "#a:localhost"]).synapse(
        "404 M_UNKNOWN", .anyRoom),
    ])

  private static let leave = Contract(
    "POST", "client/rooms/:room/leave", body: "{}",
    rows: [
      .no("403 M_FORBIDDEN", "a room the user is not in", as: .eve),
      .no("404 M_NOT_FOUND", "a room that does not exist", ["room": "!none:localhost"]).synapse(
        "404 M_UNKNOWN", .vague),
      .no("400 M_INVALID_PARAM", "a malformed room ID", ["room": "room"]).synapse(
        "404 M_UNKNOWN", .anyRoom),
      .no("400 M_BAD_JSON", "a reason that is a number", as: .eve, body: #"{"reason":1}"#).synapse(
        "403 M_FORBIDDEN", .lax),
      .ok("a room the user is in", as: .bob, body: #"{"reason":"bye"}"#),
    ])

  private static let forget = Contract(
    "POST", "client/rooms/:room/forget", body: "{}",
    synapseOnMalformed: ["400 M_NOT_JSON": ("200", .lax), "400 M_BAD_JSON": ("200", .lax)],
    rows: [
      .no("400 M_UNKNOWN", "a room the user is in", as: .bob),
      .ok("a room one was never in", as: .eve),
      .no("400 M_INVALID_PARAM", "a malformed room ID", ["room": "room"]).synapse("200", .anyRoom),
    ])

  private static let joinedRooms = Contract(
    "GET", "client/joined_rooms", rows: [.ok("the user's own", gives: "joined_rooms")])

  private static let invite = Contract(
    "POST", "client/rooms/:room/invite", body: #"{"user_id":"<eve>"}"#,
    never: [
      "M_INVITE_BLOCKED": "nobody can block invitations here",
      "M_UNSUPPORTED_ROOM_VERSION": "all users are of this server, which knows all its rooms",
    ],
    rows: [
      .ok("a user of this server"),
      .no(
        "403 M_FORBIDDEN", "somebody of another server",
        body: #"{"user_id":"@bob:elsewhere.example"}"#),
      .no(
        "404 M_NOT_FOUND", "a user who does not exist", body: #"{"user_id":"@<new>:localhost"}"#
      ).synapse("200", .lax),
      .no("403 M_FORBIDDEN", "someone already in the room", body: #"{"user_id":"<bob>"}"#),
      .no("403 M_FORBIDDEN", "by a stranger", as: .guest),
      .no("403 M_FORBIDDEN", "to a room that does not exist", ["room": "!none:localhost"]),
      .no("400 M_INVALID_PARAM", "a malformed room ID", ["room": "room"]).synapse(
        "403 M_FORBIDDEN", .anyRoom),
      .no("400 M_MISSING_PARAM", "no user", body: "{}"),
      .no("400 M_INVALID_PARAM", "a value that is not a user ID", body: #"{"user_id":"eve"}"#),
      .no("400 M_BAD_JSON", "a number", body: #"{"user_id":1}"#).synapse("500 M_UNKNOWN", .crashes),
    ])

  private static let kick = Contract(
    "POST", "client/rooms/:room/kick", body: #"{"user_id":"<bob>"}"#,
    rows: [
      .no("403 M_FORBIDDEN", "a member with more power", as: .bob, body: #"{"user_id":"<ada>"}"#),
      .no("403 M_FORBIDDEN", "by a stranger", as: .eve),
      .no("403 M_FORBIDDEN", "someone not in the room", body: #"{"user_id":"<eve>"}"#),
      .no("400 M_MISSING_PARAM", "no user", body: "{}"),
      .no("400 M_INVALID_PARAM", "a value that is not a user ID", body: #"{"user_id":"bob"}"#),
      .no("400 M_INVALID_PARAM", "a malformed room ID", ["room": "room"]).synapse(
        "404 M_UNKNOWN", .anyRoom),
      .no("404 M_NOT_FOUND", "from a room that does not exist", ["room": "!none:localhost"])
        .synapse(
          "404 M_UNKNOWN", .vague),
      .no(
        "400 M_BAD_JSON", "a reason that is a number", as: .eve,
        body: #"{"user_id":"<bob>","reason":1}"#
      ).synapse("403 M_FORBIDDEN", .lax),
      .ok("a member", body: #"{"user_id":"<bob>","reason":"r"}"#),
    ])

  private static let ban = Contract(
    "POST", "client/rooms/:room/ban", body: #"{"user_id":"<bob>"}"#,
    rows: [
      .no("403 M_FORBIDDEN", "a member with more power", as: .bob, body: #"{"user_id":"<ada>"}"#),
      .no("403 M_FORBIDDEN", "by a stranger", as: .eve),
      .no("400 M_MISSING_PARAM", "no user", body: "{}"),
      .no("400 M_INVALID_PARAM", "a value that is not a user ID", body: #"{"user_id":"bob"}"#),
      .no("400 M_INVALID_PARAM", "a malformed room ID", ["room": "room"]).synapse(
        "403 M_FORBIDDEN", .anyRoom),
      .no("403 M_FORBIDDEN", "from a room that does not exist", ["room": "!none:localhost"]),
      .ok("a member"),
      .ok("someone not in the room", body: #"{"user_id":"<eve>"}"#),
    ])

  private static let unban = Contract(
    "POST", "client/rooms/:room/unban", body: #"{"user_id":"<bob>"}"#,
    rows: [
      .no("403 M_BAD_STATE", "someone who is not banned"),
      .no("403 M_FORBIDDEN", "by a stranger", as: .eve, ["room": "<room with a ban>"]),
      .no("400 M_MISSING_PARAM", "no user", body: "{}"),
      .no("400 M_INVALID_PARAM", "a value that is not a user ID", body: #"{"user_id":"bob"}"#),
      .no("400 M_INVALID_PARAM", "a malformed room ID", ["room": "room"]).synapse(
        "404 M_UNKNOWN", .anyRoom),
      .no("404 M_NOT_FOUND", "from a room that does not exist", ["room": "!none:localhost"])
        .synapse(
          "404 M_UNKNOWN", .vague),
      .ok("who is banned", ["room": "<room with a ban>"]),
    ])
}
