import ModelKit
import Testing

@testable import Controllers
@testable import Matrix
@testable import Models

@Suite("Lists of a room's settings")
struct RepeatedValuesTests {
  private func content(_ text: String) throws -> JSONObject {
    try #require(try JSONValue.decode(Array(text.utf8)).object)
  }

  @Test("rooms and addresses that an event repeats are listed once")
  func repeats() throws {
    let entry = #"{"type":"m.room_membership","room_id":"!house:x"}"#
    let rules = try content(#"{"allow":[\#(entry),\#(entry)]}"#)
    #expect(RoomSetting.allowedRooms(in: rules).map(\.rawValue) == ["!house:x"])
    let names = try content(##"{"alt_aliases":["#a:x","#b:x","#a:x"]}"##)
    #expect(RoomSetting.otherAddresses(in: names).map(\.rawValue) == ["#a:x", "#b:x"])
  }
}
