import Foundation
import TestServers
import Testing

@Suite("Signing in", .serialized)
struct SessionTests {
  @Test("versions are public", arguments: TestServer.all)
  func versions(server: TestServer) throws {
    let reply = try Peer(server).get("/_matrix/client/versions")
    #expect(reply.status == 200)
    #expect((reply.json["versions"] as? [String])?.contains("v1.1") == true)
  }

  @Test("sign-in by password is offered", arguments: TestServer.all)
  func flows(server: TestServer) throws {
    let types = try Peer(server).get("login").list("flows").compactMap { $0["type"] as? String }
    #expect(types.contains("m.login.password"))
  }

  @Test("each device has its own token, which signing out invalidates", arguments: TestServer.all)
  func devices(server: TestServer) throws {
    let first = try Peer.new("ada", on: server)
    let second = try first.another()
    #expect(second.token != first.token && second.device != first.device)
    #expect(try second.get("account/whoami").text("user_id") == first.user)
    #expect(try second.get("account/whoami").text("device_id") == second.device)
    #expect(try second.post("logout").outcome == "200")
    #expect(try second.get("account/whoami").outcome == "401 M_UNKNOWN_TOKEN")
    #expect(try first.get("account/whoami").outcome == "200")
    #expect(try first.post("logout/all").outcome == "200")
    #expect(try first.get("account/whoami").outcome == "401 M_UNKNOWN_TOKEN")
  }

  @Test("the old form of sign-in and a chosen device id work", arguments: TestServer.all)
  func oldForm(server: TestServer) throws {
    let ada = try Peer.new("ada", on: server)
    let reply = try Peer(server).send(
      "POST", "/_matrix/client/r0/login",
      JSONSerialization.data(withJSONObject: [
        "type": "m.login.password", "user": ada.user, "password": Peer.password,
        "device_id": "MYDEVICE",
      ]))
    #expect(reply.text("device_id") == "MYDEVICE")
  }

  @Test("unknown users and wrong passwords get the same response", arguments: TestServer.all)
  func refusals(server: TestServer) throws {
    let ada = try Peer.new("ada", on: server)
    let wrong = try ada.login(["password": "wrong"])
    let unknown = try ada.login([
      "identifier": ["type": "m.id.user", "user": "nobody-\(UUID().uuidString.lowercased())"]
    ])
    #expect(wrong.outcome == "403 M_FORBIDDEN")
    #expect(unknown.outcome == wrong.outcome)
    #expect(unknown.text("error") == wrong.text("error"))
    #expect(try ada.login(["type": "m.login.magic"]).status == 400)
  }

  @Test(
    "a refresh token gives new tokens, and works until the new ones are used",
    arguments: TestServer.all)
  func refresh(server: TestServer) throws {
    let ada = try Peer.new("ada", on: server)
    let login = try ada.login(["refresh_token": true])
    let first = try #require(login.text("refresh_token"))
    #expect((login.number("expires_in_ms") ?? 0) > 0)
    let refreshed = try Peer(server).post("refresh", ["refresh_token": first])
    let token = try #require(refreshed.text("access_token"))
    #expect(refreshed.text("refresh_token") != first)
    #expect(token != login.text("access_token"))
    #expect(try Peer(server, token: token).get("account/whoami").outcome == "200")
    let again = try Peer(server).post("refresh", ["refresh_token": first])
    #expect(again.isRefused("401 M_UNKNOWN_TOKEN", synapse: "403 M_FORBIDDEN"))
    let never = try Peer(server).post("refresh", ["refresh_token": "never"])
    #expect(never.outcome == "401 M_UNKNOWN_TOKEN")
  }

  @Test("names are unique and have a grammar", arguments: TestServer.all)
  func registration(server: TestServer) throws {
    let ada = try Peer.new("ada", on: server)
    let name = String(ada.user.dropFirst().prefix { $0 != ":" })
    func register(_ name: String) throws -> String {
      try Peer(server).post(
        "register", ["username": name, "password": "p4ssw0rd!", "auth": ["type": "m.login.dummy"]]
      ).outcome
    }
    #expect(try register(name) == "400 M_USER_IN_USE")
    #expect(try register("With Space") == "400 M_INVALID_USERNAME")
    #expect(
      try Peer(server).get("register/available?username=\(name)").outcome == "400 M_USER_IN_USE")
    let stages = try Peer(server).post(
      "register", ["username": "x-\(UUID())".lowercased(), "password": "p"])
    #expect(stages.status == 401)
    #expect(!stages.list("flows").isEmpty && stages.text("session") != nil)
  }
}
