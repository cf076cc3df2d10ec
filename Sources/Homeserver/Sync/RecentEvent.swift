/// An event that just happened, shared by all who are told of it.
final class RecentEvent: Sendable {
  let event: StoredEvent

  init(_ event: StoredEvent) {
    self.event = event
  }

  var position: Int64 { event.position }
}
