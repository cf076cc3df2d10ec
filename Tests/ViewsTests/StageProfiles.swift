import Controllers
import Imaging
import Models
import Signals
import Support

struct StageProfiles: ProfileController {
  let journal: Journal
  let isPresenceOff: Signal<Bool, Never>
  let profiles: [UserID: Signal<Profile, Never>]
  let refreshed: Signal<Profile, RequestError>

  func profile(of user: UserID) -> Signal<Profile, Never> { profiles[user] ?? .never }

  func refresh(_ user: UserID) -> Signal<Profile, RequestError> {
    journal.note("refresh \(user)")
    return refreshed
  }

  var ignored: Signal<Set<UserID>, Never> { .just([]) }

  /// Ada and Grace are there, of whom Grace says something; of the others nothing is known, and of nobody
  /// where the server keeps no presence.
  var presences: Signal<[UserID: Presence], Never> {
    isPresenceOff.map { isOff in
      isOff
        ? [:]
        : [
          User.ada.id: Presence(state: .online),
          User.grace.id: Presence(state: .unavailable, statusText: "at lunch\u{1B}[2J"),
        ]
    }
  }

  func presence(of user: UserID) -> Signal<Presence?, Never> { presences.map { $0[user] } }

  func loadPresence(of user: UserID) -> Signal<Void, RequestError> { .empty }

  func watch(_ people: [UserID]) -> Signal<Void, Never> { .never }

  func begin(as state: Presence.State?) {
    if state != .online { journal.note("begin as \(state.map { "\($0)" } ?? "nothing")") }
  }

  var offers: Signal<ServerOffer?, Never> {
    .just(ServerOffer(reportsOfPeople: true, reportsOfRooms: true))
  }

  func report(_ user: UserID, reason: String) -> Signal<Void, RequestError> {
    journal.note("report \(user): \(reason)")
    return .empty
  }

  func devices(of user: UserID) -> Signal<[KeyedDevice], RequestError> {
    .just([KeyedDevice(id: "LAPTOP", name: "grace's laptop\u{1B}[2J"), KeyedDevice(id: "PHONE")])
  }

  func show(as state: Presence.State, status: String) -> Signal<Void, RequestError> {
    journal.note("show as \(state): \(status)")
    return .empty
  }

  func setIgnored(_ isIgnored: Bool, _ user: UserID) -> Signal<Void, RequestError> {
    journal.note("ignore \(isIgnored) \(user)")
    return .empty
  }

  func setName(_ name: String) -> Signal<Void, RequestError> {
    journal.note("setName \(name)")
    return .empty
  }

  func picture(at path: String) -> Signal<NewPicture, RequestError> {
    .failed(RequestError(operation: .setProfile, reason: .unusableFile(.missing, path: path)))
  }

  func upload(_ picture: NewPicture) -> Signal<MediaURI, RequestError> { .never }

  func setPicture(_ picture: NewPicture?) -> Signal<Void, RequestError> {
    journal.note("setPicture \(picture?.bytes.count ?? 0)")
    return .empty
  }
}

struct StageImages: ImageController {
  let picture: Signal<Bitmap, RequestError>

  func image(
    for uri: MediaURI, size: PixelSize, atMost bytes: Int
  ) -> Signal<Bitmap, RequestError> { picture }

  func thumbnail(of uri: MediaURI, atMost bytes: Int) -> Signal<Bitmap, RequestError> { picture }
}
