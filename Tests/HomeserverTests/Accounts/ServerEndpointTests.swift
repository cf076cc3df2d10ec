import ModelKit
import Testing

@testable import Homeserver

@Suite("Server information")
struct ServerEndpointTests {
  @Test("Everybody can read the versions")
  func versions() async throws {
    let reply = try await AccountRig().call("GET", "/_matrix/client/versions")
    #expect(reply.status == 200)
    let versions = reply.json["versions"]?.array ?? []
    #expect(versions.contains("r0.6.1") && versions.contains("v1.1") && versions.last == "v1.11")
    #expect(reply.json["unstable_features"]?.isObject == true)
  }

  @Test(
    "The well-known address is the one that the client used",
    arguments: [
      ("127.0.0.1:8123", "http://127.0.0.1:8123"), ("localhost", "http://localhost"),
      ("[::1]:80", "http://[::1]:80"), (nil, "http://127.0.0.1:8008"),
      ("evil\"/", "http://127.0.0.1:8008"), ("a b", "http://127.0.0.1:8008"),
    ])
  func wellKnown(host: String?, base: String) async throws {
    let reply = try await AccountRig().call("GET", "/.well-known/matrix/client", host: host)
    #expect(reply.json == ["m.homeserver": ["base_url": .string(base)]])
  }

  @Test("Rooms get the configured version", arguments: [false, true])
  func capabilities(isNew: Bool) async throws {
    let rig = try AccountRig { $0.mintsVersion12 = isNew }
    let ada = try await rig.register("ada")
    let capabilities = try await ada.call("GET", "capabilities").json["capabilities"]
    let rooms = capabilities?["m.room_versions"]
    let version = try #require(rooms?["default"]?.string)
    #expect(version == (isNew ? "12" : "11"))
    #expect(rooms?["available"]?[version] == "stable")
    #expect(rooms?["available"]?.object?.count == RoomVersion.allCases.count)
    #expect(capabilities?["m.change_password"]?["enabled"] == true)
    #expect(capabilities?["m.3pid_changes"]?["enabled"] == false)
  }

  @Test("Missing features are reported as the specification demands")
  func absentFeatures() async throws {
    let ada = try await AccountRig().register("ada")
    #expect(try await ada.call("GET", "voip/turnServer").json == [:])
    #expect(try await ada.call("GET", "thirdparty/protocols").json == [:])
    #expect(try await ada.call("GET", "pushers").json == ["pushers": []])
  }

  @Test("Keys are neither accepted nor returned")
  func keys() async throws {
    let ada = try await AccountRig().register("ada")
    let upload = try await ada.call("POST", "keys/upload", ["device_keys": [:]])
    #expect(upload.status == 404 && upload.code == "M_UNRECOGNIZED")
    let query = try await ada.call(
      "POST", "keys/query", ["device_keys": ["@ada:localhost": [], "nobody": []]])
    #expect(query.json == ["device_keys": ["@ada:localhost": [:]], "failures": [:]])
    let claim = try await ada.call(
      "POST", "keys/claim", ["one_time_keys": ["@ada:localhost": ["D": "signed_curve25519"]]])
    #expect(claim.json == ["one_time_keys": [:], "failures": [:]])
    let changes = try await ada.rig.call(
      "GET", "keys/changes", token: ada.token, query: [("from", "s1"), ("to", "s2")])
    #expect(changes.json == ["changed": [], "left": []])
  }

  @Test(
    "An invalid key request is refused with the matching error code",
    arguments: [
      ("POST", "keys/query", [:], "M_MISSING_PARAM"),
      ("POST", "keys/query", ["device_keys": 5], "M_BAD_JSON"),
      ("POST", "keys/claim", [:], "M_MISSING_PARAM"),
      ("GET", "keys/changes", nil, "M_MISSING_PARAM"),
    ] as [(String, String, JSONValue?, String)])
  func keyErrors(method: String, path: String, body: JSONValue?, code: String) async throws {
    let ada = try await AccountRig().register("ada")
    let reply = try await ada.call(method, path, body)
    #expect(reply.status == 400 && reply.code == code)
  }
}
