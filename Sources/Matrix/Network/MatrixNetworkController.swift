package import Controllers
import MatrixWire
import ModelKit
package import Models
package import Signals

/// Sends requests to one homeserver with the credentials of one session.
///
/// The controller adds the token (in the `Authorization` header only) and refreshes it when the
/// server no longer accepts it. It resends idempotent requests after a lost connection, and waits
/// out a 429. Any task may call it.
package final class MatrixNetworkController: NetworkController {
  private let place: MovingAddress
  private let transport: any HTTPTransport
  private let credentials: CredentialSource
  let scheduler: any Scheduler
  private let bodyFolder: BodyFolder?
  private let successesSubject = Subject<RequestError.Operation, Never>()

  /// Makes a controller for the server at the given address; sends nothing yet.
  package convenience init(
    server: ServerAddress, transport: any HTTPTransport, credentials: CredentialSource,
    scheduler: any Scheduler, bodyFolder: BodyFolder? = nil
  ) {
    self.init(
      place: MovingAddress(server), transport: transport, credentials: credentials,
      scheduler: scheduler, bodyFolder: bodyFolder)
  }

  /// - Parameter bodyFolder: Where large responses go; nil to keep them in memory.
  init(
    place: MovingAddress, transport: any HTTPTransport, credentials: CredentialSource,
    scheduler: any Scheduler, bodyFolder: BodyFolder? = nil
  ) {
    self.place = place
    self.transport = transport
    self.credentials = credentials
    self.scheduler = scheduler
    self.bodyFolder = bodyFolder
  }

  /// Emits the operation of each successful request, which shows that the server is reachable; on
  /// any thread.
  var successes: Signal<RequestError.Operation, Never> { successesSubject.signal }

  /// Whether the server is on this machine.
  var isLoopback: Bool { place.address.origin.isLoopback }

  /// The address of a page of the server; nil when a browser may not be given it.
  func page(_ path: [String], query: [(name: String, value: String)]) -> String? {
    let address = place.address.url(path, query: query).description
    return BrowserAddress(address, isServerLocal: isLoopback)?.description
  }

  /// Makes later requests use new connections, because kept ones may be dead.
  func forgetConnections() { transport.forgetConnections() }

  /// Sends one request and reads its response; cancelling the task cancels the request.
  ///
  /// Throws a `RequestError` that names the operation of the endpoint.
  package func request<Response>(
    _ endpoint: Endpoint<Response>
  ) async throws(RequestError) -> Response {
    let response = try await respond(to: endpoint)
    successesSubject.send(endpoint.operation)
    return response
  }

  private func respond<Response>(
    to endpoint: Endpoint<Response>
  ) async throws(RequestError) -> Response {
    let sender = RequestSender(
      server: place.address, transport: transport, scheduler: scheduler, bodyFolder: bodyFolder)
    let token = try await credentials.token(for: endpoint.operation)
    do {
      return try await sender.send(endpoint, token: token)
    } catch {
      guard error.isUnknownToken else { throw error }
      let newer = try await credentials.replacement(
        for: token, refusedWith: error, endpoint.operation)
      return try await resend(endpoint, token: newer, through: sender)
    }
  }

  /// The same as a signal: one request per subscription, one value, then completion.
  package func signal<Response>(_ endpoint: Endpoint<Response>) -> Signal<Response, RequestError> {
    Signal.from { [self] () async throws(RequestError) -> Response in try await request(endpoint) }
  }

  package func fetchUser(_ id: UserID) -> Signal<User, RequestError> {
    signal(
      Endpoint(.fetchUser, path: .client("profile", id.rawValue)) { response in
        let raw = try RawProfile.decode(response.body)
        return User(
          id: id, displayName: raw.displayName, avatar: raw.avatar.flatMap { MediaURI($0) },
          nulls: .all)
      })
  }

  package func searchPeople(_ text: String) -> Signal<[User], RequestError> {
    signal(.searchPeople(text)).map(\.people)
  }

  private func resend<Response>(
    _ endpoint: Endpoint<Response>, token: Secret<String>, through sender: RequestSender
  ) async throws(RequestError) -> Response {
    do {
      return try await sender.send(endpoint, token: token)
    } catch {
      // A fresh token that the server refuses must not be refreshed in a loop.
      if error.isUnknownToken { credentials.report(error, refusing: token) }
      throw error
    }
  }
}

extension RequestError {
  /// True when the server does not know the access token.
  var isUnknownToken: Bool {
    if case .signedOut = reason { true } else { false }
  }
}
