import AsyncHTTPClient
import NIOCore
import NIOHTTPCompression
import Synchronization

/// The transport over async-http-client.
///
/// The client is made with the first request, so that a program that asks nothing starts no
/// threads. Certificates are checked against the system's; there is no way to go on without.
package final class AsyncHTTPTransport: HTTPTransport {
  /// What may be chosen.
  package struct Options: Sendable {
    /// How long connecting may take, TLS included.
    package var connectTimeout: Duration = .seconds(10)
    /// Allows plain HTTP to other machines; else only to this one.
    package var allowsInsecureHTTP = false
    /// Changes the client's own settings, for tests: what an authority of theirs signed, say.
    var adjustClient: (@Sendable (inout HTTPClient.Configuration) -> Void)?

    package init() {}
  }

  private enum State {
    case idle
    case open(Client)
    case closed
  }

  /// A client with its connections, which is shut down when nobody sends with it any more.
  private final class Client: Sendable {
    let http: HTTPClient

    init(_ http: HTTPClient) { self.http = http }

    // It keeps itself until that is done; a second time does no harm.
    deinit { http.shutdown { _ in } }
  }

  private let state = Mutex(State.idle)
  private let options: Options

  package init(options: Options = Options()) {
    self.options = options
  }

  package func send(_ request: HTTPRequest) async throws(TransportError) -> HTTPResponse {
    let deadline = ContinuousClock.now + request.timeout
    var redirects = RedirectRules(request, allowsInsecureHTTP: options.allowsInsecureHTTP)
    while true {
      try redirects.checkSecurity()
      let client = try client()
      let exchange = HTTPExchange(
        client: client.http, request: redirects.request, deadline: deadline)
      let response = try await exchange.run()
      withExtendedLifetime(client) {}
      guard try redirects.follow(response) else { return response }
    }
  }

  package func forgetConnections() {
    let old = state.withLock { state -> Client? in
      guard case .open(let client) = state else { return nil }
      state = .idle
      return client
    }
    withExtendedLifetime(old) {}
  }

  package func close() async {
    guard let client = takeClient() else { return }
    await withCheckedContinuation { continuation in
      client.http.shutdown { _ in continuation.resume() }
    }
  }

  private func takeClient() -> Client? {
    state.withLock { state in
      defer { state = .closed }
      return if case .open(let client) = state { client } else { nil }
    }
  }

  private func client() throws(TransportError) -> Client {
    let client = state.withLock { state -> Client? in
      switch state {
      case .open(let client): return client
      case .closed: return nil
      case .idle:
        let client = Client(
          HTTPClient(
            eventLoopGroupProvider: .singleton, configuration: Self.configuration(options)))
        state = .open(client)
        return client
      }
    }
    guard let client else { throw .cancelled }
    return client
  }

  private static func configuration(_ options: Options) -> HTTPClient.Configuration {
    var configuration = HTTPClient.Configuration(
      redirectConfiguration: .disallow,
      timeout: .init(connect: .nanoseconds(options.connectTimeout.nanoseconds)),
      decompression: .enabled(limit: .size(HTTPRequest.largestBody)))
    // The caller decides whether and when to try again, and says so to the user meanwhile.
    configuration.connectionPool.retryConnectionEstablishment = false
    configuration.connectionPool.concurrentHTTP1ConnectionsPerHostSoftLimit = 16
    options.adjustClient?(&configuration)
    return configuration
  }
}

extension Duration {
  /// Whole nanoseconds, clamped to what 64 bits hold.
  var nanoseconds: Int64 {
    let (seconds, attoseconds) = components
    let (product, overflow) = seconds.multipliedReportingOverflow(by: 1_000_000_000)
    if overflow { return seconds > 0 ? .max : .min }
    let (sum, carry) = product.addingReportingOverflow(attoseconds / 1_000_000_000)
    return carry ? .max : sum
  }
}
