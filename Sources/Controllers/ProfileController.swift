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

  /// The people whom the account ignores: those of now at once, then after each change.
  ///
  /// Source: Matrix client-server API, "Ignoring users".
  var ignored: Signal<Set<UserID>, Never> { get }

  /// Ignores a person on all devices of the account, or no longer; completes when the server has done it.
  func setIgnored(_ isIgnored: Bool, _ user: UserID) -> Signal<Void, RequestError>

  /// Changes the account's own name.
  ///
  /// Completes when the server has done it; every observer of `profile(of:)` has the new name then.
  func setName(_ name: String) -> Signal<Void, RequestError>

  /// Reads a picture of this machine for the account's own profile: the square in its middle, not larger
  /// than a profile needs, without anything else that its file has. Emits it, then completes.
  ///
  /// Fails with `.unusableFile`.
  func picture(at path: String) -> Signal<NewPicture, RequestError>

  /// Uploads a picture; emits its address, then completes.
  func upload(_ picture: NewPicture) -> Signal<MediaURI, RequestError>

  /// Changes the account's own picture; nil removes it.
  ///
  /// Completes when the server has done it; every observer of `profile(of:)` has the new picture then.
  func setPicture(_ picture: NewPicture?) -> Signal<Void, RequestError>
}
