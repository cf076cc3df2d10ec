import Controllers
import MatrixWire
import ModelKit
import Models

/// Makes accounts on one server; keeps no state.
struct RegistrationRequests: Sendable {
  private enum Response: Sendable {
    case made(UserID)
    case stages(RawAuthenticationStages)
  }

  /// Attempts at stages; no server has so many stages.
  private static let mostAttempts = 8

  let sender: RequestSender
  /// What errors name.
  let operation: RequestError.Operation

  init(_ sender: RequestSender, for operation: RequestError.Operation = .register) {
    self.sender = sender
    self.operation = operation
  }

  /// Asks for the stages of a registration, and begins none.
  ///
  /// Fails with 403 when registration is closed.
  func offer() async throws(RequestError) -> RegistrationOffer {
    guard case .stages(let stages) = try await sender.send(endpoint([:]), token: nil) else {
      return .closed
    }
    return read(stages).offer
  }

  /// Passes the server's stages, one request for each.
  func register(_ account: NewAccount) async throws(RequestError) -> UserID {
    var body: JSONObject = [
      "username": .string(account.name), "password": .string(account.password.reveal()),
      "inhibit_login": true,
    ]
    var attempted: String?
    for _ in 0..<Self.mostAttempts {
      switch try await sender.send(endpoint(body), token: nil) {
      case .made(let user): return user
      case .stages(let raw):
        let stages = read(raw)
        // A stage that was not passed would not be passed by the same proof either.
        guard let next = stages.next, next != attempted, raw.code == nil || attempted == nil else {
          throw refusal(raw, isSupported: stages.stages != nil)
        }
        body["auth"] = try proof(next, account, stages)
        attempted = next
      }
    }
    throw RequestError(operation: operation, reason: .refused, status: 401)
  }

  private func proof(
    _ stage: String, _ account: NewAccount, _ stages: RegistrationStages
  ) throws(RequestError) -> JSONValue {
    var proof: JSONObject = ["type": .string(stage)]
    proof["session"] = stages.session.map { .string($0) }
    switch stage {
    case RegistrationStages.token:
      guard let token = account.token else { throw unsupported }
      proof["token"] = .string(token.reveal())
    case RegistrationStages.terms:
      guard account.acceptsTerms else { throw unsupported }
    default: break
    }
    return .object(proof)
  }

  private func refusal(_ raw: RawAuthenticationStages, isSupported: Bool) -> RequestError {
    guard isSupported else { return unsupported }
    return RequestError(
      operation: operation, reason: .refused, status: 401, code: raw.code ?? "M_FORBIDDEN")
  }

  private var unsupported: RequestError {
    RequestError(operation: operation, reason: .unsupportedProof, status: 401)
  }

  private func read(_ raw: RawAuthenticationStages) -> RegistrationStages {
    RegistrationStages(raw, isServerLocal: sender.server.origin.isLoopback)
  }

  private func endpoint(_ body: JSONObject) -> Endpoint<Response> {
    let operation = operation
    var endpoint = Endpoint<Response>(
      operation, .post, path: .client("register"), body: .object(body), waitsWhenLimited: false
    ) { response in
      if response.status == 401 {
        return .stages(try RawAuthenticationStages.decode(response.body))
      }
      let raw = try RawRegisterResponse.decode(response.body)
      guard let userID = UserID(raw.userID) else {
        throw RequestError(operation: operation, reason: .malformedResponse(path: "$.user_id"))
      }
      return .made(userID)
    }
    endpoint.readsUnauthorised = true
    return endpoint
  }
}
