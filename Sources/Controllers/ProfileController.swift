package import Models
package import Signals

/// What is known of people.
package protocol ProfileController: Sendable {
  /// A person's profile: what is known now at once, then each change. Asks the server nothing.
  func profile(of user: UserID) -> Signal<Profile, Never>

  /// Asks the server for the person and for the members of the rooms that friends are counted in;
  /// emits the new profile, then completes. All observers of `profile(of:)` see it too.
  func refresh(_ user: UserID) -> Signal<Profile, RequestError>
}
