package import Controllers

extension Credentials {
  /// The user of a sign-in by password; empty for another one.
  package var user: String {
    if case .password(let user, _) = proof { user } else { "" }
  }

  /// The password of a sign-in by password; empty for another one.
  package var password: Secret<String> {
    if case .password(_, let password) = proof { password } else { Secret("") }
  }
}
