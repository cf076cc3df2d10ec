import Foundation
import TestServers
import Testing

@Suite("Spaces", .serialized)
struct SpaceTests {
  private func link(
    _ room: String, in space: String, _ ada: Peer, order: String? = nil, suggested: Bool = false
  ) throws {
    var content: [String: Any] = ["via": ["localhost"], "suggested": suggested]
    content["order"] = order
    let path = ada.path(space, "state/m.space.child/\(room.escapedForPath)")
    #expect(try ada.put(path, content).outcome == "200")
  }

  private func space(_ ada: Peer, name: String) throws -> String {
    try ada.room([
      "preset": "public_chat", "name": name, "creation_content": ["type": "m.space"],
    ])
  }

  private func hierarchy(_ peer: Peer, _ space: String, _ query: String = "") throws -> Reply {
    try peer.get(
      "/_matrix/client/v1/rooms/\(space.escapedForPath)/hierarchy"
        + (query.isEmpty ? "" : "?\(query)"))
  }

  private func ids(_ reply: Reply) -> [String] {
    reply.list("rooms").compactMap { $0["room_id"] as? String }
  }

  @Test(
    "rooms come in the order of the space, those of its spaces behind them",
    arguments: TestServer.all)
  func order(server: TestServer) throws {
    let ada = try Peer.new("ada", on: server)
    let (top, inner) = (try space(ada, name: "Top"), try space(ada, name: "Inner"))
    let (first, last, deep) = (try ada.room(), try ada.room(), try ada.room())
    try link(last, in: top, ada)
    try link(inner, in: top, ada, order: "b")
    try link(first, in: top, ada, order: "a")
    try link(deep, in: inner, ada)
    try link(top, in: inner, ada)
    let all = try hierarchy(ada, top)
    #expect(ids(all) == [top, first, inner, deep, last])
    let root = try #require(all.list("rooms").first)
    #expect(root["room_type"] as? String == "m.space")
    #expect(root["num_joined_members"] as? Int == 1)
    let links = root["children_state"] as? [[String: Any]] ?? []
    #expect(
      links.compactMap { $0["state_key"] as? String }.sorted() == [first, inner, last].sorted())
    #expect(try ids(hierarchy(ada, top, "max_depth=1")) == [top, first, inner, last])
  }

  @Test("only rooms that the user may see are listed", arguments: TestServer.all)
  func visibility(server: TestServer) throws {
    let (ada, eve) = (try Peer.new("ada", on: server), try Peer.new("eve", on: server))
    let top = try space(ada, name: "Top")
    let hidden = try ada.room(["preset": "private_chat"])
    let invited = try ada.room(["preset": "private_chat", "invite": [eve.user]])
    func room(_ rule: [String: Any]) throws -> String {
      try ada.room([
        "preset": "private_chat",
        "initial_state": [["type": "m.room.join_rules", "content": rule]],
      ])
    }
    let knock = try room(["join_rule": "knock"])
    let restricted = try room([
      "join_rule": "restricted", "allow": [["type": "m.room_membership", "room_id": top]],
    ])
    for (index, child) in [hidden, invited, knock, restricted].enumerated() {
      try link(child, in: top, ada, order: "\(index)")
    }
    #expect(try ids(hierarchy(ada, top)) == [top, hidden, invited, knock, restricted])
    #expect(try ids(hierarchy(eve, top)) == [top, invited, knock])
    _ = try eve.post(ada.path(top, "join"))
    #expect(try ids(hierarchy(eve, top)) == [top, invited, knock, restricted])
    #expect(try eve.post(ada.path(restricted, "join")).outcome == "200")
  }

  @Test(
    "pages and suggestions restrict the list; a removed link is none",
    arguments: TestServer.all)
  func pages(server: TestServer) throws {
    let ada = try Peer.new("ada", on: server)
    let top = try space(ada, name: "Top")
    let rooms = try (0..<3).map { _ in try ada.room() }
    for (index, room) in rooms.enumerated() {
      try link(room, in: top, ada, order: "\(index)", suggested: index == 1)
    }
    let first = try hierarchy(ada, top, "limit=2")
    #expect(ids(first) == [top, rooms[0]])
    let token = try #require(first.text("next_batch"))
    let second = try hierarchy(ada, top, "limit=2&from=\(token.escapedForPath)")
    #expect(ids(second) == [rooms[1], rooms[2]])
    #expect(
      try hierarchy(ada, top, "limit=2&max_depth=1&from=\(token.escapedForPath)").outcome
        == "400 M_INVALID_PARAM")
    #expect(try ids(hierarchy(ada, top, "suggested_only=true")) == [top, rooms[1]])
    let path = ada.path(top, "state/m.space.child/\(rooms[0].escapedForPath)")
    #expect(try ada.put(path).outcome == "200")
    #expect(try ids(hierarchy(ada, top)) == [top, rooms[1], rooms[2]])
  }
}
