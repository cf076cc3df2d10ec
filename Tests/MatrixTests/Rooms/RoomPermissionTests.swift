import ModelKit
import Testing

@testable import Controllers
@testable import Matrix
@testable import Models

@Suite("Who may do what in a room")
struct RoomPermissionTests {
  private func content(_ text: String) throws -> JSONObject {
    try #require(try JSONValue.decode(Array(text.utf8)).object)
  }

  private func text(_ content: JSONObject) -> String {
    String(decoding: JSONValue.object(content).encoded(), as: UTF8.self)
  }

  @Test("levels that an event does not have are those of the specification")
  func standards() throws {
    #expect(
      RoomPower.permissions([:]) == [
        .write: 0, .pin: 50, .erase: 50, .mentionRoom: 50, .invite: 0, .kick: 50, .ban: 50,
        .edit: 50,
      ])
    let text =
      #"{"state_default":70,"kick":"60","redact":[],"notifications":{"room":20},"events_default":5}"#
    let levels = try content(text)
    let permissions = RoomPower.permissions(levels)
    #expect(permissions[.pin] == 70 && permissions[.edit] == 70)
    #expect(permissions[.kick] == 60 && permissions[.erase] == 50)
    #expect(permissions[.mentionRoom] == 20 && permissions[.write] == 5)
  }

  @Test(
    "a change concerns one level; taken back, the content is what it was",
    arguments: [
      (.write, #"{"ban":1,"users":{"@a:x":100},"events_default":50}"#),
      (.pin, #"{"ban":1,"users":{"@a:x":100},"events":{"m.room.pinned_events":50}}"#),
      (.erase, #"{"ban":1,"users":{"@a:x":100},"redact":50}"#),
      (.mentionRoom, #"{"ban":1,"users":{"@a:x":100},"notifications":{"room":50}}"#),
      (.ban, #"{"ban":50,"users":{"@a:x":100}}"#),
    ] as [(RoomPermission, String)])
  func changes(permission: RoomPermission, expected: String) throws {
    let old = try content(#"{"ban":1,"users":{"@a:x":100}}"#)
    let change = RoomSetting.permission(permission, 50)
    let new = change.content(changing: old)
    #expect(text(new) == expected)
    let before = change.value(in: old)
    #expect(before == .permission(permission, permission == .ban ? 1 : nil))
    #expect(change.value(in: new) == change)
    let back = before.content(changing: new)
    #expect(RoomPower.permissions(back) == RoomPower.permissions(old))
    #expect(back["users"] == old["users"])
  }

  @Test("where messages have a level of their own, that one is changed")
  func ownLevel() throws {
    let old = try content(#"{"events":{"m.reaction":10,"m.room.message":20},"events_default":0}"#)
    #expect(RoomPower.permissions(old)[.write] == 20)
    #expect(
      text(RoomSetting.permission(.write, 50).content(changing: old))
        == #"{"events":{"m.reaction":10,"m.room.message":50},"events_default":0}"#)
  }
}
