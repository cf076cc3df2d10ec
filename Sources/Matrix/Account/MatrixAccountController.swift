package import Controllers
import MatrixWire
package import Models
package import Signals

/// Changes the account's devices and its password on the server; any thread may call.
package final class MatrixAccountController: AccountController {
  private let network: MatrixNetworkController
  private let user: UserID

  /// Makes a controller; sends nothing yet.
  package init(network: MatrixNetworkController, user: UserID) {
    self.network = network
    self.user = user
  }

  package func devices() -> Signal<[Device], RequestError> {
    network.signal(.devices).map { devices in
      devices.sorted {
        ($0.lastSeen?.milliseconds ?? .min, $1.id) > ($1.lastSeen?.milliseconds ?? .min, $0.id)
      }
    }
  }

  package func rename(_ device: String, to name: String) -> Signal<Void, RequestError> {
    network.signal(.rename(device, to: name))
  }

  package func signOut(_ device: String, proof: AccountProof) -> Signal<Void, RequestError> {
    .from { [network, user] () async throws(RequestError) in
      try await network.request(confirmedBy: proof, of: user) { .signOut(device, proof: $0) }
    }
  }

  package func changePassword(
    to new: Secret<String>, signingOutOthers: Bool, proof: AccountProof
  ) -> Signal<Void, RequestError> {
    .from { [network, user] () async throws(RequestError) in
      try await network.request(confirmedBy: proof, of: user) {
        .changePassword(to: new, signingOutOthers: signingOutOthers, proof: $0)
      }
    }
  }

  package func deactivate(
    isErasing: Bool, proof: AccountProof
  ) -> Signal<Void, RequestError> {
    .from { [network, user] () async throws(RequestError) in
      try await network.request(confirmedBy: proof, of: user) {
        .deactivate(isErasing: isErasing, proof: $0)
      }
    }
  }

  package func page() -> Signal<String?, RequestError> {
    .from { [network] () async throws(RequestError) -> String? in
      do throws(RequestError) {
        let page = try await network.request(.oauthMetadata(.manageDevices)).accountPage
        return page.flatMap {
          BrowserAddress($0, isServerLocal: network.isLoopback)?.description
        }
      } catch {
        guard error.status == 404 || error.code == "M_UNRECOGNIZED" else { throw error }
        return nil
      }
    }
  }
}
