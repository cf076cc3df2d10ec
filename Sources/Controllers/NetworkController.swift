package import Models
package import Signals

/// Sends the requests that belong to no other controller, with the session's credentials.
///
/// Implementations retry idempotent requests after a lost connection, and on 429 wait as long as
/// the server demands.
package protocol NetworkController: Sendable {
  /// The person's public profile: emits one user, then completes.
  ///
  /// Does its work per subscription, off the main thread; disposal cancels the request.
  /// Source: Matrix client-server API, `GET /profile/{userId}`.
  func fetchUser(_ id: UserID) -> Signal<User, RequestError>

  /// People in the server's directory whose name or id contains a text: emits at most ten, best
  /// match first, then completes.
  ///
  /// The server decides whom it finds. Does its work per subscription, off the main thread; disposal
  /// cancels the request. Source: Matrix client-server API, "User directory".
  func searchPeople(_ text: String) -> Signal<[User], RequestError>
}
