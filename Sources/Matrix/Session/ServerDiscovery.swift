import Controllers
import MatrixWire
import Models
import Signals

/// Finds the homeserver that a user means.
///
/// Source: Matrix client-server API, "Server discovery".
struct ServerDiscovery: Sendable {
  let transport: any HTTPTransport
  let scheduler: any Scheduler
  let allowsInsecureHTTP: Bool

  /// The server and its own description.
  func describe(_ text: String) async throws(RequestError) -> ServerDescription {
    let found = try await locate(text)
    return try await ServerOffers(sender: sender(found.address))
      .description(newestVersion: Self.newest(found.versions))
  }

  /// What sends requests without a token to a server.
  func sender(
    of text: String, for operation: RequestError.Operation
  ) async throws(RequestError) -> RequestSender {
    do {
      return sender(try await locate(text).address)
    } catch {
      var error = error
      error.operation = operation
      throw error
    }
  }

  /// The address of a server that responded like a homeserver.
  func locate(
    _ text: String
  ) async throws(RequestError) -> (address: ServerAddress, versions: [String]) {
    let place = try ServerPlace(text)
    var firstError: RequestError?
    for address in try await candidates(place) {
      do {
        try checkSecurity(address)
        return (address, try await versions(of: address))
      } catch {
        if error.reason == .cancelled { throw error }
        firstError = firstError ?? error
      }
    }
    throw firstError ?? Self.error(.invalidInput(text))
  }

  private func candidates(_ place: ServerPlace) async throws(RequestError) -> [ServerAddress] {
    switch place {
    case .address(let address):
      return [address]
    case .name(let origin) where origin.isLoopback:
      let plainPort = origin.port == 443 ? 8008 : origin.port
      let plain = HTTPOrigin(scheme: .http, host: origin.host, port: plainPort)
      return [plain, origin].compactMap { $0.map { ServerAddress(origin: $0) } }
    case .name(let origin):
      return [try await wellKnown(origin) ?? ServerAddress(origin: origin)]
    }
  }

  /// The homeserver that the domain announces; nil when it announces none that can be read.
  private func wellKnown(_ origin: HTTPOrigin) async throws(RequestError) -> ServerAddress? {
    guard let domain = HTTPOrigin(scheme: .https, host: origin.host) else { return nil }
    var endpoint = Endpoint(
      .discover, path: [".well-known", "matrix", "client"], waitsWhenLimited: false,
      timeout: .seconds(10), response: RawWellKnown.self)
    endpoint.maxRedirects = 3
    endpoint.maxBodyBytes = 1 << 16
    let raw: RawWellKnown
    do {
      raw = try await sender(ServerAddress(origin: domain)).send(endpoint, token: nil)
    } catch {
      // Whatever is wrong with the file, the domain itself may be the homeserver.
      guard error.reason == .cancelled else { return nil }
      throw error
    }
    guard let address = ServerAddress(raw.baseURL) else {
      throw Self.error(.malformedResponse(path: "$[m.homeserver].base_url"))
    }
    // A foreign file must not direct this program to services on its own machine.
    guard !address.origin.isLoopback || allowsInsecureHTTP else {
      throw Self.error(.insecure(address.description))
    }
    return address
  }

  private func checkSecurity(_ address: ServerAddress) throws(RequestError) {
    let origin = address.origin
    guard origin.scheme == .https || origin.isLoopback || allowsInsecureHTTP else {
      throw Self.error(.insecure(address.description))
    }
  }

  private func versions(of address: ServerAddress) async throws(RequestError) -> [String] {
    let endpoint = Endpoint(
      .discover, path: ["_matrix", "client", "versions"], waitsWhenLimited: false,
      timeout: .seconds(15), response: RawVersions.self)
    return try await sender(address).send(endpoint, token: nil).versions
  }

  private func sender(_ address: ServerAddress) -> RequestSender {
    RequestSender(server: address, transport: transport, scheduler: scheduler)
  }

  /// The highest version of the form `v1.15`.
  static func newest(_ versions: [String]) -> String? {
    versions.compactMap { text -> (text: String, major: Int, minor: Int)? in
      guard text.hasPrefix("v") else { return nil }
      let parts = text.dropFirst().split(separator: ".").map { Int($0) }
      guard parts.count == 2, let major = parts[0], let minor = parts[1] else { return nil }
      return (text, major, minor)
    }.max { ($0.major, $0.minor) < ($1.major, $1.minor) }?.text
  }

  private static func error(_ reason: RequestError.Reason) -> RequestError {
    RequestError(operation: .discover, reason: reason)
  }
}

/// What a user typed as the server.
enum ServerPlace: Hashable, Sendable {
  /// A complete address, used as it is.
  case address(ServerAddress)
  /// A server name, as an https origin.
  case name(HTTPOrigin)

  /// Parses a user id, a server name with or without a port, or an address.
  init(_ typed: String) throws(RequestError) {
    let text = typed.trimmed
    if text.contains("://"), let address = ServerAddress(text) {
      self = .address(address)
      return
    }
    var name = text[...]
    if text.hasPrefix("@") { name = UserID(text)?.serverName ?? "" }
    if name.hasSuffix("/") { name = name.dropLast() }
    guard let origin = HTTPOrigin(scheme: .https, authority: name) else {
      throw RequestError(operation: .discover, reason: .invalidInput(text))
    }
    self = .name(origin)
  }
}

extension String {
  /// The text without white space at both ends.
  var trimmed: String {
    guard let first = firstIndex(where: { !$0.isWhitespace }),
      let last = lastIndex(where: { !$0.isWhitespace })
    else { return "" }
    return String(self[first...last])
  }
}
