package import Controllers
package import Signals

/// Signs in by web pages: single sign-on and OAuth 2.0.
package struct MatrixBrowserController: BrowserController {
  private let discovery: ServerDiscovery
  /// The device on a server that a soft logout has left to sign in again.
  private let oldDevice: @Sendable (ServerAddress) -> String?

  init(
    discovery: ServerDiscovery, oldDevice: @escaping @Sendable (ServerAddress) -> String?
  ) {
    self.discovery = discovery
    self.oldDevice = oldDevice
  }

  package func proof(
    from server: String, by way: BrowserWay, pasted: Signal<String, Never>
  ) -> Signal<BrowserStep, RequestError> {
    Signal { [self] observer in
      let task = Task {
        do throws(RequestError) {
          let proof = try await proof(server, way, pasted) { observer.send($0) }
          observer.send(.proven(proof))
          observer.complete()
        } catch {
          observer.fail(error)
        }
      }
      return AnyDisposable { task.cancel() }
    }
  }

  private func proof(
    _ server: String, _ way: BrowserWay, _ pasted: Signal<String, Never>,
    _ step: (BrowserStep) -> Void
  ) async throws(RequestError) -> SignInProof {
    let sender = try await discovery.sender(of: server, for: .browserSignIn)
    let oauth = OAuthServer(sender, device: oldDevice(sender.server))
    switch way {
    case .singleSignOn(let provider):
      let flow = SingleSignOn(server: sender.server, provider: provider)
      return try await flow.proof(pasted, discovery.scheduler, step)
    case .deviceCode:
      return .oauth(try await DeviceGrant(oauth).run(step))
    case .authorizationCode:
      return .oauth(try await CodeGrant(oauth).run(pasted, step))
    }
  }
}
