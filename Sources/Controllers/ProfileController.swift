package import Models
package import Signals

/// Profiles of people.
package protocol ProfileController: Sendable {
  /// A person's profile: the currently known one at once, then each change. Sends no request.
  func profile(of user: UserID) -> Signal<Profile, Never>

  /// Requests the person and the members of the rooms in which friends are counted.
  ///
  /// Emits the new profile, then completes; every observer of `profile(of:)` receives it too.
  func refresh(_ user: UserID) -> Signal<Profile, RequestError>
}
