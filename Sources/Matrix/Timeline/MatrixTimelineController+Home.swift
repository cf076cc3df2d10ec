package import Controllers
import GRDB
package import Models
package import Signals

extension MatrixTimelineController {
  package func home(of message: Message.ID, in room: RoomID) -> Signal<MessageHome?, Never> {
    .from { [store] () async -> MessageHome? in
      await Self.home(of: message, in: room, store)
    }
  }

  static func home(
    of message: Message.ID, in room: RoomID, _ store: AccountStore
  ) async -> MessageHome? {
    try? await store.read { contents, tables in
      guard let room = contents.rooms[room], let event = try room.event(of: message, tables)
      else { return nil }
      return try tables.home(of: event, in: room.number)
    }
  }

  package func loadMessages(
    around message: Message.ID, in thread: ThreadID
  ) -> Signal<Void, RequestError> {
    .from { [network, store, threads] () async throws(RequestError) in
      guard let event = EventID(message.rawValue) else { return }
      if await Self.home(of: message, in: thread.room, store) == nil {
        let raw = try await network.request(.event(event, in: thread.room))
        try await store.change { try $0.addQuoted(raw, as: event, to: thread.room, $1) }
      }
      guard await Self.home(of: message, in: thread.room, store) == .thread(thread.root) else {
        return
      }
      try await threads.load(thread, upTo: message)
    }
  }
}

extension AccountTables {
  /// Where an event is a line; nil when it is not known or no line.
  fileprivate func home(of event: EventID, in room: Int64) throws -> MessageHome? {
    let row = try Row.fetchOne(
      database.cachedStatement(sql: "SELECT kind, target FROM events WHERE room = ? AND id = ?"),
      arguments: [room, event.rawValue])
    switch (row?[0] as Int64?).flatMap({ EventKind(rawValue: $0) }) {
    case .line: return .room
    case .threadLine: return (row?[1] as String?).flatMap { Message.ID($0) }.map { .thread($0) }
    default: return nil
    }
  }
}
