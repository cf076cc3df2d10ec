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
