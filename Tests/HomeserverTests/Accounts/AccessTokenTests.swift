import Foundation
import ModelKit
import Testing

@testable import Homeserver

@Suite("Access tokens")
struct AccessTokenTests {
  @Test("A token stands for its user and device")
  func whoAmI() async throws {
    let ada = try await AccountRig().register("ada")
    let reply = try await ada.whoAmI()
    #expect(reply.status == 200)
    #expect(
      reply.json == [
        "user_id": "@ada:localhost", "device_id": .string(ada.device), "is_guest": false,
      ])
  }

  @Test("A token in the query is used if the header has none")
  func query() async throws {
    let rig = try AccountRig()
    let (ada, eve) = (try await rig.register("ada"), try await rig.register("eve"))
    for (header, query, user) in [
      (nil, ada.token, ada.id), (eve.token, ada.token, eve.id), (eve.token, "wrong", eve.id),
      ("wrong", ada.token, nil), (nil, "", nil),
    ] as [(String?, String, String?)] {
      let reply = try await rig.call(
        "GET", "account/whoami", token: header, query: [("access_token", query)])
      #expect(reply.json["user_id"]?.string == user)
      if user == nil { #expect(reply.status == 401 && reply.code == "M_UNKNOWN_TOKEN") }
    }
  }

  @Test(
    "An invalid token is refused",
    arguments: [" ", "x", "\0", String(repeating: "x", count: 100_000), "🐇"])
  func nonsense(text: String) async throws {
    let reply = try await AccountRig().call("GET", "account/whoami", token: text)
    #expect(reply.status == 401)
  }

  @Test("A refresh token is not accepted as an access token")
  func refreshToken() async throws {
    let rig = try AccountRig()
    let ada = try await rig.register("ada", ["refresh_token": true])
    let reply = try await rig.call("GET", "account/whoami", token: ada.refreshToken)
    #expect(reply.status == 401 && reply.code == "M_UNKNOWN_TOKEN")
  }

  @Test("Signing out ends the token at once, and only that of the device")
  func signOut() async throws {
    let rig = try AccountRig()
    let first = try await rig.register("ada")
    let second = try AccountPerson(await rig.signIn("ada"), rig)
    #expect(try await first.whoAmI().status == 200)
    let reply = try await first.call("POST", "logout")
    #expect(reply.status == 200 && reply.json == [:])
    let refused = try await first.whoAmI()
    #expect(refused.status == 401 && refused.code == "M_UNKNOWN_TOKEN")
    #expect(refused.json["soft_logout"] == false)
    #expect(try await second.whoAmI().status == 200)
    #expect(try await second.call("GET", "devices").json["devices"]?.array?.count == 1)
  }

  @Test("Signing out everywhere ends all tokens of the user, and no others")
  func signOutAll() async throws {
    let rig = try AccountRig()
    let first = try await rig.register("ada")
    let second = try AccountPerson(await rig.signIn("ada"), rig)
    let grace = try await rig.register("grace")
    for person in [first, second, grace] { _ = try await person.whoAmI() }
    #expect(try await first.call("POST", "logout/all").status == 200)
    #expect(try await first.whoAmI().status == 401)
    #expect(try await second.whoAmI().status == 401)
    #expect(try await grace.whoAmI().status == 200)
    #expect(rig.endedDevices == [try first.requester, try second.requester])
  }

  @Test("A waiting request ends before the response to its device's sign-out")
  func waitingRequest() async throws {
    let (started, startedContinuation) = AsyncStream.makeStream(of: Requester.self)
    let (ended, endedContinuation) = AsyncStream.makeStream(of: Void.self)
    let waiting = Route.user("GET", "client/waiting") { _, requester in
      startedContinuation.yield(requester)
      for await _ in ended { break }
      return .empty
    }
    let rig = try AccountRig(routes: waiting)
    let ada = try await rig.register("ada")
    async let reply = ada.call("GET", "waiting")
    for await requester in started {
      #expect(requester == (try ada.requester))
      break
    }
    try await ada.call("POST", "logout")
    // The commit ends waiting requests, and comes before the response.
    #expect(rig.endedDevices == [try ada.requester])
    endedContinuation.finish()
    #expect(try await reply.status == 200)
    #expect(try await ada.call("GET", "waiting").status == 401)
  }

  @Test("An expired access token is refused with a soft logout, used before or not")
  func expiry() async throws {
    let rig = try AccountRig()
    let ada = try await rig.register("ada", ["refresh_token": true])
    let unused = try AccountPerson(await rig.signIn("ada", ["refresh_token": true]), rig)
    #expect(try await ada.whoAmI().status == 200)
    rig.advance(milliseconds: Tokens.lifetime - 1)
    #expect(try await ada.whoAmI().status == 200)
    rig.advance(milliseconds: 1)
    for person in [ada, unused] {
      let refused = try await person.whoAmI()
      #expect(refused.status == 401 && refused.code == "M_UNKNOWN_TOKEN")
      #expect(refused.json["soft_logout"] == true)
    }
  }

  @Test("A token without a refresh token never expires")
  func eternal() async throws {
    let rig = try AccountRig()
    let ada = try await rig.register("ada")
    rig.advance(milliseconds: 1000 * Tokens.lifetime)
    #expect(try await ada.whoAmI().status == 200)
  }

  @Test("The files contain no token and no password")
  func secrets() async throws {
    let rig = try AccountRig(scheme: .argon2id)
    let password = "a planted password"
    let ada = try await rig.register("ada", password: password, ["refresh_token": true])
    let refreshToken = try #require(ada.refreshToken)
    let reply = try await rig.call("POST", "refresh", ["refresh_token": .string(refreshToken)])
    let secrets = [
      password, ada.token, refreshToken, try #require(reply.json["access_token"]?.string),
      try #require(reply.json["refresh_token"]?.string),
    ]
    #expect(Set(secrets).count == 5)
    let names = try FileManager.default.contentsOfDirectory(atPath: rig.folder)
    var all = Data()
    for name in names { all += try Data(contentsOf: URL(filePath: "\(rig.folder)/\(name)")) }
    #expect(all.range(of: Data("@ada:localhost".utf8)) != nil)
    #expect(all.range(of: Data("$argon2id$".utf8)) != nil)
    #expect(all.range(of: TokenHash(of: ada.token).data) != nil)
    for secret in secrets { #expect(all.range(of: Data(secret.utf8)) == nil) }
  }

  @Test("A device's last use is updated once per interval")
  func lastSeen() async throws {
    let rig = try AccountRig()
    let ada = try await rig.register("ada")
    let start = rig.noted.time
    func seen() async throws -> Int? {
      try await ada.call("GET", "devices/\(ada.device)").json["last_seen_ts"]?.integer
    }
    #expect(try await seen() == Int(start))
    rig.advance(milliseconds: 599_999)
    #expect(try await seen() == Int(start))
    rig.advance(milliseconds: 1)
    #expect(try await seen() == Int(start) + 600_000)
  }
}
