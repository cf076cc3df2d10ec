import ModelKit
import Testing

@testable import Matrix
@testable import MatrixWire

/// Each known field with each wrong type, generated: one bad part costs only itself.
@Suite("Lenient reading")
struct LenientReadingTests {
  private static let wrong = [
    "null", "true", "7", "1e999", #""text""#, "[]", "[1]", "{}", #"{"x":{}}"#, #""\ud800""#,
  ]

  private static func read(_ json: String) throws -> LenientResponse<RawSyncResponse> {
    try LenientResponse(Array(json.utf8))
  }

  private static let event: [(field: String, json: String, isNeeded: Bool)] = [
    ("event_id", #""$e""#, true), ("type", #""m.room.message""#, true),
    ("sender", #""@a:b""#, true), ("content", #"{"body":"hi","msgtype":"m.text"}"#, true),
    ("origin_server_ts", "5", false), ("unsigned", #"{"transaction_id":"t"}"#, false),
    ("redacts", #""$r""#, false),
  ]

  private static func event(replacing name: String?, by value: String?) -> String {
    let fields = event.compactMap { field, json, _ -> String? in
      if field != name { return "\"\(field)\":\(json)" }
      return value.map { "\"\(field)\":\($0)" }
    }
    return "{" + fields.joined(separator: ",") + "}"
  }

  private static func answer(_ events: [String]) -> String {
    let list = events.joined(separator: ",")
    return #"{"next_batch":"n","rooms":{"join":{"!r":{"timeline":{"events":[\#(list)]}}}}}"#
  }

  @Test("only an event without a required field is dropped")
  func missing() throws {
    for (field, _, isNeeded) in Self.event {
      let response = try Self.read(
        Self.answer([
          Self.event(replacing: nil, by: nil), Self.event(replacing: field, by: nil),
          Self.event(replacing: nil, by: nil),
        ]))
      let sync = response.value
      let count = sync.joined["!r"]?.timeline?.events.count
      #expect(count == (isNeeded ? 2 : 3), "without \(field)")
      #expect(response.issues.count == (isNeeded ? 1 : 0), "without \(field)")
      #expect(
        response.issues.list.map(\.path)
          == (isNeeded ? [#"$.rooms.join["!r"].timeline.events[1]"#] : []), "without \(field)")
    }
  }

  @Test("a field with the wrong type costs at most its event")
  func wrongTypes() throws {
    for (field, json, isNeeded) in Self.event {
      for value in Self.wrong where !Self.isRight(value, for: json) {
        let sync: RawSyncResponse = try decoded(
          Self.answer([
            Self.event(replacing: nil, by: nil), Self.event(replacing: field, by: value),
            Self.event(replacing: nil, by: nil),
          ]))
        let count = sync.joined["!r"]?.timeline?.events.count
        #expect(count == (isNeeded ? 2 : 3), "\(field) = \(value)")
      }
    }
  }

  /// Whether a value has the type of the field.
  private static func isRight(_ value: String, for json: String) -> Bool {
    switch json.first {
    // Invalid characters in a string are replaced and cost nothing.
    case "\"": value.hasPrefix("\"")
    case "{": value.hasPrefix("{")
    default: value == "7"
    }
  }

  private static let parts = [
    "timeline", "state", "account_data", "ephemeral", "unread_notifications", "summary",
  ]

  @Test("a room part with the wrong type leaves the other parts and rooms")
  func roomParts() throws {
    let good = Self.event(replacing: nil, by: nil)
    for part in Self.parts {
      for value in ["true", "7", #""x""#, "[]", #"{"events":5}"#, #"{"m.heroes":7}"#] {
        let others = Self.parts.filter { $0 != part && $0 != "timeline" }
          .map { "\"\($0)\":{}" }.joined(separator: ",")
        let timeline = part == "timeline" ? "" : #","timeline":{"events":[\#(good)]}"#
        let sync: RawSyncResponse = try decoded(
          #"{"next_batch":"n","rooms":{"join":{"!a":{"\#(part)":\#(value),\#(others)\#(timeline)},"#
            + #""!b":{"timeline":{"events":[\#(good)]}}}}}"#)
        #expect(sync.nextBatch == "n")
        #expect(sync.joined["!b"]?.timeline?.events.count == 1, "\(part) = \(value)")
        if part != "timeline" {
          #expect(sync.joined["!a"]?.timeline?.events.count == 1, "\(part) = \(value)")
        }
      }
    }
  }

  @Test("a room with the wrong type costs only itself and is counted")
  func rooms() throws {
    let response = try Self.read(
      #"{"next_batch":"n","rooms":{"join":{"!a":5,"!b":{}},"invite":{"!c":[]},"leave":7}}"#)
    let sync = response.value

    #expect(sync.joined.keys.sorted() == ["!b"])
    #expect(sync.invited.isEmpty)
    #expect(response.issues.count == 3)
    #expect(
      response.issues.list.map(\.path)
        == [#"$.rooms.join["!a"]"#, #"$.rooms.invite["!c"]"#, "$.rooms.leave"])
  }

  @Test("a next_batch with the wrong type counts as absent")
  func nextBatch() throws {
    #expect(try decoded(#"{"next_batch":5}"#, as: RawSyncResponse.self).nextBatch == nil)
    #expect(try decoded("{}", as: RawSyncResponse.self).nextBatch == nil)
  }

  @Test("a page without its event list is refused, because it must not look like the start")
  func pageWithoutChunk() {
    for text in ["{}", #"{"chunk":null}"#, #"{"chunk":{}}"#, "[]"] {
      #expect(throws: JSONError.self) { try decoded(text, as: RawMessagesResponse.self) }
    }
  }

  @Test("an encryption event counts whatever its content")
  func encryption() throws {
    for content in ["null", "5", #""x""#, "[]", "{}"] {
      let event: RawEvent = try decoded(
        #"{"event_id":"$e","type":"m.room.encryption","sender":"@a:b","state_key":"","#
          + #""content":\#(content)}"#)
      #expect(event.type == EventType.encryption)
      #expect(event.content.object == [:])
      let sync = try Self.read(
        Self.answer([
          #"{"event_id":"$e","type":"m.room.encryption","sender":"@a:b","content":\#(content)}"#
        ]))
      #expect(sync.value.joined["!r"]?.timeline?.events.count == 1)
      #expect(sync.issues.count == (content == "null" ? 1 : 0), "A null is told.")
    }
  }

  @Test("one bad event of a thousand costs only itself and is reported with its path")
  func oneOfAThousand() throws {
    let good = Self.event(replacing: nil, by: nil)
    let bad = [
      Self.event(replacing: "sender", by: "7"), Self.event(replacing: "content", by: "[]"),
      Self.event(
        replacing: "content",
        by: String(repeating: #"{"a":"#, count: 300) + "1" + String(repeating: "}", count: 300)),
    ]
    for event in bad {
      var events = Array(repeating: good, count: 1000)
      events[617] = event
      let response = try Self.read(Self.answer(events))

      #expect(response.value.joined["!r"]?.timeline?.events.count == 999)
      #expect(response.issues.count == 1)
      let path = try #require(response.issues.list.first).path
      #expect(path.hasPrefix(#"$.rooms.join["!r"].timeline.events[617]"#))
    }
  }

  @Test("an event with a state key of the wrong type is not a message event")
  func stateKey() {
    #expect(throws: JSONError.self) {
      try decoded(
        #"{"event_id":"$e","type":"m.room.message","sender":"@a:b","state_key":5,"content":{}}"#,
        as: RawEvent.self)
    }
  }
}
