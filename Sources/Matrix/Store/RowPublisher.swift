import Controllers
import ModelKit
import Models
import Signals
import Synchronization

/// Publishes what an account knows as rows of its model store.
///
/// Rows for people and rooms live as long as the account; rows for timelines, profiles and member
/// lists live while they are watched. A change is one transaction, so all affected rows change at
/// once. Only the account's store publishes, in its order; any thread may watch.
final class RowPublisher: Sendable {
  private struct State {
    var contents: StoreContents
    var rooms: [RoomID: ModelRef<Room>] = [:]
    /// The number of observers of each timeline.
    var timelines: [RoomID: Int] = [:]
    var profiles: [UserID: Int] = [:]
    var members: [RoomID: Int] = [:]
    var hasSynced = false
  }

  private let models: ModelStore
  private let state: Mutex<State>
  private let firstSync = ReplaySubject<Void, Never>(capacity: 1)

  init(_ contents: StoreContents, in models: ModelStore) {
    self.models = models
    state = Mutex(State(contents: contents))
  }

  /// A snapshot of everything known now.
  var contents: StoreContents { state.withLock { $0.contents } }

  /// Rooms whose timelines are watched.
  var watchedRooms: Set<RoomID> { state.withLock { Set($0.timelines.keys) } }

  /// The rooms that the account is in or invited to; nothing before the first sync.
  var rooms: Signal<[Room], Never> {
    firstSync.signal.take(first: 1).flatMap(.latest) { [models] in
      models.rows(
        Room.self, where: { $0.membership != .left }, by: { $0.id.rawValue < $1.id.rawValue })
    }
  }

  /// The same rooms, followed by each change on its own.
  var roomChanges: Signal<RoomsChange, Never> {
    firstSync.signal.take(first: 1).flatMap(.latest) { [models] in
      models.list(Room.self, by: { _, _ in false }).map { RoomsChange($0) }
    }
  }

  /// One of these rooms, for observers that do not need its messages.
  func room(_ id: RoomID) -> Signal<Room?, Never> {
    models.signal(Room.self, id, fields: .named).map { $0?.membership == .left ? nil : $0 }
  }

  func timeline(of room: RoomID) -> Signal<Timeline, Never> {
    watch(\.timelines, room) { $0.timeline(of: room) }
  }

  func profile(of user: UserID) -> Signal<Profile, Never> {
    watch(\.profiles, user) { $0.profile(of: user) }
  }

  func members(of room: RoomID) -> Signal<RoomMembers, Never> {
    watch(\.members, room) { $0.members(of: room) }
  }

  /// A row that is kept up to date while somebody watches it.
  private func watch<M: StoredModel>(
    _ counts: any WritableKeyPath<State, [M.ID: Int]> & Sendable, _ id: M.ID,
    value: @escaping @Sendable (StoreContents) -> M
  ) -> Signal<M, Never> where M.Veto == Never {
    Signal { [self] observer in
      let row = models.ref(M.self, id)
      let isFirst = state.withLock { state in
        state[keyPath: counts][id, default: 0] += 1
        return state[keyPath: counts][id] == 1
      }
      // From here on every change updates the row; it must first hold the current state.
      models.update { transaction in
        guard isFirst || row.value == nil else { return }
        transaction.replace(with: value(contents))
      }
      let inner = row.signal().compactMap { $0 }.subscribe(observer)
      return AnyDisposable { [self] in
        inner.dispose()
        state.withLock { state in
          let count = state[keyPath: counts][id] ?? 0
          state[keyPath: counts][id] = count > 1 ? count - 1 : nil
        }
      }
    }
  }

  /// Publishes new contents in one transaction; called only on the store's actor.
  func publish(_ contents: StoreContents, _ changes: StoreChanges) {
    let rooms = changes.rooms.compactMap { contents.rooms[$0] }.map { contents.value(of: $0) }
    let changed = Dictionary(uniqueKeysWithValues: rooms.map { ($0.id, $0) })
    hold(rooms)
    models.update { transaction in
      let watched = state.withLock { state in
        state.contents = contents
        return (
          timelines: state.timelines.keys, profiles: state.profiles.keys,
          members: state.members.keys, rooms: state.rooms
        )
      }
      for user in contents.people.news.values { transaction.merge(user) }
      for room in rooms { transaction.replace(with: room) }
      let hasNews = !contents.people.news.isEmpty
      for room in watched.timelines where hasNews || changes.rooms.contains(room) {
        transaction.replace(with: contents.timeline(of: room))
      }
      for room in watched.members where changes.rooms.contains(room) {
        transaction.replace(with: contents.members(of: room))
      }
      for user in watched.profiles
      where changes.touchesProfiles || contents.people.news[user] != nil {
        transaction.replace(
          with: contents.profile(of: user) { changed[$0] ?? watched.rooms[$0]?.value })
      }
    }
    tellFirstSync(contents)
  }

  private func hold(_ rooms: [Room]) {
    state.withLock { state in
      for room in rooms where state.rooms[room.id] == nil {
        state.rooms[room.id] = models.ref(Room.self, room.id)
      }
    }
  }

  private func tellFirstSync(_ contents: StoreContents) {
    let isFirst = state.withLock { state in
      let isFirst = contents.hasSynced && !state.hasSynced
      state.hasSynced = contents.hasSynced
      return isFirst
    }
    if isFirst { firstSync.send(()) }
  }
}

extension RoomsChange {
  /// The change for all rooms, including those that the account has left.
  fileprivate init(_ change: ModelListChange<Room>) {
    switch change {
    case .all(let rooms): self = .all(rooms.filter { $0.membership != .left })
    case .edits(let edits): self = .changed(edits.compactMap(\.model))
    }
  }
}

extension ModelListEdit<Room> {
  /// The current room; rows of rooms are never removed.
  fileprivate var model: Room? {
    switch self {
    case .insert(let room, _), .move(let room, _, _), .update(let room, _): room
    case .remove: nil
    }
  }
}

extension Room.Fields {
  /// The fields of a room and its name, without those that its messages change.
  static let named = Room.Fields.all.subtracting([
    .unreadCount, .mentionCount, .latestMessage, .latestSender, .lastActivity,
  ])
}
