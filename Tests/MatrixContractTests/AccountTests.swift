import Foundation
import TestServers
import Testing

@Suite("Profiles, data and media", .serialized)
struct AccountTests {
  @Test("everybody sees a profile, only its owner changes it", arguments: TestServer.all)
  func profile(server: TestServer) async throws {
    let (ada, bob) = (try Peer.new("ada", on: server), try Peer.new("bob", on: server))
    let room = try ada.room()
    let path = "profile/\(ada.user.escapedForPath)"
    #expect(try ada.put(path + "/displayname", ["displayname": "Ada L."]).outcome == "200")
    #expect(try ada.put(path + "/avatar_url", ["avatar_url": "mxc://localhost/a"]).outcome == "200")
    #expect(try bob.get(path).text("displayname") == "Ada L.")
    #expect(try bob.get(path + "/avatar_url").text("avatar_url") == "mxc://localhost/a")
    let foreign = try bob.put(path + "/displayname", ["displayname": "x"])
    #expect(foreign.isRefused("403 M_FORBIDDEN", synapse: "400 M_FORBIDDEN"))
    let state = ada.path(room, "state/m.room.member/\(ada.user.escapedForPath)")
    var member = try ada.get(state)
    // Synapse updates the rooms some time after its response.
    for _ in 0..<200 where member.text("displayname") != "Ada L." {
      try await Task.sleep(for: .milliseconds(100))
      member = try ada.get(state)
    }
    #expect(member.text("displayname") == "Ada L.")
    let nobody = "@none-\(UUID().uuidString.lowercased()):localhost".escapedForPath
    let unknown = try bob.get("profile/\(nobody)")
    #expect(unknown.isRefused("404 M_NOT_FOUND", synapse: "404 M_UNKNOWN"))
  }

  @Test("account data are private to their owner", arguments: TestServer.all)
  func accountData(server: TestServer) throws {
    let (ada, bob) = (try Peer.new("ada", on: server), try Peer.new("bob", on: server))
    let path = "user/\(ada.user.escapedForPath)/account_data/m.direct"
    #expect(try ada.get(path).outcome == "404 M_NOT_FOUND")
    let token = try #require(ada.sync().text("next_batch"))
    #expect(try ada.put(path, [bob.user: ["!a:b"]]).outcome == "200")
    #expect(try ada.get(path).json[bob.user] as? [String] == ["!a:b"])
    let told = try ada.sync(since: token).list("account_data", "events")
    #expect(told.map { $0["type"] as? String } == ["m.direct"])
    #expect(try bob.get(path).outcome == "403 M_FORBIDDEN")
    #expect(try bob.put(path).outcome == "403 M_FORBIDDEN")
    #expect(try ada.send("PUT", path, Data("[".utf8)).outcome == "400 M_NOT_JSON")
  }

  @Test("a file is returned unchanged, as a download rather than inline", arguments: TestServer.all)
  func media(server: TestServer) throws {
    let (ada, bob) = (try Peer.new("ada", on: server), try Peer.new("bob", on: server))
    let data = Data((0..<100_000).map { UInt8(truncatingIfNeeded: $0 &* 31) })
    let sent = try ada.send(
      "POST", "/_matrix/media/v3/upload?filename=a%20b.bin", data, type: "application/zip")
    let uri = try #require(sent.text("content_uri"))
    #expect(uri.hasPrefix("mxc://localhost/"))
    let id = uri.dropFirst("mxc://".count)
    #expect(try bob.get("/_matrix/client/v1/media/download/\(id)").bytes == data)
    // Synapse serves no parts: a client that asks for one must take the whole.
    let part = try bob.send(
      "GET", "/_matrix/client/v1/media/download/\(id)", headers: ["Range": "bytes=99000-"])
    #expect(part.status == (server.kind == .synapse ? 200 : 206))
    #expect(part.bytes == (server.kind == .synapse ? data : data.suffix(1000)))
    let missing = try bob.get("/_matrix/client/v1/media/download/localhost/none")
    #expect(missing.outcome == "404 M_NOT_FOUND")
    #expect((try bob.get("/_matrix/client/v1/media/config").number("m.upload.size") ?? 0) > 0)
    let thumbnail = "/_matrix/client/v1/media/thumbnail/\(id)?width=32&height=32&method=scale"
    #expect(try bob.get(thumbnail).status >= 400)
  }

  @Test("filters are stored, push rules are returned", arguments: TestServer.all)
  func filters(server: TestServer) throws {
    let ada = try Peer.new("ada", on: server)
    let path = "user/\(ada.user.escapedForPath)/filter"
    let made = try ada.post(path, ["room": ["timeline": ["limit": 5]]])
    let id = try #require(made.text("filter_id"))
    #expect(try ada.get("\(path)/\(id)").number("room", "timeline", "limit") == 5)
    #expect(try ada.sync(filter: id).outcome == "200")
    #expect(try !ada.get("pushrules/").list("global", "override").isEmpty)
  }

  @Test(
    "a server without encryption reports that nobody has keys", arguments: TestServer.all
  )
  func keys(server: TestServer) throws {
    let (ada, bob) = (try Peer.new("ada", on: server), try Peer.new("bob", on: server))
    let query = try ada.post("keys/query", ["device_keys": [bob.user: [String]()]])
    #expect(query.outcome == "200")
    #expect(query.object("device_keys", bob.user).isEmpty)
  }
}
