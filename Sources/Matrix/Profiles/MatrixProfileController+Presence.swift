package import Controllers
import ModelKit
package import Models
package import Signals

/// Presence, which the account's syncs tell or a request does.
extension MatrixProfileController {
  package var presences: Signal<[UserID: Presence], Never> { store.presence.people }

  package func presence(of user: UserID) -> Signal<Presence?, Never> {
    store.presence.presence(of: user)
  }

  package var isPresenceOff: Signal<Bool, Never> { store.presence.isOff }

  package func loadPresence(of user: UserID) -> Signal<Void, RequestError> {
    .from { [presenceWatch, store] () async throws(RequestError) in
      guard store.presence.own != nil else { return }
      try await presenceWatch.load(user)
    }
  }

  package func watch(_ people: [UserID]) -> Signal<Void, Never> { presenceWatch.watch(people) }

  package func begin(as state: Presence.State?) { store.presence.own = state }

  package func show(as state: Presence.State, status: String) -> Signal<Void, RequestError> {
    .from { [network, store, now] () async throws(RequestError) in
      try await network.request(.setPresence(state, status, of: store.userID))
      let presence = Presence(
        state: state, statusText: status.isEmpty ? nil : status, lastActive: now())
      // A server without presence takes it too, and forgets it.
      store.presence.set([(store.userID, presence)], isProof: false)
    }
  }
}

extension Endpoint where Response == Void {
  /// Source: Matrix client-server API, `PUT /_matrix/client/v3/presence/{userId}/status`.
  static func setPresence(
    _ state: Presence.State, _ status: String, of user: UserID
  ) -> Endpoint {
    Endpoint(
      .setPresence, .put, path: .client("presence", user.rawValue, "status"),
      body: ["presence": .string(state.rawValue), "status_msg": .string(status)],
      isIdempotent: true)
  }
}
