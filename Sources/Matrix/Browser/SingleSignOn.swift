import Controllers
import Signals

/// Sign-in at an identity provider of the server.
///
/// Source: Matrix client-server API, "Client login via SSO".
struct SingleSignOn: Sendable {
  let server: ServerAddress
  /// Nil when the server has only one, or asks the user itself.
  let provider: IdentityProvider?

  func proof(
    _ pasted: Signal<String, Never>, _ scheduler: any Scheduler, _ step: (BrowserStep) -> Void
  ) async throws(RequestError) -> SignInProof {
    let place = BrowserWait.Place(path: "/\(RandomToken.make())", state: nil, item: "loginToken")
    let wait = BrowserWait(place: place, pasted: pasted, scheduler: scheduler)
    let token = try await wait.arrival { back in
      step(.visit(BrowserVisit(address: address(leadingTo: back))))
    } unusable: {
      step(.unusable)
    }
    return .loginToken(Secret(token))
  }

  private func address(leadingTo back: String) -> String {
    let path: [String] = .client("login", "sso", "redirect") + (provider.map { [$0.id] } ?? [])
    return server.url(path, query: [("redirectUrl", back)]).description
  }
}
