import ModelKit
import Testing

@testable import Homeserver

@Suite("EventChecks")
struct EventChecksTests {
  private func draft(_ type: String, _ text: String, key: String? = nil) throws -> EventDraft {
    EventDraft(
      room: RoomModel.room, sender: RoomModel.user("ada"), type: type, stateKey: key,
      content: try #require(try JSONValue(Array(text.utf8)).object))
  }

  private func code(_ draft: EventDraft) -> String? {
    do {
      _ = try EventChecks.checked(draft)
      return nil
    } catch {
      return (error as? MatrixError)?.code
    }
  }

  @Test(
    "Numbers that programs read differently are refused",
    arguments: [
      #"{"a":1.5}"#, #"{"a":1.0}"#, #"{"a":1e3}"#, #"{"a":9007199254740992}"#,
      #"{"a":[{"b":-9007199254740992}]}"#, #"{"a":123456789012345678901234567890}"#,
    ])
  func numbers(text: String) throws {
    #expect(code(try draft("a", text)) == "M_BAD_JSON")
  }

  @Test("Integers within 2^53 are accepted")
  func integers() throws {
    #expect(code(try draft("a", #"{"a":9007199254740991,"b":-9007199254740991,"c":0}"#)) == nil)
  }

  @Test("The last of repeated keys counts, at any depth")
  func repeated() throws {
    let checked = try EventChecks.checked(
      try draft("a", #"{"x":1,"y":[{"z":1,"z":2}],"x":3}"#))
    #expect(JSONValue.object(checked.content).text == #"{"y":[{"z":2}],"x":3}"#)
    let many = (0..<20).map { #""k\#($0)":0"# }.joined(separator: ",")
    let large = try EventChecks.checked(try draft("a", "{\(many),\"k3\":1}"))
    #expect(large.content.count == 20)
    #expect(large.content["k3"] == 1)
  }

  static let faults: [(type: String, key: String?, content: String, code: String)] = [
    ("m.room.message", nil, #"{"msgtype":"m.text"}"#, "M_BAD_JSON"),
    ("m.room.message", nil, #"{"body":"x"}"#, "M_BAD_JSON"),
    ("m.room.message", nil, #"{"body":5,"msgtype":"m.text"}"#, "M_BAD_JSON"),
    ("m.room.name", "", "{}", "M_BAD_JSON"),
    ("m.room.name", "", #"{"name":5}"#, "M_BAD_JSON"),
    ("m.room.name", nil, #"{"name":"x"}"#, "M_BAD_JSON"),
    ("m.room.topic", "", "{}", "M_BAD_JSON"),
    ("m.room.tombstone", "", "{}", "M_BAD_JSON"),
    ("m.room.join_rules", "", #"{"join_rule":5}"#, "M_BAD_JSON"),
    ("m.room.history_visibility", "", "{}", "M_BAD_JSON"),
    ("m.room.power_levels", "", #"{"ban":"5"}"#, "M_BAD_JSON"),
    ("m.room.member", "@a:b", "{}", "M_BAD_JSON"),
    ("m.room.member", "@a:b", #"{"membership":"odd"}"#, "M_BAD_JSON"),
    ("m.room.member", "@a:b", #"{"membership":"join","displayname":5}"#, "M_BAD_JSON"),
    ("m.room.member", "a", #"{"membership":"join"}"#, "M_INVALID_PARAM"),
    ("m.room.member", nil, #"{"membership":"join"}"#, "M_BAD_JSON"),
    ("a", nil, #"{"m.mentions":5}"#, "M_BAD_JSON"),
    ("a", nil, #"{"m.mentions":{"user_ids":"x"}}"#, "M_BAD_JSON"),
    ("a", nil, #"{"m.mentions":{"user_ids":[5]}}"#, "M_BAD_JSON"),
    ("a", nil, #"{"m.mentions":{"room":1}}"#, "M_BAD_JSON"),
    ("", nil, "{}", "M_INVALID_PARAM"),
    (String(repeating: "a", count: 256), nil, "{}", "M_TOO_LARGE"),
    ("a", String(repeating: "ä", count: 128), "{}", "M_TOO_LARGE"),
  ]

  @Test("Contents that do not fit their type are refused", arguments: faults)
  func fault(type: String, key: String?, content: String, code: String) throws {
    #expect(self.code(try draft(type, content, key: key)) == code)
  }

  @Test("Types and state keys of 255 bytes are accepted")
  func longest() throws {
    let text = String(repeating: "a", count: 255)
    #expect(code(try draft(text, "{}", key: text)) == nil)
  }
}
