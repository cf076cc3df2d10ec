package import Controllers
package import Signals

/// Signs in by web pages: single sign-on and OAuth 2.0.
package struct MatrixBrowserController: BrowserController {
  private let discovery: ServerDiscovery

  init(discovery: ServerDiscovery) {
    self.discovery = discovery
  }

  package func proof(
    from server: String, by way: BrowserWay, pasted: Signal<String, Never>
  ) -> Signal<BrowserStep, RequestError> {
    Signal { [discovery] observer in
      let task = Task {
        do throws(RequestError) {
          let proof = try await Self.proof(server, way, pasted, discovery) { observer.send($0) }
          observer.send(.proven(proof))
          observer.complete()
        } catch {
          observer.fail(error)
        }
      }
      return AnyDisposable { task.cancel() }
    }
  }

  private static func proof(
    _ server: String, _ way: BrowserWay, _ pasted: Signal<String, Never>,
    _ discovery: ServerDiscovery, _ step: (BrowserStep) -> Void
  ) async throws(RequestError) -> SignInProof {
    let sender = try await discovery.sender(of: server, for: .browserSignIn)
    switch way {
    case .singleSignOn(let provider):
      let flow = SingleSignOn(server: sender.server, provider: provider)
      return try await flow.proof(pasted, discovery.scheduler, step)
    case .deviceCode:
      return .oauth(try await DeviceGrant(OAuthServer(sender)).run(step))
    case .authorizationCode:
      return .oauth(try await CodeGrant(OAuthServer(sender)).run(pasted, step))
    }
  }
}
