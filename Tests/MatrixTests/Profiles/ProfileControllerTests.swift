import Foundation
import Imaging
import Testing

@testable import Controllers
@testable import Matrix
@testable import MatrixWire
@testable import Models
@testable import Signals

@Suite("Profile controller", .timeLimit(.minutes(5)))
struct ProfileControllerTests {
  private let rehearsal: Rehearsal
  private let profiles: MatrixProfileController
  private let bob: UserID
  private let carol: UserID

  init() throws {
    rehearsal = try Rehearsal()
    profiles = MatrixProfileController(
      network: rehearsal.network, store: rehearsal.store,
      now: { Timestamp(milliseconds: 42) })
    bob = try #require(UserID("@bob:x"))
    carol = try #require(UserID("@carol:x"))
  }

  private func member(_ user: String, _ name: String) -> String {
    #"{"event_id":"$\#(user)","type":"m.room.member","state_key":"\#(user)","sender":"\#(user)","#
      + #""content":{"membership":"join","displayname":"\#(name)"}}"#
  }

  /// Friends bob and carol; bob is in room a; there is also a space.
  private func account() async throws {
    let space =
      #"{"event_id":"$c","type":"m.room.create","state_key":"","sender":"@a:x","#
      + #""content":{"type":"m.space"}}"#
    try await rehearsal.apply(
      #"{"next_batch":"n","account_data":{"events":[{"type":"m.direct","content":{"@bob:x":["!a"],"#
        + #""@carol:x":["!b"],"@gone:x":[],"\#(Rehearsal.me)":["!b"],"bad":["!b"]}}]},"#
        + #""rooms":{"join":{"!a":{"state":{"events":[\#(member("@bob:x", "Bob"))]}},"!b":{},"#
        + #""!space":{"state":{"events":[\#(space),\#(member("@bob:x", "Bob"))]}}}}}"#,
      isInitial: true)
  }

  private func answerProfile(_ json: String = #"{"displayname":"Robert"}"#) async throws {
    try await rehearsal.transport.next(.get, "/profile/").reply(200, json)
    try await rehearsal.transport.next(.get, "/account_data/m.direct").reply(
      200, #"{"@bob:x":["!a"],"@carol:x":["!b"]}"#)
  }

  private func answerMembers(_ room: String, _ users: String...) async throws {
    let list = users.map { #""\#($0)":{"display_name":"x","avatar_url":null}"# }
      .joined(separator: ",")
    try await rehearsal.transport.next(.get, "/rooms/%21\(room)/joined_members").reply(
      200, #"{"joined":{\#(list)}}"#)
  }

  @Test("known data are emitted without a request")
  func known() async throws {
    try await account()
    let own = try await Notes(profiles.profile(of: rehearsal.store.userID)).started()
    #expect(own.values.map(\.friendCount) == [2])
    let other = try await Notes(profiles.profile(of: bob)).started()
    #expect(other.values.map(\.user.displayName) == ["Bob"])
    #expect(other.values.first?.friendCount == nil)
    #expect(other.values.first?.commonRooms.map(\.id.rawValue) == ["!a"])
    #expect(rehearsal.transport.log.isEmpty)
  }

  @Test("before the first sync the friend count is unknown")
  func unknown() async throws {
    let notes = try await Notes(profiles.profile(of: rehearsal.store.userID)).started()
    #expect(notes.values.map(\.friendCount) == [nil])
  }

  @Test("a refresh requests the person and the members, and all observers see the result")
  func refresh() async throws {
    try await account()
    let live = Notes(profiles.profile(of: bob))
    let room = try #require(RoomID("!a"))
    let notes = Notes(profiles.refresh(bob))
    try await answerProfile()
    try await answerMembers("a", Rehearsal.me, "@bob:x")
    try await answerMembers("b", Rehearsal.me, "@carol:x", "@bob:x")
    try await notes.ended()

    let profile = try #require(notes.values.first)
    #expect(profile.user.displayName == "Robert")
    #expect(profile.friendCount == 1, "carol; bob himself does not count")
    #expect(profile.commonRooms.map(\.id.rawValue) == ["!a", "!b"])
    #expect(profile.refreshedAt == Timestamp(milliseconds: 42))
    #expect(live.values.last == profile)
    #expect(try await rehearsal.member(bob, of: room)?.user.displayName == "Robert")
    let askedSpace = rehearsal.transport.log.contains { $0.contains("space/joined_members") }
    #expect(!askedSpace)

    let again = Notes(profiles.refresh(bob))
    try await answerProfile()
    try await again.ended()
    #expect(rehearsal.transport.log.filter { $0.contains("joined_members") }.count == 2)
  }

  @Test("refreshing one's own profile needs no members; a new direct chat is counted")
  func own() async throws {
    try await account()
    let live = Notes(profiles.profile(of: rehearsal.store.userID))
    let notes = Notes(profiles.refresh(rehearsal.store.userID))
    try await rehearsal.transport.next(.get, "/profile/").reply(200, "{}")
    try await rehearsal.transport.next(.get, "/account_data/m.direct").reply(
      200, #"{"@bob:x":["!a"],"@carol:x":["!b"],"@new:x":["!n"]}"#)
    try await notes.ended()

    #expect(notes.values.map(\.friendCount) == [3])
    #expect(live.values.last?.friendCount == 3)
  }

  @Test("the own name is changed, then shown as the server has it; a refusal changes nothing")
  func setName() async throws {
    try await account()
    let live = Notes(profiles.profile(of: rehearsal.store.userID))
    let notes = Notes(profiles.setName("Zoe"))
    let request = try await rehearsal.transport.next(.put, "/profile/")
    #expect(request.path.hasSuffix("/displayname"))
    #expect(request.body == #"{"displayname":"Zoe"}"#)
    request.reply(200, "{}")
    try await answerProfile(#"{"displayname":"Zoe"}"#)
    try await notes.ended()
    #expect(notes.isCompleted)
    #expect(live.values.last?.user.displayName == "Zoe")

    let refused = Notes(profiles.setName("x"))
    try await rehearsal.transport.next(.put, "/profile/").reply(
      400, #"{"errcode":"M_INVALID_PARAM","error":"x"}"#)
    try await refused.ended()
    #expect(refused.failure?.operation == .setProfile)
    #expect(refused.failure?.code == "M_INVALID_PARAM")
    #expect(live.values.last?.user.displayName == "Zoe")
  }

  @Test("a picture is uploaded before the profile names it; none is an empty address")
  func setPicture() async throws {
    try await account()
    let picture = NewPicture(
      bitmap: Bitmap(width: 1, height: 1, pixels: [0]), bytes: [1, 2], type: "image/webp")
    let notes = Notes(profiles.setPicture(picture))
    let upload = try await rehearsal.transport.next(.post, "/media/v3/upload")
    #expect(upload.request.body == [1, 2])
    upload.reply(200, #"{"content_uri":"mxc://x/new"}"#)
    let request = try await rehearsal.transport.next(.put, "/avatar_url")
    #expect(request.body == #"{"avatar_url":"mxc://x/new"}"#)
    request.reply(200, "{}")
    try await answerProfile(#"{"avatar_url":"mxc://x/new"}"#)
    try await notes.ended()
    #expect(notes.isCompleted)

    let removal = Notes(profiles.setPicture(nil))
    let empty = try await rehearsal.transport.next(.put, "/avatar_url")
    #expect(empty.body == #"{"avatar_url":""}"#)
    empty.reply(200, "{}")
    try await answerProfile("{}")
    try await removal.ended()
    #expect(removal.isCompleted)
  }

  @Test("a picture of this machine is read as a square; what is none names its path")
  func reading() async throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let png = Bitmap(width: 3, height: 2, pixels: [1, 2, 3, 4, 5, 6].map { 0xFF00_0000 + $0 })
    let path = folder.appending(path: "p.png").path
    try Data(png.pngData()).write(to: URL(filePath: path))
    let notes = Notes(profiles.picture(at: path))
    try await notes.ended()
    #expect(notes.values.first?.bitmap.size == PixelSize(width: 2, height: 2))
    #expect(notes.values.first?.type == "image/png")

    for (name, problem) in [("none.png", FileProblem.missing), ("t.txt", .irreducible)] {
      let path = folder.appending(path: name).path
      if problem == .irreducible { try Data("text".utf8).write(to: URL(filePath: path)) }
      let refused = Notes(profiles.picture(at: path))
      try await refused.ended()
      #expect(refused.failure?.reason == .unusableFile(problem, path: path))
    }
  }

  @Test("at most four member requests run at once")
  func atMostFour() async throws {
    let rooms = (0..<10).map { #""!r\#($0)":{}"# }.joined(separator: ",")
    try await rehearsal.apply(#"{"next_batch":"n","rooms":{"join":{\#(rooms)}}}"#, isInitial: true)
    let notes = Notes(profiles.refresh(bob))
    try await answerProfile()
    for _ in 0..<10 {
      let exchange = try await rehearsal.transport.next(.get, "/joined_members")
      #expect(rehearsal.transport.pendingCount <= 4)
      exchange.reply(200, #"{"joined":{}}"#)
    }
    try await notes.ended()
    #expect(notes.isCompleted)
  }

  @Test("a room that refuses is left out; a lost connection fails the refresh")
  func failures() async throws {
    try await account()
    let refused = Notes(profiles.refresh(bob))
    try await answerProfile()
    try await rehearsal.transport.next(.get, "%21a/joined_members").reply(
      403, try Recorded.data("error-403-power-level"))
    try await answerMembers("b", "@bob:x")
    try await refused.ended()
    #expect(refused.isCompleted)
    let lost = Notes(profiles.refresh(bob))
    try await answerProfile()
    try await rehearsal.transport.next(.get, "%21a/joined_members").fail(.unreachable("x"))
    try await lost.ended()
    #expect(lost.failure?.reason == .unreachable("x"))
    #expect(lost.failure?.operation == .fetchMembers)

    let absent = Notes(profiles.refresh(bob))
    try await rehearsal.transport.next(.get, "/profile/").reply(404, #"{"errcode":"M_NOT_FOUND"}"#)
    try await absent.ended()
    #expect(absent.failure?.code == "M_NOT_FOUND")
  }

  @Test("a name chosen for one room stays there")
  func nickname() async throws {
    try await account()
    let first = Notes(profiles.refresh(rehearsal.store.userID))
    try await rehearsal.transport.next(.get, "/profile/").reply(200, #"{"displayname":"Alice"}"#)
    try await rehearsal.transport.next(.get, "/account_data/").reply(404, "{}")
    try await first.ended()
    try await rehearsal.apply(
      #"{"next_batch":"n","rooms":{"join":{"!a":{"state":{"events":["#
        + #"\#(member(Rehearsal.me, "Nick"))]}},"!b":{"state":{"events":["#
        + #"\#(member(Rehearsal.me, "Alice"))]}}}}}"#)
    let second = Notes(profiles.refresh(rehearsal.store.userID))
    try await rehearsal.transport.next(.get, "/profile/").reply(200, #"{"displayname":"Alicia"}"#)
    try await rehearsal.transport.next(.get, "/account_data/").reply(404, "{}")
    try await second.ended()

    for (id, name) in [("!a", "Nick"), ("!b", "Alicia")] {
      let member = try await rehearsal.member(
        rehearsal.store.userID, of: try #require(RoomID(id)))
      #expect(member?.user.displayName == name)
    }
  }

  @Test("a member list older than a sync does not revert the sync")
  func late() async throws {
    try await account()
    let notes = Notes(profiles.refresh(bob))
    try await answerProfile(#"{"displayname":"Bob"}"#)
    let late = try await rehearsal.transport.next(.get, "/rooms/%21a/joined_members")
    let left =
      #"{"event_id":"$l","type":"m.room.member","state_key":"@bob:x","sender":"@bob:x","#
      + #""origin_server_ts":1,"content":{"membership":"leave"}}"#
    try await rehearsal.apply(
      #"{"next_batch":"n","rooms":{"join":{"!a":{"timeline":{"events":["#
        + #"\#(member(Rehearsal.me, "Alicia")),\#(left)]}}}}}"#)
    late.reply(
      200,
      #"{"joined":{"\#(Rehearsal.me)":{"display_name":"Alice"},"@bob:x":{"display_name":"Bob"},"#
        + #""@dora:x":{"display_name":"Dora"}}}"#)
    try await answerMembers("b", Rehearsal.me)
    try await notes.ended()

    let room = try #require(RoomID("!a"))
    #expect(try await rehearsal.member(bob, of: room)?.membership == .leave)
    let own = try await rehearsal.member(rehearsal.store.userID, of: room)
    #expect(own?.user.displayName == "Alicia")
    let dora = try await rehearsal.member(try #require(UserID("@dora:x")), of: room)
    #expect(dora?.user.displayName == "Dora")
    #expect(notes.values.first?.commonRooms == [])
  }

  @Test("after a gap the members of a room are requested again")
  func gap() async throws {
    try await account()
    let notes = Notes(profiles.refresh(bob))
    try await answerProfile()
    try await answerMembers("a", "@bob:x")
    try await answerMembers("b", "@carol:x")
    try await notes.ended()
    #expect(notes.values.first?.friendCount == 0)
    try await rehearsal.apply(
      #"{"next_batch":"n","rooms":{"join":{"!b":{"timeline":{"events":[],"limited":true}}}}}"#)

    let live = Notes(profiles.profile(of: bob))
    #expect(live.values.first?.friendCount == nil)
  }
}
