import ModelKit
import Testing

@testable import Models

@Suite("User")
struct UserTests {
  @Test("merging takes the fields that are set, including nil ones")
  func merging() throws {
    let id = try #require(UserID("@a:b"))
    let picture = MediaURI("mxc://a/b")
    let known = User(id: id, displayName: "Ada", avatar: picture)

    let renamed = known.merging(User(id: id, displayName: "Ada L."))
    #expect(renamed == User(id: id, displayName: "Ada L.", avatar: picture))
    let bare = known.merging(User(id: id, nulls: .all))
    #expect(bare == User(id: id, nulls: .all))
    #expect(known.merging(User(id: id)) == known)
  }

  @Test("reports the fields that differ")
  func changes() throws {
    let id = try #require(UserID("@a:b"))
    let known = User(id: id, displayName: "Ada", nulls: .all)

    #expect(known.changed(from: known) == [])
    #expect(User(id: id, nulls: .all).changed(from: known) == .displayName)
    #expect(
      User(id: id, displayName: "A", avatar: MediaURI("mxc://a/b")).changed(from: known)
        == [.displayName, .avatar])
  }
}
