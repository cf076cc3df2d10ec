import Controllers
import ModelKit
import Models
import Signals
import Synchronization

/// The rows of the list of rooms in a model store, and a snapshot of what memory holds.
///
/// Only the account's store publishes, in its order; any thread may watch.
final class RoomRows: Sendable {
  private struct State {
    var contents: StoreContents
    /// Keeps the rows alive as long as the account.
    var rooms: [ModelRef<Room>]
    var hasRooms = false
  }

  private let models = ModelStore(undoLimit: 0)
  private let state: Mutex<State>
  private let firstRooms = ReplaySubject<Void, Never>(capacity: 1)

  /// Shows the rooms that an earlier run kept.
  init(_ contents: StoreContents, _ rooms: [Room]) {
    state = Mutex(State(contents: contents, rooms: models.preload(rooms)))
    publish(contents, [])
  }

  /// A snapshot of what memory holds now.
  var contents: StoreContents { state.withLock { $0.contents } }

  /// The rooms that the account is in or invited to; nothing before the first whole sync.
  var rooms: Signal<[Room], Never> {
    firstRooms.signal.take(first: 1).flatMap(.latest) { [models] in
      models.rows(
        Room.self, where: { $0.membership != .left }, by: { $0.id.rawValue < $1.id.rawValue })
    }
  }

  /// The rooms that the account has left and of which something is known: a room that was forgotten, or that
  /// only a message which could not be sent names, has nothing.
  var leftRooms: Signal<[Room], Never> {
    firstRooms.signal.take(first: 1).flatMap(.latest) { [models] in
      models.rows(
        Room.self, where: { $0.membership == .left && $0.lastActivity != nil },
        by: { $0.id.rawValue < $1.id.rawValue })
    }
  }

  /// The same rooms, followed by each change on its own.
  var roomChanges: Signal<RoomsChange, Never> {
    firstRooms.signal.take(first: 1).flatMap(.latest) { [models] in
      models.all(Room.self).map { RoomsChange($0) }
    }
  }

  /// One of these rooms, for observers that do not need its messages.
  func room(_ id: RoomID) -> Signal<Room?, Never> {
    models.signal(Room.self, id, fields: .named).map { $0?.membership == .left ? nil : $0 }
  }

  /// Publishes new contents and the rooms that changed, in one transaction.
  func publish(_ contents: StoreContents, _ rooms: [Room]) {
    hold(rooms)
    models.update { transaction in
      state.withLock { $0.contents = contents }
      for room in rooms { transaction.replace(with: room) }
    }
    let isFirst = state.withLock { state in
      let isFirst = contents.hasRooms && !state.hasRooms
      state.hasRooms = contents.hasRooms
      return isFirst
    }
    if isFirst { firstRooms.send(()) }
  }

  /// Keeps the rows of rooms that had none.
  private func hold(_ rooms: [Room]) {
    let new = rooms.map { models.ref(Room.self, $0.id) }.filter { $0.value == nil }
    state.withLock { $0.rooms += new }
  }
}

extension RoomsChange {
  /// The change for all rooms, including those that the account has left.
  fileprivate init(_ change: ModelSetChange<Room>) {
    switch change {
    case .all(let rooms): self = .all(rooms.filter { $0.membership != .left })
    // Rows of rooms are never removed.
    case .changes(let changes): self = .changed(changes.compactMap(\.after))
    }
  }
}

extension Room.Fields {
  /// The fields of a room and its name, without those that its messages change.
  static let named = Room.Fields.all.subtracting([
    .unreadCount, .mentionCount, .latestMessage, .latestSender, .lastActivity,
  ])
}
