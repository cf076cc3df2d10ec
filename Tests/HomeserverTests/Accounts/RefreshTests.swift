import GRDB
import ModelKit
import Testing

@testable import Homeserver

@Suite("Refresh tokens")
struct RefreshTests {
  private struct Pair {
    let access: String
    let refresh: String
  }

  private let rig: AccountRig
  private let ada: AccountPerson

  init() async throws {
    rig = try AccountRig()
    ada = try await rig.register("ada", ["refresh_token": true])
  }

  private func exchange(_ token: String?) async throws -> AccountRig.Reply {
    try await rig.call("POST", "refresh", ["refresh_token": .string(try #require(token))])
  }

  private func pair(_ token: String?) async throws -> Pair {
    let reply = try await exchange(token)
    try #require(reply.status == 200, "\(reply.json)")
    return Pair(
      access: try #require(reply.json["access_token"]?.string),
      refresh: try #require(reply.json["refresh_token"]?.string))
  }

  private func whoAmI(_ token: String) async throws -> AccountRig.Reply {
    try await rig.call("GET", "account/whoami", token: token)
  }

  @Test("A client that asks for a refresh token gets one, with the access token's lifetime")
  func signIn() async throws {
    let reply = try await rig.signIn("ada", ["refresh_token": true])
    #expect(reply.json["refresh_token"]?.string?.isEmpty == false)
    #expect(reply.json["expires_in_ms"]?.integer == Int(Tokens.lifetime))
  }

  @Test("A refresh token is exchanged for a new pair of the same device")
  func rotation() async throws {
    let reply = try await exchange(ada.refreshToken)
    #expect(reply.status == 200)
    #expect(reply.json["expires_in_ms"]?.integer == Int(Tokens.lifetime))
    let access = try #require(reply.json["access_token"]?.string)
    #expect(access != ada.token)
    #expect(reply.json["refresh_token"]?.string != ada.refreshToken)
    let response = try await whoAmI(access)
    #expect(response.status == 200)
    #expect(response.json["device_id"] == .string(ada.device))
  }

  @Test("The new pair works when the old access token has expired")
  func expired() async throws {
    rig.advance(milliseconds: Tokens.lifetime)
    #expect(try await ada.whoAmI().status == 401)
    let next = try await pair(ada.refreshToken)
    #expect(try await whoAmI(next.access).status == 200)
    rig.advance(milliseconds: Tokens.lifetime)
    #expect(try await whoAmI(next.access).json["soft_logout"] == true)
    #expect(try await whoAmI(pair(next.refresh).access).status == 200)
  }

  @Test("After a lost response the same token works again, and the lost pair never does")
  func lostResponse() async throws {
    let lost = try await pair(ada.refreshToken)
    // A use of the old access token does not prove that the new one arrived.
    #expect(try await ada.whoAmI().status == 200)
    let next = try await pair(ada.refreshToken)
    #expect(try await whoAmI(lost.access).status == 401)
    #expect(try await exchange(lost.refresh).status == 401)
    #expect(try await whoAmI(next.access).status == 200)
    #expect(try await exchange(next.refresh).status == 200)
  }

  @Test("A token reused after the new access token was used ends the family")
  func reuseAfterAccess() async throws {
    let next = try await pair(ada.refreshToken)
    #expect(try await whoAmI(next.access).status == 200)
    let reply = try await exchange(ada.refreshToken)
    #expect(reply.status == 401 && reply.code == "M_UNKNOWN_TOKEN")
    #expect(reply.json["access_token"] == nil)
    for token in [ada.token, next.access] {
      let refused = try await whoAmI(token)
      #expect(refused.status == 401)
      // The owner signs in again on the same device and keeps it.
      #expect(refused.json["soft_logout"] == true)
    }
    #expect(try await exchange(next.refresh).status == 401)
    #expect(rig.endedDevices == [try ada.requester])
  }

  @Test("A token reused after the new refresh token was used ends the family")
  func reuseAfterRefresh() async throws {
    let second = try await pair(ada.refreshToken)
    let third = try await pair(second.refresh)
    #expect(try await exchange(ada.refreshToken).status == 401)
    #expect(try await whoAmI(third.access).status == 401)
    #expect(try await exchange(third.refresh).status == 401)
  }

  @Test("The end of a family leaves the user's other sign-ins alone")
  func otherFamilies() async throws {
    let other = try AccountPerson(
      await rig.signIn("ada", ["refresh_token": true]), rig)
    let next = try await pair(ada.refreshToken)
    _ = try await whoAmI(next.access)
    #expect(try await exchange(ada.refreshToken).status == 401)
    #expect(try await other.whoAmI().status == 200)
    #expect(try await exchange(other.refreshToken).status == 200)
  }

  @Test("Signing out ends refresh tokens too")
  func signOut() async throws {
    try await ada.call("POST", "logout")
    let reply = try await exchange(ada.refreshToken)
    #expect(reply.status == 401 && reply.code == "M_UNKNOWN_TOKEN")
    #expect(reply.json["soft_logout"] == false)
  }

  @Test(
    "An invalid refresh token is refused",
    arguments: [
      ([:], 400, "M_MISSING_PARAM"), (["refresh_token": "x"], 401, "M_UNKNOWN_TOKEN"),
      (["refresh_token": 5], 400, "M_BAD_JSON"),
    ] as [(JSONValue, Int, String)])
  func errors(body: JSONValue, status: Int, code: String) async throws {
    let reply = try await rig.call("POST", "refresh", body)
    #expect(reply.status == status && reply.code == code)
  }

  @Test("An access token is not a refresh token")
  func accessToken() async throws {
    #expect(try await exchange(ada.token).status == 401)
  }

  @Test("The stored tokens of a family stay bounded, however often it is refreshed")
  func bound() async throws {
    var token = ada.refreshToken
    for _ in 0..<120 { token = try await pair(token).refresh }
    let counts = try await rig.store.read { database in
      try Int.fetchAll(database, sql: "SELECT count(*) FROM tokens GROUP BY kind")
    }
    #expect(counts == [101, 101])
    #expect(try await whoAmI(pair(token).access).status == 200)
  }
}
