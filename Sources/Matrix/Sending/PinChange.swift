import MatrixWire
import ModelKit
import Models

/// A pin that is set or ends: a change of the room's list, whatever that is when it is sent.
struct PinChange: Hashable, Sendable {
  let event: EventID
  let isPinned: Bool

  /// What the outbox keeps of it; no server sees that.
  var content: JSONObject { [isPinned ? "pin" : "unpin": .string(event.rawValue)] }

  /// The list with the change; nil when it is as wanted already.
  func applied(to list: JSONObject) -> JSONObject? {
    let pins = list["pinned"]?.array ?? []
    let others = pins.filter { $0.string != event.rawValue }
    guard isPinned ? others.count == pins.count : others.count < pins.count else { return nil }
    var list = list
    list["pinned"] = .array(isPinned ? others + [.string(event.rawValue)] : others)
    return list
  }

  /// The same change of a list that has only events.
  func applied(to pins: [EventID]) -> [EventID] {
    let others = pins.filter { $0 != event }
    if isPinned { return others.count == pins.count ? pins + [event] : pins }
    return others
  }
}

extension PinChange {
  fileprivate init?(_ content: JSONObject) {
    let name = content["pin"] ?? content["unpin"]
    guard let event = name?.string.flatMap({ EventID($0) }) else { return nil }
    self.init(event: event, isPinned: content["pin"] != nil)
  }
}

extension OutboxEntry {
  /// The change of the room's list of pins; nil for any other event.
  var pin: PinChange? { type == EventType.pinnedEvents ? PinChange(content) : nil }
}
