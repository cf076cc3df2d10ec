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
  /// Sends a request, confirmed by a proof when the server asks for that.
  ///
  /// Throws `M_FORBIDDEN` for a wrong password, `.needsBrowser` where the user has to confirm it on a web page
  /// and has not, and `.unsupportedProof` when none of that is enough.
  func request(
    confirmedBy proof: AccountProof, of user: UserID,
    _ endpoint: (_ proof: JSONValue?) -> Endpoint<ProofResponse>
  ) async throws(RequestError) {
    let first = endpoint(proof.confirmation)
    guard case .stages(let stages) = try await request(first) else { return }
    guard let answer = proof.answer(to: stages, of: user) else {
      let page = confirmation(of: stages)
      throw RequestError(
        operation: first.operation,
        reason: page.map { RequestError.Reason.needsBrowser($0) } ?? .unsupportedProof, status: 401)
    }
    if case .stages(let stages) = try await request(endpoint(answer)) {
      throw RequestError(
        operation: first.operation, reason: .refused, status: 401,
        code: stages.code ?? "M_FORBIDDEN")
    }
  }

  /// The page on which the user confirms a change; nil where the server has none, or no session for it.
  private func confirmation(of stages: RawAuthenticationStages) -> BrowserConfirmation? {
    guard stages.asks(for: .singleSignOn), let session = stages.session,
      let address = page(
        .client("auth", AuthenticationStage.singleSignOn.rawValue, "fallback", "web"),
        query: [(name: "session", value: session)])
    else { return nil }
    return BrowserConfirmation(address: address, session: session)
  }
}

/// The stages that this program knows.
///
/// Source: Matrix client-server API, "Authentication types".
private enum AuthenticationStage: String {
  case password = "m.login.password"
  case dummy = "m.login.dummy"
  case singleSignOn = "m.login.sso"
}

extension AccountProof {
  /// What goes out with the first request: that the user has confirmed it on a page.
  fileprivate var confirmation: JSONValue? {
    guard case .browser(let page?) = self else { return nil }
    return ["session": .string(page.session)]
  }

  /// What the server gets when it asks; nil when this proof is none of what it takes.
  fileprivate func answer(to stages: RawAuthenticationStages, of user: UserID) -> JSONValue? {
    var answer: JSONObject = [:]
    answer["session"] = stages.session.map { .string($0) }
    if case .password(let password) = self, stages.asks(for: .password) {
      answer["type"] = .string(AuthenticationStage.password.rawValue)
      answer["identifier"] = .object(["type": "m.id.user", "user": .string(user.rawValue)])
      answer["password"] = .string(password.reveal())
    } else if stages.asks(for: .dummy) {
      answer["type"] = .string(AuthenticationStage.dummy.rawValue)
    } else {
      return nil
    }
    return .object(answer)
  }
}

extension RawAuthenticationStages {
  /// Whether this stage alone is sufficient.
  fileprivate func asks(for stage: AuthenticationStage) -> Bool {
    flows.contains { $0.stages == [stage.rawValue] }
  }
}
