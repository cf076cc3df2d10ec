import ModelKit
import Testing

@testable import Matrix
@testable import MatrixWire

@Suite("Recorded responses")
struct RecordedResponseTests {
  @Test(
    "every recorded sync is read without loss",
    arguments: [
      "sync-initial-lazy", "sync-initial-empty", "sync-invites", "sync-incremental-message",
      "sync-incremental-own-echo", "sync-incremental-receipt", "sync-incremental-reaction",
      "sync-incremental-edit", "sync-incremental-redaction", "sync-incremental-invite",
      "sync-incremental-member-rename", "sync-incremental-account-data",
      "sync-incremental-notify", "sync-incremental-left", "sync-incremental-limited",
      "sync-incremental-empty",
    ])
  func syncs(name: String) throws {
    let response = try Recorded.response(name, as: RawSyncResponse.self)

    #expect(response.issues.isEmpty)
    #expect(response.value.nextBatch?.hasPrefix("s") == true)
  }

  @Test("an initial sync has its rooms, counts, summary and timeline")
  func initialSync() throws {
    let response = try Recorded.sync("sync-initial-lazy")
    let room = try #require(response.joined["!_XkU678qgJviwfQtyQ3tMBhvZl23qY43x3ixfOfn7m8"])

    #expect(response.joined.count == 4)
    #expect(response.invited.count == 1)
    #expect(room.timeline?.events.count == 20)
    #expect(room.timeline?.isLimited == true)
    #expect(room.timeline?.previousBatch == "s46_6_1_4_4_1_1_7_0_1_1_1_1_1")
    #expect(room.state.count == 12)
    #expect(room.summary == RawRoomSummary(joinedCount: 4, invitedCount: 0))
    #expect(room.unread == RawUnreadCounts(notifications: 9, highlights: 1))
  }

  @Test("a sliding sync has its lists, rooms and extensions, and drops nothing")
  func slidingSync() throws {
    let initial = try Recorded.response("sliding-sync-initial", as: RawSlidingSyncResponse.self)
    let first = initial.value
    #expect(initial.issues.isEmpty)
    #expect(first.position == "1/s152_8_3_5_6_1_2_7_0_1_1_1_1_1")
    #expect(first.lists["all"]?.count == 7 && first.rooms.count == 7)
    #expect(first.lists["all"]?.operations.first?.roomIDs.count == 7)
    #expect(first.lists["all"]?.operations.first?.range == [0, 19])
    let named = try #require(first.rooms["!_XkU678qgJviwfQtyQ3tMBhvZl23qY43x3ixfOfn7m8"])
    #expect(named.isInitial && named.isLimited && named.name == "Wonderland ☕")
    #expect(named.bumpStamp == 152 && named.joinedCount == 4 && named.timeline.count == 20)
    #expect(!named.requiredState.isEmpty && named.heroes == nil && !named.isDirect)
    let direct = try #require(first.rooms["!IG6we6EmITPNGGb1FXaXyctBrzJCxmvTHTnY-K1iW7E"])
    #expect(direct.isDirect && direct.heroes?.map(\.displayName) == ["Bob"])
    let invited = try #require(first.rooms["!AavDNuK_YYw1pTu5E6OmDGwj7DHoOII6U3eu4-QRtxE"])
    #expect(!invited.strippedState.isEmpty && invited.timeline.isEmpty)
    #expect(first.accountData.count == 3 && first.toDeviceNextBatch == "2")
    #expect(
      first.roomAccountData["!_XkU678qgJviwfQtyQ3tMBhvZl23qY43x3ixfOfn7m8"]?.map(\.type)
        == ["m.tag"])
    #expect(first.typing.count == 2)

    let next = try Recorded.response("sliding-sync-incremental", as: RawSlidingSyncResponse.self)
    let news = try #require(next.value.rooms.values.first)
    #expect(next.issues.isEmpty && next.value.rooms.count == 1)
    #expect(!news.isInitial && !news.isLimited && news.liveCount == 1)
    #expect(news.previousBatch == "s152_8_3_5_6_1_2_7_0_1_1_1_1_1")
  }

  @Test("an unreadable part of a sliding sync costs only itself")
  func lenientSlidingSync() throws {
    let response = try LenientResponse<RawSlidingSyncResponse>(
      Array(
        #"""
        {"pos":"1/s1","lists":{"a":7,"b":{"count":1}},
         "rooms":{"!a:b":[],"!c:d":{"timeline":[{"type":1},{"type":"t","event_id":"$e",
          "sender":"@a:b","content":{}}],"joined_count":"many","initial":true,
          "stripped_state":[{"type":"m.room.name","content":{"name":"n"}}]}},
         "extensions":{"account_data":{"rooms":{"!a:b":[{"type":7},{"type":"m.a","content":{}}],
          "!c:d":7}},"receipts":[],"typing":{"rooms":{"!a:b":{"type":"m.typing","content":{}}}}}}
        """#.utf8))
    #expect(response.value.position == "1/s1" && response.value.lists.keys.sorted() == ["b"])
    let room = try #require(response.value.rooms["!c:d"])
    #expect(response.value.rooms.count == 1 && room.timeline.count == 1 && room.isInitial)
    #expect(room.joinedCount == nil && room.strippedState.count == 1)
    #expect(response.value.roomAccountData["!a:b"]?.map(\.type) == ["m.a"])
    #expect(response.value.roomAccountData["!c:d"] == nil && response.value.typing.count == 1)
    #expect(!response.issues.isEmpty)
  }

  @Test("the recorded request of a sliding sync is read")
  func slidingSyncRequest() throws {
    let bytes = [UInt8](try Recorded.data("sliding-sync-request"))
    let request = try RawSlidingSyncRequest.decode(bytes)
    #expect(request.connectionID == "tui")
    #expect(
      request.lists?["all"]?.ranges == [[0, 19]] && request.lists?["all"]?.timelineLimit == 3)
    #expect(request.lists?["all"]?.requiredState?.contains(["m.room.member", "$LAZY"]) == true)
    #expect(request.subscriptions?.values.first?.requiredState == [["*", "*"]])
    #expect(request.extensions?.encryption?.isEnabled == true)
    #expect(try RawSlidingSyncRequest.decode(request.encoded()) == request)
  }

  @Test("a page has its events, its end and the members who sent them")
  func pages() throws {
    let response = try Recorded.response("messages-back-lazy", as: RawMessagesResponse.self)
    let page = response.value
    #expect(page.chunk.count == 50)
    #expect(page.end == "t36-64_0_0_0_0_0_0_0_0_0_0_0_0_0")
    #expect(page.state.isEmpty == false)
    #expect(response.issues.isEmpty)
  }

  @Test("unsigned data give the transaction, the replaced content and the redaction")
  func unsignedData() throws {
    let echo = try Recorded.sync("sync-incremental-own-echo").joined.values.first
    let event = try #require(echo?.timeline?.events.first)
    #expect(event.unsigned?.transactionID == "cap1795229207993.30")
    let rename = try Recorded.sync("sync-incremental-member-rename").joined.values.first
    let member = try #require(rename?.timeline?.events.first)
    #expect(member.unsigned?.previousContent?["displayname"]?.string == "Dave")
    let page = try Recorded.messages("messages-back-lazy")
    #expect(page.chunk.filter { $0.unsigned?.isRedacted == true }.count == 1)
  }

  @Test("joined members are read with and without a picture")
  func members() throws {
    let members: RawJoinedMembers = try decoded(
      String(decoding: Recorded.data("room-joined-members"), as: UTF8.self))

    #expect(members.joined.count == 4)
    #expect(members.joined["@carol:localhost"]?.displayName == "Кэрол Ω")
    #expect(members.joined["@carol:localhost"]?.avatar == nil)
    #expect(members.joined["@bob:localhost"]?.avatar == "mxc://localhost/COBMyjZjraZOTzXDAXsiYRyB")
  }
}
