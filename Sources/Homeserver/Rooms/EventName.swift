import MatrixWire

/// The types of events that this server knows something of.
typealias EventName = EventType
