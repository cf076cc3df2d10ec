package import Controllers
package import Models
package import Signals
package import Synchronization

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
  /// What the server tells of people; replays the latest.
  package let told = ReplaySubject<[UserID: Presence], Never>(capacity: 1)
  /// Whether the server has no presence; replays the latest.
  package let isOff = ReplaySubject<Bool, Never>(capacity: 1)
  package let onLoadPresence = Script<UserID, Void>("loadPresence", .fetchPresence)
  /// Called with the state and the status.
  package let onShow = Script<[String], Void>("show", .setPresence)
  /// As what later syncs show the account, oldest first; nil for not at all.
  package let begun = Mutex<[Presence.State?]>([])
  /// The people whom the server is asked about, as long as that lasts.
  package let watched = Mutex<[UserID]>([])
  /// Called with the person and the reason.
  package let onReport = Script<[String], Void>("report", .report)
  package let onDevices = Script<UserID, [KeyedDevice]>("devices", .fetchKeys)
  /// What the server offers; replays the latest.
  package let offered = ReplaySubject<ServerOffer?, Never>(capacity: 1)
  private let profiles = Mutex<[UserID: ReplaySubject<Profile, Never>]>([:])

  /// Creates a controller without profiles, whose server tells nothing of presence.
  package init() {
    onLoadPresence.answer(with: .empty)
  }

  package var presences: Signal<[UserID: Presence], Never> { told.signal }

  package func presence(of user: UserID) -> Signal<Presence?, Never> {
    told.signal.map { $0[user] }.skipRepeats()
  }

  package var isPresenceOff: Signal<Bool, Never> { isOff.signal }

  package func loadPresence(of user: UserID) -> Signal<Void, RequestError> {
    onLoadPresence.signal(user)
  }

  package func watch(_ people: [UserID]) -> Signal<Void, Never> {
    Signal { [self] _ in
      watched.withLock { $0 = people }
      return AnyDisposable { [self] in watched.withLock { if $0 == people { $0 = [] } } }
    }
  }

  package func begin(as state: Presence.State?) { begun.withLock { $0.append(state) } }

  package func report(_ user: UserID, reason: String) -> Signal<Void, RequestError> {
    onReport.signal([user.rawValue, reason])
  }

  package func devices(of user: UserID) -> Signal<[KeyedDevice], RequestError> {
    onDevices.signal(user)
  }

  package var offers: Signal<ServerOffer?, Never> { offered.signal }

  package func show(as state: Presence.State, status: String) -> Signal<Void, RequestError> {
    onShow.signal([state.rawValue, status])
  }

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
