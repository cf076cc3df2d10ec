/// Sending events and related actions.
extension Contract {
  static let events: [Contract] =
    [send, redact, sendState, sendKeyedState]
    + [typing, receipt, readMarkers, report, reportRoom, reportPerson]

  private static let text = #"{"msgtype":"m.text","body":"b"}"#

  private static let send = Contract(
    "PUT", "client/rooms/:room/send/:type/:transaction", ["type": "m.room.message"], body: text,
    rows: [
      .ok("a member", as: .bob, gives: "event_id"),
      .ok("a poll", ["type": "org.matrix.msc3381.poll.start"], body: poll, gives: "event_id"),
      .ok(
        "a vote", ["type": "org.matrix.msc3381.poll.response"], body: vote, gives: "event_id"),
      .ok("the same vote", ["type": "m.poll.response"], body: vote, gives: "event_id"),
      .ok("an unknown event", ["type": "org.example.custom"], body: "{}", gives: "event_id"),
      .no("403 M_FORBIDDEN", "a stranger", as: .eve),
      .no("403 M_FORBIDDEN", "to a room that does not exist", ["room": "!none:localhost"]),
      .no("400 M_INVALID_PARAM", "a malformed room ID", ["room": "room"]).synapse(
        "403 M_FORBIDDEN", .anyRoom),
      .no("413 M_TOO_LARGE", "a long text", body: #"{"msgtype":"m.text","body":"<long>"}"#),
      .no("413 M_TOO_LARGE", "a type with a long name", ["type": "<long name>"]),
      .no("400 M_BAD_JSON", "a message without a text", body: #"{"msgtype":"m.text"}"#).synapse(
        "400 M_UNKNOWN", .vague),
      .no("400 M_BAD_JSON", "a text that is a number", body: #"{"msgtype":"m.text","body":1}"#)
        .synapse("400 M_UNKNOWN", .vague),
      .no("400 M_BAD_JSON", "a fraction", body: #"{"msgtype":"m.text","body":"b","n":1.5}"#),
      .no(
        "400 M_BAD_JSON", "a number beyond 2^53",
        body: #"{"msgtype":"m.text","body":"b","n":9007199254740993}"#),
      .no(
        "400 M_BAD_JSON", "mentions that are a list",
        body: #"{"msgtype":"m.text","body":"b","m.mentions":[]}"#),
      .no("400 M_BAD_JSON", "a state event", ["type": "m.room.name"], body: #"{"name":"n"}"#)
        .synapse("400 M_UNKNOWN", .vague),
      .ok("a reaction", ["type": "m.reaction"], body: reaction, gives: "event_id"),
      .no(
        "400 M_DUPLICATE_ANNOTATION", "the same reaction", ["type": "m.reaction"], body: reaction),
      .no(
        "400 M_UNKNOWN", "a reaction to an event of another room", ["type": "m.reaction"],
        body: foreignReaction),
      .ok(
        "somebody else's name for a sender",
        body: #"{"msgtype":"m.text","body":"b","sender":"<bob>"}"#),
    ])

  private static let poll =
    #"{"org.matrix.msc3381.poll.start":{"question":{"body":"Q"},"answers":[{"id":"a"}]}}"#
  private static let vote =
    #"{"m.relates_to":{"rel_type":"m.reference","event_id":"<event>"},"m.selections":["a"]}"#
  private static let reaction =
    #"{"m.relates_to":{"rel_type":"m.annotation","event_id":"<event>","key":"y"}}"#
  private static let foreignReaction =
    #"{"m.relates_to":{"rel_type":"m.annotation","event_id":"<other event>","key":"y"}}"#

  private static let redact = Contract(
    "PUT", "client/rooms/:room/redact/:event/:transaction", body: "{}",
    rows: [
      .no("403 M_FORBIDDEN", "another's event without the power", as: .bob),
      .no("403 M_FORBIDDEN", "a stranger", as: .eve),
      .no("404 M_NOT_FOUND", "an event that does not exist", ["event": "$none"]).synapse(
        "200", .federated),
      .no("404 M_NOT_FOUND", "an event of another room", ["event": "<other event>"]).synapse(
        "400 M_UNKNOWN", .vague),
      .no("404 M_NOT_FOUND", "a malformed event ID", ["event": "event"]).synapse("200", .federated),
      .no("403 M_FORBIDDEN", "in a room that does not exist", ["room": "!none:localhost"]).synapse(
        "404 M_NOT_FOUND", .otherwise),
      .no("400 M_INVALID_PARAM", "a malformed room ID", ["room": "room"]).synapse(
        "404 M_NOT_FOUND", .anyRoom),
      .ok("one's own event", body: #"{"reason":"r"}"#, gives: "event_id"),
    ])

  private static let sendState = Contract(
    "PUT", "client/rooms/:room/state/:type", ["type": "m.room.name"], body: #"{"name":"n"}"#,
    rows: [
      .ok("a member with the power", gives: "event_id"),
      .no("403 M_FORBIDDEN", "a member without the power", as: .bob),
      .no("403 M_FORBIDDEN", "a stranger", as: .eve),
      .no("403 M_FORBIDDEN", "in a room that does not exist", ["room": "!none:localhost"]),
      .no("400 M_INVALID_PARAM", "a malformed room ID", ["room": "room"]).synapse(
        "403 M_FORBIDDEN", .anyRoom),
      .no("400 M_BAD_JSON", "a name that is a number", body: #"{"name":1}"#).synapse(
        "400 M_UNKNOWN", .vague),
      .no("413 M_TOO_LARGE", "a long name", body: #"{"name":"<long>"}"#),
      .no(
        "400 M_BAD_ALIAS", "an alias that leads elsewhere", ["type": "m.room.canonical_alias"],
        body: ##"{"alias":"#<new>:localhost"}"##),
      .no(
        "400 M_INVALID_PARAM", "a malformed alias", ["type": "m.room.canonical_alias"],
        body: #"{"alias":"alias"}"#),
      .no(
        "403 M_FORBIDDEN", "a second creation of the room", ["type": "m.room.create"],
        body: #"{"creator":"<ada>"}"#
      ).synapse("500 M_UNKNOWN", .crashes),
      .no(
        "400 M_BAD_JSON", "levels that are texts", ["type": "m.room.power_levels"],
        body: #"{"users":{"<ada>":"100"}}"#),
    ])

  private static let sendKeyedState = Contract(
    "PUT", "client/rooms/:room/state/:type/:key", ["type": "org.example.state", "key": "k"],
    body: #"{"a":1}"#,
    never: [
      "M_INVITE_BLOCKED": "nobody can block invitations here",
      "M_BAD_ALIAS": "the path without a key has rows for it",
    ],
    rows: [
      .ok("a member with the power", gives: "event_id"),
      .ok(
        "one's own membership", as: .bob, ["type": "m.room.member", "key": "<me>"],
        body: #"{"membership":"join","displayname":"B"}"#, gives: "event_id"),
      .no("403 M_FORBIDDEN", "a member without the power", as: .bob),
      .no("403 M_FORBIDDEN", "a stranger", as: .eve),
      .no("403 M_FORBIDDEN", "a key that is another user", as: .bob, ["key": "<ada>"]),
      .no(
        "403 M_FORBIDDEN", "another's join", ["type": "m.room.member", "key": "<eve>"],
        body: #"{"membership":"join"}"#),
      .no("413 M_TOO_LARGE", "a long key", ["key": "<long name>"]),
      .no(
        "400 M_BAD_JSON", "an unknown membership", ["type": "m.room.member", "key": "<me>"],
        body: #"{"membership":"there"}"#
      ).synapse("400 M_UNKNOWN", .vague),
      .no("400 M_INVALID_PARAM", "a malformed room ID", ["room": "room"]).synapse(
        "403 M_FORBIDDEN", .anyRoom),
    ])

  private static let typing = Contract(
    "PUT", "client/rooms/:room/typing/:user", body: #"{"typing":true,"timeout":1000}"#,
    rows: [
      .ok("a member"), .ok("no longer", body: #"{"typing":false}"#),
      .no("403 M_FORBIDDEN", "a stranger", as: .eve),
      .no("403 M_FORBIDDEN", "for somebody else", ["user": "<bob>"])
        .synapse("400 M_FORBIDDEN", .badStatus),
      .no("403 M_FORBIDDEN", "in a room that does not exist", ["room": "!none:localhost"]),
      .no("400 M_INVALID_PARAM", "a malformed room ID", ["room": "room"]).synapse(
        "403 M_FORBIDDEN", .anyRoom),
      .no("400 M_BAD_JSON", "an empty body", body: "{}").synapse("500 M_UNKNOWN", .crashes),
      .no("400 M_BAD_JSON", "a value that is neither yes nor no", body: #"{"typing":"yes"}"#)
        .synapse(
          "200", .lax),
      .no("400 M_BAD_JSON", "a time that is a string", body: #"{"typing":true,"timeout":"long"}"#)
        .synapse("500 M_UNKNOWN", .crashes),
    ])

  private static let receipt = Contract(
    "POST", "client/rooms/:room/receipt/:type/:event", ["type": "m.read"], body: "{}",
    rows: [
      .ok("a member", as: .bob), .ok("in private", as: .bob, ["type": "m.read.private"]),
      .ok("the marker", as: .bob, ["type": "m.fully_read"]),
      .ok("of a thread", as: .bob, body: #"{"thread_id":"main"}"#),
      .no("400 M_INVALID_PARAM", "an unknown kind", ["type": "m.seen"]).synapse(
        "400 M_UNKNOWN", .vague),
      .no("400 M_INVALID_PARAM", "a thread that is a number", body: #"{"thread_id":1}"#),
      .no("400 M_INVALID_PARAM", "a thread without a name", body: #"{"thread_id":""}"#),
      .no(
        "400 M_INVALID_PARAM", "the marker of a thread", ["type": "m.fully_read"],
        body: #"{"thread_id":"main"}"#),
      .no(
        "400 M_INVALID_PARAM", "an event that is not of the thread", body: #"{"thread_id":"$none"}"#
      ),
      .no("403 M_FORBIDDEN", "a stranger", as: .eve),
      .no("400 M_INVALID_PARAM", "a malformed room ID", ["room": "room"]).synapse(
        "400 M_UNKNOWN", .vague),
      .no("400 M_INVALID_PARAM", "a malformed event ID", ["event": "event"]).synapse(
        "400 M_UNKNOWN", .vague),
    ])

  private static let report = Contract(
    "POST", "client/rooms/:room/report/:event", body: #"{"reason":"spam"}"#,
    rows: [
      .ok("a member", as: .bob), .ok("without a reason", as: .bob, body: "{}"),
      .no("404 M_NOT_FOUND", "a stranger", as: .eve),
      .no("404 M_NOT_FOUND", "an event that does not exist", as: .bob, ["event": "$none"]),
      .no("404 M_NOT_FOUND", "in a room that does not exist", ["room": "!none:localhost"]),
      .no("400 M_BAD_JSON", "a reason that is a number", as: .bob, body: #"{"reason":1}"#),
    ])

  private static let reportRoom = Contract(
    "POST", "client/rooms/:room/report", body: #"{"reason":"spam"}"#,
    rows: [
      .ok("a member", as: .bob), .ok("somebody who has not joined", as: .eve),
      .ok("with a blank reason", as: .bob, body: #"{"reason":""}"#),
      .no("404 M_NOT_FOUND", "a room that does not exist", ["room": "!none:localhost"]),
      .no("404 M_NOT_FOUND", "what is no room ID", ["room": "none"]),
      .no("400 M_MISSING_PARAM", "without a reason", as: .bob, body: "{}"),
      .no("400 M_BAD_JSON", "a reason that is a number", as: .bob, body: #"{"reason":1}"#),
      .no("400 M_INVALID_PARAM", "a long reason", body: #"{"reason":"<long>"}"#).synapse(
        "200", .lax),
    ])

  private static let reportPerson = Contract(
    "POST", "client/users/:user/report", ["user": "<bob>"], body: #"{"reason":"spam"}"#,
    never: ["M_NOT_FOUND": "nobody learns whether there is such a person"],
    rows: [
      .ok("somebody of a common room"), .ok("a stranger", as: .eve),
      .ok("somebody who does not exist", ["user": "@<new>:localhost"]),
      .no("400 M_INVALID_PARAM", "what is no user ID", ["user": "none"]).synapse("200", .lax),
      .no("400 M_MISSING_PARAM", "without a reason", body: "{}"),
      .no("400 M_BAD_JSON", "a reason that is a number", body: #"{"reason":1}"#),
      .no("400 M_INVALID_PARAM", "a long reason", body: #"{"reason":"<long>"}"#).synapse(
        "400 M_BAD_JSON", .otherwise),
    ])

  private static let readMarkers = Contract(
    "POST", "client/rooms/:room/read_markers",
    body: #"{"m.fully_read":"<event>","m.read":"<event>"}"#,
    rows: [
      .ok("a member", as: .bob), .ok("nothing", as: .bob, body: "{}"),
      .no("403 M_FORBIDDEN", "a stranger", as: .eve),
      .no("403 M_FORBIDDEN", "in a room that does not exist", ["room": "!none:localhost"]).synapse(
        "404 M_UNKNOWN", .otherwise),
      .no("400 M_INVALID_PARAM", "a malformed room ID", ["room": "room"]).synapse(
        "404 M_UNKNOWN", .anyRoom),
      .no("400 M_BAD_JSON", "an event that is a number", body: #"{"m.fully_read":1}"#).synapse(
        "404 M_UNKNOWN", .lax),
      .no("400 M_INVALID_PARAM", "a malformed event ID", body: #"{"m.fully_read":"event"}"#)
        .synapse(
          "404 M_UNKNOWN", .lax),
    ])
}
