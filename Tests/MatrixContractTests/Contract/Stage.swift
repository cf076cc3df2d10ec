import Foundation
import TestServers

/// The people and things that the rows of a contract name.
///
/// A row names them in angle brackets: `<room>`. They are made when the first row needs them.
final class Stage {
  let server: TestServer
  private let people: People
  private var things: [String: String] = [:]
  private var guest: Peer?

  /// The people that all contracts share.
  struct People {
    let ada: Peer
    let bob: Peer
    let eve: Peer

    init(on server: TestServer) throws {
      ada = try Peer.new("ada", on: server)
      bob = try Peer.new("bob", on: server)
      eve = try Peer.new("eve", on: server)
    }
  }

  init(_ server: TestServer, _ people: People) {
    self.server = server
    self.people = people
  }

  /// Sends the request of a row.
  func run(_ row: Row, of contract: Contract) throws -> Reply {
    guest = nil
    let peer = try peer(row.actor)
    let segments = try contract.path.split(separator: "/", omittingEmptySubsequences: false).map {
      segment in
      guard segment.hasPrefix(":") else { return String(segment) }
      let name = String(segment.dropFirst())
      let value = row.parts[name] ?? contract.parts[name] ?? Self.usual[name] ?? ""
      return try filled(value, for: peer).escapedForPath
    }
    var path = segments.joined(separator: "/")
    if path.hasPrefix("client/") || path.hasPrefix("media/") {
      let parts = path.split(separator: "/", maxSplits: 1)
      path = "/_matrix/\(parts[0])/v3/\(parts[1])"
    }
    if !row.query.isEmpty {
      path += "?" + (try filled(row.query, for: peer) { $0.escapedForPath })
    }
    let body = try (row.body ?? contract.body).map { try filled($0, for: peer) } ?? ""
    return try peer.send(contract.method, path, Data(body.utf8))
  }

  /// Path parts for rows and contracts that do not set them.
  private static let usual = [
    "room": "<room>", "event": "<event>", "user": "<me>", "device": "<device>",
    "transaction": "<new>", "alias": "<alias>", "server": "localhost", "media": "<media>",
    "filter": "<filter>",
  ]

  private func peer(_ actor: Row.Actor) throws -> Peer {
    switch actor {
    case .ada: return people.ada
    case .bob: return people.bob
    case .eve: return people.eve
    case .nobody: return Peer(server)
    case .guest:
      let peer = try guest ?? Peer.new("guest", on: server)
      guest = peer
      return peer
    }
  }

  private func filled(
    _ text: String, for peer: Peer, escaped: (String) -> String = { $0 }
  ) throws -> String {
    var result = ""
    var rest = text[...]
    while let start = rest.firstIndex(of: "<"), let end = rest[start...].firstIndex(of: ">") {
      result += rest[..<start]
      result += escaped(try thing(String(rest[rest.index(after: start)..<end]), peer))
      rest = rest[rest.index(after: end)...]
    }
    return result + rest
  }

  private func thing(_ name: String, _ peer: Peer) throws -> String {
    switch name {
    case "me": return peer.user
    case "mine": return peer.device
    case "new": return UUID().uuidString.lowercased()
    case "guest": return try self.peer(.guest).user
    case "long": return String(repeating: "x", count: 70_000)
    case "long name": return String(repeating: "x", count: 256)
    default: break
    }
    if let known = things[name] { return known }
    let made = try make(name)
    things[name] = made
    return made
  }

  private func make(_ name: String) throws -> String {
    let ada = people.ada
    switch name {
    case "ada": return ada.user
    case "bob": return people.bob.user
    case "eve": return people.eve.user
    case "ada name": return String(ada.user.dropFirst().prefix { $0 != ":" })
    case "device": return ada.device
    case "room": return try roomOfTwo()
    case "open room": return try ada.room()
    case "knock room": return try ada.room(Self.knockRoom)
    case "space": return try ada.room(["creation_content": ["type": "m.space"]])
    case "tagged room": return try tagged()
    case "room with a ban": return try banning()
    case "other room": return try ada.room(["preset": "private_chat"])
    case "event": return try ada.say("hello", in: thing("room", ada))
    case "other event": return try ada.say("hello", in: thing("other room", ada))
    case "alias": return try alias()
    case "alias name": return try String(thing("alias", ada).dropFirst().prefix { $0 != ":" })
    case "file": return try upload(Data("a file".utf8), "text/plain")
    case "media": return try upload(Picture.png, "image/png")
    case "reserved": return try reserve()
    case "filter":
      let path = "user/\(ada.user.escapedForPath)/filter"
      return try need(ada.post(path, ["room": ["timeline": ["limit": 5]]]), "filter_id")
    case "token": return try need(ada.sync(), "next_batch")
    case "refresh": return try need(ada.login(["refresh_token": true]), "refresh_token")
    default: throw Unexpected(operation: "make <\(name)>", outcome: "nobody knows how")
    }
  }

  private static var knockRoom: [String: Any] {
    [
      "preset": "private_chat",
      "initial_state": [["type": "m.room.join_rules", "content": ["join_rule": "knock"]]],
    ]
  }

  private func roomOfTwo() throws -> String {
    let room = try people.ada.room(["preset": "private_chat", "invite": [people.bob.user]])
    _ = try people.bob.post(people.bob.path(room, "join"))
    return room
  }

  private func tagged() throws -> String {
    let ada = people.ada
    let room = try ada.room()
    _ = try ada.put(
      "user/\(ada.user.escapedForPath)/rooms/\(room.escapedForPath)/tags/u.work", ["order": 0.5])
    return room
  }

  private func banning() throws -> String {
    let room = try people.ada.room()
    _ = try people.ada.post(people.ada.path(room, "ban"), ["user_id": people.bob.user])
    return room
  }

  private func alias() throws -> String {
    let alias = "#alias-\(UUID().uuidString.lowercased()):localhost"
    let reply = try people.ada.put(
      "directory/room/\(alias.escapedForPath)", ["room_id": thing("room", people.ada)])
    guard reply.status == 200 else { throw Unexpected(operation: "name", outcome: reply.outcome) }
    return alias
  }

  private func upload(_ data: Data, _ type: String) throws -> String {
    try id(people.ada.send("POST", "/_matrix/media/v3/upload", data, type: type))
  }

  private func reserve() throws -> String {
    try id(people.ada.post("/_matrix/media/v1/create"))
  }

  /// The last part of a content address.
  private func id(_ reply: Reply) throws -> String {
    try String(need(reply, "content_uri").split(separator: "/").last ?? "")
  }

  private func need(_ reply: Reply, _ name: String) throws -> String {
    guard let text = reply.text(name) else {
      throw Unexpected(operation: name, outcome: reply.outcome)
    }
    return text
  }
}

/// A picture of one pixel.
enum Picture {
  static let png =
    Data(
      base64Encoded: "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9"
        + "awAAAABJRU5ErkJggg==") ?? Data()
}
