package import Models
package import Signals

/// Profiles of people, and whether they are there.
package protocol ProfileController: PresenceController {
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

  /// Reports a person to the server's administrators; completes when the server has it.
  ///
  /// Source: Matrix client-server API, `POST /_matrix/client/v3/users/{userId}/report`.
  func report(_ user: UserID, reason: String) -> Signal<Void, RequestError>

  /// The devices of a person that have keys, in the order of their ids: requests them and emits them, then
  /// completes.
  ///
  /// Source: Matrix client-server API, `POST /_matrix/client/v3/keys/query`.
  func devices(of user: UserID) -> Signal<[KeyedDevice], RequestError>

  /// What the server takes and not every server does: nil until it has said so, then after each change.
  var offers: Signal<ServerOffer?, Never> { get }

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
