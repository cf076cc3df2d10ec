import Controllers
import Models

/// Hints and defaults of the sign-in form.
enum SignInHints {
  /// Why there is no session, unless the user signed out.
  static func text(_ ending: SessionEnding?, _ restoreFailure: RequestError?) -> String {
    if let restoreFailure { return ErrorSentences.text(restoreFailure) }
    switch ending {
    case .refused(_, let user, _):
      // Also for another device: only what may have arrived is not sent by itself then.
      return "The server ended the session of \(Names.label(user)). Sign in again. "
        + "Unsent messages are kept."
    case .locked(let user, _):
      return "The key of \(Names.label(user))'s files is missing or wrong (vault.key). "
        + "Sign in again; unsent messages are kept."
    case .signedOut, nil: return ""
    }
  }

  static func user(_ ending: SessionEnding?) -> String {
    ending?.account?.user.rawValue ?? ""
  }

  static func server(_ ending: SessionEnding?) -> String {
    ending?.account?.server ?? ""
  }

  /// The server to discover: the server field, otherwise the server part of the user ID.
  static func place(server: String, user: String) -> String? {
    if !server.isBlank { return server.trimmed }
    guard let id = UserID(user.trimmed), !id.serverName.isEmpty else { return nil }
    return String(id.serverName)
  }

  /// Describes a discovered server.
  static func text(_ server: ServerDescription) -> String {
    guard server.acceptsPasswords || !server.browserWays.isEmpty else {
      if server.acceptsLoginTokens {
        return "\(server.address) takes tokens only: “sign in with a token” in the menu."
      }
      return "\(server.address) offers no way to sign in that this program has."
    }
    let version = server.newestVersion.map { "  Matrix \($0)" } ?? ""
    return "\(server.address) ✓\(version)"
  }

  /// The name of a server in a question: its address without the scheme.
  static func name(_ server: ServerDescription) -> String {
    Names.label(server.address.split(separator: "/").last.map(String.init) ?? server.address)
  }
}
