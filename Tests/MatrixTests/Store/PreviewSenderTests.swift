import Testing

@testable import Controllers
@testable import Matrix
@testable import MatrixWire
@testable import Models

/// The author of the message in the room list.
@Suite("Preview sender", .timeLimit(.minutes(5)))
struct PreviewSenderTests {
  private let rehearsal: Rehearsal
  private let notes: Notes<[Room], Never>
  private let bob: UserID

  init() throws {
    rehearsal = try Rehearsal()
    notes = Notes(rehearsal.store.rooms)
    bob = try #require(UserID("@bob:x"))
  }

  private func text(_ id: String) -> String {
    #"{"event_id":"$\#(id)","type":"m.room.message","sender":"@bob:x","origin_server_ts":1,"#
      + #""content":{"msgtype":"m.text","body":"hi"}}"#
  }

  private func member(_ name: String, _ id: String = "m") -> String {
    #"{"event_id":"$\#(id)","type":"m.room.member","state_key":"@bob:x","sender":"@bob:x","#
      + #""origin_server_ts":1,"content":{"membership":"join","displayname":"\#(name)"}}"#
  }

  private func apply(_ rooms: String, isInitial: Bool = false) async throws {
    try await rehearsal.apply(
      #"{"next_batch":"n","rooms":{"join":{\#(rooms)}}}"#, isInitial: isInitial)
  }

  private var names: [String?] {
    notes.values.last?.map { $0.latestSender.map { $0.displayName ?? "" } ?? nil } ?? []
  }

  @Test("a room without a message has no sender; otherwise the room names the sender")
  func named() async throws {
    try await apply(
      #""!a":{"state":{"events":[\#(member("Bob"))]},"timeline":{"events":[\#(text("1"))]}},"!b":{}"#,
      isInitial: true)
    #expect(notes.values.last?.map(\.latestSender?.id) == [bob, nil])
    #expect(names == ["Bob", nil])
  }

  @Test("the account is the sender of its own unsent message")
  func own() async throws {
    let room = try await rehearsal.joinRoom()
    let sender = try rehearsal.sender()
    let sent = Notes(sender.send("hello", to: room))
    _ = try await rehearsal.transport.next(.put, "/send/")
    #expect(notes.values.last?.first?.latestSender?.id == rehearsal.store.userID)
    sent.dispose()
  }

  @Test("a renamed person is renamed there, even where the room does not name them")
  func renamed() async throws {
    try await apply(
      #""!a":{"timeline":{"events":[\#(text("1"))]}},"!b":{"state":{"events":[\#(member("Bob"))]},"#
        + #""timeline":{"events":[\#(text("2"))]}}"#,
      isInitial: true)
    #expect(names == ["Bob", "Bob"])
    try await apply(#""!b":{"timeline":{"events":[\#(member("Robert", "r"))]}}"#)
    #expect(names == ["Robert", "Robert"])
  }

  @Test("a refreshed profile renames them everywhere")
  func refreshed() async throws {
    try await apply(
      #""!a":{"timeline":{"events":[\#(text("1"))]}},"!b":{"state":{"events":[\#(member("Bob"))]},"#
        + #""timeline":{"events":[\#(text("2"))]}}"#,
      isInitial: true)
    let user = User(id: bob, displayName: "Bobby", nulls: .all)
    try await rehearsal.store.change {
      try $0.refresh(user, at: Timestamp(milliseconds: 1), $1)
    }
    #expect(names == ["Bobby", "Bobby"])
  }
}
