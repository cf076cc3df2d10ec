package import ModelKit

/// An event that stands alone where others have a list; it stays JSON text until it is read.
package struct SoleEvent: Hashable, Sendable, JSONCodable {
  /// The event.
  package let events: RawBareEvents

  package static func decode(from reader: inout JSONReader) throws(JSONError) -> SoleEvent {
    let start = reader.mark
    _ = try RawBareEvents.event(from: &reader)
    let run = RawBareEvents.Run(start: start, elementCount: 1, eventCount: 1, isBare: true)
    return SoleEvent(events: RawBareEvents(reader.document, [run]))
  }

  package func encode(to writer: inout JSONWriter) {
    for event in events { event.encode(to: &writer) }
  }
}
