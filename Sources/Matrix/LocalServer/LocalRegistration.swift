import Controllers
import MatrixWire
import ModelKit
import Models
import Signals

/// Registers an account on this machine's server; keeps no state.
///
/// Source: Matrix client-server API, "Account registration" and "Token-authenticated registration".
struct LocalRegistration: Sendable {
  let host: any LocalServerHost
  let transport: any HTTPTransport
  let scheduler: any Scheduler

  private enum Response: Sendable {
    case made(UserID)
    case stages(RawAuthenticationStages)
  }

  /// Returns the user id of the new account.
  ///
  /// Fails with `.refused` and `M_USER_IN_USE` when the name is taken.
  func run(
    name: String, password: Secret<String>, on address: ServerAddress
  ) async throws(RequestError) -> UserID {
    let sender = RequestSender(server: address, transport: transport, scheduler: scheduler)
    let first = try await sender.send(endpoint(name, password, proof: nil), token: nil)
    guard case .stages(let stages) = first else { return try made(first) }
    let proof = try proof(for: stages)
    return try made(await sender.send(endpoint(name, password, proof: proof), token: nil))
  }

  private func made(_ response: Response) throws(RequestError) -> UserID {
    switch response {
    case .made(let userID): return userID
    case .stages(let stages):
      throw RequestError(operation: .signUp, reason: .refused, status: 401, code: stages.code)
    }
  }

  /// The proof that this program may make accounts.
  private func proof(for stages: RawAuthenticationStages) throws(RequestError) -> JSONValue {
    var proof: JSONObject = [:]
    proof["session"] = stages.session.map { .string($0) }
    if stages.asks(for: "m.login.registration_token"), let token = host.registrationToken() {
      proof["type"] = .string("m.login.registration_token")
      proof["token"] = .string(token.reveal())
    } else if stages.asks(for: "m.login.dummy") {
      proof["type"] = .string("m.login.dummy")
    } else {
      throw RequestError(operation: .signUp, reason: .refused, status: 401, code: stages.code)
    }
    return .object(proof)
  }

  private func endpoint(
    _ name: String, _ password: Secret<String>, proof: JSONValue?
  ) -> Endpoint<Response> {
    var body: JSONObject = [
      "username": .string(name), "password": .string(password.reveal()), "inhibit_login": true,
    ]
    body["auth"] = proof
    var endpoint = Endpoint<Response>(
      .signUp, .post, path: .client("register"), body: .object(body)
    ) { response in
      if response.status == 401 {
        return .stages(try RawAuthenticationStages.decode(response.body))
      }
      let raw = try RawRegisterResponse.decode(response.body)
      guard let userID = UserID(raw.userID) else {
        throw RequestError(operation: .signUp, reason: .malformedResponse(path: "$.user_id"))
      }
      return .made(userID)
    }
    endpoint.readsUnauthorised = true
    return endpoint
  }
}
