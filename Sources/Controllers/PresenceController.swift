package import Models
package import Signals

/// Whether people are there, as far as the server tells.
package protocol PresenceController: Sendable {
  /// What the server has told of people in this run: what is known at once, then after each change.
  ///
  /// Some servers and some ways to sync tell nothing. Only people told of last are kept, some thousands. A
  /// server without presence says that everybody is offline: nothing counts before one has shown otherwise.
  var presences: Signal<[UserID: Presence], Never> { get }

  /// What the server has told of a person in this run, nil for nothing: at once, then after each change.
  func presence(of user: UserID) -> Signal<Presence?, Never>

  /// Whether the server turns out to keep no presence, although the account takes part in it: what is known
  /// at once, then after each change.
  var isPresenceOff: Signal<Bool, Never> { get }

  /// Asks the server about a person; completes once `presence(of:)` has what it says.
  func loadPresence(of user: UserID) -> Signal<Void, RequestError>

  /// Asks the server about people of whom its syncs tell nothing, while somebody looks at them: once, and
  /// where syncs never tell, again with later syncs, about each at most once a minute.
  ///
  /// Emits nothing; `presence(of:)` has what the server says.
  func watch(_ people: [UserID]) -> Signal<Void, Never>

  /// Takes part in presence from the next sync on, as there or not, or not at all (nil): then neither others
  /// see the account, nor it sees them. Sends no request.
  ///
  /// A session takes no part before.
  func begin(as state: Presence.State?)

  /// Shows the account as there or not, with a status that may be empty; completes when the server has done
  /// it.
  func show(as state: Presence.State, status: String) -> Signal<Void, RequestError>
}

/// Whether a person is there.
package struct Presence: Hashable, Sendable {
  /// The states of the specification.
  package enum State: String, Hashable, Sendable, CaseIterable {
    case online, unavailable, offline
  }

  /// Whether they are there now.
  package var state: State
  /// What they say of it, in their words.
  package var statusText: String?
  /// When they were last active.
  package var lastActive: Timestamp?

  /// Creates a presence.
  package init(state: State, statusText: String? = nil, lastActive: Timestamp? = nil) {
    self.state = state
    self.statusText = statusText
    self.lastActive = lastActive
  }
}
