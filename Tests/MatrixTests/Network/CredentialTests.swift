import Controllers
import Matrix
import Models
import Signals
import SignalsTesting
import Testing

@Suite("Credentials")
struct CredentialTests {
  private static func tokens(_ request: StubServer.Request, valid: String) -> Reply {
    request.authorization == "Bearer \(valid)"
      ? .recorded("profile.json") : .recorded("error-401-unknown-token.json", status: 401)
  }

  @Test("requests refused together share one refresh, and continue with the new token")
  func singleFlight() async throws {
    let server = try await StubServer.start { Self.tokens($0, valid: "new") }
    let store = TokenStoreFake { (_) throws(RequestError) in .pair("new", "refresh-2") }
    let network = try await withNetwork(server, store, .pair("old", "refresh-1")) { network in
      try await withThrowingTaskGroup(of: User?.self) { group in
        for _ in 0..<12 { group.addTask { try await Self.fetch(network) } }
        for try await user in group { #expect(user != nil) }
      }
      return network
    }

    #expect(store.refreshedWith == ["refresh-1"])
    #expect(store.savedTokens == ["new"])
    #expect(network.endings.all.isEmpty)
    await server.stop()
  }

  @Test("the new pair is stored before it is used")
  func storedFirst() async throws {
    let store = TokenStoreFake { (_) throws(RequestError) in .pair("new", "refresh-2") }
    let server = try await StubServer.start { [store] request in
      if request.authorization == "Bearer new" { #expect(store.savedTokens == ["new"]) }
      return Self.tokens(request, valid: "new")
    }
    try await withNetwork(server, store, .pair("old", "refresh-1")) { network in
      let user = try await Self.fetch(network)
      #expect(user != nil)
    }
    await server.stop()
  }

  @Test("a pair that could not be stored is not requested again, but stored at the next attempt")
  func unsaved() async throws {
    let server = try await StubServer.start { Self.tokens($0, valid: "new") }
    let store = TokenStoreFake { (_) throws(RequestError) in .pair("new", "refresh-2") }
    store.failSaving(times: 1)
    try await withNetwork(server, store, .pair("old", "refresh-1")) { network in
      #expect(await Self.error(network)?.reason == .storage("disk full"))
      #expect(network.endings.all.isEmpty)
      let user = try await Self.fetch(network)
      #expect(user != nil)
      #expect(store.refreshCount == 1)
    }
    await server.stop()
  }

  @Test("a network failure of the refresh does not end the session")
  func offline() async throws {
    let server = try await StubServer.start { Self.tokens($0, valid: "new") }
    let store = TokenStoreFake { (count) throws(RequestError) in
      if count == 1 { throw RequestError(operation: .restore, reason: .unreachable("reset")) }
      return .pair("new", "refresh-2")
    }
    try await withNetwork(server, store, .pair("old", "refresh-1")) { network in
      let error = await Self.error(network)
      #expect(error?.reason == .unreachable("reset"))
      #expect(error?.operation == .fetchUser)
      #expect(network.endings.all.isEmpty)
      let user = try await Self.fetch(network)
      #expect(user != nil)
      #expect(store.refreshedWith == ["refresh-1", "refresh-1"])
    }
    await server.stop()
  }

  @Test("a refresh refused by a portal on the way does not end the session", arguments: [401, 403])
  func portal(status: Int) async throws {
    let server = try await StubServer.start { Self.tokens($0, valid: "new") }
    let store = TokenStoreFake { (count) throws(RequestError) in
      if count == 1 { throw RequestError(operation: .restore, reason: .refused, status: status) }
      return .pair("new", "refresh-2")
    }
    try await withNetwork(server, store, .pair("old", "refresh-1")) { network in
      #expect(await Self.error(network)?.reason == .refused)
      #expect(network.endings.all.isEmpty)
      let user = try await Self.fetch(network)
      #expect(user != nil)
    }
    await server.stop()
  }

  @Test("a token that another process renewed is adopted")
  func otherProcess() async throws {
    let server = try await StubServer.start { Self.tokens($0, valid: "theirs") }
    let store = TokenStoreFake(stored: .pair("theirs", "refresh-9"))
    try await withNetwork(server, store, .pair("old", "refresh-1")) { network in
      let user = try await Self.fetch(network)
      #expect(user != nil)
      #expect(store.refreshCount == 0)
      #expect(network.endings.all.isEmpty)
    }
    await server.stop()
  }

  @Test("without a refresh token the session ends once, soft or hard as the server says")
  func ends() async throws {
    let server = try await StubServer.start { _ in
      .json("{\"errcode\":\"M_UNKNOWN_TOKEN\",\"error\":\"\",\"soft_logout\":true}", status: 401)
    }
    try await withNetwork(server, TokenStoreFake(), .pair("old")) { network in
      await withTaskGroup(of: RequestError?.self) { group in
        for _ in 0..<6 { group.addTask { await Self.error(network) } }
        for await error in group {
          #expect(error?.reason == .signedOut(isSoft: true) || error?.reason == .cancelled)
        }
      }
      #expect(network.endings.all == [true])
      let count = server.requests.count
      #expect(await Self.error(network)?.reason == .cancelled)
      #expect(server.requests.count == count)
    }
    await server.stop()
  }

  @Test("a refused refresh ends the session", arguments: [(401, true), (401, false), (403, false)])
  func refusedRefresh(status: Int, isSoft: Bool) async throws {
    let server = try await StubServer.start { Self.tokens($0, valid: "none") }
    let store = TokenStoreFake { (_) throws(RequestError) in
      let reason: RequestError.Reason = status == 401 ? .signedOut(isSoft: isSoft) : .refused
      throw RequestError(
        operation: .restore, reason: reason, status: status, code: "M_UNKNOWN_TOKEN")
    }
    try await withNetwork(server, store, .pair("old", "refresh-1")) { network in
      #expect(await Self.error(network)?.reason == .signedOut(isSoft: isSoft))
      #expect(network.endings.all == [isSoft])
    }
    await server.stop()
  }

  @Test("a fresh token that is refused at once is not renewed in a loop")
  func refusedFreshToken() async throws {
    let server = try await StubServer.start { Self.tokens($0, valid: "none") }
    let store = TokenStoreFake { (_) throws(RequestError) in .pair("new", "refresh-2") }
    try await withNetwork(server, store, .pair("old", "refresh-1")) { network in
      #expect(await Self.error(network)?.reason == .signedOut(isSoft: false))
      #expect(store.refreshCount == 1)
      #expect(server.requests.count == 2)
      #expect(network.endings.all == [false])
    }
    await server.stop()
  }

  @Test("another kind of 401 fails the request, not the session")
  func other401() async throws {
    let server = try await StubServer.start { _ in
      .json("{\"errcode\":\"M_UNAUTHORIZED\"}", status: 401)
    }
    try await withNetwork(server, TokenStoreFake(), .pair("old", "refresh-1")) { network in
      #expect(await Self.error(network)?.reason == .refused)
      #expect(network.endings.all.isEmpty)
    }
    await server.stop()
  }

  private static func fetch(_ network: TestNetwork) async throws -> User? {
    let ada = try #require(UserID("@ada:example.org"))
    return try await network.network.fetchUser(ada).first()
  }

  private static func error(_ network: TestNetwork) async -> RequestError? {
    await failure { () async throws in try await fetch(network) } as? RequestError
  }

  private func withNetwork<Value: Sendable>(
    _ server: StubServer, _ store: TokenStoreFake, _ tokens: SessionTokens,
    _ body: (TestNetwork) async throws -> Value
  ) async throws -> Value {
    try await withTransport { transport in
      try await body(
        try TestNetwork.make(
          server.url, transport, tokens: tokens, store: store, scheduler: TestScheduler()))
    }
  }
}
