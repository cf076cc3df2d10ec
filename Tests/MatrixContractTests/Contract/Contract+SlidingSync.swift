extension Contract {
  static let slidingSync = Contract(
    "POST", "/_matrix/client/unstable/org.matrix.simplified_msc3575/sync", body: "{}",
    rows: [
      .ok("nothing asked", gives: "pos", "rooms", "extensions"),
      .ok(
        "a list with filters, a subscription and extensions",
        body: """
          {"conn_id":"c","lists":{"a":{"ranges":[[0,9],[20,29]],"timeline_limit":1,
           "required_state":[["m.room.name",""],["m.room.member","$LAZY"],["m.room.member","$ME"]],
           "filters":{"is_dm":false,"is_encrypted":false,"is_invite":false,"room_types":[null],
           "not_room_types":["m.space"],"tags":[],"not_tags":["m.lowpriority"]}}},
           "room_subscriptions":{"<room>":{"timeline_limit":20,"required_state":[["*","*"]]}},
           "extensions":{"account_data":{"enabled":true,"lists":[],"rooms":["*"]},
           "receipts":{"enabled":true,"lists":[]},"typing":{"enabled":true,"lists":[]},
           "to_device":{"enabled":true,"since":"0"},"e2ee":{"enabled":true},"unknown":{}}}
          """, gives: "pos", "lists", "rooms", "extensions"),
      .ok(
        "a subscription of a stranger", as: .eve,
        body: subscribing(#"{"timeline_limit":20,"required_state":[["*","*"]]}"#), gives: "pos"),
      .ok(
        "no timeline", body: listing(#""ranges":[[0,9]],"timeline_limit":0,"required_state":[]"#),
        gives: "lists"),
      .ok(
        "ranges turned round and beyond the end",
        body: listing(#""ranges":[[9,0],[99,120]],"timeline_limit":1,"required_state":[]"#),
        gives: "lists"),
      .no("400 M_UNKNOWN", "a position that is none", query: "pos=9999999/0"),
      .no("400 M_UNKNOWN", "a position without a number", query: "pos=never"),
      .no("400 M_UNKNOWN_POS", "an unknown position", query: "pos=987654321/<token>"),
      .no("400 M_INVALID_PARAM", "an invalid time", query: "timeout=soon"),
      .no("400 M_INVALID_PARAM", "a negative time", query: "timeout=-1"),
      .no("400 M_BAD_JSON", "lists that are a list", body: #"{"lists":[]}"#),
      .no(
        "400 M_MISSING_PARAM", "a list without a timeline limit",
        body: listing(#""required_state":[]"#)),
      .no(
        "400 M_MISSING_PARAM", "a list without required state",
        body: listing(#""timeline_limit":1"#)),
      .no(
        "400 M_MISSING_PARAM", "a subscription without a timeline limit",
        body: subscribing(#"{"required_state":[]}"#)),
      .no(
        "400 M_BAD_JSON", "a timeline limit that is too large",
        body: listing(#""timeline_limit":1001,"required_state":[]"#)),
      .no(
        "400 M_BAD_JSON", "a timeline limit that is a text",
        body: listing(#""timeline_limit":"1","required_state":[]"#)),
      .no(
        "400 M_BAD_JSON", "a negative timeline limit",
        body: listing(#""timeline_limit":-1,"required_state":[]"#)
      ).synapse("200", .lax),
      .no(
        "400 M_BAD_JSON", "required state of one part",
        body: listing(#""timeline_limit":1,"required_state":[["m.room.name"]]"#)
      ).synapse("400 M_MISSING_PARAM", .otherwise),
      .no(
        "400 M_BAD_JSON", "required state of three parts",
        body: listing(#""timeline_limit":1,"required_state":[["a","b","c"]]"#)),
      .no(
        "400 M_BAD_JSON", "a negative range",
        body: listing(#""timeline_limit":1,"required_state":[],"ranges":[[-1,9]]"#)),
      .no(
        "400 M_BAD_JSON", "a range of three numbers",
        body: listing(#""timeline_limit":1,"required_state":[],"ranges":[[0,1,2]]"#)),
      .no(
        "400 M_BAD_JSON", "a filter of a wrong type",
        body: listing(#""timeline_limit":1,"required_state":[],"filters":{"is_dm":"yes"}"#)),
      .ok(
        "the rooms of a space",
        body: listing(
          #""timeline_limit":1,"required_state":[],"filters":{"spaces":["<room>"]}"#),
        gives: "lists"
      ).synapse("500 M_UNKNOWN", .crashes),
      .no(
        "400 M_BAD_JSON", "a list with a long name",
        body: #"{"lists":{"<long name>":{"timeline_limit":1,"required_state":[]}}}"#),
      .no("400 M_BAD_JSON", "a name of the connection that is a number", body: #"{"conn_id":1}"#),
      .no(
        "400 M_BAD_JSON", "an extension of a wrong type",
        body: #"{"extensions":{"typing":{"enabled":"yes"}}}"#),
      .no(
        "400 M_INVALID_PARAM", "a token of the devices that is none",
        body: #"{"extensions":{"to_device":{"enabled":true,"since":"soon"}}}"#),
    ])

  private static func listing(_ members: String) -> String { #"{"lists":{"a":{\#(members)}}}"# }

  private static func subscribing(_ value: String) -> String {
    #"{"room_subscriptions":{"<room>":\#(value)}}"#
  }
}
