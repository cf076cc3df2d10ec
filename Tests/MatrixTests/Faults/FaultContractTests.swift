import FaultProxy
import Testing

@testable import Controllers
@testable import Matrix
@testable import Models
@testable import Signals

/// A faulty connection must neither lose nor duplicate messages.
///
/// Runs against a server in memory and, when there is one, a real homeserver.
@Suite("A faulty connection to the server", .timeLimit(.minutes(2)))
struct FaultContractTests {
  /// A fault that occurs while both sides write.
  struct Trouble: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let rules: [FaultRule]

    init(_ name: String, _ rules: FaultRule...) {
      testDescription = name
      self.rules = rules
    }
  }

  private static let send = "*/send/m.room.message/*"
  private static let sync = "*/sync"
  private static let html = OwnResponse(
    status: 502, headers: ["Content-Type": "text/html"], body: "<html><h1>Bad Gateway</h1></html>")
  private static let limit = OwnResponse(
    status: 429, headers: ["Retry-After": "1", "Content-Type": "application/json"],
    body: #"{"errcode":"M_LIMIT_EXCEEDED","error":"Too many requests"}"#)

  static let troubles = [
    Trouble(
      "answers to messages are lost",
      FaultRule("PUT", send, times: .first(4), faults: .loseResponse)),
    Trouble("messages are sent twice", FaultRule("PUT", send, faults: .sendTwice)),
    Trouble(
      "a message's answer comes after the sync's copy",
      FaultRule("PUT", send, times: .first(2), faults: .delay(.milliseconds(500), of: .response))),
    Trouble(
      "requests overtake one another",
      FaultRule(
        nil, "/_matrix/client/*", times: .every(3), faults: .hold(atMost: .milliseconds(300)))),
    Trouble(
      "connections are reset before a message's answer",
      FaultRule("PUT", send, times: .first(4), faults: .reset(at: .head(0)))),
    Trouble(
      "connections are reset within a message's answer",
      FaultRule("PUT", send, times: .first(2), faults: .reset(at: .body(5)))),
    Trouble(
      "messages do not reach the server",
      FaultRule(
        "PUT", send, times: .first(2), faults: .answer(OwnResponse(status: 500)),
        .reset(at: .head(0)))),
    Trouble(
      "a sync's answer is cut in its head",
      FaultRule(nil, sync, times: .every(2), faults: .cut(at: .head(20)))),
    Trouble(
      "a sync's answer is cut in its body",
      FaultRule(nil, sync, times: .every(2), faults: .cut(at: .body(40)))),
    Trouble(
      "a sync's answer is reset",
      FaultRule(nil, sync, times: .every(2), faults: .reset(at: .body(40)))),
    Trouble(
      "a sync's answer is lost", FaultRule(nil, sync, times: .every(2), faults: .loseResponse)),
    Trouble("syncs are sent twice", FaultRule(nil, sync, faults: .sendTwice)),
    Trouble(
      "bytes trickle",
      FaultRule(nil, sync, times: .first(2), faults: .slow(bytesPerSecond: 2_000, of: .response)),
      FaultRule("PUT", send, faults: .slow(bytesPerSecond: 200, of: .request))),
    Trouble(
      "a gateway tells in HTML that the server is away",
      FaultRule("PUT", send, times: .first(2), faults: .answer(html)),
      FaultRule(nil, sync, times: .first(2), faults: .answer(html))),
    Trouble(
      "the server limits the rate",
      FaultRule("PUT", send, times: .first(2), faults: .answer(limit)),
      FaultRule(nil, sync, times: .first(1), faults: .answer(limit))),
    Trouble(
      "a sync's answer is no JSON",
      FaultRule(nil, sync, times: .first(2), faults: .replacing(["{": "<"]))),
  ]

  @Test(
    "every message arrives once and in order when", arguments: troubles, ContractServer.available)
  func talk(trouble: Trouble, server: ContractServer) async throws {
    try await FaultScene.with(server) { scene in
      try await scene.begin(trouble.rules)
      try await scene.talk()
    }
  }
}
