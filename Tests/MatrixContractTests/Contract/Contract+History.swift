/// Reading the history of rooms.
extension Contract {
  static let history: [Contract] =
    [sync, slidingSync, messages, context, event, timestamp]
    + [state, stateEvent, keyedStateEvent, members, joinedMembers]
    + ["", "/:kind", "/:kind/:type"].map(relations) + [threads]

  private static let threads = Contract(
    "GET", "/_matrix/client/v1/rooms/:room/threads",
    rows: [
      .ok("a member", as: .bob, gives: "chunk"),
      .ok("those of the account, one", query: "include=participated&limit=1", gives: "chunk"),
      .no("403 M_FORBIDDEN", "a stranger", as: .eve),
      .no("403 M_FORBIDDEN", "of a room that does not exist", ["room": "!none:localhost"]),
      .no("400 M_INVALID_PARAM", "an unknown choice", query: "include=mine"),
      .no("400 M_INVALID_PARAM", "an invalid limit", query: "limit=many"),
      .no("400 M_INVALID_PARAM", "an invalid token", query: "from=never").synapse(
        "400 M_UNKNOWN", .vague),
    ])

  private static let sync = Contract(
    "GET", "client/sync",
    rows: [
      .ok("all", gives: "next_batch"),
      .ok("what is new", query: "since=<token>&timeout=0", gives: "next_batch"),
      .ok("by a filter", query: "filter=<filter>", gives: "next_batch"),
      .ok(
        "by a filter of its own", query: "filter={}&full_state=true&set_presence=offline",
        gives: "next_batch"),
      .no("400 M_UNKNOWN", "an invalid token", query: "since=never"),
      .no("400 M_NOT_JSON", "a filter that is cut off", query: "filter=%7B%22room%22"),
      .no(
        "400 M_BAD_JSON", "a filter with a list for a room",
        query: "filter=%7B%22room%22%3A%5B%5D%7D"
      )
      .synapse("400 M_UNKNOWN", .vague),
      .no("400 M_INVALID_PARAM", "a filter that does not exist", query: "filter=98765"),
      .no("400 M_INVALID_PARAM", "an invalid filter", query: "filter=all"),
      .no("400 M_INVALID_PARAM", "an invalid time", query: "timeout=soon"),
      .no("400 M_INVALID_PARAM", "an invalid full_state value", query: "full_state=some"),
      .no("400 M_INVALID_PARAM", "an unknown presence", query: "set_presence=here"),
    ])

  private static let messages = Contract(
    "GET", "client/rooms/:room/messages",
    rows: [
      .ok("a member", as: .bob, query: "dir=b", gives: "chunk", "start"),
      .ok("from a place on", query: "dir=f&from=<token>&limit=3", gives: "chunk", "start"),
      .no("403 M_FORBIDDEN", "a stranger", as: .eve, query: "dir=b"),
      .no(
        "403 M_FORBIDDEN", "of a room that does not exist", ["room": "!none:localhost"],
        query: "dir=b"),
      .no("400 M_INVALID_PARAM", "an invalid direction", query: "dir=x"),
      .no("400 M_INVALID_PARAM", "an invalid token", query: "dir=b&from=never").synapse(
        "400 M_UNKNOWN", .vague),
      .no("400 M_INVALID_PARAM", "an invalid end token", query: "dir=b&to=never").synapse(
        "400 M_UNKNOWN", .vague),
      .no("400 M_INVALID_PARAM", "an invalid limit", query: "dir=b&limit=many"),
      .no("400 M_INVALID_PARAM", "a negative limit", query: "dir=b&limit=-1"),
      .no("400 M_NOT_JSON", "a filter that is cut off", query: "dir=b&filter=%7B%22a%22"),
    ])

  private static let context = Contract(
    "GET", "client/rooms/:room/context/:event",
    rows: [
      .ok("a member", as: .bob, gives: "event", "events_before", "events_after", "state"),
      .no("403 M_FORBIDDEN", "a stranger", as: .eve),
      .no("404 M_NOT_FOUND", "an event that does not exist", ["event": "$none"]),
      .no("404 M_NOT_FOUND", "an event of another room", ["event": "<other event>"]).synapse(
        "404 M_UNKNOWN", .vague),
      .no("400 M_INVALID_PARAM", "an invalid limit", query: "limit=many"),
    ])

  private static let event = Contract(
    "GET", "client/rooms/:room/event/:event",
    rows: [
      .ok("a member", as: .bob, gives: "event_id", "type", "sender", "room_id", "origin_server_ts"),
      .no("404 M_NOT_FOUND", "a stranger", as: .eve),
      .no("404 M_NOT_FOUND", "an event that does not exist", ["event": "$none"]),
      .no("404 M_NOT_FOUND", "an event of another room", ["event": "<other event>"]),
      .no("404 M_NOT_FOUND", "a malformed event ID", ["event": "event"]),
      .no("404 M_NOT_FOUND", "of a room that does not exist", ["room": "!none:localhost"]),
    ])

  private static let timestamp = Contract(
    "GET", "/_matrix/client/v1/rooms/:room/timestamp_to_event",
    rows: [
      .ok("a member", as: .bob, query: "ts=0&dir=f", gives: "event_id", "origin_server_ts"),
      .no("404 M_NOT_FOUND", "a time before the first event", query: "ts=1&dir=b"),
      .no("403 M_FORBIDDEN", "a stranger", as: .eve, query: "ts=0&dir=f"),
      .no("400 M_MISSING_PARAM", "no time", query: "dir=f"),
      .no("400 M_INVALID_PARAM", "an invalid time", query: "ts=now&dir=f"),
      .no("400 M_INVALID_PARAM", "an invalid direction", query: "ts=0&dir=x"),
    ])

  private static let state = Contract(
    "GET", "client/rooms/:room/state",
    rows: [
      .ok("a member", as: .bob), .no("403 M_FORBIDDEN", "a stranger", as: .eve),
      .no("403 M_FORBIDDEN", "of a room that does not exist", ["room": "!none:localhost"]),
    ])

  private static let stateEvent = Contract(
    "GET", "client/rooms/:room/state/:type", ["type": "m.room.create"],
    rows: [
      .ok("a member", as: .bob, gives: "room_version"),
      .ok("the whole event", query: "format=event", gives: "event_id", "content"),
      .no("403 M_FORBIDDEN", "a stranger", as: .eve),
      .no("403 M_FORBIDDEN", "of a room that does not exist", ["room": "!none:localhost"]),
      .no("404 M_NOT_FOUND", "state that was never set", ["type": "m.room.topic"]),
      .no("400 M_INVALID_PARAM", "an unknown form", query: "format=xml"),
    ])

  private static let keyedStateEvent = Contract(
    "GET", "client/rooms/:room/state/:type/:key", ["type": "m.room.member", "key": "<bob>"],
    rows: [
      .ok("a member", gives: "membership"),
      .ok("an empty key", ["type": "m.room.create", "key": ""], gives: "room_version"),
      .no("403 M_FORBIDDEN", "a stranger", as: .eve),
      .no("404 M_NOT_FOUND", "a key that does not exist", ["key": "<eve>"]),
      .no(
        "404 M_NOT_FOUND", "encryption that was never begun",
        ["type": "m.room.encryption", "key": ""]),
    ])

  private static let members = Contract(
    "GET", "client/rooms/:room/members",
    rows: [
      .ok("a member", as: .bob, gives: "chunk"),
      .ok("those who left", query: "membership=leave&at=<token>", gives: "chunk"),
      .no("403 M_FORBIDDEN", "a stranger", as: .eve),
      .no("403 M_FORBIDDEN", "of a room that does not exist", ["room": "!none:localhost"]),
      .no("400 M_INVALID_PARAM", "an invalid time", query: "at=never").synapse(
        "400 M_UNKNOWN", .vague),
    ])

  private static let joinedMembers = Contract(
    "GET", "client/rooms/:room/joined_members",
    rows: [
      .ok("a member", as: .bob, gives: "joined"),
      .no("403 M_FORBIDDEN", "a stranger", as: .eve),
      .no("403 M_FORBIDDEN", "of a room that does not exist", ["room": "!none:localhost"]),
    ])

  /// The relations of an event: all, or of certain types.
  private static func relations(_ rest: String) -> Contract {
    Contract(
      "GET", "/_matrix/client/v1/rooms/:room/relations/:event" + rest,
      ["kind": "m.annotation", "type": "m.reaction"],
      rows: [
        .ok("a member", as: .bob, gives: "chunk"),
        .ok("forwards, one", query: "dir=f&limit=1", gives: "chunk"),
        .ok("with theirs", query: "recurse=true", gives: "chunk", "recursion_depth"),
        .ok("up to a token", query: "to=<token>", gives: "chunk"),
        .no("403 M_FORBIDDEN", "a stranger", as: .eve),
        .no("404 M_NOT_FOUND", "of an event that does not exist", ["event": "$none"]).synapse(
          "404 M_UNKNOWN", .vague),
        .no("404 M_NOT_FOUND", "of an event of another room", ["event": "<other event>"]).synapse(
          "404 M_UNKNOWN", .vague),
        .no("400 M_INVALID_PARAM", "an invalid direction", query: "dir=x"),
        .no("400 M_INVALID_PARAM", "an invalid token", query: "from=never").synapse(
          "400 M_UNKNOWN", .vague),
        .no("400 M_INVALID_PARAM", "an invalid limit", query: "limit=many"),
      ])
  }
}
