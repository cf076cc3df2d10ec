import Controllers
import Models
import Signals
import Synchronization

/// What the store shows: a copy of its contents that any thread can read at once, and the
/// signals of those who watch.
///
/// Only the store's actor writes, in its order, so that observers hear changes in order too; no
/// lock is held while they hear.
final class StorePublisher: Sendable {
  private struct State {
    var contents: StoreContents
    var list: [RoomID: Room] = [:]
    var hasPublishedRooms = false
    var timelines: [RoomID: Slot<Timeline>] = [:]
    var profiles: [UserID: Slot<Profile>] = [:]
  }

  /// A value that somebody watches.
  private struct Slot<Value: Sendable> {
    let subject = ReplaySubject<Value, Never>(capacity: 1)
    var last: Value
    var observers = 0

    init(_ value: Value) {
      last = value
      subject.send(value)
    }
  }

  private let state: Mutex<State>
  private let roomsSubject = ReplaySubject<[Room], Never>(capacity: 1)
  let echoes = Subject<StoreChanges.Echo, Never>()
  /// Tells of each answer of a sync, after it is in the store.
  let syncs = Subject<Void, Never>()

  init(_ contents: StoreContents) {
    state = Mutex(State(contents: contents))
  }

  var contents: StoreContents { state.withLock { $0.contents } }

  /// Rooms whose timelines somebody watches.
  var observedRooms: Set<RoomID> { state.withLock { Set($0.timelines.keys) } }

  var rooms: Signal<[Room], Never> { roomsSubject.signal }

  func timeline(of room: RoomID) -> Signal<Timeline, Never> {
    watch(\.timelines, room) { $0.timeline(of: room) }
  }

  func profile(of user: UserID) -> Signal<Profile, Never> {
    watch(\.profiles, user) { $0.profile(of: user) }
  }

  private func watch<Key: Hashable & Sendable, Value: Sendable>(
    _ slots: any WritableKeyPath<State, [Key: Slot<Value>]> & Sendable, _ key: Key,
    initial: @escaping @Sendable (StoreContents) -> Value
  ) -> Signal<Value, Never> {
    Signal { observer in
      let subject = self.state.withLock { state in
        var slot = state[keyPath: slots][key] ?? Slot(initial(state.contents))
        slot.observers += 1
        state[keyPath: slots][key] = slot
        return slot.subject
      }
      let inner = subject.signal.subscribe(observer)
      return AnyDisposable {
        inner.dispose()
        self.state.withLock { state in
          state[keyPath: slots][key]?.observers -= 1
          if state[keyPath: slots][key]?.observers == 0 { state[keyPath: slots][key] = nil }
        }
      }
    }
  }

  /// Shows new contents; only ever called on the store's actor.
  func publish(_ contents: StoreContents, _ changes: StoreChanges) {
    let watched = state.withLock { state in
      state.contents = contents
      return (
        timelines: changes.rooms.filter { state.timelines[$0] != nil },
        profiles: changes.touchesProfiles ? Array(state.profiles.keys) : []
      )
    }
    publishRooms(contents, changes)
    for room in watched.timelines { update(\.timelines, room, contents.timeline(of: room)) }
    for user in watched.profiles { update(\.profiles, user, contents.profile(of: user)) }
    for echo in changes.echoes { echoes.send(echo) }
  }

  private func publishRooms(_ contents: StoreContents, _ changes: StoreChanges) {
    guard contents.hasSynced else { return }
    let values = changes.rooms.compactMap { contents.rooms[$0] }.map { contents.value(of: $0) }
    let list: [RoomID: Room]? = state.withLock { state in
      var isChanged = false
      for value in values {
        let new = value.membership == .left ? nil : value
        if state.list[value.id] != new { isChanged = true }
        state.list[value.id] = new
      }
      guard isChanged || !state.hasPublishedRooms else { return nil }
      state.hasPublishedRooms = true
      return state.list
    }
    // Sorted without the lock: nobody who reads waits for that.
    if let list { roomsSubject.send(list.values.sorted { $0.id.rawValue < $1.id.rawValue }) }
  }

  private func update<Key: Hashable & Sendable, Value: Hashable & Sendable>(
    _ slots: WritableKeyPath<State, [Key: Slot<Value>]>, _ key: Key, _ value: Value
  ) {
    let subject: ReplaySubject<Value, Never>? = state.withLock { state in
      guard let slot = state[keyPath: slots][key], slot.last != value else { return nil }
      state[keyPath: slots][key]?.last = value
      return slot.subject
    }
    subject?.send(value)
  }
}
