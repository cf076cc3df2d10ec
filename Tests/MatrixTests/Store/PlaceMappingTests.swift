import ModelKit
import Testing

@testable import Matrix
@testable import MatrixWire
@testable import Models

@Suite("Places and calls")
struct PlaceMappingTests {
  private func content(_ type: String, _ json: String) throws -> MessageContent? {
    let raw: RawEvent = try decoded(
      #"{"event_id":"$1","type":"\#(type)","sender":"@a:x","content":\#(json)}"#)
    return StoredEvent(raw)?.line?.content
  }

  private func location(_ fields: String) throws -> MessageContent? {
    try content("m.room.message", #"{"msgtype":"m.location","body":"Tea"\#(fields)}"#)
  }

  @Test("a place is its words and its coordinates, once")
  func places() throws {
    #expect(try location("") == .location("Tea"))
    #expect(
      try location(#","geo_uri":"geo:51.5008,-0.1247,7;u=35""#)
        == .location("Tea (geo:51.5008,-0.1247)"))
    #expect(
      try location(#","org.matrix.msc3488.location":{"uri":"GEO:1,2"},"geo_uri":"geo:3,4""#)
        == .location("Tea (geo:1,2)"))
    #expect(
      try content(
        "m.room.message",
        #"{"msgtype":"m.location","body":"At geo:1,2 today","geo_uri":"geo:1,2"}"#)
        == .location("At geo:1,2 today"))
  }

  @Test(
    "what is no address adds nothing",
    arguments: [
      "geo:", "geo:1", "geo:91,0", "geo:0,181", "geo:1,2,3,4", "geo:a,b", "geo:1e1,2", "geo:nan,1",
      "geo:1, 2", "geo:+1,2", "geo:1.,2", "geo:--1,2", "geo:٣,2", "https://evil.org/",
      "geo:1,2\\u001b[2J",
      "geo:1,\\u202e2", "geo:99999999999,1",
    ])
  func odd(uri: String) throws {
    #expect(try location(#","geo_uri":"\#(uri)""#) == .location("Tea"))
  }

  @Test("calls of all kinds are lines, and removed ones are removed")
  func calls() throws {
    #expect(try content("m.call.invite", #"{"call_id":"c","lifetime":60000}"#) == .call)
    for type in ["m.rtc.notification", "org.matrix.msc4075.rtc.notification", "m.call.notify"] {
      #expect(try content(type, #"{"notification_type":"ring"}"#) == .call)
    }
    #expect(try content("m.call.candidates", "{}") == nil)
    let raw: RawEvent = try decoded(
      #"{"event_id":"$1","type":"m.call.invite","sender":"@a:x","content":{},"unsigned":{"#
        + #""redacted_because":{"sender":"@a:x"}}}"#)
    #expect(StoredEvent(raw)?.line?.content == .redacted)
  }
}
