package import Controllers
import ModelKit
package import Models
package import Signals

/// Makes accounts on servers with open registration; sends requests only.
package struct MatrixRegistrationController: RegistrationController {
  private let discovery: ServerDiscovery

  init(discovery: ServerDiscovery) {
    self.discovery = discovery
  }

  package func check(name: String, on server: String) -> Signal<Void, RequestError> {
    request(server) { sender async throws(RequestError) in
      try await sender.send(
        Endpoint(
          .register, path: .client("register", "available"), query: [("username", name)],
          waitsWhenLimited: false
        ) { _ in }, token: nil)
    }
  }

  package func check(token: Secret<String>, on server: String) -> Signal<Void, RequestError> {
    request(server) { sender async throws(RequestError) in
      let path = ["_matrix", "client", "v1", "register", RegistrationStages.token, "validity"]
      let isValid = try await sender.send(
        Endpoint(
          .register, path: path, query: [("token", token.reveal())], waitsWhenLimited: false
        ) { try JSONValue.decode($0.body)["valid"]?.boolean }, token: nil)
      guard isValid == true else {
        throw RequestError(operation: .register, reason: .refused, code: "M_FORBIDDEN")
      }
    }
  }

  package func register(
    _ account: NewAccount, on server: String
  ) -> Signal<UserID, RequestError> {
    request(server) { sender async throws(RequestError) in
      try await RegistrationRequests(sender).register(account)
    }
  }

  private func request<Value: Sendable>(
    _ server: String,
    _ work: @escaping @Sendable (RequestSender) async throws(RequestError) -> Value
  ) -> Signal<Value, RequestError> {
    .from { [discovery] () async throws(RequestError) -> Value in
      try await work(discovery.sender(of: server, for: .register))
    }
  }
}
