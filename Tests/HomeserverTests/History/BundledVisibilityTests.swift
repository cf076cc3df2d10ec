import ModelKit
import Testing

@testable import Homeserver

@Suite("Bundled events and visibility", .timeLimit(.minutes(2)))
struct BundledVisibilityTests {
  /// A room of two members; one is away while the other edits and continues a thread.
  private struct Scene {
    let ada: Person
    let bob: Person
    let room: String
    let token: String
    let event: String

    init(visibility: String) async throws {
      let home = try TestHome()
      ada = try await home.register("ada")
      bob = try await home.register("bob")
      let made = try await ada.call(
        "POST", "createRoom",
        [
          "preset": "public_chat",
          "initial_state": [
            [
              "type": "m.room.history_visibility", "state_key": "",
              "content": ["history_visibility": .string(visibility)],
            ]
          ],
        ])
      room = try #require(made.json["room_id"]?.string)
      try await bob.call("POST", "rooms/\(room)/join")
      token = try #require(try await bob.call("GET", "sync").json["next_batch"]?.string)
      let text: JSONValue = ["msgtype": "m.text", "body": "seen"]
      let sent = try await ada.call("PUT", "rooms/\(room)/send/m.room.message/1", text)
      event = try #require(sent.json["event_id"]?.string)
    }

    func goOn() async throws {
      let edit: JSONValue = [
        "msgtype": "m.text", "body": "* SECRET",
        "m.new_content": ["msgtype": "m.text", "body": "SECRET"],
        "m.relates_to": ["rel_type": "m.replace", "event_id": .string(event)],
      ]
      try await ada.call("PUT", "rooms/\(room)/send/m.room.message/2", edit)
      let reply: JSONValue = [
        "msgtype": "m.text", "body": "SECRET",
        "m.relates_to": ["rel_type": "m.thread", "event_id": .string(event)],
      ]
      try await ada.call("PUT", "rooms/\(room)/send/m.room.message/3", reply)
    }
  }

  @Test("A removed user sees nothing later, not even bundled with earlier events")
  func afterKick() async throws {
    let scene = try await Scene(visibility: "shared")
    try await scene.ada.call(
      "POST", "rooms/\(scene.room)/kick", ["user_id": .string(scene.bob.id)])
    try await scene.goOn()
    let sync = try await scene.bob.call("GET", "sync?since=\(scene.token)").json
    #expect(sync["rooms"]?["leave"]?[scene.room] != nil)
    #expect(sync.text.contains("seen") && !sync.text.contains("SECRET"))
  }

  @Test("With visibility 'joined', a break in the membership stays a gap")
  func afterRejoin() async throws {
    let scene = try await Scene(visibility: "joined")
    try await scene.bob.call("POST", "rooms/\(scene.room)/leave")
    try await scene.goOn()
    try await scene.bob.call("POST", "rooms/\(scene.room)/join")
    for path in [
      "sync?since=\(scene.token)", "sync", "rooms/\(scene.room)/messages?dir=b&limit=50",
      "rooms/\(scene.room)/event/\(scene.event)", "rooms/\(scene.room)/context/\(scene.event)",
    ] {
      let text = try await scene.bob.call("GET", path).json.text
      // A timeline starts after a break; clients page back to earlier events.
      #expect(text.contains("seen") != path.hasPrefix("sync"), "\(path)")
      #expect(!text.contains("SECRET"), "\(path)")
    }
  }
}
