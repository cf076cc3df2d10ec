import MatrixWire

/// The state of rooms that syncs request, beside their members.
enum RequestedState {
  static let types = [
    EventType.name, EventType.topic, EventType.avatar, EventType.canonicalAlias,
    EventType.create, EventType.encryption, EventType.powerLevels, EventType.pinnedEvents,
  ]
}
