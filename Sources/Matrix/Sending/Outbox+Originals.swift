import Controllers
import MatrixWire
import ModelKit
import Models

extension Outbox {
  /// The content of the message that an edit changes, as far as it is known; nil for other events.
  func original(
    of event: OutgoingEvent, in room: RoomID
  ) async throws(RequestError) -> JSONObject? {
    guard case .edit(let target, _, _) = event else { return nil }
    if let index = index(of: target) { return entries[index].content }
    return try await delivery.store.read { contents, tables in
      guard let state = contents.rooms[room] else { return nil }
      return try tables.currentContent(of: target, in: state.number)?.content
    }
  }
}
