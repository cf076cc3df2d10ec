import FoundationEssentials
import Synchronization

/// The transport over libcurl.
///
/// The library is opened with the first request, on a thread of the network's own, so that a
/// program that asks nothing pays nothing for it. Certificates are checked against the system's;
/// there is no way to go on without.
package final class CurlTransport: HTTPTransport {
  /// What may be chosen.
  package struct Options: Sendable {
    /// How long connecting may take, TLS included.
    package var connectTimeout: Duration = .seconds(10)
    /// Allows plain HTTP to other machines; else only to this one.
    package var allowsInsecureHTTP = false
    /// Where the proxies are named.
    package var environment = ProcessInfo.processInfo.environment
    /// Replaces the system's certificates, for tests.
    var authorities: String?

    package init() {}
  }

  private enum State {
    case idle
    case open(Client)
    case closed
  }

  /// A thread with its connections, which ends when nobody sends with it any more.
  private final class Client: Sendable {
    let mailbox = CurlMailbox()

    init(_ options: Options) { CurlLoop.start(mailbox, options) }

    deinit { mailbox.end(with: .cancelled) }
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
      let job = CurlJob(request: redirects.request, deadline: deadline)
      let result = await client.mailbox.result(of: job)
      // A connection that answers no more may be kept still, and lead nowhere: HTTP/2 shares it.
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

  /// Has later requests use another client than this one; nil means any.
  private func forgetConnections(of client: Client?) {
    let old = state.withLock { state -> Client? in
      guard case .open(let current) = state, client == nil || client === current else { return nil }
      state = .idle
      return current
    }
    // Its end takes the mailbox's lock: not under the one here.
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
