import Testing

@testable import Controllers
@testable import Matrix
@testable import MatrixWire
@testable import Models
@testable import Signals

@Suite("Ignored people in the store", .timeLimit(.minutes(5)))
struct IgnoredTests {
  private let rehearsal: Rehearsal
  private let profiles: MatrixProfileController
  private let bob: UserID

  init() throws {
    rehearsal = try Rehearsal()
    profiles = MatrixProfileController(network: rehearsal.network, store: rehearsal.store)
    bob = try #require(UserID("@bob:x"))
  }

  private func sync(_ users: String) async throws {
    try await rehearsal.apply(
      #"{"next_batch":"n","account_data":{"events":[{"type":"m.ignored_user_list","content":"#
        + #"{"ignored_users":{\#(users)}}}]}}"#)
  }

  private var ignored: [String]? {
    get async { await profiles.ignored.first()?.map(\.rawValue).sorted() }
  }

  @Test("are those of the newest list, without the account itself and what is no user")
  func read() async throws {
    try await sync(#""@bob:x":{},"@amy:x":{"since":1},"bad":{},"\#(Rehearsal.me)":{}"#)
    #expect(await ignored == ["@amy:x", "@bob:x"])
    try await rehearsal.apply(#"{"next_batch":"n"}"#)
    #expect(await ignored == ["@amy:x", "@bob:x"])
    try await sync("")
    #expect(await ignored == [])
  }

  @Test("one is added to what the server has now, and another change waits for the first")
  func set() async throws {
    let first = Notes(profiles.setIgnored(true, bob))
    let second = Notes(profiles.setIgnored(false, try #require(UserID("@amy:x"))))
    try await rehearsal.transport.next(.get, "/account_data/m.ignored_user_list").reply(
      200, #"{"ignored_users":{"@amy:x":{"a":1}},"other":2}"#)
    let put = try await rehearsal.transport.next(.put, "/account_data/m.ignored_user_list")
    #expect(put.body == #"{"ignored_users":{"@amy:x":{"a":1},"@bob:x":{}},"other":2}"#)
    put.reply(200, "{}")
    try await first.ended()
    #expect(first.isCompleted)
    try await rehearsal.transport.next(.get, "/account_data/m.ignored_user_list").reply(
      404, #"{"errcode":"M_NOT_FOUND","error":"x"}"#)
    let last = try await rehearsal.transport.next(.put, "/account_data/m.ignored_user_list")
    #expect(last.body == #"{"ignored_users":{}}"#)
    last.reply(200, "{}")
    try await second.ended()
    #expect(await profiles.ignored.first() == [])
  }

  @Test("a refusal changes nothing, and the next change goes on")
  func refused() async throws {
    try await sync(#""@amy:x":{}"#)
    let notes = Notes(profiles.setIgnored(true, bob))
    try await rehearsal.transport.next(.get, "/m.ignored_user_list").reply(200, "{}")
    try await rehearsal.transport.next(.put, "/m.ignored_user_list").reply(
      403, #"{"errcode":"M_FORBIDDEN","error":"x"}"#)
    try await notes.ended()
    #expect(notes.failure?.operation == .ignore)
    #expect(await profiles.ignored.first()?.map(\.rawValue) == ["@amy:x"])
    let again = Notes(profiles.setIgnored(true, bob))
    try await rehearsal.transport.next(.get, "/m.ignored_user_list").reply(200, "{}")
    try await rehearsal.transport.next(.put, "/m.ignored_user_list").reply(200, "{}")
    try await again.ended()
    #expect(await profiles.ignored.first() == [bob])
  }

  @Test("their messages are no preview of a room, until they are ignored no longer")
  func preview() async throws {
    func text(_ sender: String, _ id: String) -> String {
      #"{"event_id":"$\#(id)","type":"m.room.message","sender":"\#(sender)","#
        + #""origin_server_ts":1,"content":{"msgtype":"m.text","body":"\#(id)"}}"#
    }
    func member(_ user: String) -> String {
      #"{"event_id":"$\#(user)","type":"m.room.member","state_key":"\#(user)","sender":"\#(user)","#
        + #""origin_server_ts":1,"content":{"membership":"join"}}"#
    }
    let state = #""state":{"events":[\#(member("@bob:x")),\#(member("@amy:x"))]}"#
    let lines = #""timeline":{"events":[\#(text("@amy:x", "old")),\#(text("@bob:x", "new"))]}"#
    try await rehearsal.apply(
      #"{"next_batch":"n","rooms":{"join":{"!a:x":{\#(state),\#(lines)},"!b:x":{"state":{"#
        + #""events":[\#(member("@bob:x"))]},"timeline":{"events":[\#(text("@bob:x", "only"))]}}}}}"#,
      isInitial: true)
    func previews() async -> [String?]? {
      await rehearsal.store.rooms.first()?.map { $0.latestMessage?.text }
    }
    #expect(await previews() == ["new", "only"])
    try await sync(#""@bob:x":{}"#)
    #expect(await previews() == ["old", nil])
    try await rehearsal.apply(
      #"{"next_batch":"n","rooms":{"join":{"!a:x":{"timeline":{"events":["#
        + #"\#(text("@bob:x", "newest"))]}}}}}"#)
    #expect(await previews() == ["old", nil])
    try await sync("")
    #expect(await previews() == ["newest", "only"])
  }
}
