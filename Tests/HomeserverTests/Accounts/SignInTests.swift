import Dispatch
import ModelKit
import Testing

@testable import Homeserver

@Suite("Signing in")
struct SignInTests {
  @Test("The only login type is the password")
  func flows() async throws {
    let reply = try await AccountRig().call("GET", "login")
    #expect(reply.status == 200)
    #expect(reply.json == ["flows": [["type": "m.login.password"]]])
  }

  @Test(
    "Every form of a user's name signs the user in",
    arguments: [
      ["identifier": ["type": "m.id.user", "user": "ada"]],
      ["identifier": ["type": "m.id.user", "user": "@ada:localhost"]],
      ["identifier": ["type": "m.id.user", "user": "ADA"]],
      ["user": "ada"], ["user": "@ada:localhost"], ["user": "@Ada:localhost"],
    ] as [JSONObject])
  func names(name: JSONObject) async throws {
    let rig = try AccountRig()
    _ = try await rig.register("ada")
    var body: JSONObject = ["type": "m.login.password", "password": "pass"]
    body.members += name.members
    let reply = try await rig.call("POST", "login", .object(body))
    #expect(reply.status == 200)
    #expect(reply.json["user_id"] == "@ada:localhost")
    #expect(reply.json["home_server"] == "localhost")
    #expect(reply.json["access_token"]?.string?.isEmpty == false)
    #expect(reply.json["device_id"]?.string?.utf8.count == 10)
    #expect(reply.json["refresh_token"] == nil && reply.json["expires_in_ms"] == nil)
  }

  @Test("Old clients sign in under r0")
  func oldPath() async throws {
    let rig = try AccountRig()
    _ = try await rig.register("ada")
    let reply = try await rig.call(
      "POST", "/_matrix/client/r0/login",
      ["type": "m.login.password", "user": "ada", "password": "pass"])
    #expect(reply.status == 200)
  }

  @Test(
    "An invalid request is refused with the matching error code",
    arguments: [
      ([:], 400, "M_MISSING_PARAM"),
      (["type": "m.login.token"], 400, "M_UNKNOWN"),
      (["type": "m.login.password", "user": "ada"], 400, "M_MISSING_PARAM"),
      (["type": "m.login.password", "password": "pass"], 400, "M_MISSING_PARAM"),
      (
        ["type": "m.login.password", "password": "pass", "identifier": ["type": "m.id.user"]],
        400, "M_MISSING_PARAM"
      ),
      (
        ["type": "m.login.password", "password": "pass", "identifier": ["user": "ada"]],
        400, "M_MISSING_PARAM"
      ),
      (
        [
          "type": "m.login.password", "password": "pass",
          "identifier": ["type": "m.id.new", "user": "ada"],
        ], 400, "M_UNKNOWN"
      ),
      (
        [
          "type": "m.login.password", "password": "pass",
          "identifier": ["type": "m.id.thirdparty", "medium": "email", "address": "a@b"],
        ], 403, "M_FORBIDDEN"
      ),
      (["type": "m.login.password", "user": "ada", "password": 5], 400, "M_BAD_JSON"),
      (["type": "m.login.password", "user": "ada", "password": "wrong"], 403, "M_FORBIDDEN"),
      (["type": "m.login.password", "user": "ada", "password": ""], 403, "M_FORBIDDEN"),
      (["type": "m.login.password", "user": "grace", "password": "pass"], 403, "M_FORBIDDEN"),
      (
        ["type": "m.login.password", "user": "@ada:elsewhere", "password": "pass"],
        403, "M_FORBIDDEN"
      ),
      (["type": "m.login.password", "user": "a da", "password": "pass"], 403, "M_FORBIDDEN"),
      (
        ["type": "m.login.password", "user": "ada", "password": "pass", "device_id": ""],
        400, "M_INVALID_PARAM"
      ),
      (
        ["type": "m.login.password", "user": "ada", "password": "pass", "device_id": "a\0b"],
        400, "M_INVALID_PARAM"
      ),
      (
        [
          "type": "m.login.password", "user": "ada", "password": "pass",
          "device_id": .string(String(repeating: "x", count: 256)),
        ], 400, "M_INVALID_PARAM"
      ),
      (
        [
          "type": "m.login.password", "user": "ada", "password": "pass",
          "initial_device_display_name": .string(String(repeating: "x", count: 101)),
        ], 400, "M_TOO_LARGE"
      ),
    ] as [(JSONValue, Int, String)])
  func errors(body: JSONValue, status: Int, code: String) async throws {
    let rig = try AccountRig()
    _ = try await rig.register("ada")
    let reply = try await rig.call("POST", "login", body)
    #expect(reply.status == status)
    #expect(reply.code == code)
    #expect(reply.json["access_token"] == nil)
  }

  @Test("Invalid JSON and a non-object have different error codes")
  func malformed() async throws {
    let rig = try AccountRig()
    let cut = try await rig.call("POST", "login", bytes: Array("{".utf8))
    #expect(cut.status == 400 && cut.code == "M_NOT_JSON")
    let list = try await rig.call("POST", "login", [])
    #expect(list.status == 400 && list.code == "M_BAD_JSON")
  }

  @Test("Unknown users are not revealed: every failure has the same response and the same cost")
  func equalRefusals() async throws {
    let rig = try AccountRig()
    _ = try await rig.register("ada")
    let bot = try await rig.store.addUser("bot")
    let gone = try await rig.register("gone")
    _ = try await gone.call("POST", "account/deactivate", ["auth": gone.proof()])
    let before = rig.noted.compared.count
    let names = ["ada", "nobody", "@nobody:elsewhere", "no body", bot.rawValue, "gone"]
    var bodies: Set<JSONValue> = []
    for name in names {
      let reply = try await rig.signIn(name, password: "wrong")
      #expect(reply.status == 403)
      bodies.insert(reply.json)
    }
    #expect(bodies.count == 1)
    let compared = rig.noted.compared.dropFirst(before)
    #expect(compared.count == names.count)
    #expect(compared.first?.hasPrefix("cheap:") == true)
    #expect(compared.dropFirst().allSatisfy { $0 == "dummy" })
  }

  @Test("After five wrong passwords for a user, further attempts of that origin must wait")
  func limitOfUser() async throws {
    let rig = try AccountRig { $0.limitsRates = true }
    _ = try await rig.register("ada")
    for _ in 0..<5 { #expect(try await rig.signIn("ada", password: "wrong").status == 403) }
    let before = rig.noted.compared.count
    let refused = try await rig.signIn("ada")
    #expect(refused.status == 429 && refused.code == "M_LIMIT_EXCEEDED")
    #expect(refused.json["retry_after_ms"]?.integer == 4_000)
    #expect(refused.headers["retry-after"] == "4")
    #expect(rig.noted.compared.count == before)
    rig.advance(milliseconds: 4_000)
    #expect(try await rig.signIn("ada").status == 200)
  }

  @Test("One local user's guesses keep out no other user, and no new device of the owner")
  func limitOfMachineUser() async throws {
    let rig = try AccountRig { $0.limitsRates = true }
    _ = try await rig.register("ada")
    for guesser in [1001, nil] as [UInt32?] {
      for _ in 0..<5 {
        let wrong = try await rig.signIn("ada", password: "wrong", machineUser: guesser)
        #expect(wrong.status == 403)
      }
      #expect(try await rig.signIn("ada", machineUser: guesser).status == 429)
    }
    let owner = try await rig.signIn("ada", ["device_id": "NEW"], machineUser: 1000)
    #expect(owner.status == 200)
  }

  @Test("One local user's guesses do not delay the owner's password")
  func turns() async throws {
    let entered = AsyncStream.makeStream(of: Void.self)
    let gate = SlowComparison(entered: entered.continuation, slow: "wrong")
    let rig = try AccountRig(scheme: gate.scheme)
    _ = try await rig.register("ada")
    let guessing = (0..<50).map { _ in
      Task { try await rig.signIn("ada", password: "wrong", machineUser: 1001).status }
    }
    for await _ in entered.stream { break }
    // One guess is being compared, and the others wait.
    #expect(try await rig.signIn("ada", machineUser: 1000).status == 200)
    for _ in guessing { gate.open() }
    for guess in guessing { #expect(try await guess.value == 403) }
  }

  @Test("An unknown user is limited like a known one")
  func limitOfNobody() async throws {
    let rig = try AccountRig { $0.limitsRates = true }
    for _ in 0..<5 { #expect(try await rig.signIn("nobody", password: "x").status == 403) }
    #expect(try await rig.signIn("nobody", password: "x").status == 429)
  }

  @Test("The right password costs nothing")
  func successes() async throws {
    let rig = try AccountRig { $0.limitsRates = true }
    _ = try await rig.register("ada")
    for _ in 0..<20 { #expect(try await rig.signIn("ada").status == 200) }
  }

  @Test("Simultaneous right passwords are all accepted")
  func parallelSuccesses() async throws {
    let rig = try AccountRig { $0.limitsRates = true }
    _ = try await rig.register("ada")
    let statuses = try await withThrowingTaskGroup(of: Int.self) { group in
      for _ in 0..<40 { group.addTask { try await rig.signIn("ada").status } }
      return try await group.reduce(into: Set<Int>()) { $0.insert($1) }
    }
    #expect(statuses == [200])
  }

  @Test("On one machine no user keeps the others from signing in")
  func noLimitOfLoopback() async throws {
    let rig = try AccountRig { $0.limitsRates = true }
    _ = try await rig.register("ada")
    for number in 0..<40 {
      #expect(try await rig.signIn("user\(number)", password: "x").status == 403)
    }
    #expect(try await rig.signIn("ada").status == 200)
  }

  @Test("Simultaneous attempts have no extra tries")
  func parallelAttempts() async throws {
    let rig = try AccountRig { $0.limitsRates = true }
    _ = try await rig.register("ada")
    let statuses = try await withThrowingTaskGroup(of: Int.self) { group in
      for _ in 0..<40 {
        group.addTask { try await rig.signIn("ada", password: "wrong").status }
      }
      return try await group.reduce(into: [Int]()) { $0.append($1) }
    }
    #expect(statuses.filter { $0 == 403 }.count == 5)
    #expect(statuses.filter { $0 == 429 }.count == 35)
  }

  @Test("A sign-in takes over a known device: its old tokens end, and its name stays")
  func takeOver() async throws {
    let rig = try AccountRig()
    let first = try await rig.register(
      "ada", ["device_id": "PHONE", "initial_device_display_name": "Phone"])
    #expect(first.device == "PHONE")
    let reply = try await rig.signIn(
      "ada", ["device_id": "PHONE", "initial_device_display_name": "Other"])
    let second = try AccountPerson(reply, rig)
    #expect(second.device == "PHONE")
    #expect(try await first.whoAmI().code == "M_UNKNOWN_TOKEN")
    #expect(rig.endedDevices == [try first.requester])
    #expect(try await second.call("GET", "devices/PHONE").json["display_name"] == "Phone")
    #expect(try await second.call("GET", "devices").json["devices"]?.array?.count == 1)
  }

  @Test("The same device id of another user is another device")
  func foreignDevice() async throws {
    let rig = try AccountRig()
    let ada = try await rig.register("ada", ["device_id": "D"])
    let grace = try await rig.register("grace", ["device_id": "D"])
    #expect(try await ada.whoAmI().json["user_id"] == "@ada:localhost")
    #expect(try await grace.whoAmI().json["user_id"] == "@grace:localhost")
    try await grace.call("POST", "logout")
    #expect(try await ada.whoAmI().status == 200)
  }

  @Test("A password that changes while it is checked signs nobody in")
  func changedMeanwhile() async throws {
    let entered = AsyncStream.makeStream(of: Void.self)
    let gate = SlowComparison(entered: entered.continuation)
    let rig = try AccountRig(scheme: gate.scheme)
    _ = try await rig.register("ada", password: "old")
    async let reply = rig.signIn("ada", password: "old")
    for await _ in entered.stream { break }
    try await rig.store.write { context in
      guard let ada = UserID("@ada:localhost") else { return }
      try Users.setPassword("new", of: ada, in: context)
    }
    gate.open()
    #expect(try await reply.status == 403)
  }
}

/// A scheme whose comparisons report their start, and end when the test lets them.
private final class SlowComparison: Sendable {
  private let gate = DispatchSemaphore(value: 0)
  private let entered: AsyncStream<Void>.Continuation
  /// The password whose comparison is slow; nil for every password.
  private let slow: String?

  init(entered: AsyncStream<Void>.Continuation, slow: String? = nil) {
    self.entered = entered
    self.slow = slow
  }

  var scheme: PasswordScheme {
    PasswordScheme(
      hash: { $0 },
      matches: { [self] password, hash in
        if slow == nil || slow == password {
          entered.yield()
          gate.wait()
        }
        return password == hash
      }, dummy: "")
  }

  func open() { gate.signal() }
}
