import Controllers
import MatrixWire
import Signals

/// Asks a server how people can sign in and register; keeps no state.
struct ServerOffers: Sendable {
  /// Identity providers that are listed; nobody chooses among more.
  private static let mostProviders = 50

  let sender: RequestSender

  /// The description of a server that responds.
  ///
  /// Fails only when the server does not say how people sign in.
  func description(newestVersion: String?) async throws(RequestError) -> ServerDescription {
    let oauth = try? await OAuthServer(sender).metadata()
    let flows: [RawLoginFlow]
    do {
      flows = try await loginFlows()
    } catch {
      // A server that leaves sign-in to an OAuth server may have no other way.
      guard oauth != nil, error.reason != .cancelled else { throw error }
      flows = []
    }
    let registration = try? await RegistrationRequests(sender).offer()
    return ServerDescription(
      address: sender.server.description, newestVersion: newestVersion,
      acceptsPasswords: flows.contains { $0.type == "m.login.password" },
      acceptsLoginTokens: flows.contains { $0.type == "m.login.token" },
      browserWays: oauth?.ways ?? Self.singleSignOn(flows),
      registration: registration ?? .closed)
  }

  private func loginFlows() async throws(RequestError) -> [RawLoginFlow] {
    try await sender.send(
      Endpoint(
        .discover, path: .client("login"), waitsWhenLimited: false, timeout: .seconds(15),
        response: RawLoginFlows.self), token: nil
    ).flows
  }

  /// Source: Matrix client-server API, "Client login via SSO".
  private static func singleSignOn(_ flows: [RawLoginFlow]) -> [BrowserWay] {
    guard let flow = flows.first(where: { $0.type == "m.login.sso" }) else { return [] }
    let providers = flow.identityProviders.prefix(mostProviders).compactMap { raw in
      raw.id.nonEmpty(cutToBytes: Limits.name).map { id in
        IdentityProvider(id: id, name: raw.name?.nonEmpty(cutToBytes: Limits.name) ?? id)
      }
    }
    return providers.isEmpty ? [.singleSignOn(nil)] : providers.map { .singleSignOn($0) }
  }
}
