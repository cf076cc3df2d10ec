package import ModelKit

/// A list of room events; an unreadable event is skipped on its own.
package enum RoomEvents: JSONTransformer {
  package static func decode(from reader: inout JSONReader) throws(JSONError) -> [RawEvent] {
    var events: [RawEvent] = []
    try reader.beginArray()
    while try reader.nextElement() {
      let start = reader.mark
      do throws(JSONError) {
        let event = try RawEvent.decode(from: &reader)
        try checkContent(event.rawContent, type: event.type, of: reader, at: start)
        events.append(event)
      } catch {
        try reader.drop(error, since: start)
      }
    }
    return events
  }

  package static func encode(_ events: [RawEvent], to writer: inout JSONWriter) {
    events.encode(to: &writer)
  }
}

/// A list of events without ids; an unreadable event is skipped on its own.
package enum BareEvents: JSONTransformer {
  package static func decode(from reader: inout JSONReader) throws(JSONError) -> [RawBareEvent] {
    var events: [RawBareEvent] = []
    try reader.beginArray()
    while try reader.nextElement() {
      let start = reader.mark
      do throws(JSONError) {
        let event = try RawBareEvent.decode(from: &reader)
        try checkContent(event.rawContent, type: event.type, of: reader, at: start)
        events.append(event)
      } catch {
        try reader.drop(error, since: start)
      }
    }
    return events
  }

  package static func encode(_ events: [RawBareEvent], to writer: inout JSONWriter) {
    events.encode(to: &writer)
  }
}

/// The events without ids of each room; an unreadable event is skipped on its own.
package enum BareEventsByRoom: JSONTransformer {
  package static func decode(
    from reader: inout JSONReader
  ) throws(JSONError) -> [String: [RawBareEvent]] {
    var rooms: [String: [RawBareEvent]] = [:]
    try reader.beginObject()
    while let room = try reader.nextKey() {
      let start = reader.mark
      do throws(JSONError) {
        rooms[room.string] = try BareEvents.decode(from: &reader)
      } catch {
        try reader.drop(error, since: start)
      }
    }
    return rooms
  }

  package static func encode(_ rooms: [String: [RawBareEvent]], to writer: inout JSONWriter) {
    rooms.encode(to: &writer)
  }
}

/// Rejects an event whose content is not an object.
///
/// An `m.room.encryption` event is exempt: its presence alone means encryption, so it must not be
/// missed, whatever its content.
private func checkContent(
  _ content: JSONValue?, type: String, of reader: borrowing JSONReader, at start: JSONReader.Mark
) throws(JSONError) {
  guard content?.object == nil, type != EventType.encryption else { return }
  throw reader.error(content == nil ? .missingMember("content") : .invalid("content"), at: start)
}
