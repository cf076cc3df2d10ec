import ModelKit
import Testing

@testable import Homeserver

@Suite("Devices")
struct DeviceTests {
  private let rig: AccountRig
  private let ada: AccountPerson
  private let phone: AccountPerson
  private let grace: AccountPerson

  init() async throws {
    rig = try AccountRig()
    ada = try await rig.register("ada", ["device_id": "DESK"])
    phone = try AccountPerson(
      await rig.signIn(
        "ada", ["device_id": "PHONE", "initial_device_display_name": "Phone"], from: "::1"),
      rig)
    grace = try await rig.register("grace", ["device_id": "OTHER"])
  }

  private func names() async throws -> [String] {
    let list = try await ada.call("GET", "devices").json["devices"]?.array ?? []
    return list.compactMap { $0["device_id"]?.string }
  }

  @Test("A user's devices are listed with their details")
  func list() async throws {
    let reply = try await ada.call("GET", "devices")
    let time = JSONValue.number(JSONNumber(rig.noted.time))
    #expect(
      reply.json == [
        "devices": [
          [
            "device_id": "DESK", "user_id": "@ada:localhost", "display_name": nil,
            "last_seen_ip": "127.0.0.1", "last_seen_ts": time,
          ],
          [
            "device_id": "PHONE", "user_id": "@ada:localhost", "display_name": "Phone",
            "last_seen_ip": "::1", "last_seen_ts": time,
          ],
        ]
      ])
    #expect(try await ada.call("GET", "devices/PHONE").json == reply.json["devices"]?[1])
  }

  @Test("A device is renamed; a request without a name changes nothing")
  func rename() async throws {
    #expect(
      try await ada.call("PUT", "devices/PHONE", ["display_name": "Ada's"]).status == 200)
    #expect(try await ada.call("PUT", "devices/PHONE", [:]).status == 200)
    #expect(try await ada.call("GET", "devices/PHONE").json["display_name"] == "Ada's")
  }

  @Test(
    "An invalid name is refused with the matching error code",
    arguments: [
      (.string(String(repeating: "x", count: 101)), "M_TOO_LARGE"), (5, "M_BAD_JSON"),
      ("a\0b", "M_BAD_JSON"),
    ] as [(JSONValue, String)])
  func badName(name: JSONValue, code: String) async throws {
    let reply = try await ada.call("PUT", "devices/PHONE", ["display_name": name])
    #expect(reply.status == 400 && reply.code == code)
  }

  @Test("Other users' devices are reported as unknown", arguments: ["OTHER", "NONE"])
  func foreign(device: String) async throws {
    let shown = try await ada.call("GET", "devices/\(device)")
    #expect(shown.status == 404 && shown.code == "M_NOT_FOUND")
    for body: JSONValue in [["display_name": "x"], [:]] {
      let renamed = try await ada.call("PUT", "devices/\(device)", body)
      #expect(renamed.status == 404 && renamed.code == "M_NOT_FOUND")
    }
    let deleted = try await ada.call("DELETE", "devices/\(device)", ["auth": ada.proof()])
    #expect(deleted.status == 200)
    #expect(try await grace.whoAmI().status == 200)
    #expect(rig.endedDevices.isEmpty)
  }

  @Test("Deleting a device needs the password again, and ends its token at once")
  func delete() async throws {
    _ = try await phone.whoAmI()
    let asked = try await ada.call("DELETE", "devices/PHONE")
    #expect(asked.status == 401 && asked.code == nil)
    #expect(asked.json["flows"] == [["stages": ["m.login.password"]]])
    let session = try #require(asked.json["session"]?.string)
    #expect(try await phone.whoAmI().status == 200)
    let wrong = try await ada.call(
      "DELETE", "devices/PHONE", ["auth": ada.proof("wrong", session: session)])
    #expect(wrong.status == 401 && wrong.code == "M_FORBIDDEN")
    #expect(wrong.json["session"]?.string == session)
    let right = try await ada.call(
      "DELETE", "devices/PHONE", ["auth": ada.proof(session: session)])
    #expect(right.status == 200)
    #expect(try await phone.whoAmI().status == 401)
    #expect(try await ada.whoAmI().status == 200)
    #expect(rig.endedDevices == [try phone.requester])
    #expect(try await names() == ["DESK"])
  }

  @Test("A session for one device does not delete another")
  func sessionOfOther() async throws {
    let asked = try await ada.call("DELETE", "devices/PHONE")
    let session = try #require(asked.json["session"]?.string)
    let body: JSONValue = ["auth": ada.proof(session: session)]
    let reply = try await ada.call("DELETE", "devices/DESK", body)
    #expect(reply.status == 400 && reply.code == "M_UNKNOWN")
    let foreign = try await grace.call(
      "DELETE", "devices/PHONE", ["auth": grace.proof(session: session)])
    #expect(foreign.status == 400 && foreign.code == "M_UNKNOWN")
    #expect(try await names() == ["DESK", "PHONE"])
  }

  @Test("Another user's password does not authenticate")
  func foreignProof() async throws {
    let reply = try await ada.call("DELETE", "devices/PHONE", ["auth": grace.proof()])
    #expect(reply.status == 401 && reply.code == "M_FORBIDDEN")
    #expect(try await names() == ["DESK", "PHONE"])
  }

  @Test(
    "Old forms of authentication are accepted, incomplete ones are refused",
    arguments: [
      (["type": "m.login.password", "user": "ada", "password": "pass"], 200, nil),
      (["type": "m.login.password", "password": "pass"], 200, nil),
      (["type": "m.login.password"], 400, "M_MISSING_PARAM"),
      (["type": "m.login.dummy"], 400, "M_INVALID_PARAM"),
      ([:], 401, nil),
    ] as [(JSONValue, Int, String?)])
  func proofs(auth: JSONValue, status: Int, code: String?) async throws {
    let reply = try await ada.call("DELETE", "devices/PHONE", ["auth": auth])
    #expect(reply.status == status && reply.code == code)
    #expect(try await names().count == (status == 200 ? 1 : 2))
  }

  @Test("Many devices are deleted at once, but none of other users")
  func deleteMany() async throws {
    let body: JSONObject = ["devices": ["PHONE", "OTHER", "NONE", "DESK\0", ""]]
    #expect(try await ada.call("POST", "delete_devices", .object(body)).status == 401)
    var proved = body
    proved["auth"] = ada.proof()
    #expect(try await ada.call("POST", "delete_devices", .object(proved)).status == 200)
    #expect(try await names() == ["DESK"])
    #expect(try await grace.whoAmI().status == 200)
  }

  @Test(
    "An invalid list of devices is refused with the matching error code",
    arguments: [
      ([:], "M_MISSING_PARAM"), (["devices": "PHONE"], "M_BAD_JSON"),
      (["devices": [5]], "M_BAD_JSON"),
      (["devices": .array(Array(repeating: "X", count: 501))], "M_INVALID_PARAM"),
    ] as [(JSONValue, String)])
  func badLists(body: JSONValue, code: String) async throws {
    let reply = try await ada.call("POST", "delete_devices", body)
    #expect(reply.status == 400 && reply.code == code)
  }

  @Test("Wrong passwords are limited here too, separately from sign-ins")
  func limit() async throws {
    let rig = try AccountRig { $0.limitsRates = true }
    let ada = try await rig.register("ada")
    for _ in 0..<6 { _ = try await rig.signIn("ada", password: "wrong") }
    #expect(try await rig.signIn("ada").status == 429)
    for _ in 0..<5 {
      let reply = try await ada.call(
        "DELETE", "devices/X", ["auth": ada.proof("wrong")])
      #expect(reply.status == 401)
    }
    #expect(try await ada.call("DELETE", "devices/X", ["auth": ada.proof()]).status == 429)
    rig.advance(milliseconds: 20_000)
    #expect(try await ada.call("DELETE", "devices/X", ["auth": ada.proof()]).status == 200)
  }

  @Test("Beyond the limit, the device that was unused for longest ends")
  func most() async throws {
    let user = try ada.requester.user
    let now = rig.noted.time
    try await rig.store.write { context in
      for number in 0..<Devices.most {
        guard let id = DeviceID("N\(number)") else { continue }
        try Devices.claim(
          Requester(user: user, device: id), name: nil, address: "", now: now + 1,
          in: context)
      }
    }
    let left = try await rig.store.read { try Devices.list(of: user, in: $0).count }
    #expect(left == Devices.most)
    #expect(try await ada.whoAmI().status == 401)
    #expect(rig.endedDevices == [try ada.requester, try phone.requester])
  }
}
