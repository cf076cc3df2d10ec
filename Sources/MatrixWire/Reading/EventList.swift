package import ModelKit

/// A list of events that stay JSON text until they are read, each time anew.
///
/// A server may send any number of events at once; only those that somebody looks at take memory as
/// events. An unreadable event is skipped on its own: reading the list finds all of them.
package struct EventList<Event: ListedEvent>: Sendable {
  /// Consecutive elements of a list in a document.
  struct Run: Sendable {
    /// The place before the first one.
    var start: JSONReader.Mark
    /// All elements, and those of them that are events.
    var elementCount = 0
    var eventCount = 0
    /// Whether it is a single event that is no element of an array.
    var isBare = false
  }

  private enum Storage: Sendable {
    case events(ArraySlice<Event>)
    case text(JSONDocument, ArraySlice<Run>)
  }

  private let storage: Storage
  /// The number of readable events.
  package let count: Int

  /// Makes a list of events in memory.
  package init(_ events: some Sequence<Event>) {
    let events = Array(events)
    count = events.count
    storage = .events(events[...])
  }

  init(_ document: JSONDocument, _ runs: ArraySlice<Run>) {
    count = runs.reduce(0) { $0 + $1.eventCount }
    storage = .text(document, runs)
  }

  /// Whether there are no events.
  package var isEmpty: Bool { count == 0 }

  /// The first event, read anew.
  package var first: Event? { first { _ in true } }

  /// The last event that satisfies a condition, read anew.
  package func last(where fits: (Event) throws -> Bool) rethrows -> Event? {
    for piece in pieces.reversed() {
      if let event = try Array(piece).last(where: fits) { return event }
    }
    return nil
  }

  /// The list in parts that may be in memory at once.
  package var pieces: [EventList] {
    switch storage {
    case .events(let events):
      stride(from: events.startIndex, to: events.endIndex, by: mostEventsInRun).map {
        EventList(events[$0..<Swift.min($0 + mostEventsInRun, events.endIndex)])
      }
    case .text(let document, let runs):
      runs.indices.map { EventList(document, runs[$0...$0]) }
    }
  }
}

/// An event that servers send in lists.
package protocol ListedEvent: JSONCodable, Hashable, Sendable {
  var type: String { get }
  var rawContent: JSONValue? { get }
  /// The size in bytes from which on it is skipped: a hostile one would fill the memory.
  static var mostBytes: Int { get }
}

extension RawEvent: ListedEvent {
  /// A whole event may have 64 KiB; escapes and what servers add make it longer.
  package static var mostBytes: Int { 1 << 20 }
}

extension RawBareEvent: ListedEvent {
  /// The receipts of a room with tens of thousands of readers are one event.
  package static var mostBytes: Int { 4 << 20 }
}

/// Room events.
package typealias RawEvents = EventList<RawEvent>
/// Events without ids.
package typealias RawBareEvents = EventList<RawBareEvent>

/// How many events, of how many bytes together, are read into memory at once.
private let (mostEventsInRun, mostBytesInRun) = (500, 4 << 20)

// MARK: - Reading

extension EventList: JSONCodable {
  /// Looks at each event without keeping it.
  package static func decode(from reader: inout JSONReader) throws(JSONError) -> EventList {
    var runs: [Run] = []
    try reader.beginArray()
    var place = reader.mark
    while try reader.nextElement() {
      let last = runs.last
      if last.map({ isFull($0, at: place) }) ?? true { runs.append(Run(start: place)) }
      let start = reader.mark
      runs[runs.count - 1].elementCount += 1
      do throws(JSONError) {
        _ = try event(from: &reader)
        runs[runs.count - 1].eventCount += 1
      } catch {
        try reader.drop(error, since: start)
      }
      place = reader.mark
    }
    return EventList(reader.document, runs[...])
  }

  private static func isFull(_ run: Run, at place: JSONReader.Mark) -> Bool {
    run.elementCount >= mostEventsInRun || place.offset - run.start.offset >= mostBytesInRun
  }

  /// Reads an event, which must have an object as its content.
  ///
  /// An `m.room.encryption` event is exempt: its presence alone means encryption, so it must not be
  /// missed, whatever its content.
  static func event(from reader: inout JSONReader) throws(JSONError) -> Event {
    let start = reader.mark
    try reader.skipValue()
    guard reader.offset - start.offset <= Event.mostBytes else {
      throw reader.error(.invalid("an event of this size"), at: start)
    }
    reader.reset(to: start)
    let event = try Event.decode(from: &reader)
    guard event.rawContent?.object == nil, event.type != EventType.encryption else { return event }
    throw reader.error(
      event.rawContent == nil ? .missingMember("content") : .invalid("content"), at: start)
  }

  package func encode(to writer: inout JSONWriter) { Array(self).encode(to: &writer) }
}

extension EventList: Sequence {
  /// Reads the events one by one.
  package struct Iterator: IteratorProtocol {
    private var events: ArraySlice<Event>
    private let reader: EventReader<Event>?

    fileprivate init(_ events: ArraySlice<Event>) { (self.events, reader) = (events, nil) }

    fileprivate init(_ document: JSONDocument, _ runs: ArraySlice<Run>) {
      (events, reader) = ([], runs.isEmpty ? nil : EventReader(document, runs))
    }

    package mutating func next() -> Event? { reader?.next() ?? events.popFirst() }
  }

  package func makeIterator() -> Iterator {
    switch storage {
    case .events(let events): Iterator(events)
    case .text(let document, let runs): Iterator(document, runs)
    }
  }

  package var underestimatedCount: Int { count }
}

/// Reads the events of runs, one after the other.
private final class EventReader<Event: ListedEvent> {
  private var reader: JSONReader
  private var runs: ArraySlice<EventList<Event>.Run>
  private var left = 0
  private var isBare = false

  init(_ document: JSONDocument, _ runs: ArraySlice<EventList<Event>.Run>) {
    reader = JSONReader(document)
    self.runs = runs
  }

  func next() -> Event? {
    while true {
      if left == 0 {
        guard let run = runs.popFirst() else { return nil }
        reader.reset(to: run.start)
        (left, isBare) = (run.elementCount, run.isBare)
        continue
      }
      left -= 1
      // The document has been read once, so that this finds no error in its grammar.
      guard isBare || (try? reader.nextElement()) == true else { return nil }
      let start = reader.mark
      if let event = try? EventList<Event>.event(from: &reader) { return event }
      reader.reset(to: start)
      guard (try? reader.skipValue()) != nil else { return nil }
    }
  }
}

extension EventList: Hashable, ExpressibleByArrayLiteral, CustomStringConvertible {
  package init(arrayLiteral events: Event...) { self.init(events) }

  /// Compares the events.
  package static func == (left: EventList, right: EventList) -> Bool {
    left.count == right.count && left.elementsEqual(right)
  }

  package func hash(into hasher: inout Hasher) {
    for event in self { hasher.combine(event) }
  }

  package var description: String { Array(self).description }
}
