import ModelKit
import Synchronization

@testable import Matrix

/// A homeserver of one room in memory: it keeps messages, recognises transactions, and answers
/// polls.
final class ChatServer: Sendable {
  private struct Event {
    let id: String
    let sender: String
    let text: String
    let transaction: String?
  }

  private struct State {
    var events: [Event] = []
    var transactions: [String: String] = [:]
    var isStopped = false
  }

  static let room = "!faults:localhost"
  static let user = "@alice:localhost"
  static let token = "token"

  private let state = Mutex(State())
  private let server = Mutex<StubServer?>(nil)

  static func start() async throws -> ChatServer {
    let chat = ChatServer()
    let server = try await StubServer.start { [weak chat] in
      await chat?.reply(to: $0) ?? .json("{}", status: 500)
    }
    chat.server.withLock { $0 = server }
    return chat
  }

  var url: String { server.withLock { $0?.url ?? "" } }

  /// The texts the server has, in order.
  var texts: [String] { state.withLock { $0.events.map(\.text) } }

  /// Adds a message from somebody else.
  func say(_ text: String) {
    state.withLock { state in
      let id = "$\(state.events.count)"
      state.events.append(Event(id: id, sender: "@bob:localhost", text: text, transaction: nil))
    }
  }

  func stop() async {
    state.withLock { $0.isStopped = true }
    await server.withLock { $0.take() }?.stop()
  }

  private func reply(to request: StubServer.Request) async -> Reply {
    guard request.authorization == "Bearer \(Self.token)" else { return .json("{}", status: 401) }
    if request.path.contains("/send/m.room.message/") { return send(request) }
    if request.path.hasSuffix("/sync") { return await sync(request.query) }
    return .json(#"{"errcode":"M_NOT_FOUND"}"#, status: 404)
  }

  private func send(_ request: StubServer.Request) -> Reply {
    guard let text = try? JSONValue.decode(request.body)["body"]?.string,
      let transaction = request.path.split(separator: "/").last.map(String.init)
    else { return .json(#"{"errcode":"M_NOT_JSON"}"#, status: 400) }
    let id = state.withLock { state in
      if let id = state.transactions[transaction] { return id }
      let id = "$\(state.events.count)"
      state.events.append(Event(id: id, sender: Self.user, text: text, transaction: transaction))
      state.transactions[transaction] = id
      return id
    }
    return .json(JSONValue.object(["event_id": .string(id)]).text)
  }

  private func sync(_ query: String) async -> Reply {
    let items = Dictionary(
      query.split(separator: "&").map { $0.split(separator: "=", maxSplits: 1) }
        .compactMap { $0.count == 2 ? ($0[0], Int($0[1])) : nil }, uniquingKeysWith: { $1 })
    let since = (items["since"] ?? nil) ?? 0
    let end = ContinuousClock.now + .milliseconds((items["timeout"] ?? nil) ?? 0)
    while true {
      let (events, isStopped) = state.withLock { ($0.events, $0.isStopped) }
      let isFirst = items["since"] == nil
      if isFirst || events.count > since || isStopped || ContinuousClock.now >= end {
        return .json(Self.answer(Array(events.dropFirst(since)), next: events.count, isFirst))
      }
      try? await Task.sleep(for: .milliseconds(2))
    }
  }

  private static func answer(_ events: [Event], next: Int, _ isFirst: Bool) -> String {
    var response: JSONObject = ["next_batch": .string(String(next))]
    if isFirst || !events.isEmpty {
      let timeline: JSONValue = .object(["events": .array(events.map(json))])
      response["rooms"] = .object(["join": .object([room: .object(["timeline": timeline])])])
    }
    return JSONValue.object(response).text
  }

  private static func json(_ event: Event) -> JSONValue {
    let own: JSONObject = event.transaction.map { ["transaction_id": .string($0)] } ?? [:]
    return .object([
      "event_id": .string(event.id), "type": "m.room.message", "sender": .string(event.sender),
      "origin_server_ts": 1_700_000_000_000, "unsigned": .object(own),
      "content": .object(["msgtype": "m.text", "body": .string(event.text)]),
    ])
  }
}
