import Foundation
import GRDB
import ModelKit
import Testing

@testable import Homeserver

@Suite("Stored filters")
struct FilterTests {
  private static let path = "user/@ada:localhost/filter"

  @Test("A filter is stored under an id, the same one for the same filter")
  func keeps() async throws {
    let home = try await HistoryHome()
    let filters = [#"{"room":{"timeline":{"limit":5}}}"#, "{}"]
    for (index, filter) in filters.enumerated() {
      for _ in 0..<2 {
        let told = try await home.ask("POST", Self.path, as: "ada", body: filter)
        #expect(told.body == ["filter_id": .string(String(index))])
      }
      let read = try await home.get("\(Self.path)/\(index)", as: "ada")
      #expect(read.body == (try JSONValue(Array(filter.utf8))))
    }
    let other = try await home.ask(
      "POST", "user/@grace:localhost/filter", as: "grace", body: filters[1])
    #expect(other.body == ["filter_id": "0"])
  }

  @Test(
    "An invalid filter is refused",
    arguments: [
      "[]", "{", #"{"room":[]}"#, #"{"room":{"timeline":{"limit":"a"}}}"#,
      #"{"room":{"timeline":{"types":"m.x"}}}"#, #"{"room":{"timeline":{"senders":["nope"]}}}"#,
      #"{"room":{"rooms":["nope"]}}"#, #"{"room":{"include_leave":"x"}}"#, #"{"event_format":"x"}"#,
      #"{"event_format":1}"#, #"{"event_fields":"a"}"#, #"{"event_fields":[1]}"#,
      #"{"presence":{"types":[1]}}"#, #"{"account_data":1}"#,
    ])
  func refused(_ filter: String) async throws {
    let home = try await HistoryHome()
    let told = try await home.ask("POST", Self.path, as: "ada", body: filter)
    #expect(told.status == 400)
    #expect(told.code == (filter == "{" ? "M_NOT_JSON" : "M_BAD_JSON"))
    #expect(try await home.get(Self.path + "/0", as: "ada").status == 404)
  }

  @Test(
    "Unknown members are kept",
    arguments: [
      #"{"unknown":1}"#, #"{"event_format":"federation","event_fields":["a.b"]}"#,
      #"{"presence":{"not_types":["*"]}}"#,
    ])
  func lenient(_ filter: String) async throws {
    let home = try await HistoryHome()
    #expect(try await home.ask("POST", Self.path, as: "ada", body: filter).status == 200)
    #expect(
      try await home.get(Self.path + "/0", as: "ada").body == (try JSONValue(Array(filter.utf8))))
  }

  @Test("Filters of other users, unknown ones and too many are refused")
  func bounds() async throws {
    let home = try await HistoryHome()
    let foreign = "user/@grace:localhost/filter"
    #expect(try await home.ask("POST", foreign, as: "ada", body: "{}").code == "M_FORBIDDEN")
    #expect(try await home.get(foreign + "/0", as: "ada").code == "M_FORBIDDEN")
    let missing = try await home.get(Self.path + "/7", as: "ada")
    #expect(missing.status == 404)
    #expect(missing.code == "M_NOT_FOUND")
    let wrong = try await home.get(Self.path + "/x", as: "ada")
    #expect(wrong.status == 400)
    #expect(wrong.code == "M_INVALID_PARAM")
    let text = String(repeating: "a", count: 40_000)
    let large = try await home.ask("POST", Self.path, as: "ada", body: #"{"a":"\#(text)"}"#)
    #expect(large.status == 413)
    try await home.store.write { context in
      for id in 0..<500 {
        try context.database.cachedStatement(
          sql: "INSERT INTO filters (user, id, json) VALUES (?, ?, ?)"
        ).execute(arguments: [user("ada").rawValue, id, Data("{\"n\":\(id)}".utf8)])
      }
    }
    let more = try await home.ask("POST", Self.path, as: "ada", body: #"{"more":1}"#)
    #expect(more.status == 413)
    #expect(more.code == "M_TOO_LARGE")
    #expect(
      try await home.ask("POST", Self.path, as: "ada", body: #"{"n":7}"#).body
        == ["filter_id": "7"])
  }
}
