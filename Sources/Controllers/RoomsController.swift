package import Models
package import Signals

/// The account's rooms, and operations on them.
package protocol RoomsController: RoomSettingsController {
  /// All joined and invited rooms, in no particular order: the current ones at once (but nothing
  /// before the first whole sync of this run or an earlier one), then each change.
  var rooms: Signal<[Room], Never> { get }

  /// The same rooms as increments, for observers of long lists: all rooms at once (but nothing
  /// before the first whole sync), then the rooms affected by each change.
  var roomChanges: Signal<RoomsChange, Never> { get }

  /// The rooms that the account has left and of which something is known here, in no particular order: the
  /// current ones at once (but nothing before the first whole sync), then each change.
  var leftRooms: Signal<[Room], Never> { get }

  /// The messages of others and the invites that come while the account is connected and of which its push
  /// rules tell: none of the first sync of this run, of history, or that were read before they came here.
  var arrivals: Signal<NewMessage, Never> { get }

  /// How others end the account's memberships, also while it was not connected: all that one change brings at
  /// once, after the rooms show it. Invites and requests to join are no memberships.
  var removals: Signal<[OwnRemoval], Never> { get }

  /// One of these rooms: the current value at once, then each change except those of its messages
  /// and unread counts; nil while the account is not in the room.
  func room(_ id: RoomID) -> Signal<Room?, Never>

  /// The known members of a room: first the current list, then each change. Sends no request.
  func members(of room: RoomID) -> Signal<RoomMembers, Never>

  /// Requests the full member list of a room unless it is known; completes once `members(of:)`
  /// includes it.
  func loadMembers(of room: RoomID) -> Signal<Void, RequestError>

  /// Everybody in a room who is known now, then, unless that is everybody, everybody whom the server
  /// lists; completes.
  func people(of room: RoomID) -> Signal<[User], Never>

  /// The people in the account's rooms who are known now, those with most rooms in common first and at
  /// most some thousands; completes. Sends no request.
  func knownPeople() -> Signal<[User], Never>

  /// Joins a room by its alias, id or link, which also accepts an invite; emits the room's id, then
  /// completes.
  ///
  /// Fails with `.invalidInput` when the text is none of these.
  func join(_ address: String) -> Signal<RoomID, RequestError>

  /// Asks the members of a room to be let in, for a reason that may be empty; emits the room's id,
  /// then completes.
  ///
  /// Fails with `.invalidInput` as joining does, and with `M_FORBIDDEN` where the room takes no requests.
  func knock(_ address: String, reason: String) -> Signal<RoomID, RequestError>

  /// Leaves a room, which also declines an invite; completes when the server has done it.
  func leave(_ room: RoomID) -> Signal<Void, RequestError>

  /// Reports a room to the server's administrators; completes when the server has it.
  ///
  /// Source: Matrix client-server API, `POST /_matrix/client/v3/rooms/{roomId}/report`.
  func report(_ room: RoomID, reason: String) -> Signal<Void, RequestError>

  /// Leaves a room and gives its history up, on the server and on this machine; completes when both
  /// is done.
  func forget(_ room: RoomID) -> Signal<Void, RequestError>

  /// A page of the rooms in the server's directory whose name, topic or address contains some words,
  /// those with the most members first; emits it, then completes.
  ///
  /// - Parameter token: Names the page after another one; nil for the first one.
  func publicRooms(_ words: String, after token: String?) -> Signal<FoundRooms, RequestError>

  /// A page of a space's rooms in its order, as far as the account may see them; emits it, then
  /// completes.
  ///
  /// - Parameter token: Names the page after another one; nil for the first one.
  func rooms(of space: RoomID, after token: String?) -> Signal<FoundRooms, RequestError>

  /// Creates a room; emits its id, then completes.
  ///
  /// A room that could not be added to its space is there nevertheless: the signal then emits and fails.
  func create(_ room: NewRoom) -> Signal<RoomID, RequestError>

  /// Adds a room to a space; completes when the server has done it.
  ///
  /// Fails with `M_FORBIDDEN` when the account's power in the space does not suffice.
  /// Source: Matrix client-server API, `m.space.child`.
  func add(_ room: RoomID, to space: RoomID) -> Signal<Void, RequestError>

  /// Takes a room out of a space, like ``add(_:to:)``.
  func remove(_ room: RoomID, from space: RoomID) -> Signal<Void, RequestError>

  /// Invites a person to a room, for a reason that may be empty.
  ///
  /// Completes when the server has done it. Fails with `M_FORBIDDEN` when the account may not
  /// invite, or when the person is already in the room or banned from it.
  func invite(_ user: UserID, to room: RoomID, reason: String) -> Signal<Void, RequestError>

  /// The direct chat with a person: the existing one, or else a new one, marked in `m.direct`.
  /// Emits its id, then completes.
  func directRoom(with user: UserID) -> Signal<RoomID, RequestError>

  /// The people besides the account who are writing in a room: those of now, then after each change; nobody
  /// while there is no connection.
  func typing(in room: RoomID) -> Signal<[User], Never>

  /// Tells the room that the account is writing, for some seconds, or no longer is; a failure has no
  /// effect.
  func setTyping(_ isTyping: Bool, in room: RoomID)

  /// Marks the room's own history, without its threads, as read up to its newest event, with a receipt
  /// for some people.
  ///
  /// It is read here at once. Completes when the server knows it, or when the server cannot be reached: it is
  /// told after a later sync, also in the next run.
  func markRead(_ room: RoomID, for audience: ReceiptAudience) -> Signal<Void, RequestError>

  /// Marks a thread as read up to its newest message, in the same way.
  func markRead(_ thread: ThreadID, for audience: ReceiptAudience) -> Signal<Void, RequestError>

  /// Lets a room count as unread although it was read, or ends that, on all devices of the account;
  /// completes when the server has done it, at once when there is nothing to do.
  func setMarkedUnread(_ isMarked: Bool, _ room: RoomID) -> Signal<Void, RequestError>

  /// Tags a room on all devices of the account in place of its last tag; completes when the server has
  /// done it, at once when there is nothing to do.
  func setTag(_ tag: RoomTag, _ room: RoomID) -> Signal<Void, RequestError>

  /// Decides for all devices of the account of which messages of a room it wants to be told; completes
  /// when the server has done it, at once when there is nothing to do.
  func setAlerts(_ alerts: Room.Alerts, _ room: RoomID) -> Signal<Void, RequestError>
}
