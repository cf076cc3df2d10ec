package import Controllers
package import Models
package import Signals
import Synchronization

/// A profile controller whose profiles the test sends.
package final class FakeProfileController: ProfileController {
  package let onRefresh = Script<UserID, Profile>("refresh", .fetchUser)
  /// Whom the account ignores; replays the latest.
  package let ignoredPeople = ReplaySubject<Set<UserID>, Never>(capacity: 1)
  /// Called with "ignore" or "show", and the person.
  package let onIgnore = Script<[String], Void>("setIgnored", .ignore)
  package let onSetName = Script<String, Void>("setName", .setProfile)
  package let onPicture = Script<String, NewPicture>("picture", .setProfile)
  /// Called with the bytes of the picture; empty for none.
  package let onUpload = Script<[UInt8], MediaURI>("upload", .setProfile)
  package let onSetPicture = Script<[UInt8], Void>("setPicture", .setProfile)
  private let profiles = Mutex<[UserID: ReplaySubject<Profile, Never>]>([:])

  /// Creates a controller without profiles.
  package init() {}

  /// The profiles of a person; replays the latest.
  package func known(of user: UserID) -> ReplaySubject<Profile, Never> {
    profiles.withLock { profiles in
      let profile = profiles[user] ?? ReplaySubject(capacity: 1)
      profiles[user] = profile
      return profile
    }
  }

  package func profile(of user: UserID) -> Signal<Profile, Never> { known(of: user).signal }

  package func refresh(_ user: UserID) -> Signal<Profile, RequestError> { onRefresh.signal(user) }

  package var ignored: Signal<Set<UserID>, Never> { ignoredPeople.signal }

  package func setIgnored(_ isIgnored: Bool, _ user: UserID) -> Signal<Void, RequestError> {
    onIgnore.signal([isIgnored ? "ignore" : "show", user.rawValue])
  }

  package func setName(_ name: String) -> Signal<Void, RequestError> { onSetName.signal(name) }

  package func picture(at path: String) -> Signal<NewPicture, RequestError> {
    onPicture.signal(path)
  }

  package func upload(_ picture: NewPicture) -> Signal<MediaURI, RequestError> {
    onUpload.signal(picture.bytes)
  }

  package func setPicture(_ picture: NewPicture?) -> Signal<Void, RequestError> {
    onSetPicture.signal(picture?.bytes ?? [])
  }
}
