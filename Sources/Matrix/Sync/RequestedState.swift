import MatrixWire

/// The state of rooms that syncs request, beside their members.
enum RequestedState {
  static let types = [
    EventType.name, EventType.topic, EventType.avatar, EventType.canonicalAlias,
    EventType.create, EventType.encryption, EventType.powerLevels, EventType.pinnedEvents,
    EventType.tombstone,
  ]

  /// State of which a room has several events, by their keys.
  static let keyedTypes = [EventType.spaceChild]
}
