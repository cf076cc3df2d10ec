import Foundation
import ModelKit
import Testing

@testable import Homeserver

/// A server on which ada has one thing of each kind, and eve has none of them.
struct RouteStage: Sendable {
  let home: TestHome
  let ada: Person
  private let eve: Person
  /// The values of the variable segments.
  private let things: [String: String]
  /// Ada's data at the start.
  private(set) var before: [String: JSONValue] = [:]

  /// The text in all of ada's data that have a text.
  private static let secret = "no-concern-of-eve"

  init() async throws {
    home = try TestHome()
    ada = try await home.register("ada")
    eve = try await home.register("eve")
    let room = try await Self.need(
      "room_id",
      ada.call(
        "POST", "createRoom", ["name": .string(Self.secret), "room_alias_name": "tea"]))
    let text: JSONValue = ["msgtype": "m.text", "body": .string(Self.secret)]
    let event = try await Self.need(
      "event_id", ada.call("PUT", "rooms/\(room)/send/m.room.message/1", text))
    let user = ada.id
    let data: JSONValue = ["text": .string(Self.secret)]
    try await ada.call("PUT", "user/\(user)/account_data/org.example.data", data)
    try await ada.call("PUT", "user/\(user)/rooms/\(room)/account_data/org.example.data", data)
    try await ada.call("PUT", "user/\(user)/rooms/\(room)/tags/\(Self.secret)", [:])
    try await ada.call("PUT", "devices/\(ada.device)", ["display_name": .string(Self.secret)])
    let filter = try await Self.need(
      "filter_id",
      ada.call(
        "POST", "user/\(user)/filter", ["account_data": ["types": [.string(Self.secret)]]]))
    things = [
      "room": room, "event": event, "user": user, "eve": eve.id, "device": ada.device,
      "filter": filter, "alias": "#tea:localhost", "server": "localhost", "transaction": "1",
      "type": "org.example.data", "key": "", "field": "displayname", "tag": Self.secret,
      "kind": "override", "rule": ".m.rule.master", "attribute": "enabled", "target": room,
      "media": try await Self.uploaded(Pictures.plain(width: 2, height: 2), by: ada),
      "reserved": try await Self.media(ada.call("POST", "/_matrix/media/v1/create")),
      "name": "a.png",
    ]
    before = try await belongings()
  }

  var routes: [Route] {
    home.server.router.routes.filter { !$0.pattern.contains("r0") }
  }

  /// The path of a route with the ids of ada's data.
  func path(of route: Route, _ parts: [String: String] = [:]) -> String {
    "/"
      + route.pattern.map { part in
        guard part.hasPrefix(":") else { return part }
        let name = String(part.dropFirst())
        let allowed = CharacterSet.alphanumerics.union(CharacterSet(charactersIn: "-._"))
        return (parts[name].map(filled) ?? things[name] ?? "")
          .addingPercentEncoding(withAllowedCharacters: allowed) ?? ""
      }.joined(separator: "/")
  }

  /// Sends a request, and expects the right response without any of ada's data.
  func ask(_ route: Route, _ attempt: RouteMatrix.Try, as person: Person? = nil) async throws {
    var target = path(of: route, attempt.parts)
    if !attempt.query.isEmpty { target += "?" + attempt.query }
    let reply = try await home.call(
      route.method, target, token: (person ?? eve).token,
      bytes: Array(filled(attempt.body ?? "{}").utf8))
    if !attempt.outcome.isEmpty { #expect(reply.outcome == attempt.outcome, "\(route.key)") }
    let text = String(decoding: reply.json.encoded(), as: UTF8.self)
    #expect(!text.contains(Self.secret), "\(route.key)")
  }

  private func filled(_ text: String) -> String {
    var text = text
    for (name, value) in things { text = text.replacing("<\(name)>", with: value) }
    return text
  }

  /// All of ada's data, as she sees them now.
  func belongings() async throws -> [String: JSONValue] {
    let (room, user) = (things["room"] ?? "", things["user"] ?? "")
    var found: [String: JSONValue] = [:]
    for path in [
      "account/whoami", "devices", "profile/\(user)", "joined_rooms", "rooms/\(room)/state",
      "rooms/\(room)/members", "rooms/\(room)/messages?dir=b&limit=100", "rooms/\(room)/aliases",
      "directory/list/room/\(room)", "user/\(user)/account_data/org.example.data",
      "user/\(user)/rooms/\(room)/account_data/org.example.data", "user/\(user)/rooms/\(room)/tags",
      "user/\(user)/filter/0", "user/\(user)/filter/1", "sync?timeout=0",
    ] {
      let reply = try await ada.call("GET", path.replacing("#", with: "%23"))
      found[path] = Self.lasting(reply.json)
    }
    return found
  }

  /// Without the parts that change by themselves.
  private static func lasting(_ value: JSONValue) -> JSONValue {
    switch value {
    case .array(let elements): return .array(elements.map(lasting))
    case .object(let object):
      return .object(
        JSONObject(
          object.members.filter { !["age", "next_batch"].contains($0.key) }.map {
            JSONObject.Member(key: $0.key, value: lasting($0.value))
          }))
    default: return value
    }
  }

  private static func need(_ name: String, _ reply: TestHome.Reply) throws -> String {
    try #require(reply.json[name]?.string, "\(reply)")
  }

  private static func media(_ reply: TestHome.Reply) throws -> String {
    try String(#require(need("content_uri", reply).split(separator: "/").last))
  }

  private static func uploaded(_ bytes: [UInt8], by person: Person) async throws -> String {
    try await media(
      person.home.call(
        "POST", "/_matrix/media/v3/upload", token: person.token, bytes: bytes,
        type: "image/png"))
  }
}
