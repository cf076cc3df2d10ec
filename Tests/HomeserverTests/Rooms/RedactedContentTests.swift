import ModelKit
import Testing

@testable import Homeserver

@Suite("RedactedContent")
struct RedactedContentTests {
  static let cases: [(type: String, content: String, left: String)] = [
    ("m.room.message", #"{"body":"x","msgtype":"m.text"}"#, "{}"),
    ("m.room.name", #"{"name":"x"}"#, "{}"),
    ("m.room.create", #"{"creator":"x","a":1}"#, #"{"creator":"x","a":1}"#),
    (
      "m.room.member",
      #"{"membership":"join","displayname":"x","join_authorised_via_users_server":"@a:b"}"#,
      #"{"membership":"join","join_authorised_via_users_server":"@a:b"}"#
    ),
    (
      "m.room.member",
      #"{"membership":"invite","third_party_invite":{"display_name":"x","signed":{"a":1}}}"#,
      #"{"membership":"invite","third_party_invite":{"signed":{"a":1}}}"#
    ),
    (
      "m.room.join_rules", #"{"join_rule":"restricted","allow":[],"x":1}"#,
      #"{"join_rule":"restricted","allow":[]}"#
    ),
    (
      "m.room.power_levels",
      #"{"ban":1,"events":{},"events_default":2,"invite":3,"kick":4,"redact":5,"state_default":6,"users":{},"users_default":7,"notifications":{},"x":1}"#,
      #"{"ban":1,"events":{},"events_default":2,"invite":3,"kick":4,"redact":5,"state_default":6,"users":{},"users_default":7}"#
    ),
    (
      "m.room.history_visibility", #"{"history_visibility":"shared","x":1}"#,
      #"{"history_visibility":"shared"}"#
    ),
    ("m.room.redaction", #"{"redacts":"$a","reason":"x"}"#, #"{"redacts":"$a"}"#),
    ("m.room.aliases", #"{"aliases":[]}"#, "{}"),
  ]

  @Test("The content keys of version 11 stay", arguments: cases)
  func left(type: String, content: String, left: String) throws {
    let content = try #require(try JSONValue(Array(content.utf8)).object)
    let left = try #require(try JSONValue(Array(left.utf8)).object)
    #expect(RedactedContent.of(content, type: type) == left)
  }
}
