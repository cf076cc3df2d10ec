package import Controllers
package import Models
package import Signals
package import Synchronization

/// A rooms controller that lists the rooms the test sends.
package final class FakeRoomsController: RoomsController {
  /// A user and the room of the invite, and why.
  package struct Invitation: Hashable, Sendable {
    package var user: UserID
    package var room: RoomID
    package var reason: String

    package init(_ user: UserID, _ room: RoomID, reason: String = "") {
      self.user = user
      self.room = room
      self.reason = reason
    }
  }

  /// A room that is put into a space, or taken out of it.
  package struct SpaceChange: Hashable, Sendable {
    package var room: RoomID
    package var space: RoomID
    package var isIn: Bool

    package init(_ room: RoomID, _ space: RoomID, isIn: Bool) {
      (self.room, self.space, self.isIn) = (room, space, isIn)
    }
  }

  /// A request to be let into a room.
  package struct Knock: Hashable, Sendable {
    package var address: String
    package var reason: String

    package init(_ address: String, reason: String) {
      self.address = address
      self.reason = reason
    }
  }

  /// A room to replace.
  package struct Upgrade: Hashable, Sendable {
    package var room: RoomID
    package var version: String

    package init(_ room: RoomID, to version: String) {
      self.room = room
      self.version = version
    }
  }

  /// A person to remove from a room, and why.
  package struct Removal: Hashable, Sendable {
    package var user: UserID
    package var room: RoomID
    package var reason: String

    package init(_ user: UserID, _ room: RoomID, reason: String = "") {
      self.user = user
      self.room = room
      self.reason = reason
    }
  }

  /// A setting to change.
  package struct Change: Hashable, Sendable {
    package var setting: RoomSetting
    package var room: RoomID

    package init(_ setting: RoomSetting, _ room: RoomID) {
      self.setting = setting
      self.room = room
    }
  }

  /// A page of rooms with some words, or of a space.
  package struct Search: Hashable, Sendable {
    package var subject: String
    package var token: String?

    package init(_ subject: String, after token: String? = nil) {
      self.subject = subject
      self.token = token
    }
  }

  /// A mark to set or to end.
  package struct Mark: Hashable, Sendable {
    package var isMarked: Bool
    package var room: RoomID

    package init(_ isMarked: Bool, _ room: RoomID) {
      self.isMarked = isMarked
      self.room = room
    }
  }

  /// A tag to set.
  package struct Tagging: Hashable, Sendable {
    package var tag: RoomTag
    package var room: RoomID

    package init(_ tag: RoomTag, _ room: RoomID) {
      self.tag = tag
      self.room = room
    }
  }

  /// Alerts to set.
  package struct Alerting: Hashable, Sendable {
    package var alerts: Room.Alerts
    package var room: RoomID

    package init(_ alerts: Room.Alerts, _ room: RoomID) {
      self.alerts = alerts
      self.room = room
    }
  }

  /// The room lists; replays the latest.
  package let list = ReplaySubject<[Room], Never>(capacity: 1)
  /// The rooms that the account has left; replays the latest.
  package let left = ReplaySubject<[Room], Never>(capacity: 1)
  /// The messages that come.
  package let arriving = Subject<NewMessage, Never>()
  /// How others remove the account from rooms.
  package let removing = Subject<[OwnRemoval], Never>()
  /// The changes after the list.
  package let changes = Subject<RoomsChange, Never>()
  /// The member lists; replays the latest.
  package let members = ReplaySubject<RoomMembers, Never>(capacity: 1)
  /// Who is writing, in every room; replays the latest.
  package let typing = ReplaySubject<[User], Never>(capacity: 1)
  /// The notices sent, in their order.
  package let notices = Mutex<[Bool]>([])
  package let onLoadMembers = Script<RoomID, Void>("loadMembers", .fetchMembers)
  package let onJoin = Script<String, RoomID>("join", .join)
  package let onKnock = Script<Knock, RoomID>("knock", .knock)
  package let onLeave = Script<RoomID, Void>("leave", .leave)
  /// Called with the room and the reason.
  package let onReport = Script<[String], Void>("report", .report)
  package let onForget = Script<RoomID, Void>("forget", .leave)
  package let onSettings = Script<RoomID, RoomSettings>("settings", .fetchSettings)
  package let onSet = Script<Change, RoomSetting>("set", .changeRoom)
  /// Whether somebody else changes the settings after the account has.
  package let isChangedSince = Mutex(false)
  package let onRoster = Script<RoomID, [RoomPerson]>("roster", .fetchMembers)
  package let onRoomVersions = Script<Void, RoomVersions>("roomVersions", .fetchSettings)
  package let onUpgrade = Script<Upgrade, RoomID>("upgrade", .changeRoom)
  package let onKick = Script<Removal, Void>("kick", .changePerson)
  package let onBan = Script<Removal, Void>("ban", .changePerson)
  /// The powers in every room, and what people are to it; both replay the latest.
  package let levels = ReplaySubject<RoomPowers?, Never>(capacity: 1)
  package let persons = ReplaySubject<PersonInRoom, Never>(capacity: 1)
  package let onUnban = Script<Invitation, Void>("unban", .changePerson)
  package let onPublicRooms = Script<Search, FoundRooms>("publicRooms", .findRooms)
  package let onSpaceRooms = Script<Search, FoundRooms>("rooms", .findRooms)
  package let onCreate = Script<NewRoom, RoomID>("create", .createRoom)
  package let onInvite = Script<Invitation, Void>("invite", .invite)
  package let onSpaceChange = Script<SpaceChange, Void>("changeSpace", .changeSpace)
  package let onDirectRoom = Script<UserID, RoomID>("directRoom", .createRoom)
  package let onMarkRead = Script<RoomID, Void>("markRead", .markRead)

  package let onTag = Script<Tagging, Void>("setTag", .tag)
  package let onAlerts = Script<Alerting, Void>("setAlerts", .setAlerts)
  package let onMark = Script<Mark, Void>("setMarkedUnread", .markRead)
  /// The rooms that the account has marked as unread.
  package let marked = Mutex<Set<RoomID>>([])
  /// Whom the receipts were for, oldest first.
  package let audiences = Mutex<[ReceiptAudience]>([])
  package let onMarkThreadRead = Script<ThreadID, Void>("markRead", .markRead)

  /// Creates a controller that has not received anything from the server.
  package init() { levels.send(nil) }

  package var rooms: Signal<[Room], Never> { list.signal }

  package var roomChanges: Signal<RoomsChange, Never> {
    .merge(list.signal.map { .all($0) }, changes.signal)
  }

  package var leftRooms: Signal<[Room], Never> { left.signal }
  package var arrivals: Signal<NewMessage, Never> { arriving.signal }
  package var removals: Signal<[OwnRemoval], Never> { removing.signal }

  package func room(_ id: RoomID) -> Signal<Room?, Never> {
    list.signal.map { rooms in rooms.first { $0.id == id && $0.membership != .left } }.skipRepeats()
  }

  package func members(of room: RoomID) -> Signal<RoomMembers, Never> {
    members.signal.filter { $0.roomID == room }
  }

  package func loadMembers(of room: RoomID) -> Signal<Void, RequestError> {
    onLoadMembers.signal(room)
  }

  package func people(of room: RoomID) -> Signal<[User], Never> {
    members(of: room).map(\.people)
  }

  /// The people known of all rooms.
  package let known = Mutex<[User]>([])

  package func knownPeople() -> Signal<[User], Never> {
    .deferred { [self] in .just(known.withLock { $0 }) }
  }

  package func typing(in room: RoomID) -> Signal<[User], Never> { typing.signal }

  package func setTyping(_ isTyping: Bool, in room: RoomID) {
    notices.withLock { $0.append(isTyping) }
  }

  package func join(_ aliasOrID: String) -> Signal<RoomID, RequestError> {
    onJoin.signal(aliasOrID)
  }

  package func knock(_ address: String, reason: String) -> Signal<RoomID, RequestError> {
    onKnock.signal(Knock(address, reason: reason))
  }

  package func leave(_ room: RoomID) -> Signal<Void, RequestError> { onLeave.signal(room) }

  package func report(_ room: RoomID, reason: String) -> Signal<Void, RequestError> {
    onReport.signal([room.rawValue, reason])
  }

  package func forget(_ room: RoomID) -> Signal<Void, RequestError> { onForget.signal(room) }

  package func settings(of room: RoomID) -> Signal<RoomSettings, RequestError> {
    onSettings.signal(room)
  }

  package func set(_ setting: RoomSetting, in room: RoomID) -> Signal<RoomSetting, RequestError> {
    onSet.signal(Change(setting, room))
  }

  package func takeBack(
    _ change: RoomSetting, to before: RoomSetting, in room: RoomID
  ) -> Signal<Bool, RequestError> {
    if isChangedSince.withLock({ $0 }) { return .just(false) }
    return set(before, in: room).map { _ in true }
  }

  package func roster(of room: RoomID) -> Signal<[RoomPerson], RequestError> {
    onRoster.signal(room)
  }

  package func roomVersions() -> Signal<RoomVersions, RequestError> { onRoomVersions.signal(()) }

  package func upgrade(_ room: RoomID, to version: String) -> Signal<RoomID, RequestError> {
    onUpgrade.signal(Upgrade(room, to: version))
  }

  package func unban(_ user: UserID, in room: RoomID) -> Signal<Void, RequestError> {
    onUnban.signal(Invitation(user, room))
  }

  package func kick(
    _ user: UserID, from room: RoomID, reason: String
  ) -> Signal<Void, RequestError> {
    onKick.signal(Removal(user, room, reason: reason))
  }

  package func ban(
    _ user: UserID, from room: RoomID, reason: String
  ) -> Signal<Void, RequestError> {
    onBan.signal(Removal(user, room, reason: reason))
  }

  package func powers(in room: RoomID) -> Signal<RoomPowers?, Never> {
    levels.signal
  }

  package func person(_ user: UserID, in room: RoomID) -> Signal<PersonInRoom, Never> {
    persons.signal.filter { $0.user.id == user }
  }

  package func publicRooms(
    _ words: String, after token: String?
  ) -> Signal<FoundRooms, RequestError> { onPublicRooms.signal(Search(words, after: token)) }

  package func rooms(of space: RoomID, after token: String?) -> Signal<FoundRooms, RequestError> {
    onSpaceRooms.signal(Search(space.rawValue, after: token))
  }

  package func create(_ room: NewRoom) -> Signal<RoomID, RequestError> { onCreate.signal(room) }

  package func add(_ room: RoomID, to space: RoomID) -> Signal<Void, RequestError> {
    onSpaceChange.signal(SpaceChange(room, space, isIn: true))
  }

  package func remove(_ room: RoomID, from space: RoomID) -> Signal<Void, RequestError> {
    onSpaceChange.signal(SpaceChange(room, space, isIn: false))
  }

  package func invite(
    _ user: UserID, to room: RoomID, reason: String
  ) -> Signal<Void, RequestError> {
    onInvite.signal(Invitation(user, room, reason: reason))
  }

  package func directRoom(with user: UserID) -> Signal<RoomID, RequestError> {
    onDirectRoom.signal(user)
  }

  package func markRead(
    _ room: RoomID, for audience: ReceiptAudience
  ) -> Signal<Void, RequestError> {
    audiences.withLock { $0.append(audience) }
    return onMarkRead.signal(room)
  }

  package func markRead(
    _ thread: ThreadID, for audience: ReceiptAudience
  ) -> Signal<Void, RequestError> {
    audiences.withLock { $0.append(audience) }
    return onMarkThreadRead.signal(thread)
  }

  package func setTag(_ tag: RoomTag, _ room: RoomID) -> Signal<Void, RequestError> {
    onTag.signal(Tagging(tag, room))
  }

  package func setAlerts(_ alerts: Room.Alerts, _ room: RoomID) -> Signal<Void, RequestError> {
    onAlerts.signal(Alerting(alerts, room))
  }

  package func setMarkedUnread(_ isMarked: Bool, _ room: RoomID) -> Signal<Void, RequestError> {
    // Rooms without a mark are opened all the time.
    guard isMarked || marked.withLock({ $0.contains(room) }) else { return .empty }
    return onMark.signal(Mark(isMarked, room))
  }
}
