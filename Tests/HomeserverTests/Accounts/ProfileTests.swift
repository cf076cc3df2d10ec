import ModelKit
import Testing

@testable import Homeserver

@Suite("Profiles")
struct ProfileTests {
  private let rig: AccountRig
  private let ada: AccountPerson

  init() async throws {
    rig = try AccountRig()
    ada = try await rig.register("ada")
  }

  private func put(_ field: String, _ value: JSONValue) async throws -> AccountRig.Reply {
    try await ada.call(
      "PUT", "profile/\(ada.id)/\(field)",
      .object(JSONObject([JSONObject.Member(key: field, value: value)])))
  }

  private func get(_ field: String = "") async throws -> AccountRig.Reply {
    try await rig.call("GET", "profile/\(ada.id)" + (field.isEmpty ? "" : "/\(field)"))
  }

  @Test("Everybody can read a profile, whole and by field")
  func fields() async throws {
    let values: [(String, JSONValue)] = [
      ("displayname", "Ada 🐇"), ("avatar_url", "mxc://localhost/abc_D-1"),
      ("m.tz", "Europe/London"), ("org.example.any", ["deep": [1, 2.5, nil, true]]),
      ("org.example.null", nil),
    ]
    for (field, value) in values { #expect(try await put(field, value).status == 200) }
    var whole = JSONObject()
    for (field, value) in values {
      whole[field] = value
      let expected = JSONObject([JSONObject.Member(key: field, value: value)])
      #expect(try await get(field).json == .object(expected))
    }
    #expect(try await get().json == .object(whole))
  }

  @Test("Rooms get a new display name or avatar in the same write, and no other field")
  func listener() async throws {
    _ = try await put("displayname", "Ada")
    #expect(rig.noted.profileChanges.count == 1)
    _ = try await put("displayname", "Ada")
    _ = try await put("m.tz", "Europe/London")
    #expect(rig.noted.profileChanges.count == 1)
    _ = try await put("avatar_url", "mxc://localhost/x")
    _ = try await put("avatar_url", "")
    _ = try await put("avatar_url", "")
    try await ada.call("DELETE", "profile/\(ada.id)/displayname")
    #expect(rig.noted.profileChanges.count == 4)
    #expect(Set(rig.noted.profileChanges.map(\.rawValue)) == [ada.id])
  }

  @Test("A change that fails in a room leaves the profile as it was")
  func atomic() async throws {
    rig.refuseChanges()
    #expect(try await put("displayname", "Ada").status == 500)
    #expect(try await get("displayname").json == ["displayname": "ada"])
  }

  @Test("Frequent profile changes are rate limited")
  func limit() async throws {
    let rig = try AccountRig { $0.limitsRates = true }
    let ada = try await rig.register("ada")
    func rename() async throws -> AccountRig.Reply {
      try await ada.call("PUT", "profile/\(ada.id)/displayname", ["displayname": "x"])
    }
    for _ in 0..<20 { #expect(try await rename().status == 200) }
    let refused = try await rename()
    #expect(refused.status == 429 && refused.json["retry_after_ms"]?.integer == 2000)
    #expect(refused.headers["retry-after"] == "2")
    rig.advance(milliseconds: 2000)
    #expect(try await rename().status == 200)
  }

  @Test(
    "An empty display name or avatar removes the field", arguments: ["displayname", "avatar_url"])
  func empty(field: String) async throws {
    _ = try await put(field, field == "displayname" ? "x" : "mxc://localhost/x")
    #expect(try await put(field, "").status == 200)
    let reply = try await get(field)
    #expect(reply.status == 200 && reply.json == [:])
  }

  @Test("A field is removed; removing a missing one succeeds too")
  func remove() async throws {
    _ = try await put("m.tz", "Europe/London")
    for _ in 0..<2 {
      let reply = try await ada.call("DELETE", "profile/\(ada.id)/m.tz")
      #expect(reply.status == 200 && reply.json == [:])
    }
    let missing = try await get("m.tz")
    #expect(missing.status == 404 && missing.code == "M_NOT_FOUND")
  }

  @Test(
    "An invalid field is refused with the matching error code",
    arguments: [
      ("displayname", 5, "M_INVALID_PARAM"), ("displayname", nil, "M_INVALID_PARAM"),
      ("displayname", .string(String(repeating: "x", count: 257)), "M_INVALID_PARAM"),
      ("avatar_url", 5, "M_INVALID_PARAM"), ("avatar_url", "http://x/y", "M_INVALID_PARAM"),
      ("avatar_url", "mxc://localhost", "M_INVALID_PARAM"),
      ("avatar_url", "mxc://localhost/", "M_INVALID_PARAM"),
      ("avatar_url", "mxc://../x", "M_INVALID_PARAM"),
      ("avatar_url", "mxc://../../x", "M_INVALID_PARAM"),
      ("avatar_url", "mxc://localhost/..", "M_INVALID_PARAM"),
      ("avatar_url", "mxc://localhost/a:b", "M_INVALID_PARAM"),
      ("avatar_url", "mxc://localhost/a?b", "M_INVALID_PARAM"),
      (
        "avatar_url", .string("mxc://localhost/" + String(repeating: "x", count: 1000)),
        "M_INVALID_PARAM"
      ),
      ("M.tz", "x", "M_INVALID_PARAM"), ("1tz", "x", "M_INVALID_PARAM"),
      ("bad%20key", "x", "M_INVALID_PARAM"),
      (String(repeating: "x", count: 256), "x", "M_KEY_TOO_LARGE"),
      ("m.big", .string(String(repeating: "x", count: 65_536)), "M_PROFILE_TOO_LARGE"),
    ] as [(String, JSONValue, String)])
  func errors(field: String, value: JSONValue, code: String) async throws {
    let reply = try await put(field, value)
    #expect(reply.status == 400)
    #expect(reply.code == code)
    #expect(try await get().json == ["displayname": "ada"])
    #expect(rig.noted.profileChanges.isEmpty)
  }

  @Test("The longest display name is accepted, in characters of any size")
  func longest() async throws {
    let name = String(repeating: "🐇", count: 256)
    #expect(try await put("displayname", .string(name)).status == 200)
  }

  @Test("A profile has a maximum size; a change beyond it is refused")
  func wholeSize() async throws {
    let half = JSONValue.string(String(repeating: "x", count: 30_000))
    #expect(try await put("a.one", half).status == 200)
    #expect(try await put("a.two", half).status == 200)
    let reply = try await put("a.three", half)
    #expect(reply.status == 400 && reply.code == "M_PROFILE_TOO_LARGE")
    #expect(try await get("a.three").status == 404)
    #expect(try await put("a.two", "small").status == 200)
    #expect(try await put("a.three", half).status == 200)
  }

  @Test("A body without the field is refused")
  func missing() async throws {
    let path = "profile/\(ada.id)/displayname"
    #expect(try await ada.call("PUT", path, ["x": 1]).code == "M_MISSING_PARAM")
    #expect(try await ada.call("PUT", path, []).code == "M_BAD_JSON")
  }

  @Test("Nobody can change another user's profile")
  func foreign() async throws {
    let grace = try await rig.register("grace")
    for user in [ada.id, "@ada:elsewhere", "@nobody:localhost"] {
      let path = "profile/\(user)/displayname"
      let set = try await grace.call("PUT", path, ["displayname": "x"])
      #expect(set.status == 403 && set.code == "M_FORBIDDEN")
      let removed = try await grace.call("DELETE", path)
      #expect(removed.status == 403 && removed.code == "M_FORBIDDEN")
    }
    #expect(try await get("displayname").json == ["displayname": "ada"])
  }

  @Test(
    "An unknown user has no profile",
    arguments: [
      ("@nobody:localhost", 404, "M_NOT_FOUND"), ("@ada:elsewhere", 404, "M_NOT_FOUND"),
      ("nobody", 400, "M_INVALID_PARAM"), ("@", 400, "M_INVALID_PARAM"),
    ])
  func unknown(user: String, status: Int, code: String) async throws {
    for path in ["profile/\(user)", "profile/\(user)/displayname", "profile/\(user)/m.tz"] {
      let reply = try await rig.call("GET", path)
      #expect(reply.status == status && reply.code == code)
    }
  }

  @Test("Members of a room get the display name and the avatar")
  func memberFields() async throws {
    let user = try ada.requester.user
    func fields() async throws -> [String] {
      try await rig.store.read { database in
        try Profiles.memberFields(of: user, in: database).map { "\($0.key)=\($0.value)" }
      }
    }
    _ = try await put("m.tz", "x")
    #expect(try await fields() == [#"displayname="ada""#])
    _ = try await put("avatar_url", "mxc://localhost/x")
    #expect(try await fields() == [#"displayname="ada""#, #"avatar_url="mxc://localhost/x""#])
    _ = try await put("displayname", "")
    #expect(try await fields() == [#"avatar_url="mxc://localhost/x""#])
  }
}
