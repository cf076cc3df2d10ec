import ModelKit
import Testing

@testable import Homeserver

@Suite("Accounts in a whole server", .timeLimit(.minutes(5)))
struct WholeServerAccountTests {
  private let home: TestHome
  private let ada: Person
  private let grace: Person
  private let room: String

  init() async throws {
    home = try TestHome()
    ada = try await home.register("ada")
    grace = try await home.register("grace")
    let made = try await ada.call("POST", "createRoom", ["preset": "public_chat"])
    room = try #require(made.json["room_id"]?.string)
    let joined = try await grace.call("POST", "rooms/\(room)/join", [:])
    try #require(joined.status == 200)
  }

  private func proof(_ person: Person) -> JSONValue {
    ["type": "m.login.password", "user": .string(person.id), "password": "pass"]
  }

  private func member(_ person: Person) async throws -> JSONValue {
    try await ada.call("GET", "rooms/\(room)/state/m.room.member/\(person.id)").json
  }

  @Test("Signing out ends a waiting sync", arguments: ["logout", "logout/all"])
  func waitingSync(path: String) async throws {
    let since = try #require(
      try await grace.call("GET", "sync?timeout=0").json["next_batch"]?.string)
    async let waiting = grace.call("GET", "sync?timeout=600000&since=\(since)")
    // A slow change that concerns no waiting request.
    _ = try await home.register("linus")
    #expect(try await grace.call("POST", path).status == 200)
    let reply = try await waiting
    #expect(reply.status == 401 && reply.code == "M_UNKNOWN_TOKEN")
    #expect(reply.json["soft_logout"] == false)
    #expect(try await ada.call("GET", "sync?timeout=0").status == 200)
  }

  @Test("A deleted device's sync ends too")
  func deletedDevice() async throws {
    let signedIn = try await home.call(
      "POST", "/_matrix/client/v3/login",
      body: [
        "type": "m.login.password", "user": "grace", "password": "pass", "device_id": "PHONE",
      ])
    let phone = Person(
      home: home, id: grace.id, device: "PHONE",
      token: try #require(signedIn.json["access_token"]?.string))
    let since = try #require(
      try await phone.call("GET", "sync?timeout=0").json["next_batch"]?.string)
    async let waiting = phone.call("GET", "sync?timeout=600000&since=\(since)")
    let reply = try await grace.call("DELETE", "devices/PHONE", ["auth": proof(grace)])
    #expect(reply.status == 200)
    #expect(try await waiting.status == 401)
    #expect(try await grace.call("GET", "account/whoami").status == 200)
  }

  @Test("A new name is a new membership event in the rooms")
  func profileChange() async throws {
    #expect(try await member(grace)["displayname"] == "grace")
    try await grace.call(
      "PUT", "profile/\(grace.id)/displayname", ["displayname": "Rear Admiral"])
    try await grace.call(
      "PUT", "profile/\(grace.id)/avatar_url", ["avatar_url": "mxc://localhost/x"])
    let content = try await member(grace)
    #expect(content["membership"] == "join")
    #expect(content["displayname"] == "Rear Admiral")
    #expect(content["avatar_url"] == "mxc://localhost/x")
  }

  @Test("A deactivated user leaves all rooms")
  func deactivation() async throws {
    let reply = try await grace.call("POST", "account/deactivate", ["auth": proof(grace)])
    #expect(reply.status == 200)
    #expect(try await member(grace)["membership"] == "leave")
    #expect(try await member(ada)["membership"] == "join")
  }
}
