import Controllers
import Signals

/// Signing in with a token that somebody has given for one sign-in.
extension SignInViewModel {
  /// Bytes that servers make no longer tokens of.
  private static let longestToken = 4_096

  /// Asks for the token, which is shown as dots, and signs in with it.
  public func signInByToken() {
    guard let server = found.value, server.acceptsLoginTokens else { return }
    error.value = ""
    questions.askForSecret(
      "Sign in to \(SignInHints.name(server)) with a token",
      placeholder: "the token: it signs in once"
    ) { [sessions] text in
      let token = text.reveal().trimmed
      guard !token.isEmpty, token.utf8.count <= Self.longestToken,
        token.utf8.allSatisfy({ (0x21...0x7E).contains($0) })
      else { return .unusable("That is no token: it is a word of letters, digits and signs.") }
      let credentials = Credentials(server: server.address, proof: .loginToken(Secret(token)))
      return sessions.signIn(credentials).map { _ in }.recovering { error in
        guard error.status == 401 || error.status == 403 else { return .failed(error) }
        return .unusable(
          "The server does not accept this token. Each is of use once, for some minutes: get another."
        )
      }
    }
  }
}
