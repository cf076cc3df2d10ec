import Testing

@testable import Controllers
@testable import Matrix
@testable import MatrixWire
@testable import Models

@Suite("When rooms were active")
struct ActivityTests {
  private let store: StoreRehearsal

  init() throws {
    store = try StoreRehearsal(userID: try #require(UserID("@alice:localhost")))
  }

  private func member(_ user: String, _ name: String, at time: Int) -> String {
    #"{"type":"m.room.member","state_key":"\#(user)","sender":"\#(user)","event_id":"$m\#(time)","#
      + #""origin_server_ts":\#(time),"content":{"membership":"join","displayname":"\#(name)"}"#
      + #","unsigned":{"prev_content":{"membership":"join","displayname":"before"}}}"#
  }

  private func join(_ user: String, at time: Int) -> String {
    #"{"type":"m.room.member","state_key":"\#(user)","sender":"\#(user)","event_id":"$j\#(time)","#
      + #""origin_server_ts":\#(time),"content":{"membership":"join"}}"#
  }

  private func message(at time: Int) -> String {
    #"{"type":"m.room.message","sender":"@bob:x","event_id":"$t\#(time)","#
      + #""origin_server_ts":\#(time),"content":{"msgtype":"m.text","body":"hello"}}"#
  }

  private func activity(after events: String...) throws -> Int64? {
    let json =
      #"{"next_batch":"n","rooms":{"join":{"!room":{"timeline":{"events":["#
      + events.joined(separator: ",") + "]}}}}}"
    _ = try store.apply(
      LenientResponse<RawSyncResponse>(Array(json.utf8)).value, isInitial: false)
    let room = try #require(RoomID("!room").flatMap { store.contents.rooms[$0] })
    return try store.value(of: room).lastActivity?.milliseconds
  }

  @Test("messages and the account's own coming count, other people's changes do not")
  func order() throws {
    #expect(try activity(after: join("@alice:localhost", at: 5), message(at: 10)) == 10)
    #expect(try activity(after: member("@bob:x", "Robert", at: 20)) == 10)
    #expect(try activity(after: member("@alice:localhost", "Al", at: 30)) == 10)
    #expect(try activity(after: join("@carol:x", at: 40)) == 10)
    #expect(try activity(after: message(at: 50)) == 50)
    #expect(try activity(after: join("@alice:localhost", at: 60)) == 60)
  }

  @Test("a room in which nobody wrote keeps the place of the account's coming")
  func silent() throws {
    #expect(try activity(after: join("@alice:localhost", at: 5)) == 5)
    #expect(try activity(after: member("@bob:x", "Robert", at: 20)) == 5)
  }

  @Test("a room of which nothing else is known has the place of its newest change")
  func unknown() throws {
    #expect(try activity(after: join("@carol:x", at: 7)) == 7)
    #expect(try activity(after: join("@dan:x", at: 8)) == 8)
  }
}
