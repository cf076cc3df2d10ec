/// Profiles, account data, filters, keys, the directory and media.
extension Contract {
  static let data: [Contract] =
    [profile, profileField, setProfileField, removeProfileField]
    + [accountData, setAccountData, roomAccountData, setRoomAccountData, tags, addTag, removeTag]
    + [presence, setPresence] + [addFilter, filter] + rules + [
      findUsers, mutualRooms, uploadKeys, queryKeys, claimKeys, keyChanges,
    ]

  private static let profile = Contract(
    "GET", "client/profile/:user",
    never: ["M_FORBIDDEN": "profiles are shown to all"],
    rows: [
      .ok("anybody", as: .nobody, ["user": "<ada>"], gives: "displayname"),
      .no("404 M_NOT_FOUND", "a user who does not exist", ["user": "@<new>:localhost"]).synapse(
        "404 M_UNKNOWN", .vague),
      .no("400 M_INVALID_PARAM", "a value that is not a user ID", ["user": "ada"]),
    ])

  private static let profileField = Contract(
    "GET", "client/profile/:user/:field", ["field": "displayname"],
    never: ["M_FORBIDDEN": "profiles are shown to all"],
    rows: [
      .ok("anybody", as: .nobody, ["user": "<ada>"], gives: "displayname"),
      .no("404 M_NOT_FOUND", "a user who does not exist", ["user": "@<new>:localhost"]),
      .no("404 M_NOT_FOUND", "a field that is not set", ["field": "org.example.none"]),
      .no("400 M_INVALID_PARAM", "a value that is not a user ID", ["user": "ada"]),
    ])

  private static let setProfileField = Contract(
    "PUT", "client/profile/:user/:field", ["field": "displayname"], body: #"{"displayname":"A"}"#,
    rows: [
      .ok("one's name", as: .eve),
      .ok(
        "one's picture", as: .eve, ["field": "avatar_url"],
        body: #"{"avatar_url":"mxc://localhost/a"}"#),
      .ok(
        "a field of any name", as: .eve, ["field": "org.example.f"], body: #"{"org.example.f":1}"#),
      .no("403 M_FORBIDDEN", "another user's", as: .eve, ["user": "<ada>"]).synapse(
        "400 M_FORBIDDEN", .badStatus),
      .no("400 M_MISSING_PARAM", "nothing", as: .eve, body: "{}"),
      .no("400 M_INVALID_PARAM", "a name that is a number", as: .eve, body: #"{"displayname":1}"#),
      .no("400 M_INVALID_PARAM", "a long name", as: .eve, body: #"{"displayname":"<long name>x"}"#)
        .synapse("400 M_UNKNOWN", .vague),
      .no(
        "400 M_INVALID_PARAM", "a picture elsewhere", as: .eve, ["field": "avatar_url"],
        body: #"{"avatar_url":"http://a/b"}"#
      ).synapse("200", .lax),
      .no(
        "400 M_INVALID_PARAM", "a picture whose id is a path", as: .eve, ["field": "avatar_url"],
        body: #"{"avatar_url":"mxc://a/.."}"#
      ).synapse("200", .lax),
      .no(
        "400 M_BAD_JSON", "a number that not all read alike", as: .eve,
        ["field": "org.example.f"], body: #"{"org.example.f":9007199254740992}"#
      ).synapse("200", .lax),
      .no(
        "400 M_INVALID_PARAM", "a field with a bad name", as: .eve, ["field": "Ä"],
        body: #"{"Ä":1}"#),
      .no(
        "400 M_KEY_TOO_LARGE", "a field with a long name", as: .eve, ["field": "<long name>"],
        body: #"{"<long name>":1}"#),
      .no(
        "400 M_PROFILE_TOO_LARGE", "more than a profile holds", as: .eve,
        ["field": "org.example.f"], body: #"{"org.example.f":"<long>"}"#),
      .no("400 M_INVALID_PARAM", "a value that is not a user ID", as: .eve, ["user": "ada"]),
    ])

  private static let removeProfileField = Contract(
    "DELETE", "client/profile/:user/:field", ["field": "displayname"],
    never: ["M_BAD_JSON": "no body is read"],
    rows: [
      .ok("one's name", as: .eve),
      .no("403 M_FORBIDDEN", "another user's", as: .eve, ["user": "<ada>"]).synapse(
        "400 M_FORBIDDEN", .badStatus),
      .no("400 M_INVALID_PARAM", "a field with a bad name", as: .eve, ["field": "Ä"]),
    ])

  private static let presence = Contract(
    "GET", "client/presence/:user/status",
    never: ["404": "nobody learns whether there is such a person"],
    rows: [
      .ok("one's own", as: .eve, ["user": "<eve>"], gives: "presence"),
      .no(
        "403 M_FORBIDDEN", "somebody who shares no room", as: .eve,
        ["user": "@<new>:localhost"]),
      .no("400 M_INVALID_PARAM", "a value that is not a user ID", as: .eve, ["user": "ada"]),
    ])

  private static let setPresence = Contract(
    "PUT", "client/presence/:user/status", ["user": "<eve>"],
    body: #"{"presence":"online","status_msg":"here"}"#,
    rows: [
      .ok("one's own", as: .eve),
      .ok("without a status", as: .eve, body: #"{"presence":"unavailable"}"#),
      .no("403 M_FORBIDDEN", "another user's", as: .eve, ["user": "<ada>"]),
      .no("400 M_MISSING_PARAM", "nothing", as: .eve, body: "{}").synapse(
        "400 M_UNKNOWN", .vague),
      .no("400 M_INVALID_PARAM", "an unknown state", as: .eve, body: #"{"presence":"here"}"#)
        .synapse("400 M_UNKNOWN", .vague),
      .no(
        "400 M_INVALID_PARAM", "a status that is a number", as: .eve,
        body: #"{"presence":"online","status_msg":1}"#
      ).synapse("400 M_UNKNOWN", .vague),
      .no(
        "400 M_INVALID_PARAM", "a long status", as: .eve,
        body: #"{"presence":"online","status_msg":"<long>"}"#
      ).synapse("200", .lax),
      .no("400 M_INVALID_PARAM", "a value that is not a user ID", as: .eve, ["user": "ada"]),
    ])

  private static let accountData = Contract(
    "GET", "client/user/:user/account_data/:type", ["type": "m.direct"],
    rows: [
      .no("404 M_NOT_FOUND", "what was never set", ["type": "org.example.none"]),
      .ok("the push rules", ["type": "m.push_rules"], gives: "global"),
      .no("403 M_FORBIDDEN", "another user's", as: .eve, ["user": "<ada>"]),
    ])

  private static let setAccountData = Contract(
    "PUT", "client/user/:user/account_data/:type", ["type": "m.direct"], body: #"{"a":1}"#,
    rows: [
      .ok("the user's own"), .no("403 M_FORBIDDEN", "another user's", as: .eve, ["user": "<ada>"]),
      .no("400 M_BAD_JSON", "a number that not all read alike", body: #"{"a":9007199254740992}"#)
        .synapse("200", .lax),
      .no("405 M_BAD_JSON", "what the server keeps", ["type": "m.push_rules"]),
      .no("405 M_BAD_JSON", "where one has read to", ["type": "m.fully_read"]),
    ])

  private static let roomAccountData = Contract(
    "GET", "client/user/:user/rooms/:room/account_data/:type", ["type": "org.example.data"],
    rows: [
      .ok("the user's own", ["type": "m.tag", "room": "<tagged room>"], gives: "tags").synapse(
        "404 M_NOT_FOUND", .tagsApart),
      .no("404 M_NOT_FOUND", "what was never set"),
      .no("403 M_FORBIDDEN", "another user's", as: .eve, ["user": "<ada>"]),
      .no("400 M_INVALID_PARAM", "a malformed room ID", ["room": "room"]),
    ])

  private static let setRoomAccountData = Contract(
    "PUT", "client/user/:user/rooms/:room/account_data/:type", ["type": "org.example.data"],
    body: #"{"a":1}"#,
    rows: [
      .ok("the user's own"), .no("403 M_FORBIDDEN", "another user's", as: .eve, ["user": "<ada>"]),
      .no("405 M_BAD_JSON", "where one has read to", ["type": "m.fully_read"]),
      .no("400 M_INVALID_PARAM", "a malformed room ID", ["room": "room"]),
    ])

  private static let tags = Contract(
    "GET", "client/user/:user/rooms/:room/tags",
    rows: [
      .ok("the user's own", gives: "tags"),
      .no("403 M_FORBIDDEN", "another user's", as: .eve, ["user": "<ada>"]),
      .no("400 M_INVALID_PARAM", "a malformed room ID", ["room": "room"]).synapse("200", .anyRoom),
    ])

  private static let addTag = Contract(
    "PUT", "client/user/:user/rooms/:room/tags/:tag", ["tag": "u.work"], body: #"{"order":0.5}"#,
    rows: [
      .ok("the user's own"), .no("403 M_FORBIDDEN", "another user's", as: .eve, ["user": "<ada>"]),
      .no("400 M_INVALID_PARAM", "a malformed room ID", ["room": "room"]).synapse(
        "403 M_FORBIDDEN", .anyRoom),
    ])

  private static let removeTag = Contract(
    "DELETE", "client/user/:user/rooms/:room/tags/:tag", ["tag": "u.work"],
    rows: [
      .ok("the user's own"), .no("403 M_FORBIDDEN", "another user's", as: .eve, ["user": "<ada>"]),
      .no("400 M_INVALID_PARAM", "a malformed room ID", ["room": "room"]).synapse("200", .anyRoom),
    ])

  private static let addFilter = Contract(
    "POST", "client/user/:user/filter", body: #"{"room":{"timeline":{"limit":5}}}"#,
    rows: [
      .ok("the user's own", gives: "filter_id"),
      .no("403 M_FORBIDDEN", "another user's", as: .eve, ["user": "<ada>"]),
      .no("400 M_BAD_JSON", "a list for a room", body: #"{"room":[]}"#).synapse(
        "500 M_UNKNOWN", .crashes),
      .no(
        "400 M_BAD_JSON", "a limit that is a string", body: #"{"room":{"timeline":{"limit":"5"}}}"#
      ).synapse("500 M_UNKNOWN", .crashes),
      .no("400 M_BAD_JSON", "an unknown form", body: #"{"event_format":"xml"}"#).synapse(
        "400 M_UNKNOWN", .vague),
    ])

  private static let filter = Contract(
    "GET", "client/user/:user/filter/:filter",
    rows: [
      .ok("the user's own", gives: "room"),
      .no("403 M_FORBIDDEN", "another user's", as: .eve, ["user": "<ada>"]),
      .no("404 M_NOT_FOUND", "one that does not exist", ["filter": "98765"]),
      .no("400 M_INVALID_PARAM", "an ID that is not a number", ["filter": "all"]).synapse(
        "400 M_UNKNOWN", .vague),
    ])

  private static let findUsers = Contract(
    "POST", "client/user_directory/search", body: #"{"search_term":"ada","limit":1}"#,
    rows: [
      .ok("people by a part of their name", as: .eve, gives: "results", "limited"),
      .ok("nobody", body: #"{"search_term":"<new>"}"#, gives: "results", "limited"),
      .no("400 M_MISSING_PARAM", "without a term", body: "{}").synapse("400 M_UNKNOWN", .vague),
      .no("400 M_BAD_JSON", "an invalid limit", body: #"{"search_term":"a","limit":"many"}"#)
        .synapse("500 M_UNKNOWN", .crashes),
    ])

  private static let mutualRooms = Contract(
    "GET", "/_matrix/client/v1/mutual_rooms",
    rows: [
      .ok("somebody of a common room", query: "user_id=<bob>", gives: "joined", "count"),
      .ok("nobody", query: "user_id=@none:localhost", gives: "joined", "count"),
      .no("400 M_INVALID_PARAM", "oneself", query: "user_id=<ada>"),
      .no("400 M_INVALID_PARAM", "what is no user ID", query: "user_id=none"),
      .no("400 M_MISSING_PARAM", "without a person"),
    ])

  private static let uploadKeys = Contract(
    "POST", "client/keys/upload",
    rows: [.no("404 M_UNRECOGNIZED", "none", body: "{}").synapse("200", .keepsKeys)])

  private static let queryKeys = Contract(
    "POST", "client/keys/query", body: #"{"device_keys":{"<bob>":[]}}"#,
    rows: [
      .ok("another user's", gives: "device_keys"),
      .no("400 M_MISSING_PARAM", "nobody's", body: "{}").synapse("400 M_BAD_JSON", .otherwise),
      .no("400 M_BAD_JSON", "a list", body: #"{"device_keys":[]}"#),
    ])

  private static let claimKeys = Contract(
    "POST", "client/keys/claim",
    body: #"{"one_time_keys":{"<bob>":{"NONE":"signed_curve25519"}}}"#,
    rows: [
      .ok("another user's", gives: "one_time_keys"),
      .no("400 M_MISSING_PARAM", "nobody's", body: "{}").synapse("200", .lax),
      .no("400 M_BAD_JSON", "a list", body: #"{"one_time_keys":[]}"#).synapse(
        "500 M_UNKNOWN", .crashes),
    ])

  private static let keyChanges = Contract(
    "GET", "client/keys/changes",
    rows: [
      .ok("since a time", query: "from=<token>&to=<token>", gives: "changed", "left"),
      .no("400 M_MISSING_PARAM", "since never"),
    ])
}
