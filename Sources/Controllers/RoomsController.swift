package import Models
package import Signals

/// The account's rooms and what can be done with them.
package protocol RoomsController: Sendable {
  /// All joined and invited rooms, in no particular order: the current ones at once (nothing
  /// before the first answer of the server), then each change.
  var rooms: Signal<[Room], Never> { get }

  /// The same for who keeps a list of many rooms: all of them at once (nothing before the first
  /// answer of the server), then with each change those that it touched.
  var roomChanges: Signal<RoomsChange, Never> { get }

  /// One of these rooms: the current value at once, then each change other than of its messages and
  /// counts of unread ones; nil while the account is not in the room.
  func room(_ id: RoomID) -> Signal<Room?, Never>

  /// Who is in a room as far as it is known: the current list at once, then each change. Asks the
  /// server nothing.
  func members(of room: RoomID) -> Signal<RoomMembers, Never>

  /// Asks the server for everybody who is in a room, unless they are known; completes when
  /// `members(of:)` has them.
  func loadMembers(of room: RoomID) -> Signal<Void, RequestError>

  /// Joins a room by alias or id, which also accepts an invite; emits the room's id.
  ///
  /// Fails with `.invalidInput` when the text is neither.
  func join(_ aliasOrID: String) -> Signal<RoomID, RequestError>

  /// Leaves a room, which also declines an invite.
  func leave(_ room: RoomID) -> Signal<Void, RequestError>

  /// Makes a room; emits its id.
  func create(_ room: NewRoom) -> Signal<RoomID, RequestError>

  /// Invites a person to a room.
  ///
  /// Completes when the server has done it; fails with `M_FORBIDDEN` when the account may not invite,
  /// or the person is in the room or banned from it.
  func invite(_ user: UserID, to room: RoomID) -> Signal<Void, RequestError>

  /// The direct chat with a person: the one that exists, else a new one, marked in `m.direct`.
  func directRoom(with user: UserID) -> Signal<RoomID, RequestError>

  /// Tells the server that everything up to the newest event was read.
  func markRead(_ room: RoomID) -> Signal<Void, RequestError>
}

/// What a new room is to be.
package struct NewRoom: Hashable, Sendable {
  package var name: String
  package var topic: String?
  package var isPublic: Bool
  package var invited: [UserID]

  package init(name: String, topic: String? = nil, isPublic: Bool = false, invited: [UserID] = []) {
    self.name = name
    self.topic = topic
    self.isPublic = isPublic
    self.invited = invited
  }
}
