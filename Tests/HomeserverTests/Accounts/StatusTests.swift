import Foundation
import ModelKit
import Testing

@testable import Homeserver

/// What people say of their being there, which outlives the process.
@Suite("Statuses and restarts", .timeLimit(.minutes(5)))
final class StatusTests {
  private let folder = FileManager.default.temporaryDirectory.appending(path: "status-\(UUID())")

  /// SQLite keeps all of it, although its strings end at U+0000.
  private let lunch = "at lunch \u{0}until 2"

  deinit { try? FileManager.default.removeItem(at: folder) }

  /// A server on the folder, as soon as an earlier one has left it.
  private func home() async throws -> TestHome {
    for _ in 0..<1_000 {
      if case .free = Homeserver.use(of: folder.path) { break }
      try await Task.sleep(for: .milliseconds(5))
    }
    return try TestHome { [folder] in $0.dataDirectory = folder.path }
  }

  /// Those of an earlier server, which does not live on with them.
  private struct Earlier {
    let ada: String
    let grace: String
    let device: String
    let token: String
    let sync: String
  }

  private func say(_ state: String, _ text: String?, _ person: Person) async throws {
    let reply = try await person.call(
      "PUT", "presence/\(person.id)/status",
      ["presence": .string(state), "status_msg": text.map { .string($0) } ?? .null])
    try #require(reply.status == 200)
  }

  private func firstRun() async throws -> Earlier {
    let home = try await self.home()
    let (ada, grace) = (try await home.register("ada"), try await home.register("grace"))
    let made = try await ada.call("POST", "createRoom", ["preset": "public_chat"])
    let room = try #require(made.json["room_id"]?.string)
    try await grace.call("POST", "rooms/\(room)/join", [:])
    try await say("online", lunch, ada)
    try await say("unavailable", "gone", grace)
    try await say("online", nil, grace)
    let reply = try await grace.call("GET", "sync?set_presence=offline")
    await home.server.stop()
    return Earlier(
      ada: ada.id, grace: grace.id, device: grace.device, token: grace.token,
      sync: try #require(reply.json["next_batch"]?.string))
  }

  @Test("A status is there after a restart, whoever asks and however; the person is not")
  func kept() async throws {
    let earlier = try await firstRun()
    let home = try await self.home()
    let grace = Person(
      home: home, id: earlier.grace, device: earlier.device, token: earlier.token)
    let told = try await grace.call("GET", "presence/\(earlier.ada)/status").json
    #expect(told["presence"] == "offline" && told["status_msg"]?.string == lunch)
    #expect(told["last_active_ago"] == nil)
    #expect(try await grace.call("GET", "presence/\(grace.id)/status").json["status_msg"] == nil)
    for query in ["set_presence=offline", "set_presence=offline&since=\(earlier.sync)"] {
      let news = try await grace.call("GET", "sync?\(query)").json["presence"]?["events"]?.array
      let content = news?.first { $0["sender"]?.string == earlier.ada }?["content"]
      #expect(content?["presence"] == "offline", "\(query)")
      #expect(content?["status_msg"]?.string == lunch, "\(query)")
    }
    await home.server.stop()
  }

  @Test("An account that is deactivated leaves no status behind")
  func deactivated() async throws {
    let home = try await self.home()
    let ada = try await home.register("ada")
    try await say("online", "at lunch", ada)
    let proof: JSONValue = [
      "type": "m.login.password", "user": .string(ada.id), "password": "pass",
    ]
    #expect(
      try await ada.call("POST", "account/deactivate", ["auth": proof]).status == 200)
    #expect(try home.server.store.statuses() == [:])
    await home.server.stop()
  }
}
