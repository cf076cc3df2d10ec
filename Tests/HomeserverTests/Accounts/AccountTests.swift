import GRDB
import ModelKit
import Testing

@testable import Homeserver

@Suite("Accounts")
struct AccountTests {
  private let rig: AccountRig
  private let ada: AccountPerson
  private let phone: AccountPerson

  init() async throws {
    rig = try AccountRig()
    ada = try await rig.register("ada")
    phone = try AccountPerson(await rig.signIn("ada"), rig)
  }

  @Test("A new password replaces the old one and ends all other devices")
  func password() async throws {
    #expect(
      try await ada.call("POST", "account/password", ["new_password": "new"]).status == 401)
    let reply = try await ada.call(
      "POST", "account/password", ["new_password": "new", "auth": ada.proof()])
    #expect(reply.status == 200)
    #expect(try await rig.signIn("ada").status == 403)
    #expect(try await rig.signIn("ada", password: "new").status == 200)
    #expect(try await ada.whoAmI().status == 200)
    #expect(try await phone.whoAmI().status == 401)
    #expect(rig.endedDevices == [try phone.requester])
  }

  @Test("Other devices stay if the client asks for it")
  func keepsDevices() async throws {
    let reply = try await ada.call(
      "POST", "account/password",
      ["new_password": "new", "logout_devices": false, "auth": ada.proof()])
    #expect(reply.status == 200)
    #expect(try await phone.whoAmI().status == 200)
  }

  @Test(
    "A bad new password changes nothing",
    arguments: [
      (["new_password": ""], "M_INVALID_PARAM"),
      (["new_password": .string(String(repeating: "x", count: 513))], "M_INVALID_PARAM"),
      ([:], "M_MISSING_PARAM"), (["new_password": 5], "M_BAD_JSON"),
    ] as [(JSONObject, String)])
  func badPassword(body: JSONObject, code: String) async throws {
    var body = body
    body["auth"] = ada.proof()
    let reply = try await ada.call("POST", "account/password", .object(body))
    #expect(reply.status == 400 && reply.code == code)
    #expect(try await rig.signIn("ada").status == 200)
    #expect(try await phone.whoAmI().status == 200)
  }

  @Test("A password confirms one request only")
  func proofOfOneRequest() async throws {
    let path = "account/password"
    let session = try #require(
      try await ada.call("POST", path, ["new_password": "new"]).json["session"]?.string)
    let proof = ada.proof(session: session)
    #expect(try await ada.call("POST", path, ["auth": proof]).code == "M_MISSING_PARAM")
    let later = try await ada.call(
      "POST", path, ["new_password": "new", "auth": ["session": .string(session)]])
    #expect(later.status == 401)
    #expect(try await rig.signIn("ada").status == 200)
    let whole = try await ada.call("POST", path, ["new_password": "new", "auth": proof])
    #expect(whole.status == 200)
  }

  @Test("The wrong password changes nothing")
  func wrongProof() async throws {
    for path in ["account/password", "account/deactivate"] {
      let reply = try await ada.call(
        "POST", path, ["new_password": "new", "auth": ada.proof("wrong")])
      #expect(reply.status == 401 && reply.code == "M_FORBIDDEN")
    }
    #expect(try await rig.signIn("ada").status == 200)
  }

  @Test("Deactivation signs the user out everywhere, leaves all rooms and is final")
  func deactivate() async throws {
    #expect(try await ada.call("POST", "account/deactivate", [:]).status == 401)
    try await addData()
    let reply = try await ada.call("POST", "account/deactivate", ["auth": ada.proof()])
    #expect(reply.status == 200)
    #expect(reply.json == ["id_server_unbind_result": "success"])
    #expect(rig.noted.deactivated.map(\.rawValue) == ["@ada:localhost"])
    #expect(rig.endedDevices == [try ada.requester, try phone.requester])
    for person in [ada, phone] { #expect(try await person.whoAmI().status == 401) }
    #expect(try await rig.signIn("ada").status == 403)
    #expect(try await rig.call("GET", "profile/@ada:localhost").status == 404)
    let user = try ada.requester.user
    let left = try await rig.store.read { database in
      #expect(try !Users.exists(user, in: database))
      return try ["account_data", "filters", "devices", "tokens"].map {
        try Int.fetchOne(database, sql: "SELECT count(*) FROM \($0)") ?? -1
      }
    }
    #expect(left == [0, 0, 0, 0])
  }

  private func addData() async throws {
    try await rig.store.write { context in
      try context.database.execute(
        sql: """
          INSERT INTO account_data (user, room, type, json, position)
          VALUES ('@ada:localhost', '', 'x', '{}', 1);
          INSERT INTO filters (user, id, json) VALUES ('@ada:localhost', 1, '{}');
          """)
    }
  }

  @Test("A deactivated user's profile is deleted only on request")
  func erase() async throws {
    let grace = try await rig.register("grace")
    try await ada.call("POST", "account/deactivate", ["auth": ada.proof()])
    try await grace.call("POST", "account/deactivate", ["auth": grace.proof(), "erase": true])
    let users = [try ada.requester.user, try grace.requester.user]
    let counts = try await rig.store.read { database in
      try users.map { try Profiles.memberFields(of: $0, in: database).count }
    }
    #expect(counts == [1, 0])
  }

  @Test("A deactivation that fails in a room changes nothing")
  func atomicDeactivation() async throws {
    rig.refuseChanges()
    let reply = try await ada.call("POST", "account/deactivate", ["auth": ada.proof()])
    #expect(reply.status == 500 && reply.code == "M_UNKNOWN")
    #expect(try await phone.whoAmI().status == 200)
    #expect(try await rig.signIn("ada").status == 200)
    #expect(rig.endedDevices.isEmpty)
  }
}
