import ModelKit
import Testing

@testable import Homeserver

@Suite("User directory")
struct UserDirectoryTests {
  private let rig: AccountRig
  private let ada: AccountPerson

  init() async throws {
    rig = try AccountRig()
    ada = try await rig.register("ada")
    for name in ["grace", "linus", "adam.lin"] { _ = try await rig.register(name) }
    let linus = try await rig.signIn("linus").json["access_token"]?.string
    for (field, value) in [("displayname", "Zoë LINN"), ("avatar_url", "mxc://localhost/l")] {
      try await rig.call(
        "PUT", "profile/@linus:localhost/\(field)",
        .object(JSONObject([JSONObject.Member(key: field, value: .string(value))])), token: linus)
    }
  }

  private func find(_ term: String, _ more: JSONObject = [:]) async throws -> AccountRig.Reply {
    var body: JSONObject = ["search_term": .string(term)]
    for member in more { body[member.key] = member.value }
    return try await ada.call("POST", "user_directory/search", .object(body))
  }

  private func ids(_ reply: AccountRig.Reply) -> [String] {
    (reply.json["results"]?.array ?? []).compactMap { $0["user_id"]?.string }
  }

  @Test("Users are found by parts of name and id in any case, with their profiles")
  func terms() async throws {
    for (term, found) in [
      ("zoë l", ["linus"]), ("ZOË", ["linus"]), ("LIN", ["adam.lin", "linus"]),
      ("@lin", ["linus"]), ("linus:local", ["linus"]), ("@GRACE:localhost", ["grace"]),
      ("race", ["grace"]), ("localhost", []), (":", []), ("nobody", []),
      ("", ["adam.lin", "grace", "linus"]),
    ] {
      let reply = try await find(term)
      #expect(reply.json["limited"] == false)
      #expect(ids(reply) == found.map { "@\($0):localhost" }, "\(term)")
    }
    #expect(
      try await find("zoë").json["results"] == [
        [
          "user_id": "@linus:localhost", "display_name": "Zoë LINN",
          "avatar_url": "mxc://localhost/l",
        ]
      ])
  }

  @Test("Neither the searching user nor a deactivated one is found")
  func absent() async throws {
    #expect(ids(try await find("ada")) == ["@adam.lin:localhost"])
    try await rig.store.write { context in
      try Users.deactivate(try #require(UserID("@adam.lin:localhost")), in: context)
    }
    #expect(ids(try await find("ada")) == [])
  }

  @Test("The limit counts, ten by default and fifty at most")
  func limits() async throws {
    for number in 10..<70 {
      try await rig.store.addUser("x\(number)")
    }
    for (limit, count) in [(nil, 10), (2, 2), (0, 0), (1000, 50)] as [(JSONValue?, Int)] {
      var more = JSONObject()
      more["limit"] = limit
      let reply = try await find("x", more)
      #expect(ids(reply).count == count)
      #expect(reply.json["limited"] == true)
    }
    #expect(try await find("x1", ["limit": 10]).json["limited"] == false)
  }

  @Test("An invalid search is refused")
  func refusals() async throws {
    let path = "user_directory/search"
    for (body, code) in [
      ([:], "M_MISSING_PARAM"), (["search_term": 1], "M_BAD_JSON"),
      (["search_term": "a", "limit": "1"], "M_BAD_JSON"),
      (["search_term": "a", "limit": -1], "M_BAD_JSON"),
    ] as [(JSONValue, String)] {
      let reply = try await ada.call("POST", path, body)
      #expect(reply.status == 400 && reply.code == code)
    }
  }
}
