import Controllers
import HTTPTypes
import Matrix
import MatrixWire
import Models
import Signals
import SignalsTesting
import Synchronization
import Testing

@Suite("Matrix network controller")
struct MatrixNetworkControllerTests {
  private let scheduler = TestScheduler()
  private let ada: UserID

  init() throws {
    ada = try #require(UserID("@ada:example.org"))
  }

  @Test("a profile is read from a recorded response, with the token only in the request's header")
  func profile() async throws {
    let server = try await StubServer.start { _ in .recorded("profile.json") }
    let user = try await withNetwork(server) { network in
      try await network.network.fetchUser(ada).first()
    }

    #expect(user?.id == ada)
    #expect(user?.displayName == "Alice Liddell 🐇")
    #expect(user?.avatar == MediaURI("mxc://localhost/ETljqkmLspuqTnuoRAtzzTrJ"))
    let request = try #require(server.requests.first)
    #expect(request.path == "/_matrix/client/v3/profile/%40ada%3Aexample.org")
    #expect(request.query.isEmpty)
    #expect(request.authorization == "Bearer old")
    await server.stop()
  }

  @Test("a people search keeps ten results with valid ids")
  func searchPeople() async throws {
    let many = (0..<20).map { #"{"user_id":"@rob\#($0):x"}"# }.joined(separator: ",")
    let response =
      #"{"limited":true,"results":[{"user_id":"nobody"},{"display_name":"x"},7,"#
      + #"{"user_id":"@bob:x","display_name":"Robert","avatar_url":null},\#(many)]}"#
    let server = try await StubServer.start { _ in Reply(body: Array(response.utf8)) }
    let people = try await withNetwork(server) { network in
      try await network.network.searchPeople("rob").first()
    }

    let found = try #require(people)
    #expect(found.count <= 10)
    #expect(found.first?.id == UserID("@bob:x"))
    #expect(found.first?.displayName == "Robert")
    #expect(found.dropFirst().first?.id.rawValue == "@rob0:x")
    let request = try #require(server.requests.first)
    #expect(request.path == "/_matrix/client/v3/user_directory/search")
    #expect(String(decoding: request.body, as: UTF8.self) == #"{"search_term":"rob","limit":10}"#)
    await server.stop()
  }

  @Test("a server error is reported with its status and code", arguments: Refusal.all)
  func refusal(refusal: Refusal) async throws {
    let server = try await StubServer.start { _ in
      Reply(status: refusal.status, body: Array(refusal.body.utf8))
    }
    let error = try await withNetwork(server) { network in await fetchError(network) }

    #expect(error?.operation == .fetchUser)
    #expect(error?.reason == refusal.reason)
    #expect(error?.status == refusal.status)
    #expect(error?.code == refusal.code)
    #expect(server.requests.count == 1)
    await server.stop()
  }

  @Test(
    "an invalid response is reported with the path of the first wrong value",
    arguments: [
      ("", "$"), ("{\"displayname\":", "$.displayname"), ("<html>", "$"), ("[1]", "$"),
    ])
  func malformed(body: String, path: String) async throws {
    let server = try await StubServer.start { _ in Reply(body: Array(body.utf8)) }
    let error = try await withNetwork(server) { network in await fetchError(network) }

    #expect(error?.reason == .malformedResponse(path: path))
    #expect(error?.status == 200)
    await server.stop()
  }

  @Test("the path of a wrong value names members and elements")
  func malformedPath() async throws {
    let server = try await StubServer.start { _ in
      .json("{\"flows\":[],\"chunk\":[],\"end\":[1]}")
    }
    let error = try await withNetwork(server) { network in
      await failure { () async throws(RequestError) in
        try await network.network.request(
          Endpoint(.loadRooms, path: .client("x"), response: RawMessagesResponse.self))
      }
    }
    #expect(error?.reason == .malformedResponse(path: "$.end"))
    await server.stop()
  }

  @Test("an excessively nested document is refused")
  func deep() async throws {
    let body = String(repeating: "[", count: 200_000)
    let server = try await StubServer.start { _ in .json(body) }
    let error = try await withNetwork(server) { network in await fetchError(network) }
    #expect(error?.reason == .malformedResponse(path: "$"))
    await server.stop()
  }

  @Test("after a lost connection only a repeatable request is resent, at most twice")
  func lostConnection() async throws {
    let server = try await StubServer.start { _ in Reply(manner: .dropped) }
    try await withNetwork(server) { network in
      let error = await fetchError(network)
      #expect(error?.reason == .unreachable("the connection ended"))
      #expect(server.requests.count == 3)

      let post = Endpoint<Void>(.join, .post, path: .client("join", "#a:b"))
      let second = await failure { () async throws(RequestError) in
        try await network.network.request(post)
      }
      #expect(second?.reason == .unreachable("the connection ended"))
      #expect(server.requests.count == 4)
    }
    await server.stop()
  }

  @Test("a truncated response is not requested again here")
  func cut() async throws {
    let server = try await StubServer.start { _ in
      .recorded("profile.json").with { $0.manner = .cut(after: 5) }
    }
    let error = try await withNetwork(server) { network in await fetchError(network) }
    #expect(error?.isTransient == true)
    #expect(server.requests.count == 1)
    await server.stop()
  }

  @Test("a 429 is waited out for the server's time, on the scheduler's clock")
  func waits() async throws {
    let server = try await StubServer.start { [count = Atomic(0)] _ in
      count.add(1, ordering: .relaxed).newValue == 1
        ? .recorded("error-429-limit-exceeded.json", status: 429) : .recorded("profile.json")
    }
    try await withNetwork(server) { network in
      let task = Task { try await network.network.fetchUser(ada).first() }
      try await eventually { scheduler.pendingCount == 1 }
      scheduler.advance(by: .milliseconds(5875))
      #expect(scheduler.pendingCount == 1)
      #expect(server.requests.count == 1)
      scheduler.advance(by: .milliseconds(1))
      #expect(try await task.value?.id == ada)
      #expect(server.requests.count == 2)
    }
    await server.stop()
  }

  @Test("the client gives up after repeated 429s; a caller that waits itself is told at once")
  func givesUp() async throws {
    let server = try await StubServer.start { _ in
      .recorded("error-429-limit-exceeded.json", status: 429)
        .with { $0.headers[.retryAfter] = "6" }
    }
    try await withNetwork(server) { network in
      var endpoint = Endpoint<Void>(.send, .put, path: .client("x"), waitsWhenLimited: false)
      let told = await failure { [endpoint] () async throws(RequestError) in
        try await network.network.request(endpoint)
      }
      #expect(told?.reason == .limited)
      #expect(told?.retryAfter == .seconds(6))
      #expect(told?.code == "M_LIMIT_EXCEEDED")
      #expect(server.requests.count == 1)

      endpoint.waitsWhenLimited = true
      let task = Task { [endpoint] in
        await failure { () async throws(RequestError) in
          try await network.network.request(endpoint)
        }
      }
      for count in 2...6 {
        try await eventually { server.requests.count == count && scheduler.pendingCount == 1 }
        scheduler.advance(by: .seconds(6))
      }
      #expect(await task.value?.reason == .limited)
      #expect(server.requests.count == 7)
    }
    await server.stop()
  }

  @Test("cancelling the caller ends the wait for the server")
  func cancelledWait() async throws {
    let server = try await StubServer.start { _ in
      .recorded("error-429-limit-exceeded.json", status: 429)
    }
    try await withNetwork(server) { network in
      let task = Task {
        await failure { () async throws(RequestError) in
          try await network.network.request(Endpoint<Void>(.markRead, .put, path: .client("x")))
        }
      }
      try await eventually { scheduler.pendingCount == 1 }
      task.cancel()
      #expect(await task.value?.reason == .cancelled)
      #expect(scheduler.pendingCount == 0)
    }
    await server.stop()
  }

  @Test("disposing of the signal cancels the request")
  func disposal() async throws {
    let server = try await StubServer.start { _ in Reply(manner: .silent) }
    try await withNetwork(server) { network in
      let subscription = network.network.fetchUser(ada).subscribe(
        value: { _ in Issue.record("a value") }, failed: { _ in Issue.record("a failure") })
      try await eventually { server.openConnections == 1 && server.requests.count == 1 }
      subscription.dispose()
      try await eventually { server.openConnections == 0 }
    }
    await server.stop()
  }

  /// An error response, and the expected error.
  struct Refusal: Sendable {
    let status: Int
    let body: String
    let code: String?
    let reason: RequestError.Reason

    static let all = [
      Refusal(
        status: 404, body: Fixture.text("error-404-profile.json"), code: "M_UNKNOWN",
        reason: .refused),
      Refusal(
        status: 404, body: Fixture.text("error-404-well-known-server"), code: nil, reason: .refused),
      Refusal(
        status: 413, body: Fixture.text("error-413-upload-too-large.json"), code: "M_TOO_LARGE",
        reason: .tooLarge),
      Refusal(
        status: 403, body: Fixture.text("error-403-bad-password.json"), code: "M_FORBIDDEN",
        reason: .refused),
      Refusal(status: 502, body: "<html>Bad Gateway</html>", code: nil, reason: .refused),
      Refusal(status: 500, body: "", code: nil, reason: .refused),
      Refusal(status: 302, body: "", code: nil, reason: .refused),
      Refusal(status: 400, body: "{\"errcode\":5,\"error\":null}", code: nil, reason: .refused),
    ]
  }

  private func withNetwork<Value: Sendable>(
    _ server: StubServer, _ body: (TestNetwork) async throws -> Value
  ) async throws -> Value {
    try await withTransport { transport in
      try await body(try TestNetwork.make(server.url, transport, scheduler: scheduler))
    }
  }

  private func fetchError(_ network: TestNetwork) async -> RequestError? {
    await failure { () async throws(RequestError) in
      try await network.network.fetchUser(ada).first()
    }
  }
}
