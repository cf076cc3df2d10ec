import Controllers
import MatrixWire
import ModelKit
import Models

/// The answer to a request that the server may want to be confirmed.
///
/// Source: Matrix client-server API, "User-interactive authentication API".
enum ProofResponse: Sendable {
  case done
  case stages(RawAuthenticationStages)
}

extension MatrixNetworkController {
  /// Sends a request, confirmed by the password when the server asks for that.
  ///
  /// Throws `M_FORBIDDEN` for a wrong password, and `.unsupportedProof` when the password is not enough.
  func request(
    confirmedBy password: Secret<String>, of user: UserID,
    _ endpoint: (_ proof: JSONValue?) -> Endpoint<ProofResponse>
  ) async throws(RequestError) {
    let first = endpoint(nil)
    guard case .stages(let stages) = try await request(first) else { return }
    guard let proof = Self.proof(for: stages, password, of: user) else {
      throw RequestError(operation: first.operation, reason: .unsupportedProof, status: 401)
    }
    if case .stages(let stages) = try await request(endpoint(proof)) {
      throw RequestError(
        operation: first.operation, reason: .refused, status: 401,
        code: stages.code ?? "M_FORBIDDEN")
    }
  }

  private static func proof(
    for stages: RawAuthenticationStages, _ password: Secret<String>, of user: UserID
  ) -> JSONValue? {
    var proof: JSONObject = [:]
    proof["session"] = stages.session.map { .string($0) }
    if stages.asks(for: "m.login.password") {
      proof["type"] = "m.login.password"
      proof["identifier"] = .object(["type": "m.id.user", "user": .string(user.rawValue)])
      proof["password"] = .string(password.reveal())
    } else if stages.asks(for: "m.login.dummy") {
      proof["type"] = "m.login.dummy"
    } else {
      return nil
    }
    return .object(proof)
  }
}

extension RawAuthenticationStages {
  /// Whether this stage alone is sufficient.
  func asks(for stage: String) -> Bool {
    flows.contains { $0.stages == [stage] }
  }
}
