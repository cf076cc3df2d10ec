import Controllers
import MatrixWire
import ModelKit
import Models

extension Outbox {
  /// The message that an event changes or forwards, as far as it is known; nil for other events.
  func source(
    of event: OutgoingEvent, in room: RoomID
  ) async throws(RequestError) -> CurrentContent? {
    switch event {
    case .edit(let target, _, _):
      if let index = index(of: target) {
        return CurrentContent(type: entries[index].type, content: entries[index].content)
      }
      return try await stored(target, in: room)
    case .forward(let message, let origin): return try await stored(message, in: origin)
    default: return nil
    }
  }

  private func stored(
    _ message: Message.ID, in room: RoomID
  ) async throws(RequestError) -> CurrentContent? {
    try await delivery.store.read { contents, tables in
      guard let state = contents.rooms[room] else { return nil }
      return try tables.currentContent(of: message, in: state.number)
    }
  }
}
