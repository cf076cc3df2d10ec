import ModelKit
import Testing

@testable import Homeserver

@Suite("Size of the room directory")
struct PublicRoomsSizeTests {
  @Test(
    "A list that is too large ends early, and its token continues it", arguments: [nil, "cup"])
  func pages(term: String?) async throws {
    let home = try RoomsHome()
    var rooms: Set<String> = []
    let topic = "cup " + String(repeating: "x", count: 29_000)
    for _ in 0..<40 {
      rooms.insert(try await home.room(["visibility": "public", "topic": .string(topic)]))
    }
    var seen: [String] = []
    var token: String?
    var pages = 0
    repeat {
      var body: JSONObject = [:]
      if let term { body["filter"] = ["generic_search_term": .string(term)] }
      if let token { body["since"] = .string(token) }
      let reply = await home.call("POST", "publicRooms", .object(body))
      #expect(reply.body["total_room_count_estimate"] == 40)
      #expect(reply.body.text.utf8.count < 2 << 20)
      seen += (reply.body["chunk"]?.array ?? []).compactMap { $0["room_id"]?.string }
      token = reply.body["next_batch"]?.string
      pages += 1
    } while token != nil && pages < 20
    #expect(pages == 2)
    #expect(seen.count == 40)
    #expect(Set(seen) == rooms)
  }
}
