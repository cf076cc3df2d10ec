package import Controllers
import MatrixWire
import ModelKit
package import Models
package import Signals

/// Vends profiles from the store and refreshes them from the server; any thread may call.
package final class MatrixProfileController: ProfileController {
  let network: MatrixNetworkController
  let store: AccountStore
  let now: WallClock
  let presenceWatch: PresenceWatch
  private let ignoring: IgnoredPeople
  private let decoder: any PictureDecoder

  /// Makes a controller; sends nothing yet.
  package init(
    network: MatrixNetworkController, store: AccountStore,
    decoder: any PictureDecoder = DirectPictureDecoder(),
    now: @escaping WallClock = systemWallClock
  ) {
    self.decoder = decoder
    self.network = network
    self.store = store
    self.now = now
    presenceWatch = PresenceWatch(network: network, store: store, now: now)
    ignoring = IgnoredPeople(network: network, store: store)
  }

  package func profile(of user: UserID) -> Signal<Profile, Never> {
    store.watch(.profile(of: user))
  }

  package func refresh(_ user: UserID) -> Signal<Profile, RequestError> {
    let refresh = ProfileRefresh(user: user, network: network, store: store, now: now)
    return .from { () async throws(RequestError) -> Profile in try await refresh.run() }
  }

  package var ignored: Signal<Set<UserID>, Never> { store.watch(.ignored) }

  package func setIgnored(_ isIgnored: Bool, _ user: UserID) -> Signal<Void, RequestError> {
    .from { [ignoring] () async throws(RequestError) in try await ignoring.set(isIgnored, user) }
  }

  package func setName(_ name: String) -> Signal<Void, RequestError> {
    set("displayname", to: .string(name))
  }

  package func picture(at path: String) -> Signal<NewPicture, RequestError> {
    .from { [decoder] () async throws(RequestError) -> NewPicture in
      try NewPicture(reading: path, decoder: decoder)
    }
  }

  package func setPicture(_ picture: NewPicture?) -> Signal<Void, RequestError> {
    guard let picture else { return set("avatar_url", to: "") }
    return upload(picture).flatMap(.concat) { [self] in
      set("avatar_url", to: .string($0.rawValue))
    }
  }

  package func upload(_ picture: NewPicture) -> Signal<MediaURI, RequestError> {
    let file = FileBody(type: picture.type, bytes: picture.bytes, onUpload: { _ in })
    return network.signal(.upload(file, name: "picture"))
  }

  /// Changes a field of the account's own profile, and then shows what the server has.
  private func set(_ field: String, to value: JSONValue) -> Signal<Void, RequestError> {
    let refresh = ProfileRefresh(user: store.userID, network: network, store: store, now: now)
    return .from { [network, store] () async throws(RequestError) in
      try await network.request(.setProfile(field, of: store.userID, to: value))
      // The change is done; a sync brings it too.
      _ = try? await refresh.run()
    }
  }
}
