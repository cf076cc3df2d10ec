import Testing

@testable import Controllers
@testable import Matrix
@testable import Models
@testable import Signals

@Suite("Search controller", .timeLimit(.minutes(5)))
struct SearchControllerTests {
  private let rehearsal: Rehearsal

  init() throws { rehearsal = try Rehearsal() }

  private func message(_ id: Int, _ body: String) -> String {
    #"{"event_id":"$\#(id)","type":"m.room.message","sender":"@bob:x","origin_server_ts":\#(id),"#
      + #""content":{"msgtype":"m.text","body":"\#(body)"}}"#
  }

  private func find(_ query: String, limit: Int = 10) async throws -> [FoundMessage] {
    let controller = MatrixSearchController(
      directory: rehearsal.directory, userID: rehearsal.store.userID)
    return try await controller.messages(containing: query, limit: limit).first() ?? []
  }

  @Test("finds messages of all rooms, newest first, with their rooms and senders")
  func finds() async throws {
    let member =
      #"{"event_id":"$m","type":"m.room.member","state_key":"@bob:x","sender":"@bob:x","#
      + #""content":{"membership":"join","displayname":"Bob"}}"#
    try await rehearsal.apply(
      #"{"next_batch":"n","rooms":{"join":{"!a":{"state":{"events":[\#(member)]},"#
        + #""timeline":{"events":[\#(message(1, "A zero width joiner")),"#
        + #"\#(message(4, "nothing"))]}},"#
        + #""!b":{"timeline":{"events":[\#(message(2, "Zero WÏDTH")),\#(message(3, "zerö"))]}}}}}"#,
      isInitial: true)

    let found = try await find("width zero")
    #expect(found.map(\.message.text) == ["Zero WÏDTH", "A zero width joiner"])
    #expect(found.map(\.room.id.rawValue) == ["!b", "!a"])
    #expect(found.map(\.sender.displayName) == ["Bob", "Bob"])
    #expect(try await find("zer").count == 3)
    #expect(try await find("zer", limit: 1).map(\.message.text) == ["zerö"])
    #expect(try await find("absent").isEmpty)
  }

  @Test(
    "nothing in a query is an operator",
    arguments: ["", " ", "\"", "a OR", "NEAR(", "body:", "*", "-x", "'; DROP TABLE texts; --", "^"])
  func operators(query: String) async throws {
    #expect(try await find(query).isEmpty)
  }

  @Test("without a cache there is nothing to find")
  func noCache() async throws {
    let folder = try TestFolder()
    let controller = MatrixSearchController(
      directory: try AccountDirectory(path: folder.path), userID: rehearsal.store.userID)
    #expect(try await controller.messages(containing: "x", limit: 1).first() == [])
  }
}
