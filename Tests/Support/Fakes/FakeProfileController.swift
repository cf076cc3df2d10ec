package import Controllers
package import Models
package import Signals
import Synchronization

/// A profile controller whose profiles the test sends.
package final class FakeProfileController: ProfileController {
  package let onRefresh = Script<UserID, Profile>("refresh", .fetchUser)
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
}
