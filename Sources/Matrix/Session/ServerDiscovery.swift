import Controllers
import MatrixWire
import Models
import Signals

/// Finds the homeserver that a person means.
///
/// Source: Matrix client-server API, "Server discovery".
struct ServerDiscovery: Sendable {
  let transport: any HTTPTransport
  let scheduler: any Scheduler
  let allowsInsecureHTTP: Bool

  /// The server and what it says of itself.
  func describe(_ text: String) async throws(RequestError) -> ServerDescription {
    let found = try await locate(text)
    let flows = try await sender(found.address).send(
      Endpoint(
        .discover, path: .client("login"), waitsWhenLimited: false, timeout: .seconds(15),
        answer: RawLoginFlows.self), token: nil)
    return ServerDescription(
      address: found.address.description, newestVersion: Self.newest(found.versions),
      acceptsPasswords: flows.flows.contains { $0.type == "m.login.password" })
  }

  /// The server's address, which answered as a homeserver does.
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

  /// What the domain says of its homeserver; nil when it says nothing that can be read.
  private func wellKnown(_ origin: HTTPOrigin) async throws(RequestError) -> ServerAddress? {
    guard let domain = HTTPOrigin(scheme: .https, host: origin.host) else { return nil }
    var endpoint = Endpoint(
      .discover, path: [".well-known", "matrix", "client"], waitsWhenLimited: false,
      timeout: .seconds(10), answer: RawWellKnown.self)
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
      throw Self.error(.malformedAnswer(path: "$[m.homeserver].base_url"))
    }
    // A stranger's file must not send this program to services of the machine it runs on.
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
      timeout: .seconds(15), answer: RawVersions.self)
    return try await sender(address).send(endpoint, token: nil).versions
  }

  private func sender(_ address: ServerAddress) -> RequestSender {
    RequestSender(server: address, transport: transport, scheduler: scheduler)
  }

  /// The highest of the versions of the form `v1.15`.
  private static func newest(_ versions: [String]) -> String? {
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

/// What a person typed for a server.
enum ServerPlace: Hashable, Sendable {
  /// A whole address: taken as it is.
  case address(ServerAddress)
  /// A server's name, as an https origin.
  case name(HTTPOrigin)

  /// Reads a user id, a server's name with or without a port, or an address.
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
  /// Without white space at both ends.
  var trimmed: String {
    let start = drop(while: \.isWhitespace)
    return String(start.reversed().drop(while: \.isWhitespace).reversed())
  }
}
