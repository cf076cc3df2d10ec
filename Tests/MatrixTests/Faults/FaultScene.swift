import FaultProxy
import ModelKit
import TestServers
import Testing

@testable import Controllers
@testable import Matrix
@testable import Models
@testable import Signals

/// An account that reaches its server through a proxy, and another person who reaches it directly.
struct FaultScene: Sendable {
  let account: ContractAccount
  let proxy: FaultProxy
  let room: RoomID
  /// Sends a message as the other person.
  let say: @Sendable (String) async throws -> Void
  /// The texts of the room as the server has them, in order.
  let kept: @Sendable () async throws -> [String]
  private let stop: @Sendable () async -> Void

  /// Runs `body` with a scene, then ends the scene.
  static func with(
    _ server: ContractServer, _ body: (FaultScene) async throws -> Void
  ) async throws {
    let scene =
      switch server {
      case .recorded: try await inMemory()
      case .real(let server, _): try await real(server.url)
      }
    let result: Result<Void, any Error>
    do {
      result = .success(try await body(scene))
    } catch {
      result = .failure(error)
    }
    await scene.account.end()
    await scene.stop()
    await scene.proxy.stop()
    try result.get()
  }

  private static func inMemory() async throws -> FaultScene {
    let server = try await ChatServer.start()
    let proxy = try await FaultProxy.start(before: server.url)
    let account = try ContractAccount(
      userID: ChatServer.user, deviceID: "STUB", token: ChatServer.token, server: proxy.url)
    return FaultScene(
      account: account, proxy: proxy, room: try #require(RoomID(ChatServer.room)),
      say: { server.say($0) }, kept: { server.texts }, stop: { await server.stop() })
  }

  private static func real(_ url: String) async throws -> FaultScene {
    let proxy = try await FaultProxy.start(before: url)
    let alice = try await ContractAccount.register("alice", on: url, through: proxy.url)
    let bob = try await ContractAccount.register("bob", on: url)
    let room = try await value(
      of: alice.rooms.create(NewRoom(name: "Faults", invited: [bob.userID])))
    _ = try await value(of: bob.rooms.join(room.rawValue))
    return FaultScene(
      account: alice, proxy: proxy, room: room,
      say: { text in
        try await bob.call(
          .put, .client("rooms", room.rawValue, "send", "m.room.message", text),
          ["msgtype": .string("m.text"), "body": .string(text)])
      },
      kept: {
        let page = try await bob.network.request(
          Endpoint<JSONValue>(
            .loadTimeline, path: .client("rooms", room.rawValue, "messages"),
            query: [("dir", "b"), ("limit", "200")]))
        return (page["chunk"]?.array ?? []).reversed().compactMap {
          $0["type"]?.string == "m.room.message" ? $0["content"]?["body"]?.string : nil
        }
      },
      stop: { await bob.end() })
  }

  /// Waits until the account is connected and shows the room, then injects the faults.
  func begin(_ rules: [FaultRule]) async throws {
    account.sync.start()
    _ = try await value(of: account.sync.connection) { $0 == .online }
    _ = try await account.room(room)
    proxy.replaceRules(rules)
    // The poll in flight began before the rules.
    try await say("start")
    _ = try await account.texts(in: room) { $0.contains("start") }
  }

  /// Lets both sides write in turn while faults occur.
  ///
  /// Expects each message once and in order, on the server and on the account's screen, then
  /// removes the faults.
  func talk(_ count: Int = 4) async throws {
    var sending: [Notes<Message, RequestError>] = []
    for number in 0..<count {
      sending.append(Notes(account.sender.send("out \(number)", to: room)))
      try await say("in \(number)")
    }
    for notes in sending {
      try await notes.ended()
      #expect(notes.failure == nil)
      #expect(notes.values.last?.delivery == .sent)
    }
    try await say("the end")
    let shown = try await account.texts(in: room) { texts in
      texts.contains("the end") && texts.count >= count * 2 + 2
    }
    expectOnce(shown, count)
    expectOnce(try await kept(), count)
    #expect(try await value(of: account.sender.unsentCount) == UnsentCount())
    #expect(proxy.counts.allSatisfy { !$0.faults.isEmpty }, "a fault did not come to pass")

    proxy.replaceRules([])
    try await say("afterwards")
    let all = try await account.texts(in: room) { $0.contains("afterwards") }
    #expect(all.count == count * 2 + 3)
  }

  private func expectOnce(_ texts: [String], _ count: Int) {
    #expect(texts.filter { $0.hasPrefix("out") } == (0..<count).map { "out \($0)" })
    let others = ["start"] + (0..<count).map { "in \($0)" } + ["the end"]
    #expect(texts.filter { !$0.hasPrefix("out") } == others)
  }
}
