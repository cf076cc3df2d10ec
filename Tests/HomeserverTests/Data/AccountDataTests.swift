import GRDB
import ModelKit
import Testing

@testable import Homeserver

@Suite("Account data")
struct AccountDataTests {
  private static let ada = "user/@ada:localhost/"

  @Test(
    "Account data are stored and returned, global ones and those of a room",
    arguments: [true, false])
  func keeps(_ ofRoom: Bool) async throws {
    let home = try await HistoryHome()
    let room = try await home.makeRoom()
    let path = Self.ada + (ofRoom ? "rooms/\(room.rawValue)/" : "") + "account_data/"
    let missing = try await home.get(path + "x.y", as: "ada")
    #expect(missing.status == 404)
    #expect(missing.code == "M_NOT_FOUND")
    let set = try await home.ask("PUT", path + "x.y", as: "ada", body: #"{"a":[1,"é"]}"#)
    #expect(set.status == 200)
    #expect(set.body == [:])
    #expect(try await home.get(path + "x.y", as: "ada").body == ["a": [1, "é"]])
    _ = try await home.ask("PUT", path + "x.y", as: "ada", body: #"{"b":2}"#)
    #expect(try await home.get(path + "x.y", as: "ada").body == ["b": 2])
    // The other kind does not have it.
    let other = Self.ada + (ofRoom ? "" : "rooms/\(room.rawValue)/") + "account_data/x.y"
    #expect(try await home.get(other, as: "ada").status == 404)
  }

  @Test(
    "Numbers outside canonical JSON are refused, fractions are not",
    arguments: [
      ("9007199254740991", 200), ("-9007199254740991", 200), ("0.5", 200), ("1e3", 200),
      ("9007199254740992", 400), ("[-9007199254740992]", 400), ("1e400", 400),
      ("123456789012345678901234567890", 400),
    ])
  func numbers(_ number: String, status: Int) async throws {
    let home = try await HistoryHome()
    let path = Self.ada + "account_data/x"
    let reply = try await home.ask("PUT", path, as: "ada", body: #"{"a":{"b":\#(number)}}"#)
    #expect(reply.status == status)
    #expect(reply.code == (status == 400 ? "M_BAD_JSON" : nil))
  }

  @Test("A change gets a position and notifies only its user")
  func order() async throws {
    let home = try await HistoryHome()
    let before = try await home.store.position()
    _ = try await home.ask("PUT", Self.ada + "account_data/x", as: "ada", body: "{}")
    #expect(try await home.store.position() == before + 1)
    let position = try await home.store.read { database in
      try Int64.fetchOne(
        database, sql: "SELECT position FROM account_data WHERE user = '@ada:localhost'")
    }
    #expect(position == before + 1)
  }

  @Test("The data of other users are out of reach", arguments: ["GET", "PUT"])
  func others(_ method: String) async throws {
    let home = try await HistoryHome()
    let room = try await home.makeRoom()
    for path in ["account_data/x", "rooms/\(room.rawValue)/account_data/x"] {
      for owner in ["@grace:localhost", "@nobody:localhost", "ada"] {
        let told = try await home.ask(method, "user/\(owner)/\(path)", as: "ada", body: "{}")
        #expect(told.status == 403)
        #expect(told.code == "M_FORBIDDEN")
      }
    }
  }

  @Test(
    "Types with their own endpoint are not set here",
    arguments: [
      "m.fully_read", "m.push_rules",
    ])
  func reserved(_ type: String) async throws {
    let home = try await HistoryHome()
    let room = try await home.makeRoom()
    for path in ["account_data/", "rooms/\(room.rawValue)/account_data/"] {
      let told = try await home.ask("PUT", Self.ada + path + type, as: "ada", body: "{}")
      #expect(told.status == 405)
      #expect(told.code == "M_BAD_JSON")
    }
  }

  @Test("Content that is not an object or too long is refused")
  func bounds() async throws {
    let home = try await HistoryHome()
    let path = Self.ada + "account_data/"
    for (body, code) in [("[]", "M_BAD_JSON"), ("1", "M_BAD_JSON"), ("{", "M_NOT_JSON")] {
      let told = try await home.ask("PUT", path + "x", as: "ada", body: body)
      #expect(told.status == 400)
      #expect(told.code == code)
    }
    let text = String(repeating: "a", count: AccountDataRows.sizeLimit)
    let large = try await home.ask("PUT", path + "x", as: "ada", body: #"{"a":"\#(text)"}"#)
    #expect(large.status == 413)
    #expect(large.code == "M_TOO_LARGE")
    let long = String(repeating: "t", count: 256)
    #expect(try await home.ask("PUT", path + long, as: "ada", body: "{}").code == "M_INVALID_PARAM")
    let room = Self.ada + "rooms/nope/account_data/x"
    #expect(try await home.ask("PUT", room, as: "ada", body: "{}").code == "M_INVALID_PARAM")
    #expect(try await home.get(path + "x", as: "ada").status == 404)
  }

  @Test("The number of entries of a user is bounded, and existing ones can still change")
  func count() async throws {
    let home = try await HistoryHome()
    try await home.store.write { context in
      for number in 0..<AccountDataRows.countLimit {
        try AccountDataRows.set(
          "t\(number)", of: user("ada"), room: nil, to: [:], in: context)
      }
    }
    let path = Self.ada + "account_data/"
    let more = try await home.ask("PUT", path + "more", as: "ada", body: "{}")
    #expect(more.status == 413)
    #expect(more.code == "M_TOO_LARGE")
    #expect(try await home.ask("PUT", path + "t7", as: "ada", body: #"{"a":1}"#).status == 200)
    #expect(try await home.get(path + "t7", as: "ada").body == ["a": 1])
    let other = "user/@grace:localhost/account_data/more"
    #expect(try await home.ask("PUT", other, as: "grace", body: "{}").status == 200)
  }

  @Test("Tags are set, changed and removed one by one")
  func tags() async throws {
    let home = try await HistoryHome()
    let room = try await home.makeRoom()
    let path = Self.ada + "rooms/\(room.rawValue)/tags"
    #expect(try await home.get(path, as: "ada").body == ["tags": [:]])
    for (tag, body) in [("u.work", #"{"order":0.25}"#), ("m.favourite", "{}")] {
      #expect(try await home.ask("PUT", path + "/" + tag, as: "ada", body: body).status == 200)
    }
    #expect(
      try await home.get(path, as: "ada").body
        == ["tags": ["u.work": ["order": 0.25], "m.favourite": [:]]])
    let data = Self.ada + "rooms/\(room.rawValue)/account_data/m.tag"
    #expect(try await home.get(data, as: "ada").body["tags"]?["u.work"] == ["order": 0.25])
    for _ in 0..<2 {
      #expect(try await home.ask("DELETE", path + "/u.work", as: "ada").status == 200)
    }
    #expect(try await home.get(path, as: "ada").body == ["tags": ["m.favourite": [:]]])
  }

  @Test("Tags of other users, of foreign rooms, too many and too long ones are refused")
  func wrongTags() async throws {
    let home = try await HistoryHome()
    let room = try await home.makeRoom()
    let path = Self.ada + "rooms/\(room.rawValue)/tags"
    let foreign = "user/@grace:localhost/rooms/\(room.rawValue)/tags"
    #expect(try await home.get(foreign, as: "ada").code == "M_FORBIDDEN")
    #expect(try await home.ask("PUT", foreign + "/a", as: "ada", body: "{}").code == "M_FORBIDDEN")
    #expect(try await home.ask("DELETE", foreign + "/a", as: "ada").code == "M_FORBIDDEN")
    #expect(
      try await home.ask("PUT", foreign + "/a", as: "grace", body: "{}").code == "M_FORBIDDEN")
    #expect(try await home.ask("PUT", path + "/a", as: "ada", body: "[]").code == "M_BAD_JSON")
    #expect(try await home.ask("PUT", path + "/a", as: "ada", body: "{").code == "M_NOT_JSON")
    let long = String(repeating: "t", count: 256)
    #expect(
      try await home.ask("PUT", path + "/" + long, as: "ada", body: "{}").code
        == "M_INVALID_PARAM")
    for number in 0..<100 {
      _ = try await home.ask("PUT", path + "/t\(number)", as: "ada", body: "{}")
    }
    let more = try await home.ask("PUT", path + "/more", as: "ada", body: "{}")
    #expect(more.status == 413)
    #expect(try await home.get(path, as: "ada").body["tags"]?.object?.count == 100)
  }

  @Test("The total size of a user's entries is bounded, and smaller entries are still accepted")
  func boundsTotal() async throws {
    let home = try await HistoryHome()
    let path = Self.ada + "account_data/"
    let count = AccountDataRows.totalLimit / (100 << 10)
    func body(_ size: Int) -> String { #"{"a":"\#(String(repeating: "x", count: size))"}"# }
    for number in 0..<count {
      let set = try await home.ask("PUT", path + "x\(number)", as: "ada", body: body(100 << 10))
      #expect(set.status == 200)
    }
    let refused = try await home.ask("PUT", path + "y", as: "ada", body: body(100 << 10))
    #expect(refused.status == 413)
    #expect(refused.code == "M_TOO_LARGE")
    #expect(try await home.ask("PUT", path + "x0", as: "ada", body: body(100)).status == 200)
    #expect(try await home.ask("PUT", path + "y", as: "ada", body: body(90 << 10)).status == 200)
    // The bound is per user.
    let other = try await home.ask(
      "PUT", "user/@grace:localhost/account_data/y", as: "grace", body: body(100 << 10))
    #expect(other.status == 200)
  }
}
