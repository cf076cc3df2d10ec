import ModelKit
import Testing

@testable import Controllers
@testable import Matrix
@testable import MatrixWire
@testable import Models
@testable import Signals

@Suite("What a server offers, and is asked for then", .timeLimit(.minutes(5)))
struct ServerOfferTests {
  @Test(
    "is read from versions and from single features",
    arguments: [
      (#"{"versions":["v1.11"]}"#, ServerOffer()),
      (#"{"versions":["v1.1","v1.13"]}"#, ServerOffer(reportsOfRooms: true)),
      (
        #"{"versions":["v1.18","r0.6.1","v2.99"]}"#,
        ServerOffer(reportsOfPeople: true, reportsOfRooms: true)
      ),
      (
        #"{"versions":[],"unstable_features":{"org.matrix.msc4260.stable":true,"#
          + #""uk.half-shot.msc2666.query_mutual_rooms":true}}"#,
        ServerOffer(reportsOfPeople: true, commonRooms: .proposed)
      ),
      (
        #"{"versions":[],"unstable_features":{"org.matrix.msc4151.stable":true,"#
          + #""uk.half-shot.msc2666.query_mutual_rooms":true,"#
          + #""uk.half-shot.msc2666.query_mutual_rooms.stable":true}}"#,
        ServerOffer(reportsOfRooms: true, commonRooms: .stable)
      ),
    ])
  func offers(json: String, offer: ServerOffer) throws {
    #expect(ServerOffer(try RawVersions.decode(Array(json.utf8))) == offer)
  }

  @Test("rooms in common come in pages, of which a server cannot send any number")
  func pages() async throws {
    let rehearsal = try Rehearsal()
    let bob = try #require(UserID("@bob:x"))
    async let rooms = MutualRooms(network: rehearsal.network).load(with: bob, by: .proposed)
    let path = "/unstable/uk.half-shot.msc2666/user/mutual_rooms?user_id=%40bob%3Ax"
    try await rehearsal.transport.next(.get, path).reply(
      200, #"{"joined":["!a:x",5,"no room"],"next_batch":"1"}"#)
    for number in 1..<20 {
      try await rehearsal.transport.next(.get, "from=\(number)").reply(
        200, #"{"joined":["!b\#(number):x"],"next_batch":"\#(number + 1)"}"#)
    }
    #expect(try await rooms.count == 20)
  }

  @Test("what the store knows of a person's place in a room is newer than what the server said")
  func union() async throws {
    let rehearsal = try Rehearsal()
    let profiles = MatrixProfileController(network: rehearsal.network, store: rehearsal.store)
    let bob = try #require(UserID("@bob:x"))
    func member(_ membership: String) -> String {
      #"{"state":{"events":[{"event_id":"$1","type":"m.room.member","state_key":"@bob:x","#
        + #""sender":"@bob:x","content":{"membership":"\#(membership)"}}]}}"#
    }
    try await rehearsal.apply(
      #"{"next_batch":"n","rooms":{"join":{"!known:x":\#(member("join")),"!silent:x":{},"#
        + #""!left:x":\#(member("leave"))}}}"#, isInitial: true)
    rehearsal.store.offers.set(ServerOffer(commonRooms: .stable))
    let refreshed = Notes(profiles.refresh(bob))
    try await rehearsal.transport.next(.get, "/profile/").reply(200, "{}")
    try await rehearsal.transport.next(.get, "/account_data/m.direct").reply(200, "{}")
    try await rehearsal.transport.next(.get, "/client/v1/mutual_rooms").reply(
      200, #"{"joined":["!silent:x","!left:x","!foreign:x"],"count":3}"#)
    for _ in 0..<3 {
      // The member lists for the count of friends, which this server refuses.
      try await rehearsal.transport.next(.get, "/joined_members").reply(
        403, #"{"errcode":"M_FORBIDDEN","error":"x"}"#)
    }
    try await refreshed.ended()
    #expect(refreshed.values.last?.commonRooms.map(\.id.rawValue) == ["!known:x", "!silent:x"])
  }

  @Test("devices that the server confuses with others are left out, and their number is bounded")
  func devices() throws {
    let bob = try #require(UserID("@bob:x"))
    func device(_ id: String, of user: String = "@bob:x", rest: String = "") -> String {
      #"{"device_id":"\#(id)","user_id":"\#(user)"\#(rest)}"#
    }
    let named = #","unsigned":{"device_display_name":"phone"}"#
    let json = try JSONValue(
      Array(
        (#"{"device_keys":{"@bob:x":{"B":\#(device("B")),"A":\#(device("A", rest: named)),"#
          + #""C":\#(device("D")),"E":\#(device("E", of: "@eve:x")),"F":5},"@eve:x":{"G":{}}}}"#)
          .utf8))
    #expect(
      KeyedDevice.devices(of: bob, in: json)
        == [KeyedDevice(id: "A", name: "phone"), KeyedDevice(id: "B")])
    let crowd = (0..<2_000).map { #""D\#($0)":\#(device("D\($0)"))"# }.joined(separator: ",")
    let many = try JSONValue(Array(#"{"device_keys":{"@bob:x":{\#(crowd)}}}"#.utf8))
    #expect(KeyedDevice.devices(of: bob, in: many).count == Limits.devices)
    #expect(KeyedDevice.devices(of: bob, in: .null) == [])
  }
}
