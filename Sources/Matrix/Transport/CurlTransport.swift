import Synchronization

/// The transport over libcurl.
///
/// The first request opens the library, on a dedicated network thread, so a program without
/// requests does not pay for it. Certificates are checked against the system's; this check cannot
/// be disabled.
package final class CurlTransport: HTTPTransport {
  /// The options of a transport.
  package struct Options: Sendable {
    /// How long connecting may take, TLS included.
    package var connectTimeout: Duration = .seconds(10)
    /// Allows plain HTTP to other machines; otherwise only this machine is allowed.
    package var allowsInsecureHTTP = false
    /// The environment variables that name the proxies.
    package var environment = ProxyRules.environment()
    /// Until then the first request waits, with the library unopened.
    ///
    /// Opening it takes 8 ms of processor time, which a first screen may need.
    package var opensNotBefore: ContinuousClock.Instant?
    /// Replaces the system's certificates, for tests.
    var authorities: String?

    /// The options the program uses.
    package init() {}
  }

  private enum State {
    case idle
    case open(Client)
    case closed
  }

  /// A thread with its connections, which ends when nobody uses it any longer.
  private final class Client: Sendable {
    let mailbox = CurlMailbox()

    init(_ options: Options) { CurlLoop.start(mailbox, options) }

    deinit { mailbox.end(with: .cancelled) }
  }

  private let state = Mutex(State.idle)
  private let options: Options

  /// Makes a transport; opens nothing before the first request.
  package init(options: Options = Options()) {
    self.options = options
  }

  package func send(_ request: HTTPRequest) async throws(TransportError) -> HTTPResponse {
    let deadline = ContinuousClock.now + request.timeout
    var redirects = RedirectRules(request, allowsInsecureHTTP: options.allowsInsecureHTTP)
    while true {
      try redirects.checkSecurity()
      let client = try client()
      let job = CurlJob(request: redirects.request, deadline: deadline)
      let result = await client.mailbox.result(of: job)
      // Drop an unresponsive connection: HTTP/2 would share it with later requests.
      if case .failure(.timedOut) = result { forgetConnections(of: client) }
      let response = try result.get()
      withExtendedLifetime(client) {}
      guard try redirects.follow(response) else { return response }
    }
  }

  package func forgetConnections() {
    forgetConnections(of: nil)
  }

  package func close() async {
    let client = state.withLock { state in
      defer { state = .closed }
      return if case .open(let client) = state { client } else { nil as Client? }
    }
    guard let client else { return }
    client.mailbox.end(with: .cancelled)
    await client.mailbox.closed()
  }

  /// Makes later requests use a client other than this one; nil means any.
  private func forgetConnections(of client: Client?) {
    let old = state.withLock { state -> Client? in
      guard case .open(let current) = state, client == nil || client === current else { return nil }
      state = .idle
      return current
    }
    // Its release takes the mailbox's lock, so it must happen outside this one.
    withExtendedLifetime(old) {}
  }

  private func client() throws(TransportError) -> Client {
    let client = state.withLock { state -> Client? in
      switch state {
      case .open(let client): return client
      case .closed: return nil
      case .idle:
        let client = Client(options)
        state = .open(client)
        return client
      }
    }
    guard let client else { throw .cancelled }
    return client
  }
}
