package import Models
package import Signals

/// What is known of people.
package protocol ProfileController: Sendable {
  /// A person's profile: what is known now at once, then each change. Asks the server nothing.
  func profile(of user: UserID) -> Signal<Profile, Never>

  /// Asks the server for the person and for the members of the rooms that friends are counted in;
  /// emits the new profile, then completes. All observers of `profile(of:)` see it too.
  func refresh(_ user: UserID) -> Signal<Profile, RequestError>

  /// Asks the server's directory for people whose name or id contains a text.
  ///
  /// Emits them once, the best first and ten at most, then completes. Which people are found is the
  /// server's choice. Source: Matrix client-server API, "User directory".
  func search(_ text: String) -> Signal<[User], RequestError>
}
