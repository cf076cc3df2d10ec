import ModelKit
import Testing

@testable import Homeserver

@Suite("SyncFilter")
struct SyncFilterTests {
  private func filter(_ text: String) throws -> SyncFilter {
    try SyncFilter(json: Array(text.utf8))
  }

  @Test("Without a filter a sync holds ten events of each room")
  func all() throws {
    let filter = try filter("{}")
    #expect(filter.timelineLimit == 10)
    #expect(!filter.loadsMembersLazily)
    #expect(!filter.includesLeftRooms)
    #expect(filter.timeline.isEverything)
    #expect(filter.allows(room: roomID("!a:b")))
  }

  @Test("The number of events is bounded", arguments: [(0, 0), (5, 5), (1000, 1000), (5000, 1000)])
  func limit(asked: Int, given: Int) throws {
    #expect(try filter(#"{"room":{"timeline":{"limit":\#(asked)}}}"#).timelineLimit == given)
  }

  @Test("Excluded rooms win over included rooms")
  func rooms() throws {
    let filter = try filter(#"{"room":{"rooms":["!a:b","!c:d"],"not_rooms":["!c:d"]}}"#)
    #expect(filter.allows(room: roomID("!a:b")))
    #expect(!filter.allows(room: roomID("!c:d")))
    #expect(!filter.allows(room: roomID("!e:f")))
    #expect(try !self.filter(#"{"room":{"rooms":[]}}"#).allows(room: roomID("!a:b")))
  }

  @Test(
    "A star matches any text",
    arguments: [
      ("m.room.*", "m.room.message", true), ("m.room.*", "m.room.", true),
      ("m.room.*", "m.roo", false), ("*", "", true), ("*", "anything", true),
      ("m.*.message", "m.room.message", true), ("m.*.message", "m.room.messages", false),
      ("*a*a*b", "aaaaaaaab", true), ("*a*a*b", "aaaaaaaac", false), ("a**b", "ab", true),
      ("m.room.message", "m.room.message", true), ("m.room.message", "m.room.messages", false),
      ("", "", true), ("", "a", false),
    ])
  func wildcards(pattern: String, type: String, matches: Bool) throws {
    #expect(try TypePatterns([pattern]).matches(type) == matches)
  }

  @Test("Patterns of many stars match quickly")
  func manyStars() throws {
    let patterns = try TypePatterns([String(repeating: "*a", count: 30) + "*b"])
    #expect(!patterns.matches(String(repeating: "a", count: 20_000)))
  }

  @Test("Filters include and exclude types and senders")
  func typesAndSenders() throws {
    let selection = try filter(
      """
      {"room":{"timeline":{"types":["m.room.*"],"not_types":["m.room.topic"],
       "senders":["@ada:localhost","@grace:localhost"],"not_senders":["@grace:localhost"]}}}
      """
    ).timeline
    #expect(selection.allows(type: "m.room.message", sender: id("ada")))
    #expect(!selection.allows(type: "m.room.topic", sender: id("ada")))
    #expect(!selection.allows(type: "m.reaction", sender: id("ada")))
    #expect(!selection.allows(type: "m.room.message", sender: id("grace")))
    #expect(!selection.allows(type: "m.room.message", sender: id("linus")))
    #expect(!selection.isEverything)
  }

  @Test("An empty list of types allows nothing")
  func noTypes() throws {
    #expect(try !filter(#"{"account_data":{"types":[]}}"#).accountData.allows(type: "m.direct"))
  }

  @Test(
    "Malformed filters are refused",
    arguments: [
      ("{x", "M_NOT_JSON"), ("[]", "M_BAD_JSON"), (#"{"room":3}"#, "M_BAD_JSON"),
      (#"{"room":{"timeline":{"types":3}}}"#, "M_BAD_JSON"),
      (#"{"room":{"timeline":{"types":[3]}}}"#, "M_BAD_JSON"),
      (#"{"room":{"timeline":{"limit":"x"}}}"#, "M_BAD_JSON"),
      (#"{"room":{"timeline":{"limit":-1}}}"#, "M_BAD_JSON"),
      (#"{"room":{"rooms":["nowhere"]}}"#, "M_BAD_JSON"),
      (#"{"room":{"timeline":{"senders":["nobody"]}}}"#, "M_BAD_JSON"),
      (#"{"room":{"timeline":{"not_senders":["nobody"]}}}"#, "M_BAD_JSON"),
      (#"{"account_data":{"senders":["nobody"]}}"#, "M_BAD_JSON"),
    ])
  func refused(text: String, code: String) {
    #expect {
      try filter(text)
    } throws: { error in
      let error = error as? MatrixError
      return error?.status == 400 && error?.code == code
    }
  }

  @Test("Unknown filter keys are ignored")
  func unknownMembers() throws {
    #expect(
      try filter(#"{"presence":{"types":[]},"event_format":"client","x":1}"#).timelineLimit == 10)
  }
}
