import Synchronization

/// An event that just happened, shared by all who are told of it.
final class RecentEvent: Sendable {
  let event: StoredEvent
  private let reading = Mutex<Task<EventExtras, any Error>?>(nil)

  init(_ event: StoredEvent) {
    self.event = event
  }

  var position: Int64 { event.position }

  /// What it replaced; it is read once for all.
  func extras(from store: Store) async throws -> EventExtras {
    guard EventExtras.isNeeded(for: event) else { return .none }
    let task = reading.withLock { task in
      if let task { return task }
      let new = Task { [event] in
        try await store.read { database in
          try EventExtras.read(
            for: [event], [.previousState, .redactions], user: event.sender, from: database)
        }
      }
      task = new
      return new
    }
    do {
      return try await task.value
    } catch {
      reading.withLock { $0 = nil }
      throw error
    }
  }
}
