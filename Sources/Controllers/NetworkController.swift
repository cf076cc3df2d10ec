package import Models
package import Signals

/// Asks the server with the session's credentials.
///
/// Implementations retry idempotent requests on lost connections and wait as told on 429.
package protocol NetworkController: Sendable {
  /// The person's public profile: emits one user, then completes.
  ///
  /// Does its work per subscription, off the main thread; disposal cancels the request.
  /// Source: Matrix client-server API, `GET /profile/{userId}`.
  func fetchUser(_ id: UserID) -> Signal<User, RequestError>
}
