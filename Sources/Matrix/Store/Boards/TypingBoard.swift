import MatrixWire
import ModelKit
import Models
import Signals
import Synchronization

/// Who is writing in which room, as the server says; in memory only.
final class TypingBoard: Sendable {
  /// Nobody reads more names.
  private static let mostPeople = 50

  private let rooms = Mutex<[RoomID: [UserID]]>([:])
  private let changes = Subject<Set<RoomID>, Never>()

  /// The people who are writing in a room: those of now, then after each change.
  func people(in room: RoomID) -> Signal<[UserID], Never> {
    changes.signal.filter { $0.contains(room) }.map { _ in }.start(with: ())
      .map { [self] in rooms.withLock { $0[room] ?? [] } }.skipRepeats()
  }

  /// Takes over what a response says: for each room in it, all who are writing there.
  func apply(_ news: [String: JSONValue], isFirst: Bool) {
    var changed = isFirst ? clearAll() : []
    for (name, content) in news {
      guard let room = RoomID(name) else { continue }
      let people = (content["user_ids"]?.array ?? []).prefix(Self.mostPeople)
        .compactMap { $0.string.flatMap { UserID($0) } }
      rooms.withLock { $0[room] = people.isEmpty ? nil : people }
      changed.insert(room)
    }
    if !changed.isEmpty { changes.send(changed) }
  }

  /// Forgets everybody: without a connection nobody says when they stop.
  func clear() {
    let changed = clearAll()
    if !changed.isEmpty { changes.send(changed) }
  }

  private func clearAll() -> Set<RoomID> {
    rooms.withLock { rooms in
      defer { rooms = [:] }
      return Set(rooms.keys)
    }
  }
}

extension RawBareEvents {
  /// The content of the last event that says who is writing; nil when there is none.
  var typing: JSONValue? { last { $0.type == EventType.typing }?.content }
}
