import ModelKit
import Testing

@testable import Homeserver

@Suite("Registration")
struct RegistrationTests {
  private static let dummy: JSONValue = ["type": "m.login.dummy"]

  private func body(_ more: JSONObject) -> JSONValue {
    var body: JSONObject = ["username": "ada", "password": "pass", "auth": Self.dummy]
    for member in more { body[member.key] = member.value }
    return .object(body)
  }

  @Test("The first request gets the stages, the second one makes the account")
  func steps() async throws {
    let rig = try AccountRig()
    let asked = try await rig.call(
      "POST", "register", ["username": "ada", "password": "pass"])
    #expect(asked.status == 401)
    #expect(asked.json["flows"] == [["stages": ["m.login.dummy"]]])
    #expect(asked.json["params"] == [:])
    #expect(asked.code == nil)
    let session = try #require(asked.json["session"]?.string)
    let made = try await rig.call(
      "POST", "register",
      body(["auth": ["type": "m.login.dummy", "session": .string(session)]]))
    let ada = try AccountPerson(made, rig)
    #expect(ada.id == "@ada:localhost")
    #expect(made.json["home_server"] == "localhost")
    #expect(try await ada.whoAmI().status == 200)
    #expect(try await rig.signIn("ada").status == 200)
    let again = try await rig.call(
      "POST", "register",
      body(["username": "grace", "auth": ["session": .string(session)]]))
    #expect(again.status == 400, "a session makes one account")
  }

  @Test("A session that never began or has ended is unknown")
  func sessions() async throws {
    let rig = try AccountRig()
    let invented = try await rig.call(
      "POST", "register", body(["auth": ["type": "m.login.dummy", "session": "invented"]]))
    #expect(invented.status == 400 && invented.code == "M_UNKNOWN")
    let session = try #require(
      try await rig.call("POST", "register", [:]).json["session"])
    rig.advance(milliseconds: 600_000)
    let late = try await rig.call(
      "POST", "register", body(["auth": ["type": "m.login.dummy", "session": session]]))
    #expect(late.status == 400 && late.code == "M_UNKNOWN")
  }

  @Test(
    "An invalid request is refused with the matching error code",
    arguments: [
      (["username": "a b"], 400, "M_INVALID_USERNAME"),
      (["username": ""], 400, "M_INVALID_USERNAME"),
      (["username": "ада"], 400, "M_INVALID_USERNAME"),
      (["username": "a:b"], 400, "M_INVALID_USERNAME"),
      (["username": "a\0"], 400, "M_INVALID_USERNAME"),
      (
        ["username": .string(String(repeating: "a", count: 245))], 400,
        "M_INVALID_USERNAME"
      ),
      (["username": "taken"], 400, "M_USER_IN_USE"),
      (["username": "TAKEN"], 400, "M_USER_IN_USE"),
      (["username": "gone"], 400, "M_USER_IN_USE"),
      (["username": 5], 400, "M_BAD_JSON"),
      (["password": 5], 400, "M_BAD_JSON"),
      (["password": nil], 400, "M_MISSING_PARAM"),
      (["password": ""], 400, "M_MISSING_PARAM"),
      (["password": .string(String(repeating: "x", count: 513))], 400, "M_INVALID_PARAM"),
      (["auth": 5], 400, "M_BAD_JSON"),
      (["auth": ["type": "m.login.password"]], 400, "M_INVALID_PARAM"),
      (["device_id": ""], 400, "M_INVALID_PARAM"),
    ] as [(JSONObject, Int, String)])
  func errors(change: JSONObject, status: Int, code: String) async throws {
    let rig = try AccountRig()
    _ = try await rig.register("taken")
    let gone = try await rig.register("gone")
    _ = try await gone.call("POST", "account/deactivate", ["auth": gone.proof()])
    let reply = try await rig.call("POST", "register", body(change))
    #expect(reply.status == status)
    #expect(reply.code == code)
    #expect(try await rig.signIn("ada").status == 403)
  }

  @Test(
    "Every name that the grammar allows can be registered",
    arguments: ["a", "0", "a._=-/+9", String(repeating: "a", count: 244)])
  func names(name: String) async throws {
    let person = try await AccountRig().register(name)
    #expect(person.id == "@\(name):localhost")
    #expect(try await person.whoAmI().status == 200)
  }

  @Test("The longest password signs in")
  func longestPassword() async throws {
    let rig = try AccountRig()
    let password = String(repeating: "x", count: 512)
    _ = try await rig.register("ada", password: password)
    #expect(try await rig.signIn("ada", password: password).status == 200)
  }

  @Test("Without a name the server chooses one")
  func chosenName() async throws {
    let rig = try AccountRig()
    let reply = try await rig.call(
      "POST", "register", ["password": "pass", "auth": Self.dummy])
    let person = try AccountPerson(reply, rig)
    #expect(try await rig.signIn(person.id).status == 200)
  }

  @Test("A client that inhibits the sign-in gets no device")
  func inhibitLogin() async throws {
    let rig = try AccountRig()
    let reply = try await rig.call("POST", "register", body(["inhibit_login": true]))
    #expect(reply.status == 200)
    #expect(reply.json == ["user_id": "@ada:localhost", "home_server": "localhost"])
    let ada = try AccountPerson(await rig.signIn("ada"), rig)
    #expect(try await ada.call("GET", "devices").json["devices"]?.array?.count == 1)
  }

  @Test("A device and a refresh token are made on request")
  func signIn() async throws {
    let rig = try AccountRig()
    let reply = try await rig.call(
      "POST", "register",
      body([
        "device_id": "D", "initial_device_display_name": "Desk", "refresh_token": true,
      ]))
    let ada = try AccountPerson(reply, rig)
    #expect(ada.device == "D" && ada.refreshToken != nil)
    #expect(reply.json["expires_in_ms"]?.integer == Int(Tokens.lifetime))
    #expect(try await ada.call("GET", "devices/D").json["display_name"] == "Desk")
  }

  @Test("A new user's display name is the localpart")
  func displayName() async throws {
    let ada = try await AccountRig().register("ada")
    let profile = try await ada.call("GET", "profile/\(ada.id)").json
    #expect(profile == ["displayname": "ada"])
  }

  @Test("Rooms learn of a new account once, in the write that makes it")
  func listener() async throws {
    let rig = try AccountRig()
    #expect(try await rig.call("POST", "register", body(["auth": nil])).status == 401)
    #expect(rig.noted.added.isEmpty)
    _ = try await rig.register("ada")
    #expect(try await rig.call("POST", "register", body([:])).code == "M_USER_IN_USE")
    #expect(rig.noted.added.map(\.rawValue) == ["@ada:localhost"])
    rig.refuseChanges()
    let refused = try await rig.call("POST", "register", body(["username": "grace"]))
    #expect(refused.status == 500)
    #expect(try await rig.signIn("grace").status == 403)
  }

  @Test("Guest accounts and unknown kinds are refused")
  func kinds() async throws {
    let rig = try AccountRig()
    let guest = try await rig.call("POST", "register", body([:]), query: [("kind", "guest")])
    #expect(guest.status == 403 && guest.code == "M_FORBIDDEN")
    let other = try await rig.call("POST", "register", body([:]), query: [("kind", "x")])
    #expect(other.status == 400 && other.code == "M_UNRECOGNIZED")
    let user = try await rig.call("POST", "register", body([:]), query: [("kind", "user")])
    #expect(user.status == 200)
  }

  @Test("Closed registration makes no account and reveals none")
  func closed() async throws {
    let rig = try AccountRig { $0.registration = .closed }
    try await rig.store.addUser("ada", password: AccountRig.cheapHash("pass"))
    for (name, query) in [("register", "ada"), ("register/available", "ada")] {
      let method = name == "register" ? "POST" : "GET"
      let reply = try await rig.call(
        method, name, method == "POST" ? body([:]) : nil, query: [("username", query)])
      #expect(reply.status == 403 && reply.code == "M_FORBIDDEN")
    }
    let validity = try await rig.call(
      "GET", "/_matrix/client/v1/register/m.login.registration_token/validity",
      query: [("token", "x")])
    #expect(validity.status == 403 && validity.code == "M_FORBIDDEN")
    #expect(try await rig.signIn("ada").status == 200)
  }

  @Test("A configured registration token is required")
  func token() async throws {
    let rig = try AccountRig { $0.registration = .token("open sesame") }
    let asked = try await rig.call("POST", "register", body(["auth": nil]))
    #expect(asked.json["flows"] == [["stages": ["m.login.registration_token"]]])
    let session = try #require(asked.json["session"])
    func attempt(_ auth: JSONObject) async throws -> AccountRig.Reply {
      var auth = auth
      auth["session"] = session
      return try await rig.call("POST", "register", body(["auth": .object(auth)]))
    }
    let dummy = try await attempt(["type": "m.login.dummy"])
    #expect(dummy.status == 400 && dummy.code == "M_INVALID_PARAM")
    let missing = try await attempt(["type": "m.login.registration_token"])
    #expect(missing.status == 400 && missing.code == "M_MISSING_PARAM")
    let wrong = try await attempt(["type": "m.login.registration_token", "token": "open"])
    #expect(wrong.status == 401 && wrong.code == "M_FORBIDDEN")
    #expect(wrong.json["session"] == session && wrong.json["completed"] == [])
    let alone = try await attempt([:])
    #expect(alone.status == 401 && alone.code == nil)
    let right = try await attempt([
      "type": "m.login.registration_token", "token": "open sesame",
    ])
    #expect(right.status == 200)
  }

  @Test("A registration token is checked once the rest is valid, and counts for its request only")
  func proofOfOneRequest() async throws {
    let rig = try AccountRig { $0.registration = .token("sesame") }
    let session = try #require(try await rig.call("POST", "register", [:]).json["session"])
    let proof: JSONValue = [
      "type": "m.login.registration_token", "token": "sesame", "session": session,
    ]
    let incomplete = try await rig.call(
      "POST", "register", ["username": "ada", "auth": proof])
    #expect(incomplete.code == "M_MISSING_PARAM")
    rig.refuseChanges()
    #expect(try await rig.call("POST", "register", body(["auth": proof])).status == 500)
    rig.allowChanges()
    let bare = try await rig.call("POST", "register", body(["auth": ["session": session]]))
    #expect(bare.status == 401)
    #expect(try await rig.call("POST", "register", body(["auth": proof])).status == 200)
  }

  @Test(
    "A client can check a registration token",
    arguments: [("sesame", true), ("sesam", false), ("", false)])
  func validity(token: String, isValid: Bool) async throws {
    let path = "/_matrix/client/v1/register/m.login.registration_token/validity"
    let rig = try AccountRig { $0.registration = .token("sesame") }
    let reply = try await rig.call("GET", path, query: [("token", token)])
    #expect(reply.json == ["valid": .boolean(isValid)])
    #expect(try await rig.call("GET", path).code == "M_MISSING_PARAM")
    let open = try await AccountRig().call("GET", path, query: [("token", token)])
    #expect(open.json == ["valid": false])
  }

  @Test(
    "A client can check whether a name is free",
    arguments: [
      ("grace", 200, nil), ("ada", 400, "M_USER_IN_USE"), ("A", 400, "M_INVALID_USERNAME"),
      ("", 400, "M_INVALID_USERNAME"),
    ])
  func available(name: String, status: Int, code: String?) async throws {
    let rig = try AccountRig()
    _ = try await rig.register("ada")
    let reply = try await rig.call("GET", "register/available", query: [("username", name)])
    #expect(reply.status == status && reply.code == code)
    if status == 200 { #expect(reply.json == ["available": true]) }
    #expect(try await rig.call("GET", "register/available").code == "M_MISSING_PARAM")
  }

  @Test("The accounts that a user of the machine makes are rate limited")
  func limit() async throws {
    let rig = try AccountRig { $0.limitsRates = true }
    for number in 0..<50 {
      let made = try await rig.call(
        "POST", "register", body(["username": .string("user\(number)")]), machineUser: 1001)
      try #require(made.status == 200)
    }
    let refused = try await rig.call("POST", "register", body([:]), machineUser: 1001)
    #expect(refused.status == 429 && refused.code == "M_LIMIT_EXCEEDED")
    #expect(refused.json["retry_after_ms"]?.integer == 2000)
    #expect(refused.headers["retry-after"] == "2")
    let other = try await rig.call("POST", "register", body([:]), machineUser: 1000)
    #expect(other.status == 200)
    rig.advance(milliseconds: 2000)
    let later = try await rig.call(
      "POST", "register", body(["username": "grace"]), machineUser: 1001)
    #expect(later.status == 200)
  }

  @Test("Failed registrations do not count")
  func limitOfSuccesses() async throws {
    let rig = try AccountRig { $0.limitsRates = true }
    rig.refuseChanges()
    for _ in 0..<60 {
      #expect(try await rig.call("POST", "register", body([:])).status == 500)
    }
    rig.allowChanges()
    #expect(try await rig.call("POST", "register", body([:])).status == 200)
  }

  @Test("Guesses of registration tokens and names are rate limited")
  func guesses() async throws {
    let rig = try AccountRig {
      $0.limitsRates = true
      $0.registration = .token("sesame")
    }
    try await rig.store.addUser("taken")
    let validity = "/_matrix/client/v1/register/m.login.registration_token/validity"
    let auth: JSONValue = ["type": "m.login.registration_token", "token": "x"]
    func attempts() async throws -> [Int] {
      let wrong = try await rig.call(
        "POST", "register", body(["auth": auth]), from: "127.0.0.2")
      let asked = try await rig.call("GET", validity, query: [("token", "x")])
      let name = try await rig.call("GET", "register/available", query: [("username", "taken")])
      return [wrong.status, asked.status, name.status]
    }
    for _ in 0..<6 { #expect(try await attempts() == [401, 200, 400]) }
    _ = try await attempts()
    #expect(try await attempts() == [429, 429, 429])
    #expect(try await rig.call("GET", validity, query: [("token", "sesame")]).status == 200)
    let free = try await rig.call("GET", "register/available", query: [("username", "free")])
    #expect(free.status == 200)
    let right: JSONValue = ["type": "m.login.registration_token", "token": "sesame"]
    #expect(try await rig.call("POST", "register", body(["auth": right])).status == 200)
  }

  @Test("Of several simultaneous registrations of a name, one succeeds")
  func race() async throws {
    let rig = try AccountRig()
    let request = body([:])
    let codes = try await withThrowingTaskGroup(of: String.self) { group in
      for _ in 0..<10 {
        group.addTask { try await rig.call("POST", "register", request).code ?? "made" }
      }
      return try await group.reduce(into: [String]()) { $0.append($1) }
    }
    #expect(codes.filter { $0 == "made" }.count == 1)
    #expect(codes.filter { $0 == "M_USER_IN_USE" }.count == 9)
  }

  @Test("Accounts that the server makes follow the same rules")
  func addUser() async throws {
    let rig = try AccountRig { $0.registration = .closed }
    let user = try await rig.store.addUser("echo")
    #expect(user.rawValue == "@echo:localhost")
    #expect(try await rig.store.read { try Users.exists(user, in: $0) })
    #expect(try await rig.signIn("echo", password: "").status == 403)
    for (name, code) in [("echo", "M_USER_IN_USE"), ("E", "M_INVALID_USERNAME")] {
      let error = await #expect(throws: MatrixError.self) {
        try await rig.store.addUser(name)
      }
      #expect(error?.code == code)
    }
  }
}
