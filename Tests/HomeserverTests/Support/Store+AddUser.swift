@testable import Homeserver

extension Store {
  /// Makes an account without a device; without a hash it cannot sign in.
  @discardableResult
  func addUser(_ localpart: String, password hash: String? = nil) async throws -> UserID {
    try await write { context in
      let user = try Users.id(localpart: localpart, server: "localhost")
      try Users.add(user, password: hash, now: 0, in: context)
      return user
    }
  }
}
